// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that uses the installed libwarpcrypt: encrypts sectors with
 * Kuznyechik in XTS and decrypts them, makes a key of each cipher that the list
 * has, does a Diffie-Hellman key exchange, and makes an error. tests/lib/check
 * builds it twice, with the shared library and with the archive.
 */
#include <err.h>
#include <errno.h>
#include <libwarpcrypt.h>
#include <stdio.h>
#include <string.h>
#include <warpcrypt_ciphers.h>

#define SECTORS	64

static uint8_t plain[SECTORS][512], sector[SECTORS][512];

static void run_sectors(struct warpcrypt *w,
			const struct warpcrypt_cipher_key *key, int decrypt)
{
	struct warpcrypt_request r[SECTORS];
	int i;

	for (i = 0; i < SECTORS; i++)
		r[i] = (struct warpcrypt_request){
			.size = sizeof(r[i]), .key = key, .decrypt = decrypt, .iv = { (uint8_t)i },
			.src = sector[i], .dst = sector[i], .len = 512,
		};
	if (warpcrypt_run(w, r, SECTORS))
		errx(1, "%s", warpcrypt_error());
}

/* The installed list is that of the library. */
static void all_ciphers(struct warpcrypt *w)
{
	struct warpcrypt_cipher_key *key;
	static const uint8_t bytes[256];

#define ONE_KEY(NAME, name, number, min, max, step)			\
	if (warpcrypt_key(w, &key, #name, "ctr", bytes, max))		\
		errx(1, "%s", warpcrypt_error());			\
	warpcrypt_key_free(w, key);
	WARPCRYPT_CIPHERS(ONE_KEY)
}

static void there_and_back(struct warpcrypt *w)
{
	struct warpcrypt_cipher_key *key;
	uint8_t bytes[64];
	int i;

	for (i = 0; i < 64; i++)
		bytes[i] = (uint8_t)i;
	if (warpcrypt_key(w, &key, "kuznyechik", "xts", bytes, 64))
		errx(1, "%s", warpcrypt_error());
	run_sectors(w, key, 0);
	if (!memcmp(sector[0], plain[0], 512) ||
	    !memcmp(sector[0], sector[1], 512))
		errx(1, "sectors are not encrypted");
	run_sectors(w, key, 1);
	if (memcmp(sector, plain, sizeof(plain)))
		errx(1, "sectors are not what they were");
	warpcrypt_key_free(w, key);
}

static void multiply(struct warpcrypt *w, const uint8_t scalars[2][32],
		     const uint8_t points[2][32], uint8_t results[2][32])
{
	struct warpcrypt_points p = {
		.size = sizeof(p), .curve = WARPCRYPT_X25519, .count = 2, .scalars = scalars,
		.points = points, .results = results,
	};

	if (warpcrypt_run_points(w, &p))
		errx(1, "%s", warpcrypt_error());
}

static void agree(struct warpcrypt *w)
{
	uint8_t secret[2][32] = { { 8 }, { 16 } }, public[2][32], shared[2][32];
	uint8_t others[2][32];

	multiply(w, secret, NULL, public);
	memcpy(others[0], public[1], 32);
	memcpy(others[1], public[0], 32);
	multiply(w, secret, others, shared);
	if (!memcmp(public[0], public[1], 32) ||
	    memcmp(shared[0], shared[1], 32))
		errx(1, "no shared secret");
}

int main(void)
{
	struct warpcrypt_options options = {
		.size = sizeof(options), .backend = "cpu",
	};
	struct warpcrypt_cipher_key *key;
	struct warpcrypt *w;

	if (warpcrypt_open(&w, &options))
		errx(1, "%s", warpcrypt_error());
	there_and_back(w);
	all_ciphers(w);
	agree(w);
	if (warpcrypt_key(w, &key, "des", "ecb", "12345678", 8) != -EINVAL)
		errx(1, "a key of a cipher that does not exist");
	printf("%s; %s\n", warpcrypt_describe(w), warpcrypt_error());
	warpcrypt_close(w);
	return 0;
}
