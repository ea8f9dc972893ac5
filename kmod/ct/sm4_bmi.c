// SPDX-License-Identifier: GPL-2.0-only
/* With -mbmi. */
#include "sm4_wide.c"
