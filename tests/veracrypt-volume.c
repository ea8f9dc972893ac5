// SPDX-License-Identifier: GPL-2.0-only
/*
 * veracrypt-volume: makes VeraCrypt volumes and reads them, without VeraCrypt,
 * cryptsetup or the kernel.
 *
 * After the specification in VeraCrypt's documentation ("VeraCrypt Volume
 * Format Specification", "Header Key Derivation", "Modes of Operation",
 * "Encryption Algorithms"). Normal volumes, header key by PBKDF2-HMAC-SHA-512, or the
 * hash that WARPCRYPT_HASH names. Other volumes are made of a header that was changed.
 * The ciphers are libgcrypt's; it has no Kuznyechik, which tests/reference has.
 *
 * For tcrypt.sh and restrict.sh, which need volumes with a known passphrase:
 * cryptsetup opens VeraCrypt's volumes, but makes none.
 */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gcrypt.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/unit/rand.h"

#define SECTOR		512u		/* also the data unit of XTS */
#define DATA_OFFSET	131072u		/* room for this header and a hidden one */
#define BACKUP_SIZE	131072u		/* the same after the data */
#define LAYERS_MAX	3
#define KEY_SIZE	32u		/* of each cipher, twice in XTS */
#define KEYS_MAX	(2 * LAYERS_MAX * KEY_SIZE)
#define CHUNK		(128 * SECTOR)

/* The header: what is where, in bytes from its start. Numbers: big-endian. */
enum {
	SALT = 0, SALT_SIZE = 64,
	ENCRYPTED = 64,			/* from here on, data unit 0 */
	MAGIC = 64,
	VERSION = 68,
	MIN_PROGRAM = 70,
	KEYS_CRC = 72,
	VOLUME_SIZE = 100,
	SCOPE_OFFSET = 108,
	SCOPE_SIZE = 116,
	SECTOR_SIZE = 128,
	HEADER_CRC = 252,
	KEYS = 256,
	HEADER_SIZE = 512,
};

/* One cipher of a cascade, with its keys. */
struct layer {
	/* Libgcrypt's, in XTS; NULL: Kuznyechik, with the two keys below. */
	gcry_cipher_hd_t handle;
	struct reference_key data;	/* expanded data key */
	struct reference_key tweak;	/* expanded tweak key */
};

/* An encryption algorithm, keyed. */
struct cascade {
	struct layer layers[LAYERS_MAX];	/* in the order in which they encrypt */
	unsigned int count;
};

/* Salts, keys and what lies between: the same for the same WARPCRYPT_SEED, 1 by default. */
static struct test_rand noise = { 1 };

/* What the command line says. */
struct job {
	const char *algorithm;
	const char *password;
	unsigned long pim;
	const char *volume;
	long offset;	/* of the header in the volume */
	int hash;	/* libgcrypt's number */
};

static void must(gcry_error_t error, const char *what)
{
	if (error)
		errx(1, "libgcrypt: %s: %s", what, gcry_strerror(error));
}

static void put_be(uint8_t *to, unsigned int bytes, uint64_t value)
{
	while (bytes--) {
		to[bytes] = (uint8_t)value;
		value >>= 8;
	}
}

static uint64_t get_be(const uint8_t *from, unsigned int bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | *from++;
	return value;
}

static void open_layer(struct layer *layer, const char *cipher,
		       const uint8_t data[KEY_SIZE],
		       const uint8_t tweak[KEY_SIZE])
{
	static const struct {
		const char *name;
		int id;
	} known[] = {
		{ "aes", GCRY_CIPHER_AES256 },
		{ "camellia", GCRY_CIPHER_CAMELLIA256 },
		{ "serpent", GCRY_CIPHER_SERPENT256 },
		{ "twofish", GCRY_CIPHER_TWOFISH },
	};
	uint8_t both[2 * KEY_SIZE];
	size_t i;

	if (!strcmp(cipher, "kuznyechik")) {
		layer->handle = NULL;
		reference_set_key(&layer->data, cipher, data, KEY_SIZE);
		reference_set_key(&layer->tweak, cipher, tweak, KEY_SIZE);
		return;
	}
	for (i = 0; strcmp(known[i].name, cipher); i++)
		if (i + 1 == sizeof(known) / sizeof(known[0]))
			errx(1, "no cipher '%s'; there are aes, camellia, kuznyechik, serpent, twofish",
			     cipher);
	memcpy(both, data, KEY_SIZE);
	memcpy(both + KEY_SIZE, tweak, KEY_SIZE);
	must(gcry_cipher_open(&layer->handle, known[i].id,
			      GCRY_CIPHER_MODE_XTS, 0), cipher);
	must(gcry_cipher_setkey(layer->handle, both, sizeof(both)), "key");
}

