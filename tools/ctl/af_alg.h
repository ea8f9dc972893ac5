/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel lets programs have through AF_ALG (crypto.af_alg_restrict).
 */
#ifndef WARPCRYPT_CTL_AF_ALG_H
#define WARPCRYPT_CTL_AF_ALG_H

#define AF_ALG_LEVEL	"crypto.af_alg_restrict"

/* Values of the sysctl, and what stands for none. */
enum af_alg_level {
	AF_ALG_NO_LEVEL = -1,	/* this kernel has no such restriction, or no AF_ALG */
	AF_ALG_OPEN,		/* every name */
	AF_ALG_LISTED,		/* only the names of the kernel's list; the default */
	AF_ALG_OFF,		/* no sockets */
};

/* Who may ask for a name at AF_ALG_LISTED. */
enum af_alg_users {
	AF_ALG_NOBODY,	/* no program */
	AF_ALG_ADMINS,	/* those with CAP_NET_ADMIN or CAP_SYS_ADMIN */
	AF_ALG_ALL,	/* every program */
};

enum af_alg_level af_alg_level(const char *release);
enum af_alg_users af_alg_users(const char *name);

#endif /* WARPCRYPT_CTL_AF_ALG_H */
