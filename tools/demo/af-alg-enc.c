// SPDX-License-Identifier: GPL-2.0-only
/*
 * af-alg-enc: encrypts a file through AF_ALG like kcapi-enc, with longer keys.
 *
 * kcapi-enc reads at most 32 bytes of key; XTS with a cipher whose keys have
 * 32 bytes needs 64. See usage() below.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <kcapi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEY_MAX		64u
#define IV_SIZE		16u
#define UNIT_MAX	65536u		/* libkcapi makes two requests of more */

static void usage(FILE *to)
{
	fputs("Usage: af-alg-enc encrypt|decrypt DRIVER KEY-FILE IV UNIT INFILE OUTFILE\n"
	      "\n"
	      "Encrypts or decrypts INFILE with the kernel's DRIVER, in requests of UNIT bytes\n"
	      "(at most 65536), each with the same IV (32 hexadecimal digits).\n",
	      to);
}

static void parse_iv(const char *text, uint8_t iv[IV_SIZE])
{
	unsigned int byte, i;

	if (strlen(text) != 2 * IV_SIZE ||
	    strspn(text, "0123456789abcdefABCDEF") != 2 * IV_SIZE)
		errx(1, "an IV has %u hexadecimal digits, not '%s'", 2 * IV_SIZE,
		     text);
	for (i = 0; i < IV_SIZE; i++) {
		sscanf(text + 2 * i, "%2x", &byte);
		iv[i] = (uint8_t)byte;
	}
}

static uint32_t parse_unit(const char *text)
{
	unsigned long unit;
	char *end;

	errno = 0;
	unit = strtoul(text, &end, 10);
	if (errno || !*text || *end || unit < 16 || unit > UNIT_MAX)
		errx(1, "UNIT is a number of 16 to %u, not '%s'", UNIT_MAX, text);
	return (uint32_t)unit;
}

static struct kcapi_handle *open_cipher(const char *driver,
					const char *key_file)
{
	struct kcapi_handle *handle;
	uint8_t key[KEY_MAX + 1];
	FILE *file = fopen(key_file, "rb");
	size_t len;
	int error;

	if (!file)
		err(1, "%s", key_file);
	len = fread(key, 1, sizeof(key), file);
	fclose(file);
	error = kcapi_cipher_init(&handle, driver, 0);
	if (error)
		errx(1, "%s: %s", driver, strerror(-error));
	error = kcapi_cipher_setkey(handle, key, (uint32_t)len);
	if (error)
		errx(1, "%s: a key of %zu bytes: %s", driver, len,
		     strerror(-error));
	kcapi_memset_secure(key, 0, sizeof(key));
	return handle;
}

/* map_file - map @path: to read all of it if *@len is 0, else to write *@len bytes */
static uint8_t *map_file(const char *path, size_t *len)
{
	int fd = open(path, *len ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY, 0600);
	int protection = *len ? PROT_READ | PROT_WRITE : PROT_READ;
	struct stat stat;
	uint8_t *map;

	if (fd < 0 || (*len && ftruncate(fd, (off_t)*len)) || fstat(fd, &stat))
		err(1, "%s", path);
	*len = (size_t)stat.st_size;
	if (!*len)
		errx(1, "%s: the file is empty", path);
	map = mmap(NULL, *len, protection, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		err(1, "%s", path);
	close(fd);
	return map;
}

int main(int argc, char **argv)
{
	size_t in_len = 0, out_len, at, len;
	struct kcapi_handle *handle;
	uint8_t iv[IV_SIZE];
	uint8_t *in, *out;
	uint32_t unit;
	int64_t done;
	int decrypt;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		usage(stdout);
		return 0;
	}
	if (argc != 8 ||
	    (strcmp(argv[1], "encrypt") && strcmp(argv[1], "decrypt"))) {
		usage(stderr);
		return 2;
	}
	decrypt = !strcmp(argv[1], "decrypt");
	parse_iv(argv[4], iv);
	unit = parse_unit(argv[5]);
	handle = open_cipher(argv[2], argv[3]);
	in = map_file(argv[6], &in_len);
	out_len = in_len;
	out = map_file(argv[7], &out_len);
	for (at = 0; at < in_len; at += len) {
		len = in_len - at < unit ? in_len - at : unit;
		done = (decrypt ? kcapi_cipher_decrypt : kcapi_cipher_encrypt)
			(handle, in + at, (uint32_t)len, iv, out + at,
			 (uint32_t)len, KCAPI_ACCESS_SENDMSG);
		if (done != (int64_t)len)
			errx(1, "%s: %s at byte %zu", argv[2],
			     done < 0 ? strerror((int)-done) : "too little", at);
	}
	kcapi_cipher_destroy(handle);
	return 0;
}
