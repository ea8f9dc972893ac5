/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_CIRCUITS_WALK_H
#define WARPCRYPT_CIRCUITS_WALK_H

#include "tools/circuits/net.h"

/**
 * struct walk - a random walk among circuits of one function
 * @net: where it is
 * @best: the smallest circuit so far
 * @up: a move that makes the circuit larger is taken once in so many times
 * @random: any number but 0
 * @moves: how many were tried
 */
struct walk {
	struct net net;
	struct net best;
	unsigned int up;
	uint64_t random;
	unsigned long moves;
};

void walk_begin(struct walk *w, const struct net *net, uint64_t seed);
bool walk_move(struct walk *w);

#endif /* WARPCRYPT_CIRCUITS_WALK_H */
