// SPDX-License-Identifier: GPL-2.0-only
/*
 * The passphrase of a volume, from a terminal, a file or standard input, and VeraCrypt's keyfiles.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/ctl/tcrypt.h"

/* Of a keyfile no more is used. */
#define KEYFILE_MAX	(1u << 20)
/* Passphrases up to this length have a pool of this length. */
#define POOL_SHORT	64u

/* A line, without stdio, which would keep a copy. */
static int read_line(struct tcrypt_volume *v, int fd, const char *what)
{
	ssize_t got;
	uint8_t c;

	while ((got = read(fd, &c, 1)) == 1 && c != '\n') {
		if (v->passphrase_len == sizeof(v->passphrase))
			return tcrypt_fail("%s: the passphrase is longer than %zu bytes", what,
					   sizeof(v->passphrase));
		v->passphrase[v->passphrase_len++] = c;
	}
	explicit_bzero(&c, sizeof(c));
	return got < 0 ? tcrypt_fail("%s: %s", what, strerror(errno)) : CTL_OK;
}

static int read_file(struct tcrypt_volume *v, const char *path)
{
	int ret, fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return tcrypt_fail("%s: %s", path, strerror(errno));
	ret = read_line(v, fd, path);
	close(fd);
	return ret;
}

static int ask(struct tcrypt_volume *v)
{
	int ret;

	/* Before the prompt: what is typed after it is neither shown nor discarded. */
	if (!tcrypt_echo(STDIN_FILENO, false))
		return tcrypt_fail("the terminal: %s", strerror(errno));
	fputs("Passphrase: ", stderr);
	fflush(stderr);
	ret = read_line(v, STDIN_FILENO, "the terminal");
	tcrypt_echo(STDIN_FILENO, true);
	fputc('\n', stderr);
	return ret;
}

/* Read the passphrase, the first line of a file or of standard input. */
int tcrypt_read_passphrase(struct tcrypt_volume *v, const struct tcrypt_options *o)
{
	int ret;

	if (o->passphrase_file)
		ret = read_file(v, o->passphrase_file);
	else if (isatty(STDIN_FILENO))
		ret = ask(v);
	else
		ret = read_line(v, STDIN_FILENO, "standard input");
	if (ret == CTL_OK && !v->passphrase_len && !o->keyfile_count)
		ret = tcrypt_fail("the passphrase is empty, and there is no --keyfile");
	return ret;
}

/*
 * CRC-32 of IEEE 802.3, without the complements at the begin and the end; @crc is of what is
 * before, ~0 at first.
 */
uint32_t tcrypt_crc32(uint32_t crc, const uint8_t *bytes, size_t len)
{
	unsigned int i;

	while (len--) {
		crc ^= *bytes++;
		for (i = 0; i < 8; i++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return crc;
}

/* Each byte of the file adds the four of the CRC up to it to the pool. */
static int mix(uint8_t *pool, size_t pool_len, const char *path)
{
	uint8_t buf[4096];
	size_t i, at = 0, all = 0;
	uint32_t crc = ~0u;
	ssize_t got;
	int ret = CTL_OK, shift, fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return tcrypt_fail("%s: %s", path, strerror(errno));
	while (all < KEYFILE_MAX && (got = read(fd, buf, sizeof(buf))) > 0) {
		for (i = 0; i < (size_t)got; i++) {
			crc = tcrypt_crc32(crc, &buf[i], 1);
			for (shift = 24; shift >= 0; shift -= 8)
				pool[at++] += (uint8_t)(crc >> shift);
			at %= pool_len;
		}
		all += (size_t)got;
	}
	explicit_bzero(buf, sizeof(buf));
	explicit_bzero(&crc, sizeof(crc));
	if (all < KEYFILE_MAX && got < 0)
		ret = tcrypt_fail("%s: %s", path, strerror(errno));
	else if (!all)
		ret = tcrypt_fail("%s: the keyfile is empty", path);
	close(fd);
	return ret;
}

/* Mix keyfiles into the passphrase, as VeraCrypt does; their order does not matter. */
int tcrypt_mix_keyfiles(struct tcrypt_volume *v, const struct tcrypt_options *o)
{
	size_t len = v->passphrase_len > POOL_SHORT ? TCRYPT_PASSPHRASE_MAX : POOL_SHORT;
	unsigned int i;
	int ret = CTL_OK;

	/* Adding does not mind who was first: the passphrase is there already. */
	for (i = 0; i < o->keyfile_count && ret == CTL_OK; i++)
		ret = mix(v->passphrase, len, o->keyfiles[i]);
	if (o->keyfile_count)
		v->passphrase_len = len;
	return ret;
}
