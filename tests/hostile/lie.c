// SPDX-License-Identifier: GPL-2.0-only
/*
 * --lie: calls of the device with garbage. Most are right in most fields, so that they
 * get further than the first check. No answer to them is wrong: the kernel must stay
 * unharmed, which is for a guest's sanitizers to say.
 */
#include "tests/hostile/faults.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/device.h"
#include "tests/splitmix.h"

#define ENGINES		4u
#define KEY_SLOTS_MORE	300u
/* How many attachments are tried before that of the helper, and more until one was taken. */
#define ATTACHMENTS	20u
#define ATTACHMENTS_MOST	1000u
#define WAIT_NS		1000000
#define TRIES		100u
/* Calls on each that the module takes. */
#define CALLS		20u

/* True once in @n times. */
static bool once_in(uint64_t *random, unsigned int n)
{
	return splitmix64(random) % n == 0;
}

/* A number that programs tend to get wrong. */
static uint64_t odd_number(uint64_t *random)
{
	static const uint64_t list[] = {
		0, 1, 2, 15, 16, 63, 64, 65, 4095, 4096, 4097, 65535, 65536,
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
		0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
		0xffffffffffffff00, 0xffff888000000000, 0x7ffffffff000,
	};

	if (once_in(random, 3))
		return splitmix64(random) >> splitmix64(random) % 64;
	return list[splitmix64(random) % (sizeof(list) / sizeof(list[0]))] +
	       (once_in(random, 4) ? splitmix64(random) % 5 - 2 : 0);
}

/* Spoils up to @most pieces of a structure. */
static void spoil(uint64_t *random, void *data, size_t len, unsigned int most)
{
	unsigned int left = splitmix64(random) % (most + 1);

	for (; left; left--) {
		size_t width = 1u << splitmix64(random) % 4;
		size_t at = splitmix64(random) % (len / width) * width;
		uint64_t value = odd_number(random);

		if (once_in(random, 3))
			((uint8_t *)data)[at] ^= 1 << splitmix64(random) % 8;
		else
			memcpy((uint8_t *)data + at, &value, width);
	}
}

/* How many frames it got, or a negative errno. */
static int lie_in_enter(int fd, uint64_t *random)
{
	struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX] = { 0 };
	struct warpcrypt_frame frames[WARPCRYPT_ENTER_MAX];
	struct warpcrypt_enter enter = {
		.commit_addr = (uintptr_t)commits,
		.fetch_addr = (uintptr_t)frames,
		.commit_count = splitmix64(random) % 5,
		.fetch_max = splitmix64(random) % 4,
		.fill = once_in(random, 2) ? 0 : splitmix64(random) % TEST_FRAME_SIZE,
		.flags = splitmix64(random) % 4,
		.queue = splitmix64(random) % 2,
	};
	unsigned int i;
	int ret;

	for (i = 0; i < 4; i++)
		commits[i].id = odd_number(random);
	spoil(random, commits, sizeof(commits[0]) * 5, 2);
	spoil(random, &enter, sizeof(enter), 3);
	/* A number near the right one would be a place in this stack. */
	if (enter.fetch_addr != (uintptr_t)frames)
		enter.fetch_addr = odd_number(random);
	/* It must return; some wait, so that others run and there are frames. */
	enter.timeout_ns = once_in(random, 4) ? WAIT_NS : 0;
	enter.spin_ns %= 100000;
	ret = test_enter(fd, &enter);
	if (ret || enter.fetch_addr != (uintptr_t)frames)
		return ret;
	count_faults(COUNT_fetched, enter.fetched);
	/* Lost frames, after which an attachment ends, are --drop-every's. */
	memset(commits, 0, sizeof(commits));
	for (i = 0; i < enter.fetched && i < WARPCRYPT_ENTER_MAX; i++) {
		commits[i].id = frames[i].id;
		commits[i].status = (int32_t)odd_number(random);
	}
	enter = (struct warpcrypt_enter){
		.commit_addr = (uintptr_t)commits,
		.commit_count = i,
	};
	test_enter(fd, &enter);
	return (int)i;
}

/* Whether they were taken. */
static bool lie_in_rates(int fd, uint64_t *random)
{
	struct warpcrypt_rate list[2 * ENGINES] = { 0 };
	struct warpcrypt_rates rates = {
		.addr = (uintptr_t)list,
		.count = splitmix64(random) % (2 * ENGINES + 1),
	};
	unsigned int i;

	for (i = 0; i < rates.count; i++)
		list[i] = (struct warpcrypt_rate){
			.engine = once_in(random, 2) ? 0 : splitmix64(random) % ENGINES,
			.cipher = WARPCRYPT_CIPHER_AES,
			.mode = splitmix64(random) % WARPCRYPT_MODE_COUNT,
			.lone_ns = 1 + splitmix64(random) % 1000000,
			.bytes_per_s = WARPCRYPT_RATE_BYTES_MIN << splitmix64(random) % 30,
		};
	spoil(random, list, sizeof(list), 1);
	spoil(random, &rates, sizeof(rates), 1);
	if (ioctl(fd, WARPCRYPT_IOC_RATES, &rates) || !rates.count)
		return false;
	count_faults(COUNT_lied_rates, 1);
	return true;
}

