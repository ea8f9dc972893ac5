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

/* An encryption algorithm. */
struct tcrypt_cascade {
	const char *name;	/* VeraCrypt's */
	unsigned int count;
	/* The kernel's names, in the order in which they encrypt. */
	const char *ciphers[TCRYPT_LAYERS_MAX];
};

/* A way to derive the header's key. */
struct tcrypt_kdf {
	const char *magic;		/* what the header begins with: "VERA" or "TRUE" */
	const char *hash;		/* the name of the hash, of PBKDF2-HMAC */
	int id;				/* libgcrypt's */
	unsigned long iterations;	/* without a PIM */
};

/* All that is secret, and what the header says. */
struct tcrypt_volume {
	uint8_t passphrase[TCRYPT_PASSPHRASE_MAX];	/* with keyfiles: mixed with them */
	size_t passphrase_len;		/* bytes */
	uint8_t header[TCRYPT_HEADER_SIZE];	/* as it is on the device */
	uint8_t decrypted[TCRYPT_SECRET_SIZE];	/* from the magic on */
	uint8_t keys[TCRYPT_KEYS_SIZE];	/* of the header, and of a try */
	const struct tcrypt_cascade *cascade;	/* what decrypted it */
	const struct tcrypt_kdf *kdf;	/* what derived its key */
	unsigned long iterations;	/* that it took */
	unsigned int version;		/* of the header's format */
	unsigned int min_program;	/* least version of the program */
	uint64_t hidden_size;		/* bytes; 0: not a hidden volume */
	uint64_t size;			/* of the volume, bytes */
	uint64_t offset;		/* where the data are, bytes */
	uint64_t encrypted;		/* how much of it is encrypted, bytes */
	uint32_t flags;			/* of the header */
	uint32_t sector;		/* bytes of a sector */
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
