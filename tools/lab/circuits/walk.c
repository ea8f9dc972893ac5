// SPDX-License-Identifier: GPL-2.0-only
/*
 * A move picks a gate, finds the inputs of the circuit for which the gate's
 * value matters, and replaces it by something that agrees with it there: a
 * wire, another gate, or two gates. Gates that then have no readers are removed.
 * (tools/lab/README.md, "Circuits")
 */
#include "tools/lab/circuits/walk.h"

#include <stdlib.h>
#include <string.h>

#include "tools/lab/circuits/draw.h"

/* Triples of wires to consider before the best is taken. */
#define TRIPLES		400
/* Gates to try as the second of two. */
#define SECOND_GATES	600
/* Moves after which the walk goes back to the best circuit. */
#define RETURN		3000
/* Two gates replace one only if the circuit has at most this many gates more than the best. */
#define ABOVE_BEST	3

/**
 * struct spot - the gate that a move replaces
 * @wire: the wire that it drives
 * @value: the values of all wires
 * @on: the inputs for which it must be 1
 * @off: the inputs for which it must be 0; for others its value does not matter
 * @candidates: wires that do not depend on it
 * @count: number of candidates
 * @readers: number of readers of each wire
 */
struct spot {
	int wire;
	net_value value[NET_WIRES];
	net_value on;
	net_value off;
	int candidates[NET_WIRES];
	int count;
	int readers[NET_WIRES];
};

static uint32_t draw(struct walk *w, uint32_t limit)
{
	return draw_below(&w->random, limit);
}

static void count_readers(const struct net *net, int *readers)
{
	int i, k;

	memset(readers, 0, NET_WIRES * sizeof(*readers));
	for (i = 0; i < net->gates; i++)
		for (k = 0; k < net->fan_in; k++)
			readers[net->gate[i].in[k]]++;
	for (i = 0; i < NET_OUTPUTS; i++)
		readers[net->out[i]]++;
}

/* Pick a gate. Complement its wire, and find where an output changes. */
static void look(struct walk *w, struct spot *s)
{
	static net_value other[NET_WIRES];
	const struct net *net = &w->net;
	bool behind[NET_WIRES] = { false };
	net_value care = { 0 };
	int wires = NET_INPUTS + net->gates, i, k;

	s->wire = NET_INPUTS + (int)draw(w, (uint32_t)net->gates);
	net_evaluate(net, s->value);
	memcpy(other, s->value, sizeof(*other) * (size_t)wires);
	other[s->wire] = ~other[s->wire];
	behind[s->wire] = true;
	for (i = s->wire + 1; i < wires; i++) {
		const struct gate *g = &net->gate[i - NET_INPUTS];

		for (k = 0; k < net->fan_in; k++)
			behind[i] |= behind[g->in[k]];
		if (behind[i])
			other[i] = net_gate(net, g, other);
	}
	for (i = 0; i < NET_OUTPUTS; i++)
		care |= other[net->out[i]] ^ s->value[net->out[i]];
	s->on = s->value[s->wire] & care;
	s->off = ~s->value[s->wire] & care;
	for (s->count = 0, i = 0; i < wires; i++)
		if (!behind[i])
			s->candidates[s->count++] = i;
	count_readers(net, s->readers);
}

/* How many gates lose their readers if the gate of @s reads @in instead. */
static int gain(const struct net *net, const struct spot *s, const int *in,
		int count)
{
	static int readers[NET_WIRES], stack[3 * NET_WIRES];
	int top = 0, lost = 0, k;

	memcpy(readers, s->readers, sizeof(readers));
	for (k = 0; k < count; k++)
		readers[in[k]]++;
	for (k = 0; k < net->fan_in; k++)
		stack[top++] = net->gate[s->wire - NET_INPUTS].in[k];
	while (top) {
		int wire = stack[--top];

		if (--readers[wire] || wire < NET_INPUTS)
			continue;
		lost++;
		for (k = 0; k < net->fan_in; k++)
			stack[top++] = net->gate[wire - NET_INPUTS].in[k];
	}
	return lost;
}

/* Whether the gate must be 1 for some inputs in @where and 0 for others. */
static bool undecided(const struct spot *s, net_value where)
{
	return !net_is_zero(where & s->on) && !net_is_zero(where & s->off);
}

/* Whether a gate of two wires can replace the gate: each row of its table is decided. */
static bool pair_does(const struct spot *s, net_value a, net_value b)
{
	return !undecided(s, ~a & ~b) && !undecided(s, a & ~b) &&
	       !undecided(s, ~a & b) && !undecided(s, a & b);
}

