// SPDX-License-Identifier: GPL-2.0-only
/*
 * encrypt-file: encrypts a file with AES-256 in XTS, or decrypts it, in registered
 * memory, which the CPUs do not copy.
 *
 *	cc -o encrypt-file encrypt-file.c $(pkg-config --cflags --libs libwarpcrypt)
 *	head -c 64 /dev/urandom >key
 *	./encrypt-file key file encrypted
 *	./encrypt-file -d key encrypted decrypted
 *
 * Each 4096 bytes are a data unit. They are numbered from 0, so a key is for one file.
 * The last data unit has up to 15 bytes more, because XTS needs 16. XTS does not notice
 * that somebody has changed the encrypted file.
 */
#include <err.h>
#include <fcntl.h>
#include <libwarpcrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNIT	((size_t)4096)
#define PART	(UNIT * 4096)	/* read, encrypted and written at a time */

static struct warpcrypt *engine;
static struct warpcrypt_request requests[PART / UNIT];

static void must(int result)
{
	if (result)
		errx(1, "%s", warpcrypt_error());
}

/* What is taken of so many bytes: "size", or all, if less than 16 would be left. */
static size_t piece(size_t left, size_t size)
{
	return left < size + 16 ? left : size;
}

/* Encrypts in place what is in "memory"; "iv" is the number of its first data unit. */
static void encrypt(const struct warpcrypt_cipher_key *key, int decrypt,
		    uint8_t iv[16], uint8_t *memory, size_t left)
{
	size_t count = 0, len;

	for (; left; memory += len, left -= len) {
		struct warpcrypt_request *r = &requests[count++];

		len = piece(left, UNIT);
		*r = (struct warpcrypt_request){
			.size = sizeof(*r), .key = key, .decrypt = decrypt,
			.flags = WARPCRYPT_REGISTERED,
			.src = memory, .dst = memory, .len = len,
		};
		memcpy(r->iv, iv, 16);
		must(warpcrypt_next_iv(engine, key, iv, len));
	}
	must(warpcrypt_run(engine, requests, count));
}

static struct warpcrypt_cipher_key *read_key(const char *name)
{
	struct warpcrypt_cipher_key *key;
	FILE *file = fopen(name, "re");
	uint8_t bytes[65];

	if (!file)
		err(1, "%s", name);
	if (fread(bytes, 1, sizeof(bytes), file) != 64)
		errx(1, "%s: a key has 64 bytes", name);
	fclose(file);
	must(warpcrypt_key(engine, &key, "aes", "xts", bytes, 64));
	explicit_bzero(bytes, sizeof(bytes));
	return key;
}

static void must_be_another(int in, int out, const char *name)
{
	struct stat a, b;

	if (fstat(in, &a) || fstat(out, &b))
		err(1, "%s", name);
	if (a.st_dev == b.st_dev && a.st_ino == b.st_ino)
		errx(1, "%s: give another file for the result", name);
}

/* The next "len" bytes of a file into "memory", or out of it. */
static void transfer(int fd, int writes, uint8_t *memory, size_t len,
		     const char *name)
{
	while (len) {
		ssize_t n = writes ? write(fd, memory, len) :
				     read(fd, memory, len);

		if (n < 0)
			err(1, "%s", name);
		if (!n)
			errx(1, "%s: it has become shorter", name);
		memory += n;
		len -= n;
	}
}

int main(int argc, char **argv)
{
	int decrypt = argc > 1 && !strcmp(argv[1], "-d");
	struct warpcrypt_options options = {
		.size = sizeof(options), .backend = getenv("BACKEND"),
	};
	struct warpcrypt_cipher_key *key;
	char **names = argv + decrypt;
	uint8_t iv[16] = { 0 };
	size_t left, len;
	void *memory;
	struct stat st;
	int in, out;

	if (argc - decrypt != 4)
		errx(2, "usage: encrypt-file [-d] KEY FILE RESULT");
	in = open(names[2], O_RDONLY | O_CLOEXEC);
	if (in < 0 || fstat(in, &st))
		err(1, "%s", names[2]);
	if (!S_ISREG(st.st_mode) || st.st_size < 16)
		errx(1, "%s: give a regular file of 16 bytes or more", names[2]);
	must(warpcrypt_open(&engine, &options));
	must(warpcrypt_alloc(engine, PART + 16, &memory));
	key = read_key(names[1]);
	out = open(names[3], O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (out < 0)
		err(1, "%s", names[3]);
	must_be_another(in, out, names[3]);
	if (ftruncate(out, 0))
		err(1, "%s", names[3]);
	for (left = st.st_size; left; left -= len) {
		len = piece(left, PART);
		transfer(in, 0, memory, len, names[2]);
		encrypt(key, decrypt, iv, memory, len);
		transfer(out, 1, memory, len, names[3]);
	}
	if (fsync(out) || close(out))
		err(1, "%s", names[3]);
	must(warpcrypt_key_free(engine, key));
	must(warpcrypt_free(engine, memory));
	warpcrypt_close(engine);
	return 0;
}
