// SPDX-License-Identifier: GPL-2.0-only
/* Entry points of AES, four blocks to a thread: see kernels/entry.h. */
#include "kernels/aes_job.h"
#include "kernels/entry.h"
#include "kernels/one_job.h"

ONE_CIPHER(aes)
WC_SCHEDULE_ENTRY(aes, WC_GPU_AES)
WC_ONE_ENTRIES(aes)
WC_SHARE_ENTRY(wc_aes_ecb_encrypt, aes,
	       aes_job_ecb(job, slot, in, out, share, 0))
WC_SHARE_ENTRY(wc_aes_ecb_decrypt, aes,
	       aes_job_ecb(job, slot, in, out, share, 1))
WC_SHARE_ENTRY(wc_aes_ctr, aes, aes_job_ctr(job, slot, out, share))
WC_SHARE_ENTRY(wc_aes_cbc_decrypt, aes,
	       aes_job_cbc_decrypt(job, slot, in, out, share))
WC_SHARE_ENTRY(wc_aes_xts_encrypt, aes,
	       aes_job_xts(job, slot, in, out, share, 0))
WC_SHARE_ENTRY(wc_aes_xts_decrypt, aes,
	       aes_job_xts(job, slot, in, out, share, 1))
