/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_HELPER_ENGINE_REGISTERS_H
#define WARPCRYPT_HELPER_ENGINE_REGISTERS_H

/*
 * Clear the vector registers of the calling thread. The C library copies with them, and
 * the kernel saves them in memory while the thread sleeps: pieces of a key would stay
 * there until its next copies.
 */
void wc_wipe_registers(void);

#endif /* WARPCRYPT_HELPER_ENGINE_REGISTERS_H */
