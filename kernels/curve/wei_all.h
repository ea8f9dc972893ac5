/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Everything that is a template over the curve and the arithmetic; see wei.h. Included
 * once for each pair of them, after the arithmetic.
 */
#include "kernels/curve/fe_common.h"
#include "kernels/curve/fe256_pow.h"
#include "kernels/curve/fe_batch.h"
#include "kernels/curve/digits.h"
#include "kernels/curve/wei_point.h"
#include "kernels/curve/wei_jacobian.h"
#include "kernels/curve/wei_base.h"
#include "kernels/curve/wei_mult.h"
#include "kernels/curve/wei_code.h"
#include "kernels/curve/wei_check.h"
