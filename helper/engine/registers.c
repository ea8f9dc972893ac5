// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/registers.h"

/* Those that vzeroall leaves. */
#define CLEAR(n)	"vpxorq %%zmm" #n ",%%zmm" #n ",%%zmm" #n "\n\t"

void wc_wipe_registers(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx"))
		__asm__ __volatile__("vzeroall" ::: "memory");
	if (__builtin_cpu_supports("avx512f"))
		__asm__ __volatile__(CLEAR(16) CLEAR(17) CLEAR(18) CLEAR(19)
				     CLEAR(20) CLEAR(21) CLEAR(22) CLEAR(23)
				     CLEAR(24) CLEAR(25) CLEAR(26) CLEAR(27)
				     CLEAR(28) CLEAR(29) CLEAR(30) CLEAR(31) :::);
#endif
}
