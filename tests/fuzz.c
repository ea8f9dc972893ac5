// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random and mutated structures for the device's ioctls, from a seed. Nothing
 * here has a right answer; the kernel must stay unharmed, which is for the
 * guest's sanitizers to say, and for fuzz.sh, which has a real helper work
 * afterwards.
 *
 * So that calls get further than the first check, most of them are right in
 * most fields, and most of what is given back was handed out.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/check_program.h"
#include "tests/device.h"
#include "tests/ktap.h"

/* How many times the calls, until it has been everywhere. */
#define PATIENCE	20u
#define FILES	3u
#define IDS	128u
#define ENGINES	4u

struct fuzzer {
	uint64_t random;
	int files[FILES];
	unsigned int attached_file;	/* the one that attached last */
	uint8_t *arena;
	size_t arena_len;
	uint64_t ids[IDS];
	unsigned long fetched;
	unsigned long calls;
	unsigned long attached;
	unsigned long entered;
	unsigned long committed;
	unsigned long several;	/* attachments of several engines */
	unsigned long rated;
	unsigned long retired;
};

static uint64_t draw(struct fuzzer *f)
{
	f->random ^= f->random << 13;
	f->random ^= f->random >> 7;
	f->random ^= f->random << 17;
	return f->random;
}

/* True once in @n times. */
static bool once_in(struct fuzzer *f, unsigned int n)
{
	return draw(f) % n == 0;
}

/* A number that programs tend to get wrong. */
static uint64_t odd_number(struct fuzzer *f)
{
	static const uint64_t list[] = {
		0, 1, 2, 15, 16, 63, 64, 65, 4095, 4096, 4097, 65535, 65536,
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
		0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
		0xffffffffffffff00, 0xffff888000000000, 0x7ffffffff000,
	};

	if (once_in(f, 3))
		return draw(f) >> draw(f) % 64;
	return list[draw(f) % (sizeof(list) / sizeof(list[0]))] +
	       (once_in(f, 4) ? draw(f) % 5 - 2 : 0);
}

/* Spoils @fields 4-byte pieces of a structure. */
static void mutate(struct fuzzer *f, void *data, size_t len,
		   unsigned int fields)
{
	while (fields--) {
		size_t width = 1u << draw(f) % 4;
		size_t at = draw(f) % (len / width) * width;
		uint64_t value = odd_number(f);

		if (once_in(f, 3))
			((uint8_t *)data)[at] ^= 1 << draw(f) % 8;
		else
			memcpy((uint8_t *)data + at, &value, width);
	}
}

/* One engine in half of the cases, else up to four with some queues. */
static void choose_engines(struct fuzzer *f, struct warpcrypt_attach *attach)
{
	unsigned int i, n = once_in(f, 2) ? 1 : 2 + draw(f) % (ENGINES - 1);

	attach->frame_count = 2 * n + 2 + draw(f) % 4;
	attach->engine_count = n;
	for (i = 1; i < n; i++) {
		attach->engines[i] = attach->engines[0];
		attach->engines[i].name[0] = (char)('a' + i);
		attach->engines[i].kind = WARPCRYPT_ENGINE_CPU + draw(f) % 2;
		attach->engines[i].parallel = draw(f) % 3;
		if (once_in(f, 4))
			attach->engines[i].modes[WARPCRYPT_CIPHER_AES] &=
				(uint16_t)draw(f);
	}
	attach->arena_len = test_arena_len(attach->frame_size,
					   attach->frame_count,
					   attach->key_slots);
}

static void attach(struct fuzzer *f, unsigned int i)
{
	struct warpcrypt_attach attach;

	test_attach_init(&attach, f->arena);
	choose_engines(f, &attach);
	if (once_in(f, 3)) {
		attach.frame_count += draw(f) % 4;
		attach.key_slots = 64 + draw(f) % 300;
		attach.arena_len = test_arena_len(attach.frame_size,
						  attach.frame_count,
						  attach.key_slots);
	}
	if (!once_in(f, 4))
		mutate(f, &attach, sizeof(attach), 1 + draw(f) % 4);
	if (test_attach(f->files[i], &attach))
		return;
	f->attached++;
	f->several += attach.engine_count > 1;
	f->attached_file = i;
}

