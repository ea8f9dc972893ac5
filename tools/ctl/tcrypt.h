/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tcrypt: volumes of VeraCrypt and TrueCrypt. Their headers are decrypted in this process, so that
 * no AF_ALG is needed; dm-crypt decrypts the data.
 *
 * The format: "VeraCrypt Volume Format Specification", "Header Key Derivation, Salt, and Iteration
 * Count", "Encryption Algorithms" and "Keyfiles" of VeraCrypt's documentation. Functions that
 * return an exit status have printed a line if it is not CTL_OK.
 */
#ifndef WARPCRYPT_CTL_TCRYPT_H
#define WARPCRYPT_CTL_TCRYPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/ctl/commands.h"

#define TCRYPT_SECTOR		512u	/* the data unit of XTS, too */
#define TCRYPT_SALT_SIZE	64u
#define TCRYPT_HEADER_SIZE	512u
#define TCRYPT_SECRET_SIZE	(TCRYPT_HEADER_SIZE - TCRYPT_SALT_SIZE)
#define TCRYPT_HEADERS_SIZE	131072u	/* two headers and their reserve, before and after the data */
#define TCRYPT_HIDDEN_OFFSET	65536u
#define TCRYPT_KEYS_SIZE	192u
#define TCRYPT_CIPHER_KEY	32u	/* of each cipher; XTS has two */
#define TCRYPT_LAYERS_MAX	3u
#define TCRYPT_PASSPHRASE_MAX	128u	/* TrueCrypt and old VeraCrypt: half of it */
#define TCRYPT_NAME_MAX		110	/* of a mapping: the kernel's limits, less prefix and suffix */

/**
 * struct tcrypt_cascade - an encryption algorithm
 * @name: VeraCrypt's
 * @count: how many ciphers
 * @ciphers: the kernel's names, in the order in which they encrypt
 */
struct tcrypt_cascade {
	const char *name;
	unsigned int count;
	const char *ciphers[TCRYPT_LAYERS_MAX];
};

/**
 * struct tcrypt_kdf - a way to derive the header's key
 * @magic: what the header begins with: "VERA" or "TRUE"
 * @hash: the name of the hash, of PBKDF2-HMAC
 * @id: libgcrypt's
 * @iterations: without a PIM
 */
struct tcrypt_kdf {
	const char *magic;
	const char *hash;
	int id;
	unsigned long iterations;
};

/**
 * struct tcrypt_volume - all that is secret, and what the header says
 * @passphrase: with keyfiles: mixed with them
 * @passphrase_len: bytes
 * @header: as it is on the device
 * @decrypted: from the magic on
 * @keys: of the header, and of a try
 * @cascade: what decrypted it
 * @kdf: what derived its key
 * @iterations: that it took
 * @version: of the header's format
 * @min_program: least version of the program
 * @hidden_size: bytes; 0: not a hidden volume
 * @size: of the volume, bytes
 * @offset: where the data are, bytes
 * @encrypted: how much of it is encrypted, bytes
 * @flags: of the header
 * @sector: bytes of a sector
 */
struct tcrypt_volume {
	uint8_t passphrase[TCRYPT_PASSPHRASE_MAX];
	size_t passphrase_len;
	uint8_t header[TCRYPT_HEADER_SIZE];
	uint8_t decrypted[TCRYPT_SECRET_SIZE];
	uint8_t keys[TCRYPT_KEYS_SIZE];
	const struct tcrypt_cascade *cascade;
	const struct tcrypt_kdf *kdf;
	unsigned long iterations;
	unsigned int version;
	unsigned int min_program;
	uint64_t hidden_size;
	uint64_t size;
	uint64_t offset;
	uint64_t encrypted;
	uint32_t flags;
	uint32_t sector;
};

#define TCRYPT_FLAG_SYSTEM	1u
#define TCRYPT_FLAG_IN_PLACE	2u

int tcrypt_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Secrets: locked memory, signals. */
struct tcrypt_volume *tcrypt_begin(void);
void tcrypt_end(struct tcrypt_volume *v);
void *tcrypt_secret(size_t size);
void tcrypt_free_secret(void *secret);
int tcrypt_hold_signals(void);
bool tcrypt_interrupted(void);
void tcrypt_let_signals(void);
bool tcrypt_echo(int fd, bool on);

/* Passphrase and keyfiles. */
int tcrypt_read_passphrase(struct tcrypt_volume *v, const struct tcrypt_options *o);
int tcrypt_mix_keyfiles(struct tcrypt_volume *v, const struct tcrypt_options *o);
uint32_t tcrypt_crc32(uint32_t crc, const uint8_t *bytes, size_t len);

/* The header. */
extern const struct tcrypt_cascade tcrypt_cascades[];
extern const size_t tcrypt_cascade_count;
bool tcrypt_decrypt(const struct tcrypt_cascade *cascade, const uint8_t *keys, uint8_t *dst,
		    const uint8_t *src);
void tcrypt_layer_key(const struct tcrypt_cascade *cascade, unsigned int layer, const uint8_t *keys,
		      uint8_t key[2 * TCRYPT_CIPHER_KEY]);
int tcrypt_open_header(struct tcrypt_volume *v, const struct tcrypt_options *o, const char *path);
int tcrypt_check_header(const struct tcrypt_volume *v, const struct tcrypt_options *o,
			const char *path, uint64_t device_size);
const uint8_t *tcrypt_master_keys(const struct tcrypt_volume *v);

/* Device mapper. */
int tcrypt_names_are_free(const char *name, unsigned int count);
int tcrypt_map(const struct tcrypt_volume *v, const char *name, dev_t device, bool readonly);
int tcrypt_unmap(const char *name);

#endif /* WARPCRYPT_CTL_TCRYPT_H */