/*
 * cascade_open - @algorithm as VeraCrypt calls it: the last cipher in the name
 * is the first to encrypt. @keys: all data keys in the order of encryption,
 * then all tweak keys.
 */
static void cascade_open(struct cascade *cascade, const char *algorithm,
			 const uint8_t keys[KEYS_MAX])
{
	char name[64], *dash;
	const char *names[LAYERS_MAX];
	unsigned int i;

	if (strlen(algorithm) >= sizeof(name))
		errx(1, "no algorithm '%s'", algorithm);
	strcpy(name, algorithm);
	cascade->count = 0;
	do {
		if (cascade->count == LAYERS_MAX)
			errx(1, "'%s': at most %d ciphers", algorithm, LAYERS_MAX);
		dash = strrchr(name, '-');
		names[cascade->count++] = dash ? dash + 1 : name;
		if (dash)
			*dash = 0;
	} while (dash);
	for (i = 0; i < cascade->count; i++)
		open_layer(&cascade->layers[i], names[i], keys + i * KEY_SIZE,
			   keys + (cascade->count + i) * KEY_SIZE);
}

static void cascade_close(struct cascade *cascade)
{
	while (cascade->count)
		gcry_cipher_close(cascade->layers[--cascade->count].handle);
}

static void layer_unit(struct layer *layer, bool decrypt,
		       const uint8_t iv[16], uint8_t *buf, size_t len)
{
	if (!layer->handle) {
		reference_xts(reference_block, &layer->data,
			      &layer->tweak, decrypt, iv, 0, buf, len);
		return;
	}
	must(gcry_cipher_setiv(layer->handle, iv, 16), "tweak");
	if (decrypt)
		must(gcry_cipher_decrypt(layer->handle, buf, len, NULL, 0),
		     "decrypting");
	else
		must(gcry_cipher_encrypt(layer->handle, buf, len, NULL, 0),
		     "encrypting");
}

/* cascade_unit - data unit @number, in place */
static void cascade_unit(struct cascade *cascade, bool decrypt,
			 uint64_t number, uint8_t *buf, size_t len)
{
	unsigned int i, last = cascade->count - 1;
	uint8_t iv[16] = { 0 };

	for (i = 0; i < 8; i++)
		iv[i] = (uint8_t)(number >> 8 * i);
	for (i = 0; i <= last; i++)
		layer_unit(&cascade->layers[decrypt ? last - i : i], decrypt,
			   iv, buf, len);
}

/* header_cascade - the algorithm with the keys for a header with this salt */
static void header_cascade(struct cascade *cascade, const struct job *job,
			   const uint8_t *salt)
{
	uint8_t keys[KEYS_MAX];

	must(gcry_kdf_derive(job->password, strlen(job->password),
			     GCRY_KDF_PBKDF2, job->hash, salt, SALT_SIZE,
			     15000 + 1000 * job->pim, sizeof(keys), keys),
	     "PBKDF2");
	cascade_open(cascade, job->algorithm, keys);
}

static uint64_t crc32(const uint8_t *data, size_t len)
{
	uint8_t crc[4];

	gcry_md_hash_buffer(GCRY_MD_CRC32, crc, data, len);
	return get_be(crc, 4);
}

