// SPDX-License-Identifier: GPL-2.0-only
/* With -mbmi. */
#include "skinny_wide.c"
