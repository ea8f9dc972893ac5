// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tools/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a signal that ends the program leaves no file of. */
static const char *volatile unfinished;
static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

#define SIGNALS	(sizeof(signals) / sizeof(signals[0]))

static void on_signal(int sig)
{
	if (unfinished)
		unlink(unfinished);
	raise(sig);
}

/* Those that are ignored stay so. */
static void remove_at_signals(const char *temp)
{
	struct sigaction old, action = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND };
	size_t i;

	unfinished = temp;
	for (i = 0; i < SIGNALS; i++)
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler == SIG_DFL)
			sigaction(signals[i], &action, NULL);
}

/* Standard output or error by another name, as /dev/stdout: others write there, too. */
static int find_open(const struct stat *st)
{
	struct stat open;
	int fd;

	for (fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!fstat(fd, &open) && open.st_dev == st->st_dev && open.st_ino == st->st_ino)
			return fcntl(fd, F_DUPFD_CLOEXEC, 0);
	return -1;
}

/* Has the new file the old one's mode and, as far as that is permitted, its owner? */
static bool take_over(int fd, const struct stat *old, bool secret)
{
	mode_t mask = umask(0);

	umask(mask);
	if (old && fchown(fd, old->st_uid, old->st_gid) && errno != EPERM)
		return false;
	return secret || !fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask);
}

/* A new file beside @path, the file of @old; NULL: there is none. Returns its descriptor. */
static int open_beside(struct replace *r, const char *path, const struct stat *old, bool secret)
{
	int fd;

	if (old && access(path, W_OK))
		return -1;
	r->name = old ? realpath(path, NULL) : strdup(path);
	if (!r->name || asprintf(&r->temp, "%s.XXXXXX", r->name) < 0) {
		r->temp = NULL;
		return -1;
	}
	fd = mkostemp(r->temp, O_CLOEXEC);
	if (fd < 0)
		return -1;
	remove_at_signals(r->temp);
	if (take_over(fd, old, secret))
		return fd;
	close(fd);
	unlink(r->temp);
	return -1;
}

static void forget(struct replace *r)
{
	unfinished = NULL;
	free(r->temp);
	free(r->name);
	r->temp = NULL;
	r->name = NULL;
}

/**
 * replace_open() - begin to write a file, one at a time
 * @r: filled in
 * @path: its name. What is there and no regular file, as a device or a pipe, is written in
 *	place, and so are standard output and standard error
 * @secret: it is for its owner alone, also where the old one is not
 *
 * Return: 0 or a negative errno
 */
int replace_open(struct replace *r, const char *path, bool secret)
{
	struct stat st, link;
	bool there = !stat(path, &st);
	int fd, err;

	*r = (struct replace){ 0 };
	if (!there && (errno != ENOENT || !*path))
		return -errno;
	fd = there ? find_open(&st) : -1;
	if (fd >= 0) {
		if (secret && S_ISREG(st.st_mode) && fchmod(fd, 0600))
			goto fail;
	} else if (there ? !S_ISREG(st.st_mode) : !lstat(path, &link)) {
		/* Or a link to what is not there. */
		fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, secret ? 0600 : 0666);
	} else {
		fd = open_beside(r, path, there ? &st : NULL, secret);
	}
	r->file = fd < 0 ? NULL : fdopen(fd, "w");
	if (r->file)
		return 0;
fail:
	err = errno;
	if (fd >= 0)
		close(fd);
	if (fd >= 0 && r->temp)
		unlink(r->temp);
	forget(r);
	return -err;
}

/**
 * replace_close() - end a file
 * @r: what replace_open() filled in
 * @complete: it takes the place of the old one; false: it is removed. What is written in place
 *	stays as it is
 *
 * Return: 0, or a negative errno if what is complete is not written; the old file is there then
 */
int replace_close(struct replace *r, bool complete)
{
	int err = 0;

	/* What an earlier write failed with is not known any more. */
	errno = EIO;
	if (fflush(r->file) || ferror(r->file) ||
	    (r->name && complete && fsync(fileno(r->file))))
		err = -errno;
	if (fclose(r->file) && !err)
		err = -errno;
	if (r->name && complete && !err && rename(r->temp, r->name))
		err = -errno;
	if (r->name && (!complete || err))
		unlink(r->temp);
	if (r->name && !complete)
		err = 0;
	forget(r);
	return err;
}
