/* SPDX-License-Identifier: GPL-2.0-only */
/* Bytes in any portions: collects blocks, pads. In XTS each portion is a data unit. */
#ifndef WARPCRYPT_PROVIDER_STREAM_H
#define WARPCRYPT_PROVIDER_STREAM_H

#include "helper/provider/bulk.h"

/**
 * struct wp_stream - a stream of bytes under one key
 * @bulk: the key
 * @first_iv: the IV that was set; zero before, as with OpenSSL's own ciphers
 * @has_iv: one was set
 * @iv: that of the next block
 * @pad: ECB and CBC: whether the last block is padded (PKCS #7)
 * @kept: ECB and CBC: bytes that wait for more; CTR: keystream
 * @used: ECB and CBC: how many bytes are in @kept, up to 16. CTR: how many have been
 *	used of it; 0: all
 */
struct wp_stream {
	struct wp_bulk bulk;
	uint8_t first_iv[WP_BLOCK];
	bool has_iv;
	uint8_t iv[WP_BLOCK];
	bool pad;
	uint8_t kept[WP_BLOCK];
	unsigned int used;
};

void wp_stream_restart(struct wp_stream *s, const uint8_t *iv);

/* These two are what OpenSSL calls: a stream is its context of a cipher. */
int wp_stream_update(void *stream, uint8_t *out, size_t *out_len, size_t out_size,
		     const uint8_t *in, size_t len);
int wp_stream_final(void *stream, uint8_t *out, size_t *out_len, size_t out_size);

#endif /* WARPCRYPT_PROVIDER_STREAM_H */
