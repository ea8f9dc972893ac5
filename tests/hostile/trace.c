// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a helper is asked for, a line for each descriptor:
 *
 *	CIPHER MODE KEY-BYTES encrypt|decrypt BYTES FIRST-BLOCK
 *
 * For groups: the group, base or point, 0, encrypt, bytes, 0. CTR is always
 * "encrypt".
 */
#include "tests/hostile/faults.h"

#include <stdio.h>

#include "helper/transport/names.h"
#include "helper/transport/view.h"

static FILE *file;

/* Begin to trace, nothing if @path is NULL. 0, or -1 with errno set. */
int trace_open(const char *path)
{
	if (!path)
		return 0;
	file = fopen(path, "w");
	if (!file)
		return -1;
	setvbuf(file, NULL, _IOLBF, 0);
	return 0;
}

/* Write about all descriptors of a frame, before it is processed. */
void trace_frame(const struct wc_view *frame)
{
	struct warpcrypt_desc desc;
	struct warpcrypt_key key;
	uint32_t i;

	for (i = 0; file && i < frame->requests; i++) {
		key.len = 0;
		if (wc_view_desc(frame, i, &desc) ||
		    (wc_is_group(desc.cipher) ? desc.mode >= WARPCRYPT_KPP_COUNT :
						wc_view_key(frame, &desc, &key)))
			continue;
		fprintf(file, "%s %s %u %s %u %llu\n", wc_name_of_cipher(desc.cipher),
			wc_name_of_mode(desc.cipher, desc.mode), key.len,
			desc.flags & WARPCRYPT_DESC_DECRYPT ? "decrypt" :
							      "encrypt",
			desc.len, (unsigned long long)desc.block);
	}
}
