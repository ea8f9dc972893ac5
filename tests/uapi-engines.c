// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several engines: everything that RATES and RETIRE refuse, and what threads get when an
 * engine is retired. (Whose frames they get, and what becomes of requests: unit-core.)
 *
 * The known answers are off, as in uapi-enter.
 */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/device.h"
#include "tests/ktap.h"

static void *arena;

static void two_engines(struct warpcrypt_attach *attach)
{
	test_attach_init(attach, arena);
	attach->engine_count = 2;
	attach->engines[1] = attach->engines[0];
	strcpy(attach->engines[1].name, "other");
	attach->engines[1].kind = WARPCRYPT_ENGINE_GPU;
}

static int attach_two(void)
{
	struct warpcrypt_attach attach;
	int fd = test_open(), ret;

	two_engines(&attach);
	ret = fd < 0 ? fd : test_attach(fd, &attach);
	if (!ret && test_state("live"))
		return fd;
	close(fd);
	return ret ? ret : -EIO;
}

static int call(int fd, unsigned long request, const void *arg)
{
	return ioctl(fd, request, arg) ? -errno : 0;
}

static void refused(int fd, unsigned long request, const void *arg, int want,
		    const char *what)
{
	ktap_ok(test_refused(fd, request, arg, want), "%s", what);
}

static const struct warpcrypt_rate good_rate = {
	.engine = 1,
	.cipher = WARPCRYPT_CIPHER_AES,
	.mode = WARPCRYPT_MODE_CBC,
	.lone_ns = 50000,
	.bytes_per_s = 1000000000,
	.chain_ns = 20,
};

/* The second of two entries is wrong. */
static void bad_rate(int fd, struct warpcrypt_rate wrong, int want,
		     const char *what)
{
	struct warpcrypt_rate rates[2] = { good_rate, wrong };
	struct warpcrypt_rates r = {
		.addr = (uintptr_t)rates,
		.count = 2,
	};
	char text[128];

	snprintf(text, sizeof(text), "RATES refuses %s", what);
	refused(fd, WARPCRYPT_IOC_RATES, &r, want, text);
}

#define BAD_RATE(errno_, what, ...) do {			\
	struct warpcrypt_rate r = good_rate;			\
	__VA_ARGS__;						\
	bad_rate(fd, r, -(errno_), what);			\
} while (0)

static void bad_rates(int fd)
{
	BAD_RATE(EINVAL, "an engine that there is not", r.engine = 2);
	BAD_RATE(EINVAL, "engine 255", r.engine = 255);
	BAD_RATE(EINVAL, "cipher 0", r.cipher = 0);
	BAD_RATE(EINVAL, "a cipher that the engine does not do",
		 r.cipher = WARPCRYPT_CIPHER_SM4);
	BAD_RATE(EINVAL, "cipher 255", r.cipher = 255);
	BAD_RATE(EINVAL, "mode 255", r.mode = 255);
	BAD_RATE(EOPNOTSUPP, "an unknown flag", r.flags = 2);
	BAD_RATE(EOPNOTSUPP, "decryption in CTR", r.mode = WARPCRYPT_MODE_CTR;
		 r.chain_ns = 0; r.flags = WARPCRYPT_RATE_DECRYPT);
	BAD_RATE(EINVAL, "a lone request that takes no time", r.lone_ns = 0);
	BAD_RATE(EINVAL, "one that takes too long",
		 r.lone_ns = WARPCRYPT_RATE_LONE_MAX + 1);
	BAD_RATE(EINVAL, "no bytes a second", r.bytes_per_s = 0);
	BAD_RATE(EINVAL, "too few", r.bytes_per_s = WARPCRYPT_RATE_BYTES_MIN - 1);
	BAD_RATE(EINVAL, "too many", r.bytes_per_s = ~0ull);
	BAD_RATE(EINVAL, "chains that take too long", r.chain_ns = ~0u);
	BAD_RATE(EINVAL, "chains where there are none",
		 r.mode = WARPCRYPT_MODE_XTS);
	BAD_RATE(EINVAL, "chains in decryption",
		 r.flags = WARPCRYPT_RATE_DECRYPT);
	BAD_RATE(EINVAL, "a reserved field", r.reserved = 1);
}

