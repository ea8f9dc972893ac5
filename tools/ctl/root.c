// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/ctl/commands.h"

/* The most that is read of a file; /dev/kmsg is the longest. */
#define TEXT_MAX	(16u << 20)

static const char *root = "";

/* Look for all files below a directory; @dir must stay. */
void root_set(const char *dir)
{
	root = dir;
}

static void full_path(char path[ROOT_PATH_MAX], const char *fmt, va_list args)
{
	int n = snprintf(path, ROOT_PATH_MAX, "%s", root);

	if (n < ROOT_PATH_MAX)
		vsnprintf(path + n, ROOT_PATH_MAX - n, fmt, args);
}

#define make_path(path, fmt) do {					\
	va_list args_;							\
									\
	va_start(args_, fmt);						\
	full_path(path, fmt, args_);					\
	va_end(args_);							\
} while (0)

/* Is there such a file? */
bool root_exists(const char *fmt, ...)
{
	char path[ROOT_PATH_MAX];

	make_path(path, fmt);
	return !access(path, F_OK);
}

/* stat() of a file. Returns 0 or a negative errno. */
int root_stat(struct stat *st, const char *fmt, ...)
{
	char path[ROOT_PATH_MAX];

	make_path(path, fmt);
	return stat(path, st) ? -errno : 0;
}

/* Open a directory, for readdir() and closedir(); NULL with errno set. */
DIR *root_dir(const char *fmt, ...)
{
	char path[ROOT_PATH_MAX];

	make_path(path, fmt);
	return opendir(path);
}

/* Reads all of a file. /dev/kmsg gives a record at a time, then -EAGAIN. */
static char *read_all(int fd)
{
	size_t room = 8192, len = 0;
	char *text = malloc(room), *more;
	ssize_t n;

	while (text) {
		n = read(fd, text + len, room - len - 1);
		/* Records of the log that were overwritten meanwhile. */
		if (n < 0 && errno == EPIPE)
			continue;
		if (n <= 0)
			break;
		len += n;
		if (room - len > 8192)
			continue;
		more = room < TEXT_MAX ? realloc(text, 2 * room) : NULL;
		if (!more)
			break;
		text = more;
		room *= 2;
	}
	if (text)
		text[len] = '\0';
	return text;
}

/* The contents of a file, for free(); NULL with errno set. */
char *root_text(const char *fmt, ...)
{
	char path[ROOT_PATH_MAX], *text;
	int fd;

	make_path(path, fmt);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	text = read_all(fd);
	close(fd);
	return text;
}

static int read_line(const char *path, char *line, size_t size)
{
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	*line = '\0';
	if (fd < 0)
		return -errno;
	n = read(fd, line, size - 1);
	if (n < 0)
		n = -errno;
	else
		line[n] = '\0';
	close(fd);
	line[strcspn(line, "\n")] = '\0';
	return n < 0 ? n : 0;
}

/* The first line of a file, without its end; empty if that fails. Returns 0 or a negative errno. */
int root_word(char *word, size_t size, const char *fmt, ...)
{
	char path[ROOT_PATH_MAX];

	make_path(path, fmt);
	return read_line(path, word, size);
}

/* A number that is alone in a file; 0 if that fails. Returns 0 or a negative errno. */
int root_number(uint64_t *value, const char *fmt, ...)
{
	char path[ROOT_PATH_MAX], line[64], *end;
	int err;

	make_path(path, fmt);
	*value = 0;
	err = read_line(path, line, sizeof(line));
	if (err)
		return err;
	*value = strtoull(line, &end, 0);
	return end == line || *end ? -EINVAL : 0;
}

/* Write to a file that exists. Returns 0 or a negative errno. */
int root_write(const char *text, const char *fmt, ...)
{
	char path[ROOT_PATH_MAX];
	int fd, err = 0;

	make_path(path, fmt);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		err = -errno;
	close(fd);
	return err;
}

/*
 * Say that a file, or something of the module, could not be read or done. Returns the exit status.
 */
int root_fail(const char *what, int err)
{
	const char *hint = "";

	if (err == -ENOENT && *what != '/')
		hint = ": is the module loaded (modprobe warpcrypt)?";
	else if (err == -EACCES || err == -EPERM)
		hint = ": run this as root";
	fprintf(stderr, "warpcryptctl: %s: %s%s\n", what, strerror(-err), hint);
	return CTL_FAILED;
}
