/* SPDX-License-Identifier: GPL-2.0-only */
/* The GPU's code, as nvcc made it: NAME it is called, IMAGE is the fatbin's path. */
#ifdef __CET__
#include <cet.h>		/* says that this object has no branch target without endbr */
#endif
	.section .rodata
	.balign 64
	.global NAME
	.hidden NAME
NAME:
	.incbin IMAGE
	.section .note.GNU-stack, "", %progbits
