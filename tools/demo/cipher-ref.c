// SPDX-License-Identifier: GPL-2.0-only
/*
 * cipher-ref: encrypts a file with another implementation of a cipher.
 *
 * The main job's reference where it cannot use "openssl enc": XTS, because
 * openssl enc has no data units, and SKINNY. Encrypts one file and writes the
 * result to another, or compares it with another, one unit at a time. See
 * usage() below.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/demo/ref_cipher.h"

#define TWEAK_SIZE	16
#define UNIT_MIN	16
#define UNIT_MAX	(16u << 20)	/* IEEE 1619: 2^20 blocks a data unit */
#define CHUNK		(1u << 20)	/* bytes read and written at once, roughly */

enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_TROUBLE = 2 };

/**
 * struct job - the command line
 * @plain: path of the plaintext
 * @cipher: path of the ciphertext, written or compared
 * @algorithm: the cipher's name
 * @mode: its mode
 * @key: the key; in XTS both, data key first
 * @key_len: bytes of @key
 * @tweak: the first data unit's tweak; the IV or counter in other modes
 * @unit: bytes of a data unit; the last may be shorter. In other modes: how
 *	much is compared at once
 * @step: how much the tweak, as a little-endian number, grows from unit to unit
 * @offset: bytes of @cipher before its first data unit
 * @length: bytes to do, at most; the plaintext may end earlier
 * @write: write @cipher instead of comparing
 */
struct job {
	const char *plain;
	const char *cipher;
	const char *algorithm;
	enum ref_mode mode;
	uint8_t key[REF_KEY_MAX];
	size_t key_len;
	uint8_t tweak[TWEAK_SIZE];
	size_t unit;
	uint64_t step;
	uint64_t offset;
	uint64_t length;
	bool write;
};

/**
 * struct result - the result of the comparison
 * @units: data units done
 * @different: data units that differ
 * @first_unit: number of the first of them
 * @first_byte: position of its first wrong byte, from the unit's start
 * @missing: bytes of plaintext, at least, for which there is no ciphertext
 */
struct result {
	uint64_t units;
	uint64_t different;
	uint64_t first_unit;
	size_t first_byte;
	uint64_t missing;
};

static void usage(FILE *to)
{
	fprintf(to,
"Usage: cipher-ref --key-file FILE [OPTION...] PLAINTEXT CIPHERTEXT\n"
"\n"
"Encrypts PLAINTEXT and compares the result with CIPHERTEXT. Both may be block\n"
"devices. AES-XTS is libcrypto's, everything else is from tests/reference.\n"
"\n"
"  --cipher NAME     aes (XTS only), kuznyechik, skinny, sm4  (default: aes)\n"
"  --mode MODE       ecb, ctr, cbc, xts                    (default: xts)\n"
"  --key-file FILE   the key; for XTS two: data key, tweak key\n"
"  --tweak HEX       the first unit's tweak, 32 digits     (default: all zero);\n"
"                    in other modes the IV\n"
"  --step N          the next unit's tweak is N more, as a little-endian number\n"
"                    (default: 0, every unit has the same)\n"
"  --unit BYTES      bytes of a data unit, 16 to 16777216  (default: 512)\n"
"  --offset BYTES    where in CIPHERTEXT the first unit is (default: 0)\n"
"  --length BYTES    stop after this many bytes            (default: the end)\n"
"  --write           write CIPHERTEXT instead of comparing\n"
"  --help            this text\n"
"\n"
"Exit status: 0 all units agree (or are written), 1 some differ, 2 error.\n");
}

void __attribute__((noreturn, format(printf, 1, 2)))
die(const char *format, ...)
{
	va_list args;

	fputs("cipher-ref: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(EXIT_TROUBLE);
}

static uint64_t parse_number(const char *option, const char *text)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno || end == text || *end || *text == '-')
		die("--%s must be a number, not '%s'", option, text);
	return value;
}

static void parse_tweak(const char *text, uint8_t tweak[TWEAK_SIZE])
{
	unsigned int byte, i;

	if (strlen(text) != 2 * TWEAK_SIZE ||
	    strspn(text, "0123456789abcdefABCDEF") != 2 * TWEAK_SIZE)
		die("--tweak must be %d hexadecimal digits, not '%s'",
		    2 * TWEAK_SIZE, text);
	for (i = 0; i < TWEAK_SIZE; i++) {
		sscanf(text + 2 * i, "%2x", &byte);
		tweak[i] = byte;
	}
}