/* The gate that reads @in; rows of its table that never matter are random. */
static struct gate gate_of(struct walk *w, const struct spot *s, const int *in)
{
	int rows = 1 << w->net.fan_in, row, k;
	struct gate g = { .in = { in[0], in[1], 0 } };
	unsigned int table = 0;

	if (w->net.fan_in == 3)
		g.in[2] = in[2];
	for (row = 0; row < rows; row++) {
		net_value where = ~(net_value){ 0 };

		for (k = 0; k < w->net.fan_in; k++)
			where &= row >> k & 1 ? s->value[in[k]] :
						~s->value[in[k]];
		if (!net_is_zero(where & s->on) ||
		    (w->net.fan_in == 3 && net_is_zero(where & s->off) && row &&
		     draw(w, 2)))
			table |= 1u << row;
	}
	g.table = (uint8_t)(rows == 4 ? table | table << 4 : table);
	return g;
}

/* All readers of @wire read @by, or its complement, instead. */
static void replace(struct net *net, int wire, int by, bool flip)
{
	int i, k, row;

	for (i = 0; i < net->gates; i++)
		for (k = 0; k < net->fan_in; k++) {
			struct gate *g = &net->gate[i];
			unsigned int table = 0;

			if (g->in[k] != wire)
				continue;
			g->in[k] = by;
			for (row = 0; flip && row < 8; row++)
				table |= (g->table >> (row ^ 1 << k) & 1u)
					 << row;
			if (flip)
				g->table = (uint8_t)table;
		}
	for (i = 0; i < NET_OUTPUTS; i++)
		if (net->out[i] == wire) {
			net->out[i] = by;
			net->out_not[i] ^= flip;
		}
}

/* Try to replace the gate by a wire. */
static bool one_wire(struct walk *w, const struct spot *s)
{
	int i;

	for (i = 0; i < s->count; i++) {
		net_value v = s->value[s->candidates[i]];
		bool same = net_is_zero(s->on & ~v) && net_is_zero(s->off & v);
		bool flip = net_is_zero(s->on & v) && net_is_zero(s->off & ~v);

		if (!same && !flip)
			continue;
		replace(&w->net, s->wire, s->candidates[i], !same);
		return true;
	}
	return false;
}

/**
 * struct choice - the best replacement so far, random among equals
 * @gain: gates saved; less than 0 at first
 * @equals: number of replacements as good as this
 * @in: its wires
 */
struct choice {
	int gain;
	uint32_t equals;
	int in[3];
};

/* Whether a replacement with this @gain becomes the choice. */
static bool better(struct walk *w, struct choice *c, int gain)
{
	if (gain < c->gain)
		return false;
	if (gain > c->gain)
		c->equals = 0;
	c->gain = gain;
	return !draw(w, ++c->equals);
}

static void consider(struct walk *w, const struct spot *s, struct choice *c,
		     const int *in)
{
	const struct gate *g = &w->net.gate[s->wire - NET_INPUTS];
	int fan_in = w->net.fan_in, same = 0, i, k;

	for (i = 0; i < fan_in; i++)
		for (k = 0; k < fan_in; k++)
			if (in[i] == g->in[k]) {
				same++;
				break;
			}
	if (same < fan_in && better(w, c, gain(&w->net, s, in, fan_in)))
		memcpy(c->in, in, sizeof(c->in));
}

static void all_pairs(struct walk *w, struct spot *s, struct choice *c)
{
	int i, j;

	for (i = 0; i < s->count; i++)
		for (j = i + 1; j < s->count; j++) {
			int in[3] = { s->candidates[i], s->candidates[j], 0 };

			if (pair_does(s, s->value[in[0]], s->value[in[1]]))
				consider(w, s, c, in);
		}
}

/* Whether a third wire decides the rows that two wires leave undecided. */
static bool third_does(const struct spot *s, const net_value *rows, int count,
		       net_value v)
{
	int i;

	for (i = 0; i < count; i++)
		if (undecided(s, rows[i] & v) || undecided(s, rows[i] & ~v))
			return false;
	return true;
}

