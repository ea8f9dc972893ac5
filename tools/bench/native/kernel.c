// SPDX-License-Identifier: GPL-2.0-only
/* The module, its software and its device. */
#include "tools/bench/native/road.h"

#include <pthread.h>

#include "kmod/ct/ct.h"
#include "kmod/module.h"
#include "kmod/path.h"
#include "tests/core/user.h"

static struct file device;
/* Threads that are in the device, or were; and the processor time that each had there. */
static struct sim_task *helpers[SIM_CPUS];
static u32 helper_count;
static struct {
	int64_t ns;
} SIM_CACHELINE entered[SIM_CPUS];
/* They are to leave the device; or to stay out of it for now: so many are at the gate. */
static bool ending, stopped;
static u32 at_gate;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_moved = PTHREAD_COND_INITIALIZER;

/* --- what of the module is not here: curves, sysfs; the arena is the helper's memory */

static const char *no_name(unsigned int i)
{
	(void)i;
	return NULL;
}

const struct wc_algorithms wc_kpp_algorithms = { .name = no_name };

int wc_kpp_init(void)
{
	return 0;
}

void wc_kpp_exit(void)
{
}

const struct attribute_group **wc_sysfs_init(void)
{
	static const struct attribute_group *none;

	return &none;
}

void wc_sysfs_exit(void)
{
}

bool user_memory_holds(u64 addr, u64 len)
{
	return addr && len;
}

void arena_copy(void *to, const void *from, size_t len)
{
	/* The compiler puts such a copy, of a descriptor, where it is. */
	if (len == 64)
		memcpy(to, from, 64);
	else
		sim_copy(to, from, len);
}

void arena_xor(void *to, const void *from, const void *stream, size_t len)
{
	crypto_xor_cpy(to, from, stream, (unsigned int)len);
}

/* --- the modules */

static void name_of(char *to, size_t len, const char *cipher, const char *what)
{
	snprintf(to, len, "%s_ct_%s", cipher, what);
}

static int load_software(const char *cipher)
{
	char name[64];

	name_of(name, sizeof(name), cipher, "init");
	return module_load(name);
}

static void unload_software(const char *cipher)
{
	char name[64];

	name_of(name, sizeof(name), cipher, "exit");
	module_unload(name);
}

/* The ciphers that kmod/ct has. */
#define CIPHER_NAME(_NAME, _name, ...)	#_name,
static const char * const ciphers[] = { WARPCRYPT_CIPHERS(CIPHER_NAME) };

bool road_has_software(const char *cipher)
{
	char name[64];

	name_of(name, sizeof(name), cipher, "init");
	return module_symbol_find(name);
}

int road_load(uint32_t submitters)
{
	unsigned int i;
	int ret;

	sim_native_init(submitters);
	/* The longest there is: whatever else the machine does, no request is late. */
	wc_param_deadline_ms = 600000;
	ret = module_load("wcct_init");
	for (i = 0; !ret && i < ARRAY_SIZE(ciphers); i++)
		if (road_has_software(ciphers[i]))
			ret = load_software(ciphers[i]);
	return ret ?: module_load("wc_init");
}

void road_unload(void)
{
	unsigned int i;

	module_unload("wc_exit");
	for (i = 0; i < ARRAY_SIZE(ciphers); i++)
		if (road_has_software(ciphers[i]))
			unload_software(ciphers[i]);
	module_unload("wcct_exit");
}

void road_ask_known_answers(bool ask)
{
	wc_param_kat = ask;
}

void road_choose(bool automatic)
{
	wc_param_choice = automatic ? WC_CHOOSE_AUTO : WC_CHOOSE_OFFLOAD;
}

bool road_is_live(void)
{
	return wc_link_state_name()[0] == 'l';
}

static struct wcct_cipher *software_of(const char *cipher)
{
	struct crypto_skcipher *tfm;
	struct wcct_mode *mode;
	char name[64];

	snprintf(name, sizeof(name), "ctr-%s-ct", cipher);
	tfm = crypto_alloc_skcipher(name, 0, 0);
	if (IS_ERR(tfm))
		return NULL;
	mode = container_of(crypto_skcipher_alg(tfm), struct wcct_mode, alg);
	crypto_free_skcipher(tfm);
	return (struct wcct_cipher *)mode->cipher;
}

