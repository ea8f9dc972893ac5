// SPDX-License-Identifier: GPL-2.0-only
/* Entry points of AES, by tables: see kernels/gpu/table_entry.h. */
#include "kernels/gpu/aes_slot.h"
#include "kernels/gpu/table_entry.h"

TABLE_ENTRIES(aes, WC_GPU_AES)
