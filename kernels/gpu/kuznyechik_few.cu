// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/few_entry.h"

FEW_WIDE(KUZNYECHIK, kuznyechik)
FEW_SHARED(kuznyechik)
FEW_SINGLE(kuznyechik)
