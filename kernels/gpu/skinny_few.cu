// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/few_entry.h"

FEW_WIDE(SKINNY, skinny)
FEW_SHARED(skinny)
FEW_SINGLE(skinny)
