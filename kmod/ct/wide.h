/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For NAME_wide.c, which is compiled for each bitsliced form: first this file, then the
 * core's header, then WCCT_DEFINE_WIDE(). Kbuild defines WCCT_FORM and WC_WORD_BITS. And
 * for NAME_gfni.c: WCCT_DEFINE_GFNI() and, if it does one block, WCCT_DEFINE_GFNI_ONE().
 */
#ifndef _WCCT_WIDE_H
#define _WCCT_WIDE_H

#include <linux/compiler.h>
#include <linux/stddef.h>

#include "forms.h"

#ifdef __CHECKER__
/* sparse knows no vectors. */
#undef WC_WORD_BITS
#define WC_WORD_BITS	64
#endif

/* Overwrite the vector registers, which have parts of the state. */
static __always_inline void wcct_wipe_registers(void)
{
#ifdef __AVX2__
	asm volatile("vzeroall" : : : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
		     "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
		     "xmm12", "xmm13", "xmm14", "xmm15");
#endif
#ifdef __AVX512VL__
	asm volatile(".irp n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n\t"
		     "vpxorq %%xmm\\n, %%xmm\\n, %%xmm\\n\n\t"
		     ".endr" : : : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20",
		     "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26",
		     "xmm27", "xmm28", "xmm29", "xmm30", "xmm31");
#endif
}

#define WCCT_WIDE_NAME_(_name, _form)	_name##_ct_##_form
#define WCCT_WIDE_NAME(_name, _form)	WCCT_WIDE_NAME_(_name, _form)
#define WCCT_DEFINE_WIDE(_name)						\
	wcct_wide_fn WCCT_WIDE_NAME(_name, WCCT_FORM);			\
	void WCCT_WIDE_NAME(_name, WCCT_FORM)(const void *wide,		\
					      bool decrypt,		\
					      void *planes, u8 *dst,	\
					      const u8 *src)		\
	{								\
		bs_slice(planes, src);					\
		if (decrypt)						\
			_name##_decrypt(wide, planes);			\
		else							\
			_name##_encrypt(wide, planes);			\
		bs_unslice(dst, planes);				\
		wcct_wipe_registers();					\
	}

/* Of the expanded key these need the round keys only. */
#define WCCT_DEFINE_GFNI(_name)						\
	wcct_wide_fn _name##_ct_gfni;					\
	void _name##_ct_gfni(const void *wide, bool decrypt,		\
			     void *planes, u8 *dst, const u8 *src)	\
	{								\
		_name##_gfni(wide + offsetof(struct _name##_key, plain), \
			     decrypt, planes, dst, src);		\
		wcct_wipe_registers();					\
	}								\
	wcct_tweaks_fn _name##_ct_gfni_tweaks;				\
	void _name##_ct_gfni_tweaks(struct gf128 *to,			\
				    struct gf128 *tweak,		\
				    unsigned int blocks)		\
	{								\
		gfni_tweaks((u8 *)to, tweak, blocks);			\
		wcct_wipe_registers();					\
	}

#define WCCT_DEFINE_GFNI_ONE(_name)					\
	wcct_one_fn _name##_ct_gfni_one;				\
	void _name##_ct_gfni_one(const void *schedule, bool decrypt,	\
				 u8 *dst, const u8 *src)		\
	{								\
		_name##_gfni_one(schedule, decrypt, dst, src);		\
		wcct_wipe_registers();					\
	}

#endif /* _WCCT_WIDE_H */
