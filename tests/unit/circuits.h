/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_UNIT_CIRCUITS_H
#define WARPCRYPT_TESTS_UNIT_CIRCUITS_H

/* Each returns NULL, or the name of the first thing that is wrong. */
const char *circuits_32(void);
const char *circuits_64(void);
const char *circuits_256(void);
const char *circuits_512(void);
/* 64 bits, three-input gates */
const char *circuits_lut3(void);

#endif /* WARPCRYPT_TESTS_UNIT_CIRCUITS_H */