static void lie_in_retire(int fd, uint64_t *random)
{
	struct warpcrypt_retire retire = { .engine = splitmix64(random) % ENGINES };

	spoil(random, &retire, sizeof(retire), 1);
	if (!ioctl(fd, WARPCRYPT_IOC_RETIRE, &retire))
		count_faults(COUNT_retired, 1);
}

/* Any number, any size, any bytes; the kernel may write to all of it. */
static void any_ioctl(int fd, uint64_t *random)
{
	static uint8_t bytes[1 << 14];
	unsigned long command = odd_number(random);
	unsigned int i;

	if (!once_in(random, 4))
		command = _IOC(splitmix64(random) % 4, WARPCRYPT_IOC_MAGIC,
			       splitmix64(random) % 4, splitmix64(random) % 256);
	for (i = 0; i < 512; i++)
		bytes[i] = splitmix64(random);
	ioctl(fd, command, once_in(random, 4) ? (void *)odd_number(random) : bytes);
}

/* A call with garbage, seldom one that can end the attachment; @random is of splitmix64(). */
void lie(int fd, uint64_t *random)
{
	unsigned int what = splitmix64(random) % 64;

	if (!what)
		lie_in_retire(fd, random);
	else if (what < 8)
		lie_in_rates(fd, random);
	else if (what < 16)
		any_ioctl(fd, random);
	else
		lie_in_enter(fd, random);
}

/* One engine in half of the cases, else up to four; frames for all. */
static void choose_attachment(struct warpcrypt_attach *attach, uint64_t *random)
{
	unsigned int i, n = once_in(random, 2) ? 1 : 2 + splitmix64(random) % (ENGINES - 1);

	attach->engine_count = n;
	for (i = 1; i < n; i++) {
		attach->engines[i] = attach->engines[0];
		attach->engines[i].name[0] = (char)('a' + i);
		attach->engines[i].kind = WARPCRYPT_ENGINE_CPU + splitmix64(random) % 2;
		attach->engines[i].parallel = splitmix64(random) % 3;
		if (once_in(random, 4))
			attach->engines[i].modes[WARPCRYPT_CIPHER_AES] &=
				(uint16_t)splitmix64(random);
	}
	attach->frame_count = 2 * n + 2 + splitmix64(random) % 4;
	attach->key_slots += splitmix64(random) % KEY_SLOTS_MORE;
	attach->arena_len = test_arena_len(attach->frame_size, attach->frame_count,
					   attach->key_slots);
}

/*
 * ENTERs with garbage on right attachments until one gets a frame: of known answers, or of the
 * users' first requests, for which the device is live until then.
 */
static void lie_until_fetched(uint64_t *random)
{
	const size_t len = TEST_ARENA_LEN;
	void *arena = test_arena(len);
	int fd, got = 0;

	while (got <= 0) {
		fd = test_open_attached(arena);
		if (fd == -EBUSY) {
			/* Another helper may be attached for a moment. */
			usleep(1000);
			continue;
		}
		/* set_up() attaches next, and prints the error. */
		if (fd < 0)
			break;
		do {
			got = lie_in_enter(fd, random);
			usleep(got > 0 ? 0 : 100);
		} while (got <= 0 && got != -ESHUTDOWN && got != -EBADMSG);
		close(fd);
	}
	munmap(arena, len);
}

/* Attachments with garbage, which end; in half of them the memory goes before the file. */
void lie_first(uint64_t *random)
{
	const size_t len = test_arena_len(TEST_FRAME_SIZE, 2 * ENGINES + 5,
					  TEST_KEY_SLOTS + KEY_SLOTS_MORE);
	struct warpcrypt_attach attach;
	unsigned int i, calls, taken = 0;

	lie_until_fetched(random);
	for (i = 0; i < (taken ? ATTACHMENTS : ATTACHMENTS_MOST); i++) {
		void *arena = test_arena(len);
		int fd = test_open();

		if (fd < 0) {
			munmap(arena, len);
			continue;
		}
		test_attach_init(&attach, arena);
		choose_attachment(&attach, random);
		spoil(random, &attach, sizeof(attach), 3);
		if (!test_attach(fd, &attach)) {
			count_faults(COUNT_attached, 1);
			taken++;
			/* Each gets this far: known answers, or users' requests. */
			for (calls = 0; calls < TRIES && !lie_in_rates(fd, random); calls++)
				;
			for (calls = 0; calls < TRIES && lie_in_enter(fd, random) <= 0; calls++)
				;
		}
		for (calls = 0; calls < CALLS; calls++)
			lie(fd, random);
		if (once_in(random, 2)) {
			munmap(arena, len);
			close(fd);
		} else {
			close(fd);
			munmap(arena, len);
		}
	}
}
