/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warpcryptctl's commands. Each is given the options and returns the program's exit status.
 */
#ifndef WARPCRYPT_CTL_COMMANDS_H
#define WARPCRYPT_CTL_COMMANDS_H

#include <stdbool.h>

/* Exit statuses. */
enum ctl_exit {
	CTL_OK = 0,		/* done */
	/* Something could not be read or done; or what was waited for did not come. */
	CTL_FAILED = 1,
	CTL_USAGE = 2,		/* the command line is wrong */
	CTL_PROBLEMS = 3,	/* doctor has found problems */
};

#define TCRYPT_KEYFILES_MAX	16

struct tcrypt_options {
	bool given;			/* there is an option of tcrypt */
	const char *passphrase_file;	/* its first line is the passphrase; NULL: stdin */
	const char *keyfiles[TCRYPT_KEYFILES_MAX];	/* VeraCrypt's */
	unsigned int keyfile_count;
	unsigned int pim;		/* 0: none */
	bool hidden;			/* the hidden volume */
	bool backup;			/* the header at the device's end */
	bool readonly;			/* open: nothing can be written */
};

/* What the command line says. */
struct ctl_options {
	bool json;
	bool all;		/* status: also algorithms without requests */
	double interval;	/* top: seconds between two readings */
	unsigned int count;	/* top: how often to print; 0: until it is stopped */
	const char *output;	/* prometheus: the file to write; NULL: stdout */
	struct tcrypt_options tcrypt;
};

int ctl_status(const struct ctl_options *options);
int ctl_top(const struct ctl_options *options);
int ctl_list(const struct ctl_options *options);
int ctl_explain(const struct ctl_options *options, const char *name);
int ctl_doctor(const struct ctl_options *options);
int ctl_stats(const struct ctl_options *options);
int ctl_reset(void);
int ctl_wait(double seconds);
int ctl_prometheus(const struct ctl_options *options);
int ctl_tcrypt(const struct ctl_options *options, const char *action, const char *what,
	       const char *name);

#endif /* WARPCRYPT_CTL_COMMANDS_H */
