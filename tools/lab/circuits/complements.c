// SPDX-License-Identifier: GPL-2.0-only
/*
 * Simulated annealing over which wires of a circuit carry complements. A
 * complement changes the gates that drive and read the wire: ANDN is best, AND
 * and OR are second.
 */
#include "tools/lab/circuits/order.h"

#include <string.h>

#include "tools/lab/circuits/draw.h"

static int judge_gate(const struct gate *g)
{
	unsigned int table = g->table & 0xf;

	if (gate_has_not(g))
		return 2;
	return table == 0x8 || table == 0xe;
}

static int judge(const struct complements *c)
{
	const struct net *net = c->net;
	int cost = 0, i;

	for (i = 0; i < net->gates; i++) {
		struct gate g = net->gate[i];

		g.table = net_turn(net, &g, NET_INPUTS + i, c->flip);
		cost += judge_gate(&g);
	}
	for (i = 0; i < NET_OUTPUTS; i++)
		cost += 2 * (net->out_not[i] ^ c->flip[net->out[i]]);
	return cost;
}

/**
 * complements_begin() - start with the circuit as it is
 * @c: the search
 * @net: the circuit; does not change until complements_take()
 * @seed: selects one of many searches
 */
void complements_begin(struct complements *c, const struct net *net,
		       uint64_t seed)
{
	c->net = net;
	c->random = draw_seed(seed);
	memset(c->flip, 0, sizeof(c->flip));
	c->cost = judge(c);
}

/**
 * complements_move() - try to complement one wire, or two
 * @c: the search
 * @temperature: by how much a likely move may increase the cost
 */
void complements_move(struct complements *c, double temperature)
{
	int wires[2], n = 1 + !draw_below(&c->random, 3), i, cost;

	for (i = 0; i < n; i++) {
		wires[i] = NET_INPUTS +
			   (int)draw_below(&c->random, (uint32_t)c->net->gates);
		c->flip[wires[i]] ^= 1;
	}
	cost = judge(c);
	if (draw_accept(&c->random, cost - c->cost, temperature)) {
		c->cost = cost;
		return;
	}
	for (i = 0; i < n; i++)
		c->flip[wires[i]] ^= 1;
}

/**
 * complements_take() - apply the complements that the search found
 * @c: the search
 * @net: its circuit
 */
void complements_take(const struct complements *c, struct net *net)
{
	int i;

	for (i = 0; i < net->gates; i++)
		net->gate[i].table = net_turn(net, &net->gate[i], NET_INPUTS + i,
					      c->flip);
	for (i = 0; i < NET_OUTPUTS; i++)
		net->out_not[i] ^= c->flip[net->out[i]];
}
