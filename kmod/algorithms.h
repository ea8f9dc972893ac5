/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registering the algorithms of all types with the crypto API.
 */
#ifndef _WC_ALGORITHMS_H
#define _WC_ALGORITHMS_H

/**
 * struct wc_algorithms - the algorithms of one type
 * @count: number of algorithms
 * @add: registers algorithm i with the crypto API; returns 0 or its error
 * @remove: unregisters algorithm i
 * @name: the driver name of algorithm i
 */
struct wc_algorithms {
	unsigned int count;
	int (*add)(unsigned int i);
	void (*remove)(unsigned int i);
	const char *(*name)(unsigned int i);
};

int wc_algorithms_register(void);
void wc_algorithms_unregister(void);

#endif /* _WC_ALGORITHMS_H */
