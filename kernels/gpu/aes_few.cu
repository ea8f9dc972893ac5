// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/few_entry.h"

FEW_TABLES(AES, aes)
FEW_SHARED(aes)
