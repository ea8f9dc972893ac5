// SPDX-License-Identifier: GPL-2.0-only
/*
 * check-wycheproof: Project Wycheproof's test vectors of what libwarpcrypt has: Ed25519
 * by both schemes, ECDSA on P-256 in DER and as IEEE P1363 has it, X25519, ECDH on P-256.
 * All tests of a file are one batch.
 *
 * Only this finds errors in special cases that Project Wycheproof has and check-curves has not.
 */
#include <json-c/json.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/check_program.h"
#include "tests/ktap.h"

/* Longer than any message, point or number of these files. */
#define BYTES_MAX	8192u

/* A test, as the library takes it. */
struct item {
	int id;			/* its number in the file */
	const char *comment;	/* the file's words for it */
	int want;		/* the status that is right, or ANY */
	uint8_t shared[32];	/* X25519 and ECDH: the result that is right if there is one */
	uint8_t key[64];	/* Ed25519: 32 bytes; ECDSA and ECDH: x and y */
	uint8_t in[64];		/* the signature; or the scalar, 32 bytes */
	struct warpcrypt_message message;	/* Ed25519: what was signed */
	uint8_t hash[32];	/* ECDSA: of what was signed */
};

#define ANY	(-1)

/* The tests of a file. */
struct file {
	struct warpcrypt *w;
	const char *name;	/* the file's */
	size_t times;	/* how often the batch has each test */
	struct item *item;
	size_t count;
	size_t other;	/* tests of what the library's interface cannot say: another length */
};

static struct json_object *member(struct json_object *of, const char *name)
{
	struct json_object *value = json_object_object_get(of, name);

	if (!value)
		die("there is no member '%s': not a file of Wycheproof's?", name);
	return value;
}

static const char *text(struct json_object *of, const char *name)
{
	return json_object_get_string(member(of, name));
}

/* Returns how many bytes there are; those that are more than @most are not stored. */
static size_t bytes(struct json_object *of, const char *name, uint8_t *to,
		    size_t most)
{
	const char *hex = text(of, name);
	size_t len = strlen(hex) / 2, i;

	if (strspn(hex, "0123456789abcdefABCDEF") != 2 * len)
		die("member '%s' is not hexadecimal: %s", name, hex);
	for (i = 0; i < len && i < most; i++)
		sscanf(hex + 2 * i, "%2hhx", &to[i]);
	return len;
}

/* A number of any length, most significant byte first. False: above 256 bits. */
static bool number(struct json_object *of, const char *name, uint8_t to[32])
{
	uint8_t all[BYTES_MAX], *at = all;
	size_t len = bytes(of, name, all, sizeof(all));

	for (; len && !*at; len--)
		at++;
	if (len > 32)
		return false;
	memset(to, 0, 32);
	memcpy(to + 32 - len, at, len);
	return true;
}

/* Takes a test. False: the library has no place for a key, point or signature of its length. */
typedef bool add_fn(struct item *item, struct json_object *group, struct json_object *test);

static bool add_eddsa(struct item *item, struct json_object *group, struct json_object *test)
{
	uint8_t *message = check_alloc(BYTES_MAX, 1);

	item->message.bytes = message;
	item->message.len = bytes(test, "msg", message, BYTES_MAX);
	if (item->message.len > BYTES_MAX)
		die("a message has more than %u bytes", BYTES_MAX);
	return bytes(member(group, "key"), "pk", item->key, 32) == 32 &&
	       bytes(test, "sig", item->in, 64) == 64;
}

static void take_hash(struct item *item, struct json_object *group, struct json_object *test)
{
	uint8_t message[BYTES_MAX], hash[EVP_MAX_MD_SIZE];
	const EVP_MD *md = EVP_get_digestbyname(text(group, "sha"));
	size_t len = bytes(test, "msg", message, sizeof(message));

	if (!md || len > sizeof(message) ||
	    !EVP_Digest(message, len, hash, NULL, md, NULL))
		die("no %s of %zu bytes", text(group, "sha"), len);
	memcpy(item->hash, hash, 32);
}

/* x and y, behind a 4. */
static bool take_point(struct json_object *of, const char *name,
		       uint8_t to[64])
{
	uint8_t point[65];

	if (bytes(of, name, point, sizeof(point)) != sizeof(point) ||
	    point[0] != 4)
		return false;
	memcpy(to, point + 1, 64);
	return true;
}

static bool add_p1363(struct item *item, struct json_object *group, struct json_object *test)
{
	take_hash(item, group, test);
	return take_point(member(group, "key"), "uncompressed", item->key) &&
	       bytes(test, "sig", item->in, 64) == 64;
}

