/* SPDX-License-Identifier: GPL-2.0-only */
/* For tests/reference, which is written for programs. */
#include <linux/string.h>
