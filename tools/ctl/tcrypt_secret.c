// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where tcrypt's secrets are: memory that is locked, left out of core dumps and wiped, also when a
 * signal ends the program.
 */
#include <gcrypt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>

#include "tools/ctl/tcrypt.h"

/* Expanded keys of three ciphers, hashes, a table of the device mapper. */
#define POOL	131072

static const int fatal[] = { SIGHUP, SIGINT, SIGTERM };

/* The terminal whose echo is off, and its settings before. */
static volatile sig_atomic_t silent_fd = -1;
static struct termios before;

/* Say in one line why it cannot be done, and what to do. Returns the exit status. */
int tcrypt_fail(const char *fmt, ...)
{
	va_list args;

	fputs("warpcryptctl: ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	return CTL_FAILED;
}

/* Nothing is mapped: tcrypt_map() holds signals. */
static void on_signal(int number)
{
	static const char text[] = "\nwarpcryptctl: interrupted; nothing is mapped\n";

	if (silent_fd >= 0)
		tcsetattr(silent_fd, TCSANOW, &before);
	/* As GnuPG does in its handler: the pool is wiped. */
	gcry_control(GCRYCTL_TERM_SECMEM);
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(CTL_FAILED);
	/* SA_RESETHAND: this time it ends the process. */
	raise(number);
}

/* Prepare memory and signals: a volume of zeros, for tcrypt_end(). NULL: a line says why not. */
struct tcrypt_volume *tcrypt_begin(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND }, old;
	size_t i;

	prctl(PR_SET_DUMPABLE, 0);
	/* What libdevmapper has of the table. Others than root may lock little, and map nothing. */
	mlockall(geteuid() ? MCL_CURRENT : MCL_CURRENT | MCL_FUTURE);
	if (!gcry_check_version("1.8.0")) {
		tcrypt_fail("libgcrypt %s is too old; 1.8.0 is needed", gcry_check_version(NULL));
		return NULL;
	}
	gcry_control(GCRYCTL_SUSPEND_SECMEM_WARN);
	gcry_control(GCRYCTL_INIT_SECMEM, POOL, 0);
	gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
	for (i = 0; i < sizeof(fatal) / sizeof(fatal[0]); i++)
		if (!sigaction(fatal[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(fatal[i], &action, NULL);
	return tcrypt_secret(sizeof(struct tcrypt_volume));
}

void tcrypt_end(struct tcrypt_volume *v)
{
	gcry_free(v);
	gcry_control(GCRYCTL_TERM_SECMEM);
}

/* Locked memory of zeros, for tcrypt_free_secret(). NULL: a line says that there is none. */
void *tcrypt_secret(size_t size)
{
	void *secret = gcry_calloc_secure(1, size);

	if (!secret)
		tcrypt_fail("no memory can be locked for keys: see ulimit -l");
	return secret;
}

void tcrypt_free_secret(void *secret)
{
	gcry_free(secret);
}

/* From here on signals wait. */
int tcrypt_hold_signals(void)
{
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < sizeof(fatal) / sizeof(fatal[0]); i++)
		sigaddset(&set, fatal[i]);
	return sigprocmask(SIG_BLOCK, &set, NULL);
}

/* Does one wait? */
bool tcrypt_interrupted(void)
{
	sigset_t set;
	size_t i;

	sigpending(&set);
	for (i = 0; i < sizeof(fatal) / sizeof(fatal[0]); i++)
		if (sigismember(&set, fatal[i]) == 1)
			return true;
	return false;
}

/* Ends the process if one waits. */
void tcrypt_let_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigprocmask(SIG_SETMASK, &set, NULL);
}

/*
 * Switch a terminal's echo off, or back to what it was, which a signal does, too. Returns whether
 * it is so now.
 */
bool tcrypt_echo(int fd, bool on)
{
	struct termios silent;

	if (on) {
		bool done = !tcsetattr(fd, TCSADRAIN, &before);

		silent_fd = -1;
		return done;
	}
	if (tcgetattr(fd, &before))
		return false;
	silent = before;
	silent.c_lflag &= ~(tcflag_t)ECHO;
	silent_fd = fd;
	return !tcsetattr(fd, TCSAFLUSH, &silent);
}
