/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files of /sys, /proc, /dev and /lib, below --root.
 *
 * All paths are absolute and are looked up below that directory, so that a test
 * can stand for a machine. Files of the kernel have no length: they are read whole.
 */
#ifndef WARPCRYPT_CTL_ROOT_H
#define WARPCRYPT_CTL_ROOT_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#define ROOT_PATH_MAX	512
#define ROOT_DEVICE	"/sys/class/misc/warpcrypt"
#define ROOT_MODULE	"/sys/module/warpcrypt"

#define root_printf(at)	__attribute__((format(printf, at, (at) + 1)))

void root_set(const char *dir);

bool root_exists(const char *fmt, ...) root_printf(1);
int root_stat(struct stat *st, const char *fmt, ...) root_printf(2);
DIR *root_dir(const char *fmt, ...) root_printf(1);
char *root_text(const char *fmt, ...) root_printf(1);
int root_word(char *word, size_t size, const char *fmt, ...) root_printf(3);
int root_number(uint64_t *value, const char *fmt, ...) root_printf(2);
int root_write(const char *text, const char *fmt, ...) root_printf(2);
int root_fail(const char *what, int err);

#endif /* WARPCRYPT_CTL_ROOT_H */
