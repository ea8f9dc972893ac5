/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Engines that fail or hang: their work goes to others, if there are any. CPUs may
 * stand by for the GPUs.
 */
#ifndef WARPCRYPT_HELPER_LIB_FAIL_H
#define WARPCRYPT_HELPER_LIB_FAIL_H

#include "helper/lib/lib_types.h"

bool lib_fail_is_resting(const struct lib_port *port);
void lib_fail_frame(struct lib_port *port, struct lib_frame *frame);
void *lib_fail_watch(void *engines);
bool lib_fail_end_threads(struct lib_port *port);

#endif /* WARPCRYPT_HELPER_LIB_FAIL_H */
