/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All our algorithms, of whatever type.
 */
#ifndef _WC_ALGORITHMS_H
#define _WC_ALGORITHMS_H

/**
 * struct wc_algorithms - the algorithms of one type
 * @count: how many algorithms there are
 * @add: registers the i-th with the crypto API; 0 or what that gave
 * @remove: unregisters the i-th
 * @name: the driver name of the i-th
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
