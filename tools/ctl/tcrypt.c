// SPDX-License-Identifier: GPL-2.0-only
/*
 * tcrypt: opens and closes volumes of VeraCrypt, and shows their headers.
 */
#include "tools/ctl/tcrypt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int bad_usage(const char *text, const char *what)
{
	tcrypt_fail("%s '%s'; see warpcryptctl --help", text, what);
	return CTL_USAGE;
}

/* Opens the device, and finds its size. Returns -1, with a line. */
static int open_device(const char *path, bool to_map, uint64_t *size, dev_t *device)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;

	if (fd < 0 || fstat(fd, &st)) {
		tcrypt_fail("%s: %s%s", path, strerror(errno),
			    errno == EACCES || errno == EPERM ? ": run this as root" : "");
	} else if (S_ISREG(st.st_mode) && !to_map) {
		*size = st.st_size;
		return fd;
	} else if (S_ISREG(st.st_mode)) {
		tcrypt_fail("%s is a file: losetup --find --show %s makes a block device of it",
			    path, path);
	} else if (!S_ISBLK(st.st_mode)) {
		tcrypt_fail("%s is no block device%s", path, to_map ? "" : " and no file");
	} else if (ioctl(fd, BLKGETSIZE64, size)) {
		tcrypt_fail("%s: its size: %s", path, strerror(errno));
	} else {
		*device = st.st_rdev;
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Fails if something else has it: a file system, a mapping, swap. */
static int check_unused(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_EXCL);

	if (fd < 0 && errno == EBUSY)
		return tcrypt_fail("%s is in use: mounted, or mapped already; lsblk %s shows by what",
				   path, path);
	if (fd >= 0)
		close(fd);
	return CTL_OK;
}

static int read_header(struct tcrypt_volume *v, const struct tcrypt_options *o, const char *path,
		       int fd, uint64_t size)
{
	uint64_t at = o->hidden ? TCRYPT_HIDDEN_OFFSET : 0;
	ssize_t got;

	if (size < 2 * TCRYPT_HEADERS_SIZE)
		return tcrypt_fail("%s is too short for a volume: %" PRIu64 " bytes; the headers alone take %u",
				   path, size, 2 * TCRYPT_HEADERS_SIZE);
	if (o->backup)
		at += size - TCRYPT_HEADERS_SIZE;
	got = pread(fd, v->header, sizeof(v->header), at);
	if (got == (ssize_t)sizeof(v->header))
		return CTL_OK;
	return tcrypt_fail("%s: reading the header: %s", path,
			   got < 0 ? strerror(errno) : "the device has ended");
}

/* From the passphrase to a volume that can be mapped. */
static int find_volume(struct tcrypt_volume *v, const struct tcrypt_options *o, const char *path,
		       int fd, uint64_t size)
{
	int ret = read_header(v, o, path, fd, size);

	if (ret == CTL_OK)
		ret = tcrypt_read_passphrase(v, o);
	if (ret == CTL_OK)
		ret = tcrypt_mix_keyfiles(v, o);
	if (ret == CTL_OK)
		ret = tcrypt_open_header(v, o, path);
	return ret;
}

static int open_volume(struct tcrypt_volume *v, const struct tcrypt_options *o, const char *path,
		       const char *name)
{
	uint64_t size;
	dev_t device;
	int fd, ret, readonly = 0;

	ret = tcrypt_names_are_free(name, 1);
	if (ret != CTL_OK)
		return ret;
	fd = open_device(path, true, &size, &device);
	if (fd < 0)
		return CTL_FAILED;
	ret = check_unused(path);
	if (ret == CTL_OK)
		ret = find_volume(v, o, path, fd, size);
	if (ret == CTL_OK)
		ret = tcrypt_check_header(v, o, path, size);
	/* Of a device that cannot be written. */
	ioctl(fd, BLKROGET, &readonly);
	close(fd);
	return ret == CTL_OK ? tcrypt_map(v, name, device, o->readonly || readonly) : ret;
}

static int print(const struct tcrypt_volume *v)
{
	printf("Format            %s, header version %u\n",
	       *v->kdf->magic == 'T' ? "TrueCrypt" : "VeraCrypt", v->version);
	printf("Least program     %x.%02x\n", v->min_program >> 8, v->min_program & 0xff);
	printf("Hash              %s, %lu times\n", v->kdf->hash, v->iterations);
	printf("Algorithm         %s\n", v->cascade->name);
	printf("Kind              %s%s\n", v->flags & TCRYPT_FLAG_SYSTEM ? "system" :
	       v->hidden_size ? "hidden volume" : "normal volume",
	       v->flags & TCRYPT_FLAG_IN_PLACE ? ", encrypted in place" : "");
	printf("Size              %" PRIu64 " bytes\n", v->size);
	printf("Begins at byte    %" PRIu64 "\n", v->offset);
	printf("Encrypted         %" PRIu64 " bytes\n", v->encrypted);
	printf("Sectors           %" PRIu32 " bytes\n", v->sector);
	return fflush(stdout) ? CTL_FAILED : CTL_OK;
}

static int dump(struct tcrypt_volume *v, const struct tcrypt_options *o, const char *path)
{
	uint64_t size;
	dev_t device;
	int ret, fd = open_device(path, false, &size, &device);

	if (fd < 0)
		return CTL_FAILED;
	ret = find_volume(v, o, path, fd, size);
	close(fd);
	return ret == CTL_OK ? print(v) : ret;
}

/* What the command line has to have: 0, or an exit status. */
static int check(const struct tcrypt_options *o, const char *action, const char *what,
		 const char *name)
{
	bool opens = !strcmp(action, "open"), closes = !strcmp(action, "close");

	if (!opens && !closes && strcmp(action, "dump"))
		return bad_usage("tcrypt has open, close and dump, and not", action);
	if (opens != !!name)
		return opens ? bad_usage("a name for the mapping is missing after", what) :
			       bad_usage("too many arguments:", name);
	if ((closes && o->given) || (!opens && o->readonly))
		return bad_usage("an option that is not for", action);
	if (closes)
		name = what;
	else if (!*what)
		return bad_usage("not a name of a device:", what);
	if (name && (!*name || strlen(name) > TCRYPT_NAME_MAX || strchr(name, '/') || *name == '.'))
		return bad_usage("not a name for a mapping:", name);
	if (!closes || !geteuid())
		return !opens || !geteuid() ? CTL_OK :
		       tcrypt_fail("only root can map a volume: run this as root");
	return tcrypt_fail("only root can remove a mapping: run this as root");
}

/*
 * The command tcrypt. @action: open, close or dump; @what: the device, or for close the name;
 * @name: for open; NULL: none.
 */
int ctl_tcrypt(const struct ctl_options *options, const char *action, const char *what,
	       const char *name)
{
	const struct tcrypt_options *o = &options->tcrypt;
	struct tcrypt_volume *v;
	int ret = check(o, action, what, name);

	if (ret != CTL_OK)
		return ret;
	if (!strcmp(action, "close"))
		return tcrypt_unmap(what);
	v = tcrypt_begin();
	if (!v)
		return CTL_FAILED;
	ret = name ? open_volume(v, o, what, name) : dump(v, o, what);
	tcrypt_end(v);
	return ret;
}
