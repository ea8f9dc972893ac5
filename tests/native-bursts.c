// SPDX-License-Identifier: GPL-2.0-only
/*
 * native-bursts SEED COUNT: bursts of requests, each submitted as a whole before the helper
 * takes any of it, through the module's code in this process (tools/bench/native). For each
 * prints "MODE CIPHER SIZE REQUESTS FRAMES": native.sh has the module in a kernel do the
 * same. Every byte is compared with tests/reference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kmod/uapi/warpcrypt.h"
#include "tools/bench/native/check.h"
#include "tools/bench/native/helper.h"
#include "tools/bench/util.h"

/* Three frames' room: queues have that many on machines of 16 CPUs. */
#define BYTES		(5u << 19)
#define REQUESTS_MAX	512u
#define MODES(MODE, mode, number)	#mode,

static const char *const modes[] = { WARPCRYPT_MODES(MODES) };
/* Those of which the software is here, and their longest keys. */
static const struct {
	const char *name;
	unsigned int key_len;
} ciphers[] = { { "kuznyechik", 32 }, { "sm4", 16 }, { "skinny", 32 } };

static void burst(uint64_t *state, uint8_t *src, uint8_t *dst)
{
	uint32_t size = 512 + 16 * (uint32_t)(splitmix64(state) % 1024);
	uint32_t most = BYTES / size < REQUESTS_MAX ? BYTES / size : REQUESTS_MAX;
	uint32_t n = 1 + (uint32_t)(splitmix64(state) % most);
	size_t c = splitmix64(state) % (sizeof(ciphers) / sizeof(ciphers[0]));
	const char *mode = modes[splitmix64(state) % (sizeof(modes) / sizeof(modes[0]))];
	uint8_t key[64];
	struct road_job job = {
		.way = ROAD_MODULE, .mode = mode, .cipher = ciphers[c].name, .key = key,
		.key_len = ciphers[c].key_len * (strcmp(mode, "xts") ? 1 : 2),
		.size = size, .depth = n, .group = 1, .submitters = 1, .src = &src, .dst = &dst,
		.bytes = (size_t)n * size, .burst = true,
	};
	struct road_result r;
	size_t i;

	for (i = 0; i < sizeof(key); i++)
		key[i] = (uint8_t)splitmix64(state);
	for (i = 0; i < job.bytes; i += 8)
		memcpy(src + i, &(uint64_t){ splitmix64(state) }, 8);
	native_expect(&job, 1, job.bytes);
	native_check(&job, &r);
	if (r.offloaded != n || r.software)
		die("the engine did %llu of %u requests", (unsigned long long)r.offloaded, n);
	printf("%s %s %u %u %llu\n", mode, job.cipher, size, n, (unsigned long long)r.frames);
}

int main(int argc, char **argv)
{
	static struct native_helper helper;
	uint8_t *src = aligned_alloc(4096, BYTES), *dst = aligned_alloc(4096, BYTES);
	uint64_t state;
	long count;

	if (argc != 3)
		die("give a seed and a number of bursts");
	state = strtoull(argv[1], NULL, 0);
	count = strtol(argv[2], NULL, 0);
	if (!src || !dst)
		die("out of memory");
	if (road_load(1))
		die("the module does not load");
	native_helper_open(&helper, &wc_backend_cpu);
	native_helper_attach(&helper, false);
	road_choose(false);
	while (count-- > 0)
		burst(&state, src, dst);
	native_helper_detach(&helper);
	native_helper_close(&helper);
	road_unload();
	free(src);
	free(dst);
	return 0;
}