static void rates(struct fuzzer *f, int fd)
{
	struct warpcrypt_rate list[2 * ENGINES] = { 0 };
	struct warpcrypt_rates r = {
		.addr = (uintptr_t)list,
		.count = draw(f) % (2 * ENGINES + 1),
	};
	unsigned int i;

	for (i = 0; i < r.count; i++)
		list[i] = (struct warpcrypt_rate){
			.engine = once_in(f, 2) ? 0 : draw(f) % ENGINES,
			.cipher = WARPCRYPT_CIPHER_AES,
			.mode = draw(f) % WARPCRYPT_MODE_COUNT,
			.lone_ns = 1 + draw(f) % 1000000,
			.bytes_per_s = WARPCRYPT_RATE_BYTES_MIN << draw(f) % 30,
		};
	if (once_in(f, 3))
		mutate(f, list, sizeof(list), 1);
	if (once_in(f, 4))
		mutate(f, &r, sizeof(r), 1);
	f->rated += !ioctl(fd, WARPCRYPT_IOC_RATES, &r) && r.count;
}

static void retire(struct fuzzer *f, int fd)
{
	struct warpcrypt_retire r = { .engine = draw(f) % (ENGINES + 1) };

	if (once_in(f, 4))
		mutate(f, &r, sizeof(r), 1);
	f->retired += !ioctl(fd, WARPCRYPT_IOC_RETIRE, &r);
}

static void enter(struct fuzzer *f, int fd)
{
	struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX];
	struct warpcrypt_frame frames[WARPCRYPT_ENTER_MAX];
	struct warpcrypt_enter enter = {
		.commit_addr = (uintptr_t)commits,
		.fetch_addr = (uintptr_t)frames,
		.commit_count = draw(f) % 5,
		.fetch_max = draw(f) % 9,
		.fill = once_in(f, 2) ? 0 : draw(f) % TEST_FRAME_SIZE,
		.flags = draw(f) % 2,
		.queue = once_in(f, 2) ? 0 : draw(f) % ENGINES,
		.timeout_ns = draw(f) % 2000000,
		.spin_ns = draw(f) % 100000,
	};
	unsigned int i;
	int ret;

	memset(commits, 0, sizeof(commits));
	for (i = 0; i < WARPCRYPT_ENTER_MAX; i++) {
		commits[i].id = f->ids[(f->fetched - i % 16) % IDS];
		commits[i].status = once_in(f, 3) ? -EIO : 0;
	}
	if (once_in(f, 3))
		mutate(f, commits, sizeof(commits[0]) * 5, 2);
	if (once_in(f, 2))
		mutate(f, &enter, sizeof(enter), 1 + draw(f) % 3);
	ret = test_enter(fd, &enter);
	if (!ret || ret == -ESTALE)
		f->committed += enter.committed;
	if (ret)
		return;
	f->entered++;
	if (enter.fetch_addr != (uintptr_t)frames)
		return;
	for (i = 0; i < enter.fetched && i < WARPCRYPT_ENTER_MAX; i++)
		f->ids[++f->fetched % IDS] = frames[i].id;
}

/* Any number, any size, any bytes; the kernel may write to all of it. */
static void any_ioctl(struct fuzzer *f, int fd)
{
	static uint8_t bytes[1 << 14];
	unsigned long command = odd_number(f);
	unsigned int i;

	if (!once_in(f, 4))
		command = _IOC(draw(f) % 4, WARPCRYPT_IOC_MAGIC, draw(f) % 4,
			       draw(f) % 256);
	for (i = 0; i < 512; i++)
		bytes[i] = draw(f);
	ioctl(fd, command, once_in(f, 4) ? (void *)odd_number(f) : bytes);
}

