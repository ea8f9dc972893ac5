// SPDX-License-Identifier: GPL-2.0-only
/*
 * This machine emulates the papers' kernels: a team, or on curves a thread, after the
 * other. Their .cu files are compiled as C++ and add what they have when the program
 * starts.
 */
#include "tools/bench/papers_emulated.h"

#include <stdlib.h>
#include <string.h>

#include "tools/bench/papers_device.h"
#include "tools/bench/util.h"

#define NAMES_MAX	1024

static struct {
	const char *name;
	void *at;
	uint32_t size;
	enum { CIPHER, CURVE, CONSTANT } kind;
} names[NAMES_MAX];
static unsigned int count;

static int add(const char *name, void *at, uint32_t size, int kind)
{
	if (count == NAMES_MAX)
		abort();
	names[count].name = name;
	names[count].at = at;
	names[count].size = size;
	names[count].kind = kind;
	return (int)count++;
}

int paper_entry_add(const char *name, paper_emulated_fn *entry)
{
	return add(name, (void *)(uintptr_t)entry, 0, CIPHER);
}

int paper_curve_add(const char *name, paper_curve_fn *entry)
{
	return add(name, (void *)(uintptr_t)entry, 0, CURVE);
}

int paper_constant_add(const char *name, void *at, uint32_t size)
{
	return add(name, at, size, CONSTANT);
}

static paper_ptr emulated_alloc(size_t size)
{
	void *at = aligned_alloc(64, (size + 63) & ~(size_t)63);

	if (!at)
		die("no memory for %zu bytes", size);
	return (uintptr_t)at;
}

static void emulated_free(paper_ptr at)
{
	free((void *)(uintptr_t)at);
}

static void emulated_upload(paper_ptr to, const void *from, size_t size)
{
	memcpy((void *)(uintptr_t)to, from, size);
}

static void emulated_download(void *to, paper_ptr from, size_t size)
{
	memcpy(to, (const void *)(uintptr_t)from, size);
}

static void emulated_fill(paper_ptr to, uint8_t byte, size_t size)
{
	memset((void *)(uintptr_t)to, byte, size);
}

static uint64_t emulated_texture(paper_ptr at, size_t size, int words)
{
	(void)size;
	(void)words;
	return at;
}

static void emulated_texture_free(uint64_t texture)
{
	(void)texture;
}

static struct paper_kernel emulated_kernel(const char *module, const char *entry)
{
	struct paper_kernel k = { NULL, false, 0, 0 };
	unsigned int i;

	(void)module;
	for (i = 0; i < count; i++) {
		if (strcmp(names[i].name, entry) || names[i].kind == CONSTANT)
			continue;
		k.fn = names[i].at;
		k.curve = names[i].kind == CURVE;
	}
	return k;
}

/* Every .cu file has its own constants of the same name. */
static void emulated_constant(const char *module, const char *name,
			      const void *data, size_t size)
{
	unsigned int i, found = 0;

	(void)module;
	for (i = 0; i < count; i++) {
		if (strcmp(names[i].name, name) || names[i].kind != CONSTANT)
			continue;
		if (size > names[i].size)
			die("%zu bytes for %s, which has %u", size, name,
			    names[i].size);
		memcpy(names[i].at, data, size);
		found++;
	}
	if (!found)
		die("no constant %s", name);
}

static void emulated_launch(const struct paper_launch *l)
{
	uint32_t teams = l->threads / l->team, i;

	/* In reverse, because no team may rely on another. */
	for (i = teams; i-- > 0;) {
		if (l->kernel->curve)
			((paper_curve_fn *)(uintptr_t)l->kernel->fn)(l->job, i);
		else
			((paper_emulated_fn *)(uintptr_t)l->kernel->fn)(l->job, i);
	}
}

static int emulated_resident(const struct paper_launch *l)
{
	(void)l;
	return 1;
}

static void *emulated_host_alloc(enum paper_memory kind, size_t size)
{
	(void)kind;
	return (void *)(uintptr_t)emulated_alloc(size);
}

static paper_ptr emulated_host_address(void *at)
{
	return (uintptr_t)at;
}

static uint64_t marks[PAPER_MARKS];

static void emulated_mark(int which)
{
	marks[which] = now_ns();
}

static double emulated_marked_ms(int from, int to)
{
	return (double)(marks[to] - marks[from]) / 1e6;
}

static void emulated_wait(void)
{
}

static struct paper_device emulated = {
	.name = "this machine, which emulates a GPU: times say nothing",
	.emulated = true,
	.sms = 1,
	.alloc = emulated_alloc,
	.free = emulated_free,
	.upload = emulated_upload,
	.download = emulated_download,
	.fill = emulated_fill,
	.texture = emulated_texture,
	.texture_free = emulated_texture_free,
	.kernel = emulated_kernel,
	.constant = emulated_constant,
	.launch = emulated_launch,
	.resident = emulated_resident,
	.host_alloc = emulated_host_alloc,
	.host_free = free,
	.host_address = emulated_host_address,
	.mark = emulated_mark,
	.marked_ms = emulated_marked_ms,
	.wait = emulated_wait,
};

struct paper_device *papers_dev;

/* Let this machine emulate the GPU. */
void papers_open_emulated(void)
{
	papers_dev = &emulated;
}
