/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One operation each, for gpu-operands.cu and gpu-beside.cu: over x, y and z, eight of each
 * in registers; i, k and other are constants of an unrolled loop, see there.
 */
#ifndef WARPCRYPT_GPU_OPERANDS_H
#define WARPCRYPT_GPU_OPERANDS_H

#include "kernels/curve/fe25519_dpf.h"
#include "kernels/curve/i32_words.h"

/* DFMA: three different registers; a factor that the one before had; a constant. */
#define OP_DFMA_THREE	asm volatile("fma.rz.f64 %0, %1, %2, %0;"	\
				     : "+d"(z[i]) : "d"(x[i]), "d"(y[other]))
#define OP_DFMA_FACTOR	asm volatile("fma.rz.f64 %0, %1, %2, %0;"	\
				     : "+d"(z[i]) : "d"(x[k]), "d"(y[i]))
#define OP_DFMA_CONSTANT asm volatile("fma.rz.f64 %0, %0, %1, %2;"	\
				     : "+d"(z[i]) : "d"(y[other]), "d"(DPF_A))
/* One register. */
#define OP_DFMA_ONE	asm volatile("fma.rz.f64 %0, %0, %1, %1;"	\
				     : "+d"(z[i]) : "d"(DPF_A))
#define OP_DADD_TWO	asm volatile("add.rz.f64 %0, %1, %0;"		\
				     : "+d"(z[i]) : "d"(y[other]))
#define OP_LOP3		asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;"	\
				     : "+r"(z[i]) : "r"(x[i]), "r"(y[other]))
#define OP_LOP3_ONE	asm volatile("lop3.b32 %0, %0, %1, %1, 0x6a;"	\
				     : "+r"(z[i]) : "n"(0x1234567))
#define OP_WIDE		asm volatile("mad.wide.u32 %0, %1, %2, %0;"	\
				     : "+l"(z[i])			\
				     : "r"((uint32_t)z[(i + 3) % 8]),	\
				       "r"((uint32_t)y[other]))

/* 64 of one of them; each value is read with each. */
#define OP_EIGHT_BY_EIGHT(op) do {					\
	FE_UNROLL							\
	for (int k = 0; k < 8; k++) {					\
		FE_UNROLL						\
		for (int i = 0; i < 8; i++) {				\
			const int other = (i + k) % 8;			\
									\
			(void)other;					\
			op;						\
		}							\
	}								\
} while (0)

#endif /* WARPCRYPT_GPU_OPERANDS_H */
