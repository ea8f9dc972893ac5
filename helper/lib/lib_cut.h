/* SPDX-License-Identifier: GPL-2.0-only */
/* Cuts batches into pieces that fit into frames. */
#ifndef WARPCRYPT_HELPER_LIB_CUT_H
#define WARPCRYPT_HELPER_LIB_CUT_H

#include "helper/lib/lib_types.h"

bool lib_cut(struct warpcrypt_batch *b, struct lib_frame *frame, size_t limit,
	     uint64_t *taken);
void lib_cut_count(uint8_t iv[16], uint64_t blocks);
bool lib_cut_is_chain(const struct lib_key *key,
		      const struct warpcrypt_request *r);

#endif /* WARPCRYPT_HELPER_LIB_CUT_H */
