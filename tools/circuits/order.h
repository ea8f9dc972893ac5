/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a circuit of two inputs a gate costs on machines whose instructions
 * overwrite one of their two operands, but for ANDN (x86-64 with BMI1), and how
 * it costs less: with complements at other places, in another order.
 * (Documentation/circuits.rst, "Order")
 */
#ifndef WARPCRYPT_CIRCUITS_ORDER_H
#define WARPCRYPT_CIRCUITS_ORDER_H

#include "tools/circuits/net.h"

/**
 * struct complements - a search for where complements cost least
 * @net: the circuit
 * @random: any number but 0
 * @not: which wires carry the complement of what they did
 * @cost: AND and OR count 1, for an operand may have to be copied; what takes two
 *	instructions counts 2
 */
struct complements {
	const struct net *net;
	uint64_t random;
	bool not[NET_WIRES];
	int cost;
};

/**
 * struct order - a search for the best order of a circuit's gates
 * @net: the circuit, of two inputs a gate
 * @registers: how many there are
 * @random: any number but 0
 * @gates: the order: which gate comes first, second...
 * @at: where each gate is in it
 * @cost: instructions in this order
 */
struct order {
	const struct net *net;
	int registers;
	uint64_t random;
	int gates[NET_GATES];
	int at[NET_GATES];
	int cost;
};

/* a & ~b: ANDN, which overwrites neither operand. */
static inline bool gate_is_andn(const struct gate *gate)
{
	unsigned int table = gate->table & 0xf;

	return table == 0x2 || table == 0x4;
}

/* All but that, AND, OR and XOR: one instruction more. */
static inline bool gate_has_not(const struct gate *gate)
{
	unsigned int table = gate->table & 0xf;

	return !gate_is_andn(gate) && table != 0x8 && table != 0xe &&
	       table != 0x6;
}

void complements_begin(struct complements *c, const struct net *net,
		       uint64_t seed);
void complements_move(struct complements *c, double temperature);
void complements_take(const struct complements *c, struct net *net);

void order_begin(struct order *o, const struct net *net, int registers,
		 uint64_t seed);
void order_move(struct order *o, double temperature);
void order_take(const struct order *o, struct net *net);

#endif /* WARPCRYPT_CIRCUITS_ORDER_H */
