// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/gpu/table_entry.h"

TABLE_ENTRIES(SM4, sm4)
