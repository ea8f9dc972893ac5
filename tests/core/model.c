// SPDX-License-Identifier: GPL-2.0-only
/*
 * What all of the model's files use, and the rest of the module: parameters, counters,
 * algorithms, known answers.
 */
#include "tests/core/model.h"

#include <stdarg.h>

#include "kmod/kat.h"
#include "kmod/path.h"

struct tally tally;
int submitters_left;
bool calm;
bool model_faithless;
bool model_retires;
bool model_sick;
u32 model_sleep;
static u64 seed_now;

void broken(const char *fmt, ...)
{
	va_list args;

	fflush(stdout);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fprintf(stderr, " (--seed=%llu)\n", seed_now);
	abort();
}

/* --- the rest of the module */

uint wc_param_min_bytes;
uint wc_param_choice;
uint wc_param_deadline_ms = 40;
uint wc_param_verify;
uint wc_param_deliver;
bool wc_param_kat;
uint wc_param_aes_priority;
uint wc_param_priority;

static struct wc_stats counters;
struct wc_stats *wc_stats = &counters;

const char *wc_reason_name(enum wc_reason reason)
{
	static const char * const names[WC_REASONS] = {
		[WC_NO_HELPER] = "no helper", [WC_HELPER_DIED] = "helper died",
		[WC_DEADLINE] = "deadline", [WC_FRAME_ERROR] = "frame error",
		[WC_MISMATCH] = "mismatch", [WC_KAT_FAILED] = "known answer",
		[WC_ERRORS] = "errors", [WC_LATE] = "late",
		[WC_RETIRED] = "retired", [WC_EXPIRED] = "expired",
	};

	return names[reason] ?: "refused";
}

/* Only for misc_register(). */
const struct attribute_group **wc_sysfs_init(void)
{
	static const struct attribute_group *none;

	return &none;
}

void wc_sysfs_exit(void)
{
}

int wc_algorithms_register(void)
{
	sim_step();
	return 0;
}

static u8 kat_key[16] = "sixteen bytes..", kat_iv[16], kat_plain[48];
static u8 kat_sealed[48];
const struct wc_kat wc_kats[] = {
	{ .cipher = WARPCRYPT_CIPHER_AES, .mode = WARPCRYPT_MODE_ECB,
	  .key_len = 16, .len = 48, .key = kat_key, .iv = kat_iv,
	  .plain = kat_plain, .sealed = kat_sealed },
	{ .cipher = WARPCRYPT_CIPHER_AES, .mode = WARPCRYPT_MODE_CTR,
	  .key_len = 16, .len = 48, .key = kat_key, .iv = kat_iv,
	  .plain = kat_plain, .sealed = kat_sealed },
};
const unsigned int wc_kat_count = ARRAY_SIZE(wc_kats);
const struct wc_kat wc_kpp_kats[1];
const unsigned int wc_kpp_kat_count;

void model_transform(u8 *data, u32 len, const u8 *key, const u8 *iv, u64 pos)
{
	u64 k, i;

	memcpy(&k, iv, 8);
	for (i = 0; i < 16; i++)
		k = k * 31 + key[i];
	for (i = 0; i < len; i++)
		data[i] ^= (u8)((k ^ (pos + i) * 0x2545f4914f6cdd1dull) >> 31);
}

static void kat_make(void)
{
	memset(kat_iv, 7, sizeof(kat_iv));
	memset(kat_sealed, 0, sizeof(kat_sealed));
	model_transform(kat_sealed, sizeof(kat_sealed), kat_key, kat_iv, 0);
}

/* --- orders */

void nap_ms(u32 ms)
{
	sim_nap(ms * 1000000ll + 1);
}

bool model_ends(void)
{
	return !__atomic_load_n(&submitters_left, __ATOMIC_SEQ_CST);
}

void model_run(u64 seed, void (*story)(void *arg), void *arg)
{
	seed_now = seed;
	kat_make();
	sim_run(seed, story, arg);
}

void model_play(u64 seed, void (*story)(void *arg), void *arg)
{
	memset(&counters, 0, sizeof(counters));
	calm = false;
	model_retires = false;
	model_sick = false;
	wc_param_kat = false;
	wc_param_choice = WC_CHOOSE_OFFLOAD;
	wc_param_deliver = WC_DELIVER_COMMITTER;
	sim_alloc_fails = 0;
	sim_stalls = 0;
	model_run(seed, story, arg);
}

u64 model_counter(enum wc_event event)
{
	return counters.events[event];
}

int submit_live(struct wc_request *rq, bool wait, enum wc_reason *why)
{
	struct wc_link *link;
	int err = -EAGAIN;

	rcu_read_lock();
	link = wc_link_usable(why);
	if (link)
		err = wc_submit(link, NULL, rq, wait, why);
	rcu_read_unlock();
	return err;
}
