// SPDX-License-Identifier: GPL-2.0-only
/*
 * Published examples from files: NIST's known answers, multi-block messages
 * and XTS (CAVS), RFC 3686, draft-ribose-cfrg-sm4-10, all as Debian's
 * python3-cryptography-vectors has them. Records look like
 *
 *	[ENCRYPT]
 *	COUNT = 0
 *	KEY = ...
 *	IV = ...		XTS: i = ..., or DataUnitSeqNumber = decimal
 *	PLAINTEXT = ...		PT
 *	CIPHERTEXT = ...	CT
 */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/matrix/matrix.h"
#include "tests/report.h"

#define DIRECTORY "/usr/lib/python3/dist-packages/cryptography_vectors/ciphers"
#define LONGEST	512

static const struct {
	const char *cipher;
	const char *mode;
	const char *files;
} sets[] = {
	{ "aes", "ecb", "AES/ECB/*.rsp" },
	{ "aes", "ctr", "AES/CTR/*.txt" },
	{ "aes", "cbc", "AES/CBC/*.rsp" },
	{ "aes", "xts", "AES/XTS/*/*.rsp" },
	{ "sm4", "ecb", "SM4/*-ecb.txt" },
	{ "sm4", "ctr", "SM4/*-ctr.txt" },
	{ "sm4", "cbc", "SM4/*-cbc.txt" },
};

struct record {
	uint8_t key[96], iv[16], plain[LONGEST], result[LONGEST];
	size_t key_len, len;
	bool has_plain, has_result;
	/* XTS data units of 130 bits and the like: ours have whole bytes. */
	bool bits;
};

/* Take in a line; true: the record is complete. */
static bool take(struct record *r, const char *name, const char *value)
{
	unsigned long long n;

	if (!strcmp(name, "COUNT")) {
		memset(r, 0, sizeof(*r));
	} else if (!strcasecmp(name, "KEY")) {
		r->key_len = hex_bytes(r->key, sizeof(r->key), value);
	} else if (!strcmp(name, "IV") || !strcmp(name, "i")) {
		hex_bytes(r->iv, sizeof(r->iv), value);
	} else if (!strcmp(name, "DataUnitSeqNumber")) {
		n = strtoull(value, NULL, 10);
		memcpy(r->iv, &n, sizeof(n));
	} else if (!strcmp(name, "DataUnitLen")) {
		r->bits = strtoul(value, NULL, 10) % 8;
	} else if (!strcmp(name, "PLAINTEXT") || !strcmp(name, "PT")) {
		r->len = hex_bytes(r->plain, LONGEST, value);
		r->has_plain = true;
	} else if (!strcmp(name, "CIPHERTEXT") || !strcmp(name, "CT")) {
		hex_bytes(r->result, LONGEST, value);
		r->has_result = true;
	} else {
		return false;
	}
	return r->has_plain && r->has_result;
}

static void one_file(const struct matrix_engine *engine, const char *cipher,
		     const char *mode, const char *path, struct tally *t)
{
	struct record r = { 0 };
	char line[4 * LONGEST], name[32];
	FILE *file = fopen(path, "r");
	const char *wrong;
	int at;

	if (!file) {
		t->done++;
		report_wrong(t, "%s: %s", path, strerror(errno));
		return;
	}
	while (fgets(line, sizeof(line), file)) {
		struct matrix_key key = {
			.cipher = cipher, .mode = mode, .bytes = r.key,
		};

		at = 0;
		if (sscanf(line, "%31[A-Za-z] = %n", name, &at) != 1 || !at ||
		    !take(&r, name, line + at))
			continue;
		r.has_plain = false;
		r.has_result = false;
		if (r.bits)
			continue;
		key.len = r.key_len;
		wrong = matrix_known_answer(engine, &key, r.iv, r.plain,
					    r.result, r.len);
		if (matrix_may_refuse(engine, &key, wrong))
			continue;
		t->done++;
		if (wrong)
			report_wrong(t, "%s: %s: %.64s: %s", engine->name,
				     strrchr(path, '/') + 1, line, wrong);
	}
	fclose(file);
}

/**
 * matrix_files() - what the files have for an engine
 * @engine: the engine
 */
void matrix_files(const struct matrix_engine *engine)
{
	const char *directory = getenv("WARPCRYPT_VECTORS") ?: DIRECTORY;
	char pattern[512];
	size_t i, j;

	if (access(directory, R_OK)) {
		report_skip(engine->name,
			    "no NIST examples in %s; see WARPCRYPT_VECTORS",
			    directory);
		return;
	}
	for (i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		struct tally t = { 0 };
		glob_t found;

		snprintf(pattern, sizeof(pattern), "%s/%s", directory,
			 sets[i].files);
		if (glob(pattern, 0, NULL, &found)) {
			t.done++;
			report_wrong(&t, "%s: no such file", pattern);
		} else {
			for (j = 0; j < found.gl_pathc; j++)
				one_file(engine, sets[i].cipher, sets[i].mode,
					 found.gl_pathv[j], &t);
			globfree(&found);
		}
		report_tally(&t, "%s: examples in %s", engine->name,
			     sets[i].files);
	}
}
