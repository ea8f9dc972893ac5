// SPDX-License-Identifier: GPL-2.0-only
/*
 * Searches the memory of a process for a key: all pieces of 16 bytes of it, and,
 * for AES, the round keys of both directions, each in both orders of bytes that
 * words can have. Prints how many were found, and where.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "tests/option.h"

#define PIECE		16u
#define PIECES_MAX	256u
#define CHUNK		(1u << 20)

/**
 * struct piece - what is searched for
 * @bytes: it
 * @what: its name
 * @number: of the round or of the piece
 */
struct piece {
	uint8_t bytes[PIECE];
	const char *what;
	unsigned int number;
};

static struct piece pieces[PIECES_MAX];
static unsigned int piece_count, found;
/* Pieces that begin with these two bytes: few. */
static bool begins[1 << 16];

static void die(const char *what)
{
	fprintf(stderr, "key-search: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void add(const uint8_t *bytes, const char *what, unsigned int number)
{
	static const struct {
		unsigned int size;
	} orders[] = { { 1 }, { 4 }, { 8 } };
	unsigned int o, i;

	for (o = 0; o < 3; o++) {
		struct piece *p = &pieces[piece_count++];

		if (piece_count > PIECES_MAX) {
			fprintf(stderr, "key-search: too long a key\n");
			exit(2);
		}
		p->what = what;
		p->number = number;
		for (i = 0; i < PIECE; i++)
			p->bytes[i] = bytes[i / orders[o].size * orders[o].size +
					    orders[o].size - 1 -
					    i % orders[o].size];
		begins[p->bytes[0] << 8 | p->bytes[1]] = true;
	}
}

/* --- FIPS 197, section 5.2 and 5.3.5 */

static uint8_t xtime(uint8_t x)
{
	return (uint8_t)(x << 1 ^ (x >> 7) * 0x1b);
}

static uint8_t multiply(uint8_t a, uint8_t b)
{
	uint8_t product = 0;

	for (; b; b >>= 1, a = xtime(a))
		product ^= b & 1 ? a : 0;
	return product;
}

static uint8_t s_box(uint8_t x)
{
	uint8_t inverse = 1, i;

	for (i = 0; i < 254; i++)
		inverse = multiply(inverse, x);
	x = inverse;
	for (i = 0; i < 4; i++) {
		inverse = (uint8_t)(inverse << 1 | inverse >> 7);
		x ^= inverse;
	}
	return x ^ 0x63;
}

static void inverse_mix(uint8_t *out, const uint8_t *in)
{
	static const uint8_t row[4] = { 14, 11, 13, 9 };
	unsigned int column, i, j;

	for (column = 0; column < PIECE; column += 4) {
		for (i = 0; i < 4; i++) {
			out[column + i] = 0;
			for (j = 0; j < 4; j++)
				out[column + i] ^=
					multiply(in[column + j],
						 row[(j + 4 - i) % 4]);
		}
	}
}

static void add_aes(const uint8_t *key, unsigned int len)
{
	unsigned int rounds = len / 4 + 6, i, j;
	uint8_t w[60][4], rcon = 1, mixed[PIECE];

	memcpy(w, key, len);
	for (i = len / 4; i < 4 * (rounds + 1); i++) {
		uint8_t t[4];

		memcpy(t, w[i - 1], 4);
		if (i % (len / 4) == 0) {
			uint8_t first = t[0];

			for (j = 0; j < 3; j++)
				t[j] = s_box(t[j + 1]);
			t[3] = s_box(first);
			t[0] ^= rcon;
			rcon = xtime(rcon);
		} else if (len > 24 && i % (len / 4) == 4) {
			for (j = 0; j < 4; j++)
				t[j] = s_box(t[j]);
		}
		for (j = 0; j < 4; j++)
			w[i][j] = w[i - len / 4][j] ^ t[j];
	}
	for (i = 0; i <= rounds; i++) {
		add(w[4 * i], "round key", i);
		inverse_mix(mixed, w[4 * i]);
		add(mixed, "inverse round key", i);
	}
}

/* --- the search */

static void search(const uint8_t *at, size_t len, uint64_t address,
		   const char *where)
{
	size_t i;
	unsigned int p;

	for (i = 0; i + PIECE <= len; i++) {
		for (p = 0; begins[at[i] << 8 | at[i + 1]] &&
			    p < piece_count; p++) {
			if (memcmp(at + i, pieces[p].bytes, PIECE))
				continue;
			if (found++ < 20)
				printf("# %s %u at %llx (%s)\n", pieces[p].what,
				       pieces[p].number,
				       (unsigned long long)(address + i), where);
		}
	}
}

/* A part of a mapping; the parts overlap by less than a piece. */
static uint64_t search_mapping(int mem, uint64_t from, uint64_t to,
			       const char *where)
{
	static uint8_t buffer[CHUNK];
	uint64_t read_bytes = 0;

	while (from < to) {
		size_t want = to - from < CHUNK ? to - from : CHUNK;
		ssize_t n = pread(mem, buffer, want, (off_t)from);

		/* Not readable, such as guard pages and [vvar]. */
		if (n <= 0)
			break;
		search(buffer, (size_t)n, from, where);
		read_bytes += (uint64_t)n;
		if ((size_t)n < want || from + want == to)
			break;
		from += want - (PIECE - 1);
	}
	return read_bytes;
}

static uint64_t search_process(unsigned long pid)
{
	char path[64], line[512], where[256];
	unsigned long long from, to;
	uint64_t read_bytes = 0;
	FILE *maps;
	int mem;

	snprintf(path, sizeof(path), "/proc/%lu/mem", pid);
	mem = open(path, O_RDONLY | O_CLOEXEC);
	if (mem < 0)
		die(path);
	snprintf(path, sizeof(path), "/proc/%lu/maps", pid);
	maps = fopen(path, "re");
	if (!maps)
		die(path);
	while (fgets(line, sizeof(line), maps)) {
		strcpy(where, "anonymous");
		if (sscanf(line, "%llx-%llx %*s %*s %*s %*s %255s", &from, &to,
			   where) >= 2)
			read_bytes += search_mapping(mem, from, to, where);
	}
	fclose(maps);
	close(mem);
	return read_bytes;
}

int main(int argc, char **argv)
{
	const char *path = option_text(argc, argv, "--key", NULL);
	unsigned long pid = option(argc, argv, "--pid", 0);
	bool aes = option(argc, argv, "--aes", 0);
	uint8_t key[96];
	uint64_t read_bytes;
	size_t len, i;
	FILE *file;

	if (!pid || !path) {
		fprintf(stderr, "usage: key-search --pid=N --key=FILE [--aes=1]\nThe file has a key for XTS. Fails if any of it is found.\n");
		return 2;
	}
	file = fopen(path, "re");
	if (!file)
		die(path);
	len = fread(key, 1, sizeof(key), file);
	fclose(file);
	for (i = 0; i + PIECE <= len; i += PIECE)
		add(key + i, "piece", (unsigned int)i / PIECE);
	for (i = 0; i < 2 && aes; i++)
		add_aes(key + i * len / 2, (unsigned int)len / 2);
	read_bytes = search_process(pid);
	printf("# %u times in %llu KiB\n", found,
	       (unsigned long long)read_bytes >> 10);
	if (!read_bytes)
		return 2;
	return found ? 1 : 0;
}
