// SPDX-License-Identifier: GPL-2.0-only
/* With -mbmi. */
#include "simon_wide.c"
