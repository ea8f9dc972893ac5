// SPDX-License-Identifier: GPL-2.0-only
/* Entry points of SM4, by tables: see kernels/gpu/table_entry.h. */
#include "kernels/gpu/sm4_slot.h"
#include "kernels/gpu/table_entry.h"

TABLE_ENTRIES(sm4, WC_GPU_SM4)