unsigned int road_forms(const char *cipher, const char *names[ROAD_FORMS_MAX],
			const char *titles[ROAD_FORMS_MAX])
{
	unsigned int n = 0, i;

	if (!road_has_software(cipher) || road_use_form(cipher, "none"))
		return 0;
	names[n] = "none";
	titles[n++] = software_of(cipher)->general->title;
	for (i = 0; i < WCCT_FORM_COUNT; i++) {
		if (!wcct_forms[i].vectors ||
		    road_use_form(cipher, wcct_forms[i].name) ||
		    software_of(cipher)->simd != &wcct_forms[i])
			continue;
		names[n] = wcct_forms[i].name;
		titles[n++] = wcct_forms[i].title;
	}
	road_use_form(cipher, NULL);
	return n;
}

int road_use_form(const char *cipher, const char *form)
{
	struct wcct_cipher *software = software_of(cipher);
	char **simd = module_symbol_find("simd");

	unload_software(cipher);
	/* As in a module that was not loaded before. */
	software->simd = NULL;
	*simd = (char *)(form ?: "auto");
	return load_software(cipher);
}

/* --- the device */

/* The calling thread is a task from now on, which road_kick() wakes. */
static void be_helper(void)
{
	if (sim_me)
		return;
	sim_adopt(SIM_ANY_CPU);
	helpers[__atomic_fetch_add(&helper_count, 1, __ATOMIC_SEQ_CST)] = sim_me;
	__atomic_store_n(&sim_me->killed, __atomic_load_n(&ending, __ATOMIC_SEQ_CST),
			 __ATOMIC_SEQ_CST);
}

/* The calling helper waits here while they are stopped. */
static void pass_gate(void)
{
	if (!__atomic_load_n(&stopped, __ATOMIC_SEQ_CST))
		return;
	pthread_mutex_lock(&gate);
	at_gate++;
	pthread_cond_broadcast(&gate_moved);
	while (stopped)
		pthread_cond_wait(&gate_moved, &gate);
	at_gate--;
	WRITE_ONCE(sim_me->killed, ending);
	pthread_mutex_unlock(&gate);
}

static int call(unsigned int cmd, const void *arg)
{
	return (int)sim_fops->unlocked_ioctl(&device, cmd, (uintptr_t)arg);
}

int road_open(void)
{
	return sim_fops->open(NULL, &device);
}

int road_attach(void *remote, struct warpcrypt_attach *attach)
{
	(void)remote;
	return call(WARPCRYPT_IOC_ATTACH, attach);
}

/* What it costs to get into the kernel and out is what reading the times costs: system calls. */
int road_enter(void *remote, struct warpcrypt_enter *enter)
{
	int64_t since = sim_thread_ns();
	int ret;

	(void)remote;
	be_helper();
	pass_gate();
	ret = call(WARPCRYPT_IOC_ENTER, enter);
	WRITE_ONCE(entered[sim_me->cpu].ns,
		   entered[sim_me->cpu].ns + sim_thread_ns() - since);
	return ret;
}

int64_t road_entered_ns(void)
{
	int64_t sum = 0;
	u32 i;

	for (i = 0; i < SIM_CPUS; i++)
		sum += READ_ONCE(entered[i].ns);
	return sum;
}

int road_rates(void *remote, const struct warpcrypt_rates *rates)
{
	(void)remote;
	return call(WARPCRYPT_IOC_RATES, rates);
}

int road_retire(void *remote, const struct warpcrypt_retire *retire)
{
	(void)remote;
	return call(WARPCRYPT_IOC_RETIRE, retire);
}

/* As a signal: they leave ENTER. */
static void interrupt_helpers(void)
{
	u32 n = __atomic_load_n(&helper_count, __ATOMIC_SEQ_CST), i;

	for (i = 0; i < n; i++) {
		if (!helpers[i])
			continue;
		__atomic_store_n(&helpers[i]->killed, true, __ATOMIC_SEQ_CST);
		sim_wake(helpers[i]);
	}
}

void road_kick(void *remote)
{
	(void)remote;
	__atomic_store_n(&ending, true, __ATOMIC_SEQ_CST);
	interrupt_helpers();
}

void road_stop(void)
{
	pthread_mutex_lock(&gate);
	__atomic_store_n(&stopped, true, __ATOMIC_SEQ_CST);
	interrupt_helpers();
	while (at_gate < __atomic_load_n(&helper_count, __ATOMIC_SEQ_CST))
		pthread_cond_wait(&gate_moved, &gate);
	pthread_mutex_unlock(&gate);
}

void road_continue(void)
{
	pthread_mutex_lock(&gate);
	__atomic_store_n(&stopped, false, __ATOMIC_SEQ_CST);
	pthread_cond_broadcast(&gate_moved);
	pthread_mutex_unlock(&gate);
}

void road_close(void *remote)
{
	(void)remote;
	sim_fops->release(NULL, &device);
	__atomic_store_n(&helper_count, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&ending, false, __ATOMIC_SEQ_CST);
	memset(helpers, 0, sizeof(helpers));
}
