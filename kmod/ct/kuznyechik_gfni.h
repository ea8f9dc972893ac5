/* SPDX-License-Identifier: GPL-2.0-only */
/* Between kuznyechik.c and kuznyechik_gfni.c. */
#ifndef _WCCT_KUZNYECHIK_GFNI_H
#define _WCCT_KUZNYECHIK_GFNI_H

#include "forms.h"

wcct_wide_fn kuznyechik_ct_gfni;
wcct_one_fn kuznyechik_ct_gfni_one;

#endif /* _WCCT_KUZNYECHIK_GFNI_H */
