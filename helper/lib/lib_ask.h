/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Threads of the library's own, and calls that are not waited for without end.
 */
#ifndef WARPCRYPT_HELPER_LIB_ASK_H
#define WARPCRYPT_HELPER_LIB_ASK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/**
 * struct lib_pace - how long something may take
 * @period_ns: how often to look, ns
 * @looks: how often it may be found unfinished
 *
 * Time is counted in looks: a process that was stopped, or in a debugger, has not
 * looked meanwhile.
 */
struct lib_pace {
	int64_t period_ns;
	unsigned int looks;
};

struct timespec lib_later(int64_t ns);
void lib_cond_init(pthread_cond_t *cond);
int lib_thread(pthread_t *thread, const char *name, void *(*run)(void *data),
	       void *data);
bool lib_ask(const struct lib_pace *pace, void (*work)(void *data),
	     void (*late)(void *data), void *data);

/*
 * At the beginning of what callers call: until its end the calling thread is not
 * cancelled (pthread_cancel()), so that no lock stays taken.
 */
#define LIB_NOT_CANCELLED						\
	__attribute__((cleanup(lib_cancel_restore), unused))		\
	int cancel_state = lib_cancel_disable()

static inline int lib_cancel_disable(void)
{
	int state = PTHREAD_CANCEL_ENABLE;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	return state;
}

static inline void lib_cancel_restore(const int *state)
{
	pthread_setcancelstate(*state, NULL);
}

#endif /* WARPCRYPT_HELPER_LIB_ASK_H */
