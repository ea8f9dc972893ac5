/* SPDX-License-Identifier: GPL-2.0-only */
/* The GPU's code, as nvcc made it: NAME it is called, IMAGE is the fatbin's path. */
	.section .rodata
	.balign 64
	.global NAME
	.hidden NAME
NAME:
	.incbin IMAGE
	.section .note.GNU-stack, "", %progbits
