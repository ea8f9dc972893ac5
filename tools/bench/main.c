// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench: measures ciphers of the kernel's crypto API from inside the
 * kernel and under dm-crypt, and an engine by itself.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "helper/transport/output.h"
#include "tools/bench/commands.h"
#include "tools/bench/util.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *about;
} commands[] = {
	{ "kernel-api", cmd_kernel_api,
	  "requests from inside the kernel (needs warpcrypt_bench.ko)" },
	{ "dm-crypt", cmd_dm_crypt, "an encrypted RAM disk (needs fio, dmsetup)" },
	{ "lib", cmd_lib,
	  "an engine without the kernel (libwarpcrypt), beside the rate of copies" },
	{ "native", cmd_native,
	  "the module's code in this process, beside software and copies" },
	{ "papers", cmd_papers,
	  "the designs of the papers on a GPU, beside ours" },
};

static void usage(void)
{
	size_t i;

	printf("Usage: warpcrypt-bench COMMAND [OPTION...]\n\n"
	       "Measures ciphers of the kernel's crypto API, or an engine by itself. Commands:\n\n");
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		printf("  %-12s%s\n", commands[i].name, commands[i].about);
	printf("\nwarpcrypt-bench COMMAND --help tells the options; --version prints the version.\n");
}

int main(int argc, char **argv)
{
	size_t i;

	wc_output_check();
	if (argc < 2)
		usage_error("no command; warpcrypt-bench --help lists them");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		usage();
		return 0;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("warpcrypt-bench " WARPCRYPT_VERSION "\n");
		return 0;
	}
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	usage_error("no command '%s'; warpcrypt-bench --help lists them",
		    argv[1]);
}
