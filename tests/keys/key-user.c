// SPDX-License-Identifier: GPL-2.0-only
/*
 * A user of one key, for the search of memory: it sets a random key by AF_ALG,
 * writes down, masked, what the key looks like in memory, and wipes its own
 * copies. Then it does what its standard input says, and answers each line with
 * one of its own:
 *
 *	use	64 requests with the key, in both directions
 *	key	another key, whose patterns replace the first one's
 *	close	close the sockets
 *
 * The patterns: key_forms.h.
 *
 * Arguments: skcipher|kpp, a driver's name, a cipher's name (kpp: any), the
 * key's length in bytes, the length of a cipher's key (half for XTS), the file
 * of patterns.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include "helper/engine/registers.h"
#include "tests/keys/key_forms.h"
#include "tests/skcipher_socket.h"
#include "tools/kx/kpp_socket.h"

#define KEY_MAX		96u
#define REQUESTS	64
#define REQUEST		4096

/* The user of a key. */
struct user {
	const char *name;	/* the driver */
	const char *cipher;	/* the cipher's name; NULL: a curve */
	size_t len;		/* bytes of the key */
	size_t part;		/* bytes of a key of the cipher; XTS has two */
	const char *path;	/* the file of patterns */
	int bound;		/* the socket that has the key */
	int fd;			/* the socket for requests */
	struct kpp_socket kpp;	/* both, of a curve */
};

static void die(const char *what)
{
	fprintf(stderr, "key-user: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void write_patterns(const struct user *u, const uint8_t *key)
{
	FILE *file = fopen(u->path, "w");

	if (!file)
		die(u->path);
	if (!key_forms_write(file, u->cipher, key, u->len, u->part))
		die("no such cipher or length");
	if (fclose(file))
		die(u->path);
}

/*
 * What functions that have returned left on the stack and in registers, which
 * the kernel saves in memory while this process sleeps.
 */
static __attribute__((noinline)) void wipe_stack(void)
{
	uint8_t below[65536];

	explicit_bzero(below, sizeof(below));
	wc_wipe_registers();
}

static void set_key(struct user *u)
{
	uint8_t key[KEY_MAX];

	if (getrandom(key, u->len, 0) != (ssize_t)u->len)
		die("getrandom");
	write_patterns(u, key);
	if (u->cipher ? skcipher_set_key(u->bound, key, u->len) :
			kpp_set_secret(&u->kpp, key, u->len) < 0)
		die("the key");
	explicit_bzero(key, sizeof(key));
	wipe_stack();
}

static void accept_socket(struct user *u)
{
	u->fd = skcipher_accept(u->bound);
	if (u->fd < 0)
		die("accept");
}

/* A socket takes no key while it has sockets for requests. */
static void change_key(struct user *u)
{
	close(u->fd);
	set_key(u);
	accept_socket(u);
}

static void open_sockets(struct user *u)
{
	if (!u->cipher) {
		if (kpp_bind(&u->kpp, u->name))
			die(u->name);
		set_key(u);
		if (kpp_accept(&u->kpp))
			die("accept");
		return;
	}
	u->bound = skcipher_bind(u->name);
	if (u->bound < 0)
		die(u->name);
	set_key(u);
	accept_socket(u);
}

static void use(struct user *u)
{
	static const uint8_t iv[16];
	static uint8_t data[REQUEST];
	int i;

	for (i = 0; i < REQUESTS; i++) {
		if (u->cipher) {
			if (skcipher_send(u->fd, i % 2, iv, data, sizeof(data), 0) ||
			    read(u->fd, data, sizeof(data)) != sizeof(data))
				die("a request");
		} else if (kpp_public(&u->kpp, data)) {
			die("a public key");
		}
	}
}

static void close_sockets(struct user *u)
{
	if (!u->cipher) {
		kpp_close(&u->kpp);
		return;
	}
	close(u->fd);
	close(u->bound);
}

int main(int argc, char **argv)
{
	struct user u = { 0 };
	char line[16];

	if (argc != 7) {
		fprintf(stderr, "usage: key-user skcipher|kpp DRIVER CIPHER LENGTH PART FILE\n");
		return 2;
	}
	u.name = argv[2];
	u.cipher = strcmp(argv[1], "kpp") ? argv[3] : NULL;
	u.len = strtoul(argv[4], NULL, 10);
	u.part = strtoul(argv[5], NULL, 10);
	u.path = argv[6];
	if (u.len < 16 || u.len > KEY_MAX || !u.part || u.len % u.part) {
		fprintf(stderr, "key-user: a key has 16 to %u bytes\n", KEY_MAX);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		die("mlockall");
	open_sockets(&u);
	puts("open");
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strcmp(line, "use"))
			use(&u);
		else if (!strcmp(line, "key"))
			change_key(&u);
		else if (!strcmp(line, "close"))
			close_sockets(&u);
		puts(line);
	}
	return 0;
}
