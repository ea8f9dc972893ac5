/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The synchronous skcipher algorithms: the calling thread waits for the result.
 */
#ifndef _WC_SYNC_H
#define _WC_SYNC_H

struct skcipher_request;

int wc_sync_encrypt(struct skcipher_request *req);
int wc_sync_decrypt(struct skcipher_request *req);

#endif /* _WC_SYNC_H */