/* seal - compute the checksums of a decrypted header, encrypt it, write it */
static void seal(FILE *to, const struct job *job, uint8_t header[HEADER_SIZE])
{
	struct cascade cascade;

	put_be(header + KEYS_CRC, 4, crc32(header + KEYS, HEADER_SIZE - KEYS));
	put_be(header + HEADER_CRC, 4,
	       crc32(header + MAGIC, HEADER_CRC - MAGIC));

	header_cascade(&cascade, job, header + SALT);
	cascade_unit(&cascade, false, 0, header + ENCRYPTED,
		     HEADER_SIZE - ENCRYPTED);
	cascade_close(&cascade);
	fwrite(header, 1, HEADER_SIZE, to);
}

/* write_header - of a volume with these master keys, under a salt of its own */
static void write_header(FILE *to, const struct job *job,
			 const uint8_t keys[KEYS_MAX], uint64_t data_size)
{
	uint8_t header[HEADER_SIZE] = { 0 };

	rand_fill(&noise, header + SALT, SALT_SIZE);
	memcpy(header + MAGIC, "VERA", 4);
	put_be(header + VERSION, 2, 5);
	put_be(header + MIN_PROGRAM, 2, 0x010b);
	put_be(header + VOLUME_SIZE, 8, data_size);
	put_be(header + SCOPE_OFFSET, 8, DATA_OFFSET);
	put_be(header + SCOPE_SIZE, 8, data_size);
	put_be(header + SECTOR_SIZE, 4, SECTOR);
	memcpy(header + KEYS, keys, KEYS_MAX);
	seal(to, job, header);
}

/* write_noise - what is not used looks like the rest */
static void write_noise(FILE *to, size_t len)
{
	uint8_t sector[SECTOR];

	for (; len; len -= sizeof(sector)) {
		rand_fill(&noise, sector, sizeof(sector));
		fwrite(sector, 1, sizeof(sector), to);
	}
}

/*
 * crypt_data - all of @from to @to, data units numbered from the volume's
 * start; returns how many bytes that were, or how many of @size
 */
static uint64_t crypt_data(FILE *from, FILE *to, struct cascade *cascade,
			   bool decrypt, uint64_t size)
{
	uint64_t number = DATA_OFFSET / SECTOR, done = 0;
	uint8_t buf[CHUNK];
	size_t got, at;

	while (done < size) {
		got = size - done < CHUNK ? size - done : CHUNK;
		got = fread(buf, 1, got, from);
		if (!got)
			break;
		if (got % SECTOR)
			errx(1, "the data are no whole number of %u bytes", SECTOR);
		for (at = 0; at < got; at += SECTOR)
			cascade_unit(cascade, decrypt, number++, buf + at,
				     SECTOR);
		fwrite(buf, 1, got, to);
		done += got;
	}
	return done;
}

/* make - a volume that holds what stdin has */
static void make(const struct job *job)
{
	FILE *to = fopen(job->volume, "wb");
	uint8_t keys[KEYS_MAX];
	struct cascade cascade;
	uint64_t size;

	if (!to)
		err(1, "%s", job->volume);
	rand_fill(&noise, keys, sizeof(keys));
	cascade_open(&cascade, job->algorithm, keys);
	write_noise(to, DATA_OFFSET);
	size = crypt_data(stdin, to, &cascade, false, UINT64_MAX);
	cascade_close(&cascade);
	write_header(to, job, keys, size);
	write_noise(to, BACKUP_SIZE - HEADER_SIZE);
	rewind(to);
	write_header(to, job, keys, size);
	if (ferror(stdin) || ferror(to) || fclose(to))
		errx(1, "cannot write %s", job->volume);
}

/* read_header - decrypted; @from is after it then */
static void read_header(FILE *from, const struct job *job,
			uint8_t header[HEADER_SIZE])
{
	struct cascade cascade;

	if (!from || fread(header, 1, HEADER_SIZE, from) != HEADER_SIZE)
		errx(1, "%s: cannot read a header", job->volume);
	header_cascade(&cascade, job, header + SALT);
	cascade_unit(&cascade, true, 0, header + ENCRYPTED,
		     HEADER_SIZE - ENCRYPTED);
	cascade_close(&cascade);
	if (memcmp(header + MAGIC, "VERA", 4) ||
	    get_be(header + KEYS_CRC, 4) !=
	    crc32(header + KEYS, HEADER_SIZE - KEYS))
		errx(1, "%s: no volume with this algorithm, password and PIM",
		     job->volume);
}

