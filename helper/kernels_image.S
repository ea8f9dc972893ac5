/* SPDX-License-Identifier: GPL-2.0-only */
/* The GPU's code, as nvcc made it: IMAGE is the fatbin's path. */
	.section .rodata
	.balign 64
	.global wc_kernels_image
	.hidden wc_kernels_image
wc_kernels_image:
	.incbin IMAGE
	.section .note.GNU-stack, "", %progbits
