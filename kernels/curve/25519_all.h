/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Everything that is a template over FE(name), for one arithmetic; see
 * fe25519.h. Included once for each.
 */
#include "kernels/curve/fe25519_pow.h"
#include "kernels/curve/fe_batch.h"
#include "kernels/curve/x25519_ladder.h"
#include "kernels/curve/digits.h"
#include "kernels/curve/ed25519_point.h"
#include "kernels/curve/ed25519_base.h"
#include "kernels/curve/ed25519_mult.h"
#include "kernels/curve/ed25519_ladder.h"
#include "kernels/curve/ed25519_check.h"