static enum ref_mode parse_mode(const char *text)
{
	static const char *const modes[] = {
		[REF_ECB] = "ecb", [REF_CTR] = "ctr", [REF_CBC] = "cbc",
		[REF_XTS] = "xts",
	};
	unsigned int i;

	for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(modes[i], text))
			return i;
	die("--mode must be ecb, ctr, cbc or xts, not '%s'", text);
}

static int open_or_die(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	return fd;
}

/* read_full - read() until @len bytes are read or the file ends */
static size_t read_full(int fd, const char *path, uint8_t *buffer, size_t len)
{
	size_t done = 0;
	ssize_t got;

	while (done < len) {
		got = read(fd, buffer + done, len - done);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			die("%s: %s", path, strerror(errno));
		if (!got)
			break;
		done += got;
	}
	return done;
}

static void write_full(int fd, const char *path, const uint8_t *buffer,
		       size_t len)
{
	ssize_t put;

	while (len) {
		put = write(fd, buffer, len);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			die("%s: %s", path, strerror(errno));
		buffer += put;
		len -= put;
	}
}

static void read_key(struct job *job, const char *path)
{
	uint8_t buffer[REF_KEY_MAX + 1];
	int fd = open_or_die(path, O_RDONLY);

	job->key_len = read_full(fd, path, buffer, sizeof(buffer));
	close(fd);
	if (job->key_len > REF_KEY_MAX)
		die("%s: longer than any key", path);
	memcpy(job->key, buffer, job->key_len);
}

/* add_to_tweak - tweak += step, as a little-endian number of 128 bits */
static void add_to_tweak(uint8_t tweak[TWEAK_SIZE], uint64_t step)
{
	unsigned int carry = 0, i;

	for (i = 0; i < TWEAK_SIZE; i++) {
		carry += tweak[i] + (i < 8 ? (step >> (8 * i)) & 0xff : 0);
		tweak[i] = carry;
		carry >>= 8;
	}
}

/* next_iv - from the IV of a unit to that of the next; @last: its last block */
static void next_iv(const struct job *job, uint8_t iv[TWEAK_SIZE],
		    const uint8_t *last, size_t len)
{
	size_t blocks, i;

	switch (job->mode) {
	case REF_ECB:
		break;
	case REF_CBC:
		memcpy(iv, last, TWEAK_SIZE);
		break;
	case REF_CTR:
		for (blocks = len / TWEAK_SIZE; blocks; blocks--)
			for (i = TWEAK_SIZE; i && !++iv[i - 1]; i--)
				;
		break;
	case REF_XTS:
		add_to_tweak(iv, job->step);
		break;
	}
}

/* compare_unit - compares one unit of @len bytes, of which @got were found */
static void compare_unit(struct result *result, const uint8_t *wanted,
			 size_t len, const uint8_t *found, size_t got)
{
	size_t i = 0;

	result->missing += len - got;
	if (got == len && !memcmp(wanted, found, len))
		return;
	while (i < got && wanted[i] == found[i])
		i++;
	if (!result->different++) {
		result->first_unit = result->units;
		result->first_byte = i;
	}
}

/*
 * do_chunk - encrypts @len bytes in @wanted, one unit at a time, and compares
 * them with the @got bytes in @found (NULL: does not compare)
 */
static void do_chunk(const struct job *job, struct ref_cipher *cipher,
		     uint8_t tweak[TWEAK_SIZE], uint8_t *wanted, size_t len,
		     const uint8_t *found, size_t got, struct result *result)
{
	size_t at, unit, there;

	for (at = 0; at < len; at += unit) {
		unit = len - at < job->unit ? len - at : job->unit;
		if (unit < UNIT_MIN)
			die("%s: the last data unit has %zu bytes, XTS needs 16",
			    job->plain, unit);
		if (job->mode != REF_XTS && unit % TWEAK_SIZE)
			die("%s: not whole blocks of %d bytes", job->plain,
			    TWEAK_SIZE);
		ref_cipher_encrypt(cipher, tweak, wanted + at, unit);
		if (found) {
			there = got > at ? got - at : 0;
			if (there > unit)
				there = unit;
			compare_unit(result, wanted + at, unit, found + at,
				     there);
		}
		next_iv(job, tweak, wanted + at + unit - TWEAK_SIZE, unit);
		result->units++;
	}
}