/* In random order, until TRIPLES were found. */
static void some_triples(struct walk *w, struct spot *s, struct choice *c)
{
	int *in = s->candidates, found = 0, i, j, k, r;

	for (i = s->count - 1; i > 0; i--) {
		j = (int)draw(w, (uint32_t)i + 1);
		k = in[i];
		in[i] = in[j];
		in[j] = k;
	}
	for (i = 0; i < s->count && found < TRIPLES; i++)
		for (j = i + 1; j < s->count && found < TRIPLES; j++) {
			net_value a = s->value[in[i]], b = s->value[in[j]];
			net_value rows[4] = { ~a & ~b, a & ~b, ~a & b, a & b };
			int open = 0;

			for (r = 0; r < 4; r++)
				if (undecided(s, rows[r]))
					rows[open++] = rows[r];
			for (k = j + 1; k < s->count; k++) {
				int three[3] = { in[i], in[j], in[k] };

				if (!third_does(s, rows, open,
						s->value[in[k]]))
					continue;
				found++;
				consider(w, s, c, three);
			}
		}
}

/* Try to replace the gate by another. */
static bool one_gate(struct walk *w, struct spot *s)
{
	struct choice c = { .gain = -1 };

	if (w->net.fan_in == 2)
		all_pairs(w, s, &c);
	else
		some_triples(w, s, &c);
	if (c.gain < 0)
		return false;
	w->net.gate[s->wire - NET_INPUTS] = gate_of(w, s, c.in);
	return true;
}

/* Try to replace the gate by two gates of two inputs: one reads a wire and the other gate. */
static bool two_gates(struct walk *w, struct spot *s)
{
	static const uint8_t tables[] = { 0x22, 0x44, 0x66, 0x88, 0xee };
	struct net *net = &w->net;
	struct choice c = { .gain = -2 };
	struct gate second = { 0 };
	int i, tries, in[3];

	if (net->gates == NET_GATES)
		return false;
	for (tries = 0; tries < SECOND_GATES; tries++) {
		struct gate g = { .table = tables[draw(w, 5)] };
		net_value v;

		g.in[0] = s->candidates[draw(w, (uint32_t)s->count)];
		g.in[1] = s->candidates[draw(w, (uint32_t)s->count)];
		if (g.in[0] == g.in[1])
			continue;
		v = net_gate(net, &g, s->value);
		for (i = 0; i < s->count; i++) {
			in[0] = s->candidates[i];
			if (!pair_does(s, s->value[in[0]], v))
				continue;
			in[1] = g.in[0];
			in[2] = g.in[1];
			if (!better(w, &c, gain(net, s, in, 3) - 1))
				continue;
			memcpy(c.in, in, sizeof(in));
			second = g;
		}
	}
	if (c.gain < -1 || (c.gain == -1 && draw(w, w->up)))
		return false;
	in[0] = c.in[0];
	in[1] = NET_INPUTS + net->gates;
	s->value[in[1]] = net_gate(net, &second, s->value);
	net->gate[net->gates++] = second;
	net->gate[s->wire - NET_INPUTS] = gate_of(w, s, in);
	return true;
}

static bool same_function(const struct net *a, const struct net *b)
{
	static net_value va[NET_WIRES], vb[NET_WIRES];
	int i;

	net_evaluate(a, va);
	net_evaluate(b, vb);
	for (i = 0; i < NET_OUTPUTS; i++) {
		net_value d = va[a->out[i]] ^ vb[b->out[i]];

		if (!net_is_zero(a->out_not[i] ^ b->out_not[i] ? ~d : d))
			return false;
	}
	return true;
}

/**
 * walk_begin() - start at a circuit
 * @w: the walk; the caller sets @w->up
 * @net: the circuit
 * @seed: the same seed gives the same walk
 */
void walk_begin(struct walk *w, const struct net *net, uint64_t seed)
{
	w->net = *net;
	net_compact(&w->net);
	w->best = w->net;
	w->random = seed * 0x9e3779b97f4a7c15ull | 1;
	w->moves = 0;
}

/**
 * walk_move() - try a move
 * @w: the walk
 *
 * Return: whether @w->best is a smaller circuit now
 */
bool walk_move(struct walk *w)
{
	static struct spot s;
	bool moved, smaller;

	if (++w->moves % RETURN == 0 && w->net.gates > w->best.gates)
		w->net = w->best;
	look(w, &s);
	if (w->net.fan_in == 2 && !draw(w, 4) &&
	    w->net.gates < w->best.gates + ABOVE_BEST)
		moved = two_gates(w, &s);
	else
		moved = one_wire(w, &s) || one_gate(w, &s);
	if (!moved)
		return false;
	net_compact(&w->net);
	if (!same_function(&w->net, &w->best))
		abort();
	smaller = w->net.gates < w->best.gates;
	if (w->net.gates <= w->best.gates)
		w->best = w->net;
	return smaller;
}