static bool add_der(struct item *item, struct json_object *group, struct json_object *test)
{
	uint8_t der[BYTES_MAX];
	size_t len = bytes(test, "sig", der, sizeof(der));

	take_hash(item, group, test);
	/* What is no DER becomes a signature that is not valid. */
	warpcrypt_signature_from_der(item->in, der, len);
	return take_point(member(group, "key"), "uncompressed", item->key);
}

static bool is_zero(const uint8_t bytes[32])
{
	static const uint8_t zero[32];

	return !memcmp(bytes, zero, 32);
}

/* All have a result; but secrets that are zero are refused. */
static bool add_xdh(struct item *item, struct json_object *group, struct json_object *test)
{
	(void)group;
	if (bytes(test, "shared", item->shared, 32) != 32)
		die("a shared secret is not of 32 bytes");
	item->want = is_zero(item->shared);
	return bytes(test, "public", item->key, 32) == 32 &&
	       bytes(test, "private", item->in, 32) == 32;
}

static bool add_ecdh(struct item *item, struct json_object *group, struct json_object *test)
{
	(void)group;
	if (!item->want)
		bytes(test, "shared", item->shared, 32);
	return take_point(test, "public", item->key) &&
	       number(test, "private", item->in);
}

/* @size bytes at @offset of each test, side by side, all tests so often as wanted. */
static void *spread(const struct file *f, size_t offset, size_t size)
{
	uint8_t *all = check_alloc(f->times * f->count, size);
	size_t i;

	for (i = 0; i < f->times * f->count; i++)
		memcpy(all + i * size, (const uint8_t *)&f->item[i % f->count] + offset, size);
	return all;
}

#define SPREAD(f, member, size)	spread(f, offsetof(struct item, member), size)

static void compare(const struct file *f, const uint8_t *status,
		    const uint8_t *results, size_t result_size, const char *how)
{
	struct tally t = { 0 };
	size_t i;

	for (i = 0; i < f->times * f->count; i++) {
		const struct item *item = &f->item[i % f->count];
		bool right = item->want == ANY ? status[i] < 2 :
						 status[i] == item->want;

		t.done++;
		if (right && results && !status[i])
			right = !memcmp(results + i * result_size, item->shared, 32);
		if (!right)
			ktap_wrong(&t, "test %d, %s: status %u", item->id,
				   item->comment, status[i]);
	}
	ktap_tally(&t, "%s%s", f->name, how);
	if (f->other)
		ktap_note("%zu more, of lengths that the library has no place for",
			  f->other);
}

static void check_signatures(const struct file *f, enum warpcrypt_scheme scheme,
			     const char *how)
{
	const size_t key_len = scheme == WARPCRYPT_ECDSA_P256 ? 64 : 32;
	struct warpcrypt_signatures s = {
		.size = sizeof(s), .scheme = scheme,
		.count = f->times * f->count,
	};
	uint8_t *keys = SPREAD(f, key, key_len);
	uint8_t *in = SPREAD(f, in, 64);
	uint8_t *hashes = SPREAD(f, hash, 32);
	void *messages = SPREAD(f, message, sizeof(struct warpcrypt_message));

	s.keys = keys;
	s.signatures = (const uint8_t (*)[64])in;
	if (scheme == WARPCRYPT_ECDSA_P256)
		s.hashes = (const uint8_t (*)[32])hashes;
	else
		s.messages = messages;
	s.status = check_alloc(s.count, 1);
	/* No status: one that is not written is wrong. */
	memset(s.status, 0xee, s.count);
	if (warpcrypt_run_signatures(f->w, &s))
		die("%s", warpcrypt_error());
	compare(f, s.status, NULL, 0, how);
	free(keys);
	free(in);
	free(hashes);
	free(messages);
	free(s.status);
}

static void check_eddsa(const struct file *f)
{
	check_signatures(f, WARPCRYPT_ED25519, "");
	check_signatures(f, WARPCRYPT_ED25519_BATCH, ", with the cofactor");
}

static void check_ecdsa(const struct file *f)
{
	check_signatures(f, WARPCRYPT_ECDSA_P256, "");
}

