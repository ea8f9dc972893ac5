/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_CIRCUITS_WALK_H
#define WARPCRYPT_CIRCUITS_WALK_H

#include "tools/lab/circuits/net.h"

/**
 * struct walk - a random walk among circuits of one function
 * @net: the current circuit
 * @best: the smallest circuit so far
 * @up: one in this many of the moves that make the circuit larger is accepted
 * @random: any number but 0
 * @moves: number of moves tried
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
