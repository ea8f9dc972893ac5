// SPDX-License-Identifier: GPL-2.0-only
/* With -mbmi. */
#include "kuznyechik_wide.c"