static void check_points(const struct file *f, enum warpcrypt_curve curve,
			 size_t size)
{
	struct warpcrypt_points p = {
		.size = sizeof(p), .curve = curve, .count = f->times * f->count,
	};
	uint8_t *scalars = SPREAD(f, in, 32);
	uint8_t *points = SPREAD(f, key, size);
	uint8_t *results = check_alloc(p.count, size);

	p.scalars = (const uint8_t (*)[32])scalars;
	p.points = (const uint8_t (*)[32])points;
	p.results = (uint8_t (*)[32])results;
	p.status = check_alloc(p.count, 1);
	memset(p.status, 0xee, p.count);
	if (warpcrypt_run_points(f->w, &p))
		die("%s", warpcrypt_error());
	compare(f, p.status, results, size, "");
	free(scalars);
	free(points);
	free(results);
	free(p.status);
}

static void check_x25519(const struct file *f)
{
	check_points(f, WARPCRYPT_X25519, 32);
}

static void check_p256(const struct file *f)
{
	check_points(f, WARPCRYPT_P256, 64);
}

/* By the type of a file's groups. */
static const struct kind {
	const char *type;
	add_fn *add;
	void (*check)(const struct file *f);
} kinds[] = {
	{ "EddsaVerify", add_eddsa, check_eddsa },
	{ "EcdsaVerify", add_der, check_ecdsa },
	{ "EcdsaP1363Verify", add_p1363, check_ecdsa },
	{ "XdhComp", add_xdh, check_x25519 },
	{ "EcdhEcpointTest", add_ecdh, check_p256 },
};

static const struct kind *kind_of(const char *path, const char *type)
{
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].type, type))
			return &kinds[i];
	die("%s: tests of type %s are none of libwarpcrypt's", path, type);
}

static void add(struct file *f, add_fn *add_one, struct json_object *group,
		struct json_object *test)
{
	const char *result = text(test, "result");
	struct item *item = &f->item[f->count];

	item->id = json_object_get_int(member(test, "tcId"));
	item->comment = text(test, "comment");
	item->want = !strcmp(result, "valid") ? 0 :
		     !strcmp(result, "invalid") ? 1 : ANY;
	if (add_one(item, group, test))
		f->count++;
	else
		f->other++;
}

static void check_file(struct warpcrypt *w, const char *path, size_t times)
{
	struct json_object *root = json_object_from_file(path), *groups, *tests;
	struct file f = { .w = w, .times = times };
	const struct kind *kind = NULL;
	size_t n, i, k;

	if (!root)
		die("%s: %s", path, json_util_get_last_err());
	f.name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	n = (size_t)json_object_get_int(member(root, "numberOfTests")) + 1;
	f.item = check_alloc(n, sizeof(*f.item));
	groups = member(root, "testGroups");
	for (i = 0; i < json_object_array_length(groups); i++) {
		struct json_object *g = json_object_array_get_idx(groups, i);

		kind = kind_of(path, text(g, "type"));
		tests = member(g, "tests");
		for (k = 0; k < json_object_array_length(tests); k++) {
			if (f.count + f.other + 1 >= n)
				die("%s has more than %zu tests", path, n - 1);
			add(&f, kind->add, g, json_object_array_get_idx(tests, k));
		}
	}
	if (f.count + f.other + 1 != n || !f.count)
		die("%s has not %zu tests", path, n - 1);
	kind->check(&f);
	for (i = 0; i < n; i++)
		free((void *)f.item[i].message.bytes);
	free(f.item);
	json_object_put(root);
}

static const char usage[] =
	"Usage: check-wycheproof [OPTION]... FILE...\n"
	"\n"
	"Files: Project Wycheproof's eddsa, ecdsa_secp256r1, x25519 and ecdh_secp256r1_ecpoint\n"
	"tests (JSON). tests/wycheproof gets them.\n"
	"\n"
	"  --backend=NAME     cuda, cpu or auto (default: auto)\n"
	"  --times=N          each test N times in a batch: many are other kernels of a GPU\n"
	"                     (default: 1)\n"
	"  --help             this text\n"
	"\n"
	"Prints KTAP.\n";

int main(int argc, char **argv)
{
	struct warpcrypt_options engine = {
		.size = sizeof(engine), .backend = "auto",
	};
	size_t times = 1;
	const struct check_option options[] = {
		{ "backend", .text = &engine.backend },
		{ "times", .number = &times, .least = 1, .most = 100000 },
		{ }
	};
	struct warpcrypt *w;

	argv += check_options(argc, argv, options, usage);
	if (!*argv) {
		fprintf(stderr, "check-wycheproof: no file; --help says which there are\n");
		return 2;
	}
	if (warpcrypt_open(&w, &engine))
		die("%s", warpcrypt_error());
	ktap_start();
	ktap_note("%s", warpcrypt_describe(w));
	for (; *argv; argv++)
		check_file(w, *argv, times);
	warpcrypt_close(w);
	return ktap_finish();
}
