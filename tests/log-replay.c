// SPDX-License-Identifier: GPL-2.0-only
/*
 * log-replay: reads a log of the kernel's dm-log-writes, and makes of it what a
 * disk held at any point. The format is in the kernel's drivers/md/dm-log-writes.c:
 * a superblock, then entries, each in a sector of its own, with its data in the
 * sectors after it; numbers are little-endian. What was written before a flush
 * comes before it in the log.
 */
#include <endian.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAGIC		0x6a736677736872ull
#define VERSION		1
#define SECTOR		512u

enum {
	FLUSH = 1,
	FUA = 2,
	DISCARD = 4,
	MARK = 8,
};

struct super {
	uint64_t magic;
	uint64_t version;
	uint64_t nr_entries;
	uint32_t sectorsize;
	char pad[SECTOR - 3 * 8 - 4];
};

struct entry {
	uint64_t sector;
	uint64_t nr_sectors;
	uint64_t flags;
	uint64_t data_len;
	/* The text of a mark. */
	char text[SECTOR - 4 * 8];
};

static void read_at(int fd, void *to, size_t len, uint64_t at, const char *what)
{
	if (pread(fd, to, len, (off_t)at) != (ssize_t)len)
		errx(1, "%s at byte %" PRIu64 " of the log is not complete", what,
		     at);
}

static uint64_t open_log(int fd)
{
	struct super super;

	read_at(fd, &super, sizeof(super), 0, "the superblock");
	if (le64toh(super.magic) != MAGIC || le64toh(super.version) != VERSION)
		errx(1, "this is no log of dm-log-writes, version %d", VERSION);
	if (le32toh(super.sectorsize) != SECTOR)
		errx(1, "its sectors have %u bytes, not %u",
		     le32toh(super.sectorsize), SECTOR);
	return le64toh(super.nr_entries);
}

static void get_entry(int fd, uint64_t at, struct entry *e)
{
	read_at(fd, e, sizeof(*e), at, "an entry");
	e->sector = le64toh(e->sector);
	e->nr_sectors = le64toh(e->nr_sectors);
	e->flags = le64toh(e->flags);
	e->data_len = le64toh(e->data_len);
	if (e->data_len >= sizeof(e->text))
		errx(1, "an entry with a text of %" PRIu64 " bytes", e->data_len);
	e->text[e->data_len] = 0;
}

/* Bytes from an entry's begin to the next. */
static uint64_t size_of(const struct entry *e)
{
	return SECTOR * (1 + (e->flags & DISCARD ? 0 : e->nr_sectors));
}

static void list(int fd, uint64_t count)
{
	struct entry e;
	uint64_t i, at = SECTOR;

	for (i = 0; i < count; i++, at += size_of(&e)) {
		get_entry(fd, at, &e);
		printf("%" PRIu64 " %" PRIu64 " %s%s%s%s%s\n", i, e.nr_sectors,
		       e.flags & FLUSH ? "flush " : "",
		       e.flags & FUA ? "fua " : "",
		       e.flags & DISCARD ? "discard " : "",
		       e.flags & MARK ? "mark " : "",
		       e.flags & MARK ? e.text : "");
	}
}

/* A discarded sector may hold anything afterwards: not what it held. */
static void apply(int fd, int image, const struct entry *e, uint64_t at)
{
	uint8_t sector[SECTOR];
	uint64_t i;

	memset(sector, 0x5a, sizeof(sector));
	for (i = 0; i < e->nr_sectors; i++) {
		if (!(e->flags & DISCARD))
			read_at(fd, sector, SECTOR, at + SECTOR * (1 + i), "data");
		if (pwrite(image, sector, SECTOR,
			   (off_t)(SECTOR * (e->sector + i))) != SECTOR)
			err(1, "the image");
	}
}

static void replay(int fd, uint64_t count, int image, uint64_t from, uint64_t to)
{
	struct entry e;
	uint64_t i, at = SECTOR;

	if (to > count)
		errx(1, "the log has %" PRIu64 " entries, not %" PRIu64, count, to);
	for (i = 0; i < to; i++, at += size_of(&e)) {
		get_entry(fd, at, &e);
		if (i >= from && !(e.flags & MARK))
			apply(fd, image, &e, at);
	}
}

static uint64_t number(const char *text)
{
	uint64_t value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || end == text || *end)
		errx(2, "'%s' is no number", text);
	return value;
}

int main(int argc, char **argv)
{
	bool listing = argc == 3 && !strcmp(argv[1], "list");
	uint64_t count;
	int fd, image;

	if (!listing && (argc != 6 || strcmp(argv[1], "replay"))) {
		fputs("Usage: log-replay list LOG\n"
		      "       log-replay replay LOG IMAGE FROM TO\n"
		      "list: a line for each entry: number, sectors, flush|fua|discard|mark.\n"
		      "replay: writes entries FROM to TO - 1 into IMAGE.\n",
		      stderr);
		return 2;
	}
	fd = open(argv[2], O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(1, "%s", argv[2]);
	count = open_log(fd);
	if (listing) {
		list(fd, count);
		return fflush(stdout) ? 1 : 0;
	}
	image = open(argv[3], O_WRONLY | O_CLOEXEC);
	if (image < 0)
		err(1, "%s", argv[3]);
	replay(fd, count, image, number(argv[4]), number(argv[5]));
	return close(image) ? 1 : 0;
}