static void run(const struct job *job, struct result *result)
{
	size_t chunk = (CHUNK / job->unit + 1) * job->unit, len, got = 0;
	uint8_t *wanted = malloc(chunk);
	uint8_t *found = job->write ? NULL : malloc(chunk);
	struct ref_cipher *cipher = ref_cipher_open(job->algorithm, job->mode,
						    job->key, job->key_len);
	uint64_t left = job->length;
	uint8_t tweak[TWEAK_SIZE];
	int in, out;

	if (!wanted || (!found && !job->write))
		die("out of memory");
	in = open_or_die(job->plain, O_RDONLY);
	out = open_or_die(job->cipher, job->write ? O_WRONLY | O_CREAT :
						    O_RDONLY);
	if (lseek(out, job->offset, SEEK_SET) < 0)
		die("%s: %s", job->cipher, strerror(errno));
	memcpy(tweak, job->tweak, TWEAK_SIZE);

	while (left) {
		len = left < chunk ? left : chunk;
		len = read_full(in, job->plain, wanted, len);
		if (!len)
			break;
		if (found)
			got = read_full(out, job->cipher, found, len);
		do_chunk(job, cipher, tweak, wanted, len, found, got, result);
		if (job->write)
			write_full(out, job->cipher, wanted, len);
		left -= len;
	}

	if (close(out))
		die("%s: %s", job->cipher, strerror(errno));
	close(in);
	ref_cipher_close(cipher);
	free(wanted);
	free(found);
}

static int report(const struct job *job, const struct result *result)
{
	if (!result->units)
		die("%s: nothing in it", job->plain);
	if (job->write)
		return EXIT_SAME;
	if (!result->different) {
		printf("%llu data units agree\n",
		       (unsigned long long)result->units);
		return EXIT_SAME;
	}
	printf("%llu of %llu data units differ, the first is unit %llu from byte %zu",
	       (unsigned long long)result->different,
	       (unsigned long long)result->units,
	       (unsigned long long)result->first_unit, result->first_byte);
	if (result->missing)
		printf("; %llu bytes are missing",
		       (unsigned long long)result->missing);
	putchar('\n');
	return EXIT_DIFFERENT;
}

static void parse_arguments(struct job *job, int argc, char **argv)
{
	static const struct option options[] = {
		{ "cipher", required_argument, NULL, 'c' },
		{ "mode", required_argument, NULL, 'm' },
		{ "key-file", required_argument, NULL, 'k' },
		{ "tweak", required_argument, NULL, 't' },
		{ "step", required_argument, NULL, 's' },
		{ "unit", required_argument, NULL, 'u' },
		{ "offset", required_argument, NULL, 'o' },
		{ "length", required_argument, NULL, 'l' },
		{ "write", no_argument, NULL, 'w' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int c, index = 0;

	while ((c = getopt_long(argc, argv, "", options, &index)) != -1) {
		const char *name = options[index].name;

		switch (c) {
		case 'c': job->algorithm = optarg; break;
		case 'm': job->mode = parse_mode(optarg); break;
		case 'k': read_key(job, optarg); break;
		case 't': parse_tweak(optarg, job->tweak); break;
		case 's': job->step = parse_number(name, optarg); break;
		case 'u': job->unit = parse_number(name, optarg); break;
		case 'o': job->offset = parse_number(name, optarg); break;
		case 'l': job->length = parse_number(name, optarg); break;
		case 'w': job->write = true; break;
		case 'h': usage(stdout); exit(0);
		default: exit(EXIT_TROUBLE);
		}
	}
	if (argc - optind != 2)
		die("two files are needed: PLAINTEXT CIPHERTEXT (see --help)");
	if (!job->key_len)
		die("--key-file is missing");
	if (job->unit < UNIT_MIN || job->unit > UNIT_MAX)
		die("--unit must be %u to %u bytes", UNIT_MIN, UNIT_MAX);
	if (job->mode != REF_XTS && job->unit % TWEAK_SIZE)
		die("--unit must be whole blocks of %d bytes", TWEAK_SIZE);
	job->plain = argv[optind];
	job->cipher = argv[optind + 1];
}

int main(int argc, char **argv)
{
	struct job job = {
		.algorithm = "aes", .mode = REF_XTS,
		.unit = 512, .length = UINT64_MAX,
	};
	struct result result = { };

	parse_arguments(&job, argc, argv);
	run(&job, &result);
	return report(&job, &result);
}
