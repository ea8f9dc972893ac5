// SPDX-License-Identifier: GPL-2.0-only
/*
 * The header of a volume: which key and algorithm decrypt it is found by trying all.
 */
#include <gcrypt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/ctl/tcrypt.h"

/* What is where, in bytes from the magic on, which is not the header's begin. Numbers: big-endian. */
enum {
	MAGIC = 0, MAGIC_SIZE = 4,
	VERSION = 4,
	MIN_PROGRAM = 6,
	KEYS_CRC = 8,
	HIDDEN_SIZE = 28,
	VOLUME_SIZE = 36,
	SCOPE_OFFSET = 44,
	SCOPE_SIZE = 52,
	FLAGS = 60,
	SECTOR_SIZE = 64,
	HEADER_CRC = 188,
	KEYS = 192,
};

/* The versions of the header's format that have the fields above: since TrueCrypt 6. */
#define VERSION_MIN	4u
#define VERSION_MAX	5u

/* Those that take least first. TrueCrypt's take no time. */
static const struct tcrypt_kdf kdfs[] = {
	{ "TRUE", "RIPEMD-160", GCRY_MD_RMD160, 2000 },
	{ "TRUE", "SHA-512", GCRY_MD_SHA512, 1000 },
	{ "TRUE", "Whirlpool", GCRY_MD_WHIRLPOOL, 1000 },
	{ "VERA", "SHA-512", GCRY_MD_SHA512, 500000 },
	{ "VERA", "SHA-256", GCRY_MD_SHA256, 500000 },
	{ "VERA", "BLAKE2s-256", GCRY_MD_BLAKE2S_256, 500000 },
	{ "VERA", "Whirlpool", GCRY_MD_WHIRLPOOL, 500000 },
	{ "VERA", "RIPEMD-160", GCRY_MD_RMD160, 655331 },
	{ "VERA", "Streebog", GCRY_MD_STRIBOG512, 500000 },
};

/* TrueCrypt has no longer passphrases. */
#define TRUECRYPT_PASSPHRASE_MAX	64u

#define KDF_COUNT	(sizeof(kdfs) / sizeof(kdfs[0]))

static uint64_t number(const uint8_t *from, unsigned int bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | *from++;
	return value;
}

static bool crc_is(const uint8_t *crc, const uint8_t *bytes, size_t len)
{
	return number(crc, 4) == (uint32_t)~tcrypt_crc32(~0u, bytes, len);
}

/* Only a try: the checks with texts of their own are in tcrypt_check_header(). */
static bool is_header(const struct tcrypt_volume *v, const char *magic)
{
	const uint8_t *d = v->decrypted;

	return !memcmp(d + MAGIC, magic, MAGIC_SIZE) &&
	       crc_is(d + KEYS_CRC, d + KEYS, TCRYPT_SECRET_SIZE - KEYS) &&
	       (number(d + VERSION, 2) < VERSION_MIN || crc_is(d + HEADER_CRC, d, HEADER_CRC));
}

static bool try_cascades(struct tcrypt_volume *v, const struct tcrypt_kdf *kdf)
{
	size_t i;

	for (i = 0; i < tcrypt_cascade_count; i++) {
		v->cascade = &tcrypt_cascades[i];
		if (tcrypt_decrypt(v->cascade, v->keys, v->decrypted,
				   v->header + TCRYPT_SALT_SIZE) &&
		    is_header(v, kdf->magic))
			return true;
	}
	return false;
}

static void progress(const char *text, const struct tcrypt_kdf *kdf, unsigned long iterations)
{
	if (!isatty(STDERR_FILENO))
		return;
	fputs("\r\033[K", stderr);
	if (kdf)
		fprintf(stderr, "%s %s, %lu times (%td of %zu)", text, kdf->hash, iterations,
			kdf - kdfs + 1, KDF_COUNT);
	fflush(stderr);
}

static bool is_for(const struct tcrypt_kdf *kdf, const struct tcrypt_volume *v,
		   const struct tcrypt_options *o)
{
	return *kdf->magic != 'T' || (!o->pim && v->passphrase_len <= TRUECRYPT_PASSPHRASE_MAX);
}

/* Returns 1 if it is the one, 0 if not, or -1, with a line. */
static int try_kdf(struct tcrypt_volume *v, const struct tcrypt_options *o,
		   const struct tcrypt_kdf *kdf)
{
	gcry_error_t err;

	v->kdf = kdf;
	v->iterations = o->pim ? 15000 + 1000ul * o->pim : kdf->iterations;
	progress("Trying", kdf, v->iterations);
	err = gcry_kdf_derive(v->passphrase, v->passphrase_len, GCRY_KDF_PBKDF2, kdf->id, v->header,
			      TCRYPT_SALT_SIZE, v->iterations, sizeof(v->keys), v->keys);
	progress("", NULL, 0);
	/* A build of libgcrypt, or its FIPS mode, may lack a hash. */
	if (err) {
		fprintf(stderr, "warpcryptctl: PBKDF2 with %s is not tried: libgcrypt: %s\n",
			kdf->hash, gcry_strerror(err));
		return 0;
	}
	return try_cascades(v, kdf);
}