static void rates(int fd)
{
	struct warpcrypt_rate rate = good_rate;
	struct warpcrypt_rates r = { .addr = (uintptr_t)&rate, .count = 1 };

	ktap_equal(call(fd, WARPCRYPT_IOC_RATES, &r), 0, "RATES takes a rate");
	r.count = 0;
	r.addr = 8;
	ktap_equal(call(fd, WARPCRYPT_IOC_RATES, &r), 0, "RATES takes none");
	r.count = 1;
	ktap_equal(call(fd, WARPCRYPT_IOC_RATES, &r), -EFAULT,
		   "RATES refuses a bad address");
	ktap_equal(call(fd, WARPCRYPT_IOC_RATES, NULL), -EFAULT,
		   "RATES refuses no argument");
	r.count = WARPCRYPT_RATES_MAX + 1;
	refused(fd, WARPCRYPT_IOC_RATES, &r, -EINVAL,
		"RATES refuses too many entries");
	r.count = 0;
	r.reserved = 1;
	refused(fd, WARPCRYPT_IOC_RATES, &r, -EINVAL,
		"RATES refuses its reserved field");
	bad_rates(fd);
}

static void before_attach(void)
{
	struct warpcrypt_rates r = { 0 };
	struct warpcrypt_retire retire = { 0 };
	int fd = test_open();

	refused(fd, WARPCRYPT_IOC_RATES, &r, -ENOTCONN,
		"RATES is refused before ATTACH");
	refused(fd, WARPCRYPT_IOC_RETIRE, &retire, -ENOTCONN,
		"RETIRE is refused before ATTACH");
	close(fd);
}

static void retire(int fd)
{
	struct warpcrypt_retire r = { .engine = 2 };
	struct warpcrypt_frame frame;
	struct warpcrypt_enter e = {
		.fetch_addr = (uintptr_t)&frame,
		.fetch_max = 1,
		.timeout_ns = -1,
	};

	refused(fd, WARPCRYPT_IOC_RETIRE, &r, -EINVAL,
		"RETIRE refuses an engine that there is not");
	r = (struct warpcrypt_retire){ .reserved = 1 };
	refused(fd, WARPCRYPT_IOC_RETIRE, &r, -EINVAL,
		"RETIRE refuses its reserved field");
	ktap_equal(call(fd, WARPCRYPT_IOC_RETIRE, NULL), -EFAULT,
		   "RETIRE refuses no argument");

	r.reserved = 0;
	ktap_equal(call(fd, WARPCRYPT_IOC_RETIRE, &r), 0,
		   "the first engine is retired");
	ktap_equal(test_counter("engines.retired"), 1, "and counted");
	ktap_equal(test_enter(fd, &e), -ENODEV, "its threads get ENODEV");
	ktap_ok(test_state("live"), "the attachment is live");
	ktap_equal(call(fd, WARPCRYPT_IOC_RETIRE, &r), 0,
		   "to retire an engine again changes nothing");
	ktap_equal(test_counter("engines.retired"), 1, "and is not counted");
	r.engine = 1;
	ktap_equal(call(fd, WARPCRYPT_IOC_RETIRE, &r), 0,
		   "the last engine is retired");
	e.queue = 1;
	ktap_equal(test_enter(fd, &e), -ESHUTDOWN, "the attachment has ended");
	ktap_ok(test_state("down"), "the device is down");
}

int main(void)
{
	int fd = test_open();

	ktap_start();
	if (fd < 0)
		return ktap_none(WARPCRYPT_DEVICE, fd);
	close(fd);
	test_set_param("kat", "0");
	test_set_param("deadline_ms", "60000");
	test_set_param("min_bytes", "0");
	arena = test_arena(TEST_ARENA_LEN);
	before_attach();
	fd = attach_two();
	if (ktap_ok(fd >= 0, "two engines are attached")) {
		rates(fd);
		retire(fd);
		close(fd);
	}
	test_set_param("kat", "1");
	return ktap_finish();
}
