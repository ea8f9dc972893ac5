// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz-core: ATTACH and ENTER with whatever libFuzzer makes up, on the core of
 * unit-core, while submitters wait for results. The input is a list of calls:
 * a byte that says which, and the bytes of its structure, of which some are then
 * made right so that calls get further than the first check.
 */
#include "kmod/uapi/warpcrypt.h"

#include "kmod/device.h"
#include "kmod/link.h"
#include "kmod/redo.h"
#include "tests/core/model.h"

#define ARENA_LEN	(4u * WARPCRYPT_FRAME_SIZE_MIN + 2 * PAGE_SIZE)

/**
 * struct input - what is left of the fuzzer's bytes
 * @at: the next
 * @left: how many
 */
struct input {
	const u8 *at;
	size_t left;
};

static void take(struct input *in, void *to, size_t len)
{
	size_t n = min(len, in->left);

	memset(to, 0, len);
	memcpy(to, in->at, n);
	in->at += n;
	in->left -= n;
}

static u8 *arena;
static struct warpcrypt_frame frames[WARPCRYPT_ENTER_MAX];
static struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX];

static void call_attach(struct file *file, struct input *in)
{
	struct warpcrypt_attach a;
	u8 right;

	take(in, &right, 1);
	take(in, &a, sizeof(a));
	if (right & 1) {
		a.version = WARPCRYPT_ABI_VERSION;
		a.flags = 0;
		a.features = 0;
		a.reserved0 = 0;
		memset(a.reserved, 0, sizeof(a.reserved));
	}
	if (right & 2)
		a.arena_addr = (uintptr_t)arena;
	if (right & 4) {
		a.frame_size = WARPCRYPT_FRAME_SIZE_MIN;
		a.frame_count = 4;
		a.key_slots = WARPCRYPT_KEY_SLOTS_MIN;
		a.engine_count = 1;
		memset(a.engines, 0, sizeof(a.engines));
		a.engines[0].name[0] = 'x';
		a.engines[0].kind = WARPCRYPT_ENGINE_CPU;
		a.engines[0].queues = 1 + right / 16 % 2;
		a.arena_len = ARENA_LEN;
	}
	if (right & 8) {
		memset(a.engines[0].modes, 0, sizeof(a.engines[0].modes));
		a.engines[0].modes[WARPCRYPT_CIPHER_AES] = 1;
	}
	sim_fops->unlocked_ioctl(file, WARPCRYPT_IOC_ATTACH, (uintptr_t)&a);
}

static void call_enter(struct file *file, struct input *in)
{
	struct warpcrypt_enter e;
	u8 right, i;

	take(in, &right, 1);
	take(in, &e, sizeof(e));
	for (i = 0; i < WARPCRYPT_ENTER_MAX; i++) {
		take(in, &commits[i], right & 1 ? 0 : sizeof(commits[i]));
		if (right & 1)
			commits[i] = (struct warpcrypt_commit){
				.id = frames[i].id, .status = right & 2,
			};
	}
	if (right & 4)
		e.commit_addr = (uintptr_t)commits;
	else
		e.commit_addr %= PAGE_SIZE;
	if (right & 8)
		e.fetch_addr = (uintptr_t)frames;
	else
		e.fetch_addr %= PAGE_SIZE;
	if (right & 16) {
		e.flags &= WARPCRYPT_ENTER_RELEASES;
		e.queue %= 2;
		e.reserved = 0;
		e.commit_count %= WARPCRYPT_ENTER_MAX + 1;
		e.fetch_max %= WARPCRYPT_ENTER_MAX + 1;
	}
	/* No call may wait for ever: there is no other. */
	e.timeout_ns = e.timeout_ns & 0xffffff;
	sim_fops->unlocked_ioctl(file, WARPCRYPT_IOC_ENTER, (uintptr_t)&e);
}

static void call(struct file *file, struct input *in)
{
	u8 which;

	take(in, &which, 1);
	switch (which % 8) {
	case 0:
		call_attach(file, in);
		break;
	case 1:
		sim_fops->release(NULL, file);
		sim_fops->open(NULL, file);
		break;
	case 2:
		sim_fops->unlocked_ioctl(file, which, (uintptr_t)in->at);
		break;
	case 3:
		nap_ms(which);
		break;
	default:
		call_enter(file, in);
	}
}

static void play(void *arg)
{
	struct input *in = arg;
	struct file file = { 0 };

	wc_redo_init();
	if (wc_link_init() || wc_device_init())
		broken("the module does not load");
	arena = user_memory_get(ARENA_LEN);
	memset(frames, 0, sizeof(frames));
	submitters_left = 2;
	model_faithless = true;
	sim_spawn(submitter, (void *)8);
	sim_spawn(submitter, (void *)8);
	sim_fops->open(NULL, &file);
	while (in->left)
		call(&file, in);
	sim_fops->release(NULL, &file);
	while (!model_ends())
		nap_ms(1);
	wc_device_exit();
	wc_link_exit();
	user_memory_put(arena);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t len);
int LLVMFuzzerTestOneInput(const u8 *data, size_t len)
{
	struct input in = { data, len };

	sim_run(len ? data[0] : 0, play, &in);
	return 0;
}