/* The helper's memory goes away, changes or comes back under the module. */
static void change_arena(struct fuzzer *f)
{
	size_t at = draw(f) % (f->arena_len / 4096) * 4096;
	size_t len = (1 + draw(f) % 16) * 4096;
	unsigned int i;

	if (at + len > f->arena_len)
		len = f->arena_len - at;
	switch (draw(f) % 5) {
	case 0:
		munmap(f->arena + at, len);
		break;
	case 1:
		mprotect(f->arena + at, len, PROT_READ);
		break;
	case 2:
		madvise(f->arena + at, len, MADV_DONTNEED);
		break;
	default:
		mmap(f->arena, f->arena_len, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		madvise(f->arena, f->arena_len,
			once_in(f, 8) ? MADV_DOFORK : MADV_DONTFORK);
		for (i = 0; i < 4096; i++)
			((uint64_t *)f->arena)[draw(f) % (f->arena_len / 8)] =
				draw(f);
	}
}

static void change_files(struct fuzzer *f, unsigned int i)
{
	pid_t pid;

	if (once_in(f, 8)) {
		/* A child holds all files a moment longer. */
		pid = fork();
		if (!pid) {
			usleep(draw(f) % 20000);
			_exit(0);
		}
	}
	close(f->files[i]);
	f->files[i] = test_open();
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

static void step(struct fuzzer *f)
{
	unsigned int i = draw(f) % FILES, what = draw(f) % 100;

	f->calls++;
	if (!once_in(f, 4))
		i = f->attached_file;
	if (what < 12)
		attach(f, i);
	else if (what < 72)
		enter(f, f->files[i]);
	else if (what < 79)
		rates(f, f->files[i]);
	else if (what < 80)
		retire(f, f->files[i]);
	else if (what < 90)
		any_ioctl(f, f->files[i]);
	else if (what < 97)
		change_arena(f);
	else
		change_files(f, i);
}

static void on_alarm(int signal)
{
	(void)signal;
}

/* Nothing may wait for longer than this: mutated timeouts are long. */
static void start_clock(void)
{
	const struct itimerval tick = {
		.it_interval = { .tv_usec = 20000 },
		.it_value = { .tv_usec = 20000 },
	};
	const struct sigaction action = { .sa_handler = on_alarm };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &tick, NULL);
}

/* Where it is found when the kernel did not survive. */
static void log_seed(unsigned long seed)
{
	FILE *file = fopen("/dev/kmsg", "w");

	if (!file)
		return;
	fprintf(file, "fuzz: seed %lu\n", seed);
	fclose(file);
}

static bool was_everywhere(const struct fuzzer *f)
{
	return f->attached && f->entered && f->fetched && f->several &&
	       f->rated && f->retired;
}

/*
 * The steps are those of the seed, what they meet is not: it depends on when
 * requests come. So they go on for a while if they did not get everywhere.
 */
static void make_calls(struct fuzzer *f, unsigned long calls)
{
	while (f->calls < calls ||
	       (!was_everywhere(f) && f->calls < PATIENCE * calls))
		step(f);
}

static void make_calls_for(struct fuzzer *f, unsigned long seconds)
{
	time_t end;

	for (end = time(NULL) + seconds; time(NULL) < end;)
		step(f);
}

int main(int argc, char **argv)
{
	unsigned long calls = 5000, seconds = 0, seed = 1, i;
	const struct check_option options[] = {
		{ "calls", .number = &calls, .most = ULONG_MAX },
		{ "seconds", .number = &seconds, .most = ULONG_MAX },
		{ "seed", .number = &seed, .most = ULONG_MAX },
		{ }
	};
	static struct fuzzer f;

	check_no_arguments(argv + check_options(argc, argv, options,
			   "usage: fuzz [--calls=N | --seconds=N] [--seed=N]\n"));
	ktap_start();
	ktap_note("seed %lu", seed);
	log_seed(seed);
	f.random = seed * 0x9e3779b97f4a7c15u + 1;
	f.arena_len = test_arena_len(TEST_FRAME_SIZE, 2 * ENGINES + 10, 400);
	f.arena = test_arena(f.arena_len);
	for (i = 0; i < FILES; i++)
		f.files[i] = test_open();
	if (f.files[0] < 0)
		return ktap_none(WARPCRYPT_DEVICE, f.files[0]);
	start_clock();
	if (seconds)
		make_calls_for(&f, seconds);
	else
		make_calls(&f, calls);
	ktap_note("%lu calls, %lu attachments (%lu of several engines), %lu good ENTER, %lu frames, %lu commits, %lu RATES, %lu RETIRE",
		  f.calls, f.attached, f.several, f.entered, f.fetched,
		  f.committed, f.rated, f.retired);
	ktap_ok(f.attached && f.entered, "some calls are good # of %lu",
		f.calls);
	ktap_ok(f.fetched, "some of them got to frames");
	ktap_ok(f.several && f.rated && f.retired,
		"some have several engines, with rates, and retire one");
	return ktap_finish();
}
