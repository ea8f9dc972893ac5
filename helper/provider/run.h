/* SPDX-License-Identifier: GPL-2.0-only */
/* A batch from its begin to its end. */
#ifndef WARPCRYPT_PROVIDER_RUN_H
#define WARPCRYPT_PROVIDER_RUN_H

#include "helper/provider/context.h"
#include "helper/provider/engine.h"

int wp_run(struct wp_context *context, struct wp_engine *engine, struct warpcrypt_work *work);

#endif /* WARPCRYPT_PROVIDER_RUN_H */
