// SPDX-License-Identifier: GPL-2.0-only
#include "kernels/block/kuznyechik.h"
#include "tests/reference/reference.h"
#include "tests/unit/circuits.h"

static void linear(bs_word *buf)
{
	memcpy(buf + BS_PLANES, buf, BS_PLANES * sizeof(bs_word));
	kuznyechik_linear(buf);
}

static void inv_linear(bs_word *buf)
{
	kuznyechik_inv_linear(buf);
	memcpy(buf, buf + BS_PLANES, BS_PLANES * sizeof(bs_word));
}

const char *CIRCUITS(kuznyechik)(void)
{
	uint8_t inverse[256];

	circuit_invert(inverse, reference_kuznyechik_pi);
	if (!circuit_is_table(kuznyechik_sbox, reference_kuznyechik_pi, 0,
			      KUZNYECHIK_PI_0) ||
	    !circuit_is_table(kuznyechik_inv_sbox, inverse, 0,
			      KUZNYECHIK_INV_PI_0))
		return "Kuznyechik's S-box";
	if (!circuit_is_map(linear, inv_linear, reference_kuznyechik_l))
		return "Kuznyechik's L";
	return NULL;
}
