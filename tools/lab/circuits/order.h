/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many instructions a circuit of two-input gates takes on a machine whose
 * instructions, except ANDN, overwrite one of their two operands (x86-64 with
 * BMI1), and two searches that reduce them: for other places of complements, and
 * for another order of the gates. (tools/lab/README.md, "Circuits")
 */
#ifndef WARPCRYPT_CIRCUITS_ORDER_H
#define WARPCRYPT_CIRCUITS_ORDER_H

#include "tools/lab/circuits/net.h"

/**
 * struct complements - a search for the cheapest places of complements
 * @net: the circuit
 * @random: any number but 0
 * @flip: which wires carry the complement of their value in @net
 * @cost: AND and OR count 1, because an operand may have to be copied; gates of
 *	two instructions count 2
 */
struct complements {
	const struct net *net;
	uint64_t random;
	bool flip[NET_WIRES];
	int cost;
};

/**
 * struct order - a search for the best order of a circuit's gates
 * @net: the circuit, of two-input gates
 * @registers: number of registers
 * @random: any number but 0
 * @gates: the order: which gate comes first, second...
 * @at: the place of each gate in it
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

/* Any gate but ANDN, AND, OR and XOR: it takes one instruction more. */
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
