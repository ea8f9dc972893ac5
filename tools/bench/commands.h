/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands. argv[0] is the command's name. Each returns the program's exit status. */
#ifndef WARPCRYPT_BENCH_COMMANDS_H
#define WARPCRYPT_BENCH_COMMANDS_H

int cmd_kernel_api(int argc, char **argv);
int cmd_dm_crypt(int argc, char **argv);
int cmd_lib(int argc, char **argv);
int cmd_native(int argc, char **argv);
int cmd_papers(int argc, char **argv);

#endif /* WARPCRYPT_BENCH_COMMANDS_H */
