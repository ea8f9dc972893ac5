// SPDX-License-Identifier: GPL-2.0-only
/* The same, compiled with -mbmi. */
#include "kuznyechik_wide.c"