static void read_fields(struct tcrypt_volume *v)
{
	const uint8_t *d = v->decrypted;

	v->version = number(d + VERSION, 2);
	v->min_program = number(d + MIN_PROGRAM, 2);
	v->hidden_size = number(d + HIDDEN_SIZE, 8);
	v->size = number(d + VOLUME_SIZE, 8);
	v->offset = number(d + SCOPE_OFFSET, 8);
	v->encrypted = number(d + SCOPE_SIZE, 8);
	v->flags = number(d + FLAGS, 4);
	/* Before version 5 there was none. */
	v->sector = v->version < 5 ? TCRYPT_SECTOR : number(d + SECTOR_SIZE, 4);
}

/* The keys of the data, for tcrypt_layer_key(); the header is open. */
const uint8_t *tcrypt_master_keys(const struct tcrypt_volume *v)
{
	return v->decrypted + KEYS;
}

/* Salts are random: 64 bytes with so few values are none. */
static bool is_salt(const uint8_t *salt)
{
	bool seen[256] = { false };
	unsigned int i, values = 0;

	for (i = 0; i < TCRYPT_SALT_SIZE; i++) {
		values += !seen[salt[i]];
		seen[salt[i]] = true;
	}
	return values >= TCRYPT_SALT_SIZE / 2;
}

/* Find what decrypts the header: @v has it and the passphrase, and gets the rest. */
int tcrypt_open_header(struct tcrypt_volume *v, const struct tcrypt_options *o, const char *path)
{
	static const char luks[] = "LUKS\xba\xbe";
	size_t i;

	if (!memcmp(v->header, luks, sizeof(luks) - 1))
		return tcrypt_fail("%s is a LUKS volume: cryptsetup open opens it", path);
	if (!is_salt(v->header))
		return tcrypt_fail("%s is not a VeraCrypt volume: no random bytes are where the %s header would be",
				   path, o->backup ? "backup" : o->hidden ? "hidden" : "first");
	for (i = 0; i < KDF_COUNT; i++)
		if (is_for(&kdfs[i], v, o) && try_kdf(v, o, &kdfs[i])) {
			read_fields(v);
			return CTL_OK;
		}
	return tcrypt_fail("%s: nothing opens with this passphrase. It or --pim or --keyfile is wrong, or it is another volume (--hidden), or the header is damaged (--backup), or this is no VeraCrypt volume",
			   path);
}

static int check_version(const struct tcrypt_volume *v, const char *path)
{
	bool truecrypt = *v->kdf->magic == 'T';

	if (v->version >= VERSION_MIN && v->version <= VERSION_MAX)
		return CTL_OK;
	if (truecrypt && v->version < VERSION_MIN)
		return tcrypt_fail("%s: a TrueCrypt header of version %u, before TrueCrypt 6: cryptsetup open --type tcrypt knows it",
				   path, v->version);
	return tcrypt_fail("%s: a header of version %u; this program knows %u and %u", path,
			   v->version, VERSION_MIN, VERSION_MAX);
}

/* Can this program map the volume? @path is of the device, for a line. */
int tcrypt_check_header(const struct tcrypt_volume *v, const struct tcrypt_options *o,
			const char *path, uint64_t device_size)
{
	int ret = check_version(v, path);

	if (ret != CTL_OK)
		return ret;
	if (v->flags & TCRYPT_FLAG_SYSTEM)
		return tcrypt_fail("%s: the header is of an encrypted system, which this program does not open",
				   path);
	if (v->sector != TCRYPT_SECTOR)
		return tcrypt_fail("%s: sectors of %" PRIu32 " bytes; this program knows %u only",
				   path, v->sector, TCRYPT_SECTOR);
	if (v->encrypted != v->size)
		return tcrypt_fail("%s: %" PRIu64 " of %" PRIu64 " bytes are encrypted: let VeraCrypt finish that",
				   path, v->encrypted, v->size);
	if (o->hidden != (v->hidden_size != 0))
		return tcrypt_fail("%s: the header is %s hidden volume", path,
				   o->hidden ? "of no" : "of a");
	if (!v->size || v->size % TCRYPT_SECTOR || v->offset % TCRYPT_SECTOR ||
	    v->offset < TCRYPT_HEADERS_SIZE)
		return tcrypt_fail("%s: the header has sizes that cannot be: %" PRIu64 " bytes at %" PRIu64,
				   path, v->size, v->offset);
	if (v->offset > device_size || v->size > device_size - v->offset)
		return tcrypt_fail("%s is too short: the volume is %" PRIu64 " bytes at byte %" PRIu64 ", the device ends at byte %" PRIu64,
				   path, v->size, v->offset, device_size);
	return CTL_OK;
}
