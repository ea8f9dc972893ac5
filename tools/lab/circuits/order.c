// SPDX-License-Identifier: GPL-2.0-only
/*
 * Simulated annealing over the orders of a circuit's gates. The cost of an order
 * is its number of instructions.
 */
#include "tools/lab/circuits/order.h"

#include "tools/lab/circuits/draw.h"

/* The place where outputs are read: after all gates. */
#define END	NET_GATES
#define NEVER	(NET_GATES + 1)
/* The most reads of a wire: a gate may read it twice; outputs read it, too. */
#define READS	(2 * NET_GATES + NET_OUTPUTS + 1)

/**
 * struct machine - the registers while gates are evaluated in some order
 * @reads: for each wire the places where it is read, ascending, then NEVER
 * @next: for each wire which of its reads is next
 * @saved: which wires are in memory
 * @held: which wires are in registers
 * @in: the wires in the registers
 * @used: number of registers in use
 * @cost: number of instructions so far
 */
struct machine {
	int reads[NET_WIRES][READS];
	int next[NET_WIRES];
	bool saved[NET_WIRES];
	bool held[NET_WIRES];
	int in[NET_WIRES];
	int used;
	int cost;
};

static int draw(struct order *o, int limit)
{
	return (int)draw_below(&o->random, (uint32_t)limit);
}

static int next_read(const struct machine *m, int wire)
{
	return m->reads[wire][m->next[wire]];
}

static void leave(struct machine *m, int wire)
{
	int i;

	for (i = 0; m->in[i] != wire; i++)
		;
	m->in[i] = m->in[--m->used];
	m->held[wire] = false;
}

/*
 * Take a register for @wire. If none is free, the wire whose next read is the
 * latest goes to memory. Instructions can read it there, too.
 */
static void enter(struct machine *m, int wire, int registers)
{
	int i, worst = 0;

	if (m->used == registers) {
		for (i = 1; i < m->used; i++)
			if (next_read(m, m->in[i]) > next_read(m, m->in[worst]))
				worst = i;
		i = m->in[worst];
		if (!m->saved[i])
			m->cost++;
		m->saved[i] = true;
		leave(m, i);
	}
	m->in[m->used++] = wire;
	m->held[wire] = true;
}

/* The wire is in a register and is not read again. */
static bool dies(const struct machine *m, int wire)
{
	return m->held[wire] && next_read(m, wire) == NEVER;
}

/*
 * A gate is one instruction, or two if it has a complement, and one more if
 * both operands are read again, so that one must be copied.
 */
static void evaluate(struct machine *m, const struct gate *g, int wire,
		     int registers)
{
	bool copied = !gate_is_andn(g);
	int k;

	for (k = 0; k < 2; k++)
		m->next[g->in[k]]++;
	for (k = 0; k < 2; k++) {
		if (!dies(m, g->in[k]))
			continue;
		leave(m, g->in[k]);
		copied = false;
	}
	m->cost += 1 + gate_has_not(g) + copied;
	enter(m, wire, registers);
}

/* The number of instructions of this order. */
static int judge(const struct net *net, const int *order, int registers)
{
	static struct machine m;
	int count[NET_WIRES] = { 0 };
	int i, k;

	for (i = 0; i < net->gates; i++)
		for (k = 0; k < 2; k++) {
			int wire = net->gate[order[i]].in[k];

			m.reads[wire][count[wire]++] = i;
		}
	for (i = 0; i < NET_OUTPUTS; i++)
		m.reads[net->out[i]][count[net->out[i]]++] = END;
	for (i = 0; i < NET_INPUTS + net->gates; i++) {
		m.reads[i][count[i]] = NEVER;
		m.next[i] = 0;
		m.saved[i] = false;
		m.held[i] = false;
	}
	m.used = 0;
	m.cost = 0;
	for (i = 0; i < NET_INPUTS; i++)
		enter(&m, i, registers);
	for (i = 0; i < net->gates; i++)
		evaluate(&m, &net->gate[order[i]], NET_INPUTS + order[i],
			 registers);
	return m.cost;
}

/**
 * order_begin() - start at the present order of the gates
 * @o: the search
 * @net: the circuit; does not change until order_take()
 * @registers: at least 8
 * @seed: selects one of many searches
 */
void order_begin(struct order *o, const struct net *net, int registers,
		 uint64_t seed)
{
	int i;

	o->net = net;
	o->registers = registers;
	o->random = draw_seed(seed);
	for (i = 0; i < net->gates; i++)
		o->gates[i] = o->at[i] = i;
	o->cost = judge(net, o->gates, registers);
}

/* The places to which the gate at @from can move: after its inputs, before its readers. */
static void limits(const struct order *o, int from, int *first, int *last)
{
	int gate = o->gates[from], i, k;

	*first = 0;
	*last = o->net->gates - 1;
	for (k = 0; k < 2; k++) {
		int wire = o->net->gate[gate].in[k];

		if (wire >= NET_INPUTS && o->at[wire - NET_INPUTS] >= *first)
			*first = o->at[wire - NET_INPUTS] + 1;
	}
	for (i = from + 1; i <= *last; i++)
		for (k = 0; k < 2; k++)
			if (o->net->gate[o->gates[i]].in[k] ==
			    NET_INPUTS + gate)
				*last = i - 1;
}

static void put(struct order *o, int from, int to)
{
	int gate = o->gates[from], step = from < to ? 1 : -1;

	for (; from != to; from += step) {
		o->gates[from] = o->gates[from + step];
		o->at[o->gates[from]] = from;
	}
	o->gates[to] = gate;
	o->at[gate] = to;
}

/**
 * order_move() - try a gate at another place
 * @o: the search
 * @temperature: by how much a likely move may increase the cost
 */
void order_move(struct order *o, double temperature)
{
	int from = draw(o, o->net->gates), first, last, to, cost;

	limits(o, from, &first, &last);
	to = first + draw(o, last - first + 1);
	put(o, from, to);
	cost = judge(o->net, o->gates, o->registers);
	if (draw_accept(&o->random, cost - o->cost, temperature))
		o->cost = cost;
	else
		put(o, to, from);
}

/**
 * order_take() - put a circuit's gates into the order that the search found
 * @o: the search
 * @net: its circuit
 */
void order_take(const struct order *o, struct net *net)
{
	static struct net was;
	int i, k;

	was = *net;
	for (i = 0; i < was.gates; i++) {
		struct gate *g = &net->gate[i];

		*g = was.gate[o->gates[i]];
		for (k = 0; k < 2; k++)
			if (g->in[k] >= NET_INPUTS)
				g->in[k] = NET_INPUTS +
					   o->at[g->in[k] - NET_INPUTS];
	}
	for (i = 0; i < NET_OUTPUTS; i++)
		if (was.out[i] >= NET_INPUTS)
			net->out[i] = NET_INPUTS +
				      o->at[was.out[i] - NET_INPUTS];
}
