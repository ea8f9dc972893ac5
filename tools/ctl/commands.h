/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warpcryptctl's commands. Each is given the options and returns the program's exit status.
 */
#ifndef WARPCRYPT_CTL_COMMANDS_H
#define WARPCRYPT_CTL_COMMANDS_H

#include <stdbool.h>

/**
 * enum ctl_exit - exit statuses
 * @CTL_OK: done
 * @CTL_FAILED: something could not be read or done; or what was waited for did
 *	not come
 * @CTL_USAGE: the command line is wrong
 * @CTL_PROBLEMS: doctor has found problems
 */
enum ctl_exit {
	CTL_OK = 0,
	CTL_FAILED = 1,
	CTL_USAGE = 2,
	CTL_PROBLEMS = 3,
};

#define TCRYPT_KEYFILES_MAX	16

/**
 * struct tcrypt_options - tcrypt's
 * @given: there is one
 * @passphrase_file: its first line is the passphrase; NULL: stdin
 * @keyfiles: VeraCrypt's
 * @keyfile_count: how many
 * @pim: 0: none
 * @hidden: the hidden volume
 * @backup: the header at the device's end
 * @readonly: open: nothing can be written
 */
struct tcrypt_options {
	bool given;
	const char *passphrase_file;
	const char *keyfiles[TCRYPT_KEYFILES_MAX];
	unsigned int keyfile_count;
	unsigned int pim;
	bool hidden;
	bool backup;
	bool readonly;
};

/**
 * struct ctl_options - what the command line says
 * @json: print JSON
 * @all: status: also algorithms without requests
 * @interval: top: seconds between two readings
 * @count: top: how often to print; 0: until it is stopped
 * @output: prometheus: the file to write; NULL: stdout
 * @tcrypt: tcrypt's
 */
struct ctl_options {
	bool json;
	bool all;
	double interval;
	unsigned int count;
	const char *output;
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