/* header - the header of a volume, decrypted, to stdout */
static void header(const struct job *job)
{
	uint8_t bytes[HEADER_SIZE];

	read_header(fopen(job->volume, "rb"), job, bytes);
	fwrite(bytes, 1, sizeof(bytes), stdout);
	if (fflush(stdout))
		err(1, "cannot write");
}

/* put_header - of decrypted bytes from stdin, as "header" prints them, into a volume */
static void put_header(const struct job *job)
{
	FILE *to = fopen(job->volume, "r+b");
	uint8_t bytes[HEADER_SIZE];

	if (fread(bytes, 1, sizeof(bytes), stdin) != sizeof(bytes))
		errx(1, "stdin is no header");
	if (!to || fseek(to, job->offset, SEEK_SET))
		err(1, "%s", job->volume);
	seal(to, job, bytes);
	if (ferror(to) || fclose(to))
		errx(1, "cannot write %s", job->volume);
}

/* show - what a volume holds, to stdout */
static void show(const struct job *job)
{
	FILE *from = fopen(job->volume, "rb");
	uint8_t header[HEADER_SIZE];
	struct cascade cascade;
	uint64_t size;

	read_header(from, job, header);
	size = get_be(header + SCOPE_SIZE, 8);
	if (fseek(from, (long)get_be(header + SCOPE_OFFSET, 8), SEEK_SET))
		err(1, "%s", job->volume);
	cascade_open(&cascade, job->algorithm, header + KEYS);
	if (crypt_data(from, stdout, &cascade, true, size) != size)
		errx(1, "%s: shorter than its header says", job->volume);
	cascade_close(&cascade);
	if (fflush(stdout))
		err(1, "cannot write");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(const struct job *job);
	} commands[] = {
		{ "make", make }, { "show", show }, { "header", header }, { "put-header", put_header },
	};
	const char *hash = getenv("WARPCRYPT_HASH");
	struct job job = { 0 };
	size_t i = 0;
	char *end;

	while (argc > 1 && i < 4 && strcmp(argv[1], commands[i].name))
		i++;
	if (argc != (i == 3 ? 7 : 6) || i == 4) {
		fputs("Usage: veracrypt-volume make ALGORITHM PASSWORD PIM VOLUME <DATA\n"
		      "       veracrypt-volume show ALGORITHM PASSWORD PIM VOLUME >DATA\n"
		      "       veracrypt-volume header ALGORITHM PASSWORD PIM VOLUME >DECRYPTED-HEADER\n"
		      "       veracrypt-volume put-header ALGORITHM PASSWORD PIM VOLUME OFFSET <DECRYPTED-HEADER\n"
		      "ALGORITHM is VeraCrypt's name in small letters: kuznyechik, camellia-kuznyechik, ...\n",
		      stderr);
		return 2;
	}
	job.algorithm = argv[2];
	job.password = argv[3];
	job.volume = argv[5];
	errno = 0;
	job.pim = strtoul(argv[4], &end, 10);
	if (errno || !*argv[4] || *end || job.pim < 1 || job.pim > 2000000)
		errx(1, "a PIM is a number from 1 on, not '%s'", argv[4]);
	if (argc == 7)
		job.offset = strtol(argv[6], NULL, 10);
	if (!gcry_check_version("1.8.0"))
		errx(1, "libgcrypt is too old");
	gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	job.hash = hash ? gcry_md_map_name(hash) : GCRY_MD_SHA512;
	if (!job.hash)
		errx(1, "libgcrypt has no hash '%s'", hash);
	if (getenv("WARPCRYPT_SEED"))
		noise.state = strtoull(getenv("WARPCRYPT_SEED"), NULL, 0);
	commands[i].run(&job);
	return 0;
}
