/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The guest's side of the bridge: a second process that outlives the bridge.
 *
 * The bridge may be killed like any helper. Then the helper on the host and its
 * GPU can still access the arena. The keeper has that helper killed. Until the
 * helper has ended, another bridge waits in guest_keeper_start().
 */
#ifndef WARPCRYPT_GPU_GUEST_KEEPER_H
#define WARPCRYPT_GPU_GUEST_KEEPER_H

#include "tools/gpu/guest_memory.h"

void guest_rename(const char *name);
int guest_keeper_claim(void);
int guest_keeper_start(int control);
int guest_keeper_arm(int keeper, const struct guest_memory *mem);

#endif /* WARPCRYPT_GPU_GUEST_KEEPER_H */
