// SPDX-License-Identifier: GPL-2.0-only
#include "tests/reference/modes.h"

#include <string.h>

static void add(uint8_t a[16], const uint8_t b[16])
{
	int i;

	for (i = 0; i < 16; i++)
		a[i] ^= b[i];
}

/* SP 800-38A, 6.1 */
void reference_ecb(reference_block_fn block, const void *ctx, int decrypt,
		   uint8_t *buf, size_t len)
{
	for (; len; len -= 16, buf += 16)
		block(ctx, decrypt, buf, buf);
}

/* SP 800-38A, 6.5, with a counter of 128 bits, most significant first */
void reference_ctr(reference_block_fn block, const void *ctx,
		   const uint8_t iv[16], uint8_t *buf, size_t len)
{
	uint8_t counter[16], stream[16];
	size_t i;
	int k;

	memcpy(counter, iv, 16);
	for (i = 0; i < len; i++) {
		if (i % 16 == 0) {
			block(ctx, 0, stream, counter);
			for (k = 15; k >= 0 && !++counter[k]; k--)
				;
		}
		buf[i] ^= stream[i % 16];
	}
}

/* SP 800-38A, 6.2 */
void reference_cbc(reference_block_fn block, const void *ctx, int decrypt,
		   const uint8_t iv[16], uint8_t *buf, size_t len)
{
	uint8_t previous[16], cipher[16];

	memcpy(previous, iv, 16);
	for (; len; len -= 16, buf += 16) {
		if (decrypt) {
			memcpy(cipher, buf, 16);
			block(ctx, 1, buf, buf);
			add(buf, previous);
			memcpy(previous, cipher, 16);
		} else {
			add(buf, previous);
			block(ctx, 0, buf, buf);
			memcpy(previous, buf, 16);
		}
	}
}

/* GB/T 17964-2021: times x, where the first bit of the first byte is the constant term */
static void times_x_gb(uint8_t t[16])
{
	int carry = 0, i;

	for (i = 0; i < 16; i++) {
		int next = t[i] & 1;

		t[i] = (uint8_t)(t[i] >> 1 | carry << 7);
		carry = next;
	}
	if (carry)
		t[0] ^= 0xe1;
}

/* IEEE 1619-2018, 5.2: times x, bytes from the least significant */
static void times_x(uint8_t t[16])
{
	int carry = 0, i;

	for (i = 0; i < 16; i++) {
		int next = t[i] >> 7;

		t[i] = (uint8_t)(t[i] << 1 | carry);
		carry = next;
	}
	if (carry)
		t[0] ^= 0x87;
}

static void xex(reference_block_fn block, const void *ctx, int decrypt,
		const uint8_t t[16], uint8_t buf[16])
{
	add(buf, t);
	block(ctx, decrypt, buf, buf);
	add(buf, t);
}

/* IEEE 1619-2018, 5.3 and 5.4 */
static void xts(void (*times)(uint8_t t[16]), reference_block_fn block,
		const void *data, const void *tweak, int decrypt,
		const uint8_t iv[16], uint64_t first, uint8_t *buf, size_t len)
{
	uint8_t t[16], next[16], swap;
	size_t i;

	block(tweak, 0, t, iv);
	while (first--)
		times(t);
	for (; len >= 32 || len == 16; len -= 16, buf += 16) {
		xex(block, data, decrypt, t, buf);
		times(t);
	}
	if (!len)
		return;
	memcpy(next, t, 16);
	times(next);
	xex(block, data, decrypt, decrypt ? next : t, buf);
	for (i = 0; i < len - 16; i++) {
		swap = buf[i];
		buf[i] = buf[16 + i];
		buf[16 + i] = swap;
	}
	xex(block, data, decrypt, decrypt ? t : next, buf);
}

void reference_xts(reference_block_fn block, const void *data,
		   const void *tweak, int decrypt, const uint8_t iv[16],
		   uint64_t first, uint8_t *buf, size_t len)
{
	xts(times_x, block, data, tweak, decrypt, iv, first, buf, len);
}

void reference_xts_gb(reference_block_fn block, const void *data,
		      const void *tweak, int decrypt, const uint8_t iv[16],
		      uint64_t first, uint8_t *buf, size_t len)
{
	xts(times_x_gb, block, data, tweak, decrypt, iv, first, buf, len);
}

bool reference_mode(const char *mode, reference_block_fn block, const void *data,
		    const void *tweak, int decrypt, const uint8_t *iv, uint64_t first,
		    uint8_t *buf, size_t len)
{
	if (!strcmp(mode, "ecb"))
		reference_ecb(block, data, decrypt, buf, len);
	else if (!strcmp(mode, "ctr"))
		reference_ctr(block, data, iv, buf, len);
	else if (!strcmp(mode, "cbc"))
		reference_cbc(block, data, decrypt, iv, buf, len);
	else if (!strcmp(mode, "xts"))
		reference_xts(block, data, tweak, decrypt, iv, first, buf, len);
	else if (!strcmp(mode, "xts-gb"))
		reference_xts_gb(block, data, tweak, decrypt, iv, first, buf, len);
	else
		return false;
	return true;
}
