// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/few_entry.h"

FEW_TABLES(SM4, sm4)
FEW_SHARED(sm4)
