// SPDX-License-Identifier: GPL-2.0-only
/* Which forms of a core this CPU has and the parameters allow. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "forms.h"

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#ifdef CONFIG_X86_64
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#endif
#ifdef CONFIG_ARM64
#include <asm/cpufeature.h>
#endif

static bool wcct_param_bmi = true;
module_param_named(bmi, wcct_param_bmi, bool, 0444);
MODULE_PARM_DESC(bmi, "Use BMI1's ANDN where the CPU has it (default Y)");

static char *wcct_param_simd = "auto";
module_param_named(simd, wcct_param_simd, charp, 0444);
MODULE_PARM_DESC(simd, "Vector registers to use: auto (the default), none, or one of neon, avx2, avx512, gfni");

#define WCCT_FORM_ENTRY(_vectors, _FORM, _form, _lanes, _least, _title) \
	[WCCT_##_FORM] = {						\
		.name = #_form, .title = _title, .lanes = _lanes,	\
		.least = _least, .vectors = _vectors,			\
	},
#define WCCT_GENERAL_ENTRY(...)	WCCT_FORM_ENTRY(false, __VA_ARGS__)
#define WCCT_VECTOR_ENTRY(...)	WCCT_FORM_ENTRY(true, __VA_ARGS__)

const struct wcct_form wcct_forms[WCCT_FORM_COUNT] = {
	WCCT_GENERAL_FORMS(WCCT_GENERAL_ENTRY)
	WCCT_VECTOR_FORMS(WCCT_VECTOR_ENTRY)
};
EXPORT_SYMBOL_GPL(wcct_forms);

#ifdef CONFIG_X86_64
/* Does the system save these registers? Linux, on which User-mode Linux runs, does. */
static bool wcct_saved(u64 features)
{
#ifdef CONFIG_UML
	return true;
#else
	return boot_cpu_has(X86_FEATURE_OSXSAVE) &&
	       cpu_has_xfeatures(features, NULL);
#endif
}

#ifdef CONFIG_UML
#define XFEATURE_MASK_SSE	0
#define XFEATURE_MASK_YMM	0
#define XFEATURE_MASK_AVX512	0
#endif

static bool wcct_cpu_has(enum wcct_form_number number)
{
	u64 avx = XFEATURE_MASK_SSE | XFEATURE_MASK_YMM;

	switch (number) {
	case WCCT_ANY:
		return true;
	case WCCT_BMI:
		return boot_cpu_has(X86_FEATURE_BMI1);
	case WCCT_AVX2:
		return boot_cpu_has(X86_FEATURE_AVX2) && wcct_saved(avx);
	case WCCT_AVX512:
		return boot_cpu_has(X86_FEATURE_AVX512F) &&
		       boot_cpu_has(X86_FEATURE_AVX512VL) &&
		       wcct_saved(avx | XFEATURE_MASK_AVX512);
	case WCCT_GFNI:
		return wcct_cpu_has(WCCT_AVX512) &&
		       boot_cpu_has(X86_FEATURE_AVX512BW) &&
		       boot_cpu_has(X86_FEATURE_AVX512VBMI) &&
		       boot_cpu_has(X86_FEATURE_GFNI);
	default:
		return false;
	}
}
#else
static bool wcct_cpu_has(enum wcct_form_number number)
{
#ifdef CONFIG_ARM64
	if (number == WCCT_NEON)
		return cpu_have_named_feature(ASIMD);
#endif
	return number == WCCT_ANY;
}
#endif

/* Has the CPU what a form needs, and do the parameters allow it? */
bool wcct_form_allowed(enum wcct_form_number number)
{
	if (number == WCCT_BMI && !wcct_param_bmi)
		return false;
	if (wcct_forms[number].vectors && strcmp(wcct_param_simd, "auto") &&
	    strcmp(wcct_param_simd, wcct_forms[number].name))
		return false;
	return wcct_cpu_has(number);
}

/**
 * wcct_forms_init() - check the parameters
 *
 * A CPU without the registers that were asked for is no error: disks must open.
 *
 * Return: 0, or -EINVAL if the parameter simd has another value than it may have
 */
int wcct_forms_init(void)
{
	unsigned int i;

	if (!strcmp(wcct_param_simd, "auto") || !strcmp(wcct_param_simd, "none"))
		return 0;
	for (i = 0; i < WCCT_FORM_COUNT; i++) {
		if (!wcct_forms[i].vectors ||
		    strcmp(wcct_param_simd, wcct_forms[i].name))
			continue;
		if (!wcct_cpu_has(i))
			pr_warn("simd=%s: this CPU has no %s; using general registers\n",
				wcct_forms[i].name, wcct_forms[i].title);
		return 0;
	}
	pr_err("simd=%s: no such registers\n", wcct_param_simd);
	return -EINVAL;
}
