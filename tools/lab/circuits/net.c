// SPDX-License-Identifier: GPL-2.0-only
#include "tools/lab/circuits/net.h"

#include <stdlib.h>
#include <string.h>

#define NAME	32

struct names {
	char name[NET_WIRES][NAME];
	bool known[NET_WIRES];
};

/* The wire called @name, or -1. */
static int find(const struct names *names, const char *name)
{
	int i;

	for (i = 0; i < NET_WIRES; i++)
		if (names->known[i] && !strcmp(names->name[i], name))
			return i;
	return -1;
}

static void call(struct names *names, int wire, const char *name)
{
	snprintf(names->name[wire], NAME, "%s", name);
	names->known[wire] = true;
}

/* "x0 = b[3], x1 = b[2];" */
static bool read_inputs(struct names *names, const char *line)
{
	char name[NAME];
	int index, used;
	bool any = false;

	while (sscanf(line, " %31[a-z0-9] = %*[a-z][%d]%n", name, &index,
		      &used) == 2 && index >= 0 && index < NET_INPUTS) {
		call(names, index, name);
		any = true;
		line += used;
		line += strspn(line, ", ");
	}
	return any;
}

static bool add(struct net *net, struct names *names, const char *name,
		int c, int b, int a, unsigned int table)
{
	if (a < 0 || b < 0 || c < 0 || net->gates == NET_GATES)
		return false;
	net->gate[net->gates] = (struct gate){ { a, b, c }, (uint8_t)table };
	call(names, NET_INPUTS + net->gates++, name);
	return true;
}

/* A gate, after "bs_word " */
static bool read_gate(struct net *net, struct names *names, const char *line)
{
	char name[NAME], a[NAME], b[NAME], c[NAME], op, flip[2] = "";
	unsigned int table, all = 0;

	if (sscanf(line, "%31[a-z0-9] = bs_lut3(%31[a-z0-9], %31[a-z0-9], %31[a-z0-9], 0x%x)",
		   name, c, b, a, &table) == 5)
		return add(net, names, name, find(names, c), find(names, b),
			   find(names, a), table);
	if (sscanf(line, "%31[a-z0-9] = bs_andn(%31[a-z0-9], %31[a-z0-9])",
		   name, a, b) == 3) {
		op = '&';
		flip[0] = '~';
	} else if (sscanf(line, "%31[a-z0-9] = ~(%31[a-z0-9] %c %31[a-z0-9])",
			  name, a, &op, b) == 4) {
		all = 0xf;
	} else if (sscanf(line, "%31[a-z0-9] = %31[a-z0-9] %c %1[~]%31[a-z0-9]",
			  name, a, &op, flip, b) != 5) {
		flip[0] = 0;
		if (sscanf(line, "%31[a-z0-9] = %31[a-z0-9] %c %31[a-z0-9]",
			   name, a, &op, b) != 4)
			return false;
	}
	/* Indexed by (b, a), and the same for both values of the third input. */
	table = op == '&' ? 0x8 : op == '|' ? 0xe : 0x6;
	if (flip[0])
		table = (table & 0x3) << 2 | table >> 2;
	table ^= all;
	return strchr("&|^", op) && add(net, names, name, 0, find(names, b),
					find(names, a), table | table << 4);
}

/* "b[2] = ~t9;" */
static bool read_output(struct net *net, const struct names *names,
			const char *line, int *outputs)
{
	char name[NAME], flip[2] = "";
	int index;

	if (sscanf(line, " %*[a-z][%d] = %1[~]%31[a-z0-9];", &index, flip,
		   name) != 3) {
		flip[0] = 0;
		if (sscanf(line, " %*[a-z][%d] = %31[a-z0-9];", &index,
			   name) != 2)
			return true;	/* comments and such */
	}
	if (index < 0 || index >= NET_OUTPUTS || find(names, name) < 0)
		return false;
	net->out[index] = find(names, name);
	net->out_not[index] = flip[0];
	*outputs |= 1 << index;
	return true;
}

/**
 * net_read() - read a function's circuit
 * @net: the result
 * @file: C
 * @function: the function's name
 * @fan_in: 2 or 3: which of its circuits, if BS_HAS_LUT3 selects one
 *
 * Return: false, and a line to stderr, if there is no such circuit
 */
bool net_read(struct net *net, FILE *file, const char *function, int fan_in)
{
	static struct names names;
	char line[256], start[80];
	bool in_function = false, take = true, ok = true;
	int outputs = 0;

	memset(net, 0, sizeof(*net));
	memset(&names, 0, sizeof(names));
	net->fan_in = fan_in;
	snprintf(net->name, sizeof(net->name), "%s", function);
	/* Behind WC_FN or WC_INLINE. */
	snprintf(start, sizeof(start), " void %s(", function);
	while (ok && fgets(line, sizeof(line), file)) {
		const char *at = line + strspn(line, " \t");

		if (!in_function)
			in_function = !strncmp(line, "WC_", 3) &&
				      strstr(line, start);
		else if (line[0] == '}')
			break;
		else if (!strncmp(line, "#if", 3))
			take = fan_in == 3;
		else if (!strncmp(line, "#else", 5))
			take = fan_in == 2;
		else if (!strncmp(line, "#endif", 6))
			take = true;
		else if (!take)
			continue;
		else if (!strncmp(at, "bs_word ", 8))
			ok = read_inputs(&names, at + 8) ||
			     read_gate(net, &names, at + 8);
		else
			ok = read_output(net, &names, at, &outputs);
	}
	if (ok && outputs == (1 << NET_OUTPUTS) - 1)
		return true;
	fprintf(stderr, "circuit-search: no circuit of %s(): %s", function,
		!in_function ? "no such function\n" :
		ok ? "outputs are missing\n" : line);
	return false;
}

static const char *wire_name(int wire, char name[NAME])
{
	snprintf(name, NAME, wire < NET_INPUTS ? "x%d" : "t%d",
		 wire < NET_INPUTS ? wire : wire - NET_INPUTS);
	return name;
}

/* At the end of a walk a gate may be equal to a wire or a constant. */
static void write_two(const struct gate *g, FILE *file)
{
	static const char *const forms[16] = {
		[0x0] = "%1$s ^ %1$s", [0x1] = "~(%s | %s)",
		[0x2] = "bs_andn(%s, %s)", [0x3] = "~(%1$s & %1$s)",
		[0x4] = "bs_andn(%s, %s)", [0x5] = "~(%1$s & %1$s)",
		[0x6] = "%s ^ %s", [0x7] = "~(%s & %s)", [0x8] = "%s & %s",
		[0x9] = "~(%s ^ %s)", [0xa] = "%1$s & %1$s",
		[0xb] = "%s | ~%s", [0xc] = "%1$s & %1$s",
		[0xd] = "%s | ~%s", [0xe] = "%s | %s", [0xf] = "%1$s | ~%1$s"
	};
	unsigned int table = g->table & 0xf;
	bool turned = table == 0x3 || table == 0x4 || table == 0xc ||
		      table == 0xd;
	char a[NAME], b[NAME];

	wire_name(g->in[turned], a);
	wire_name(g->in[!turned], b);
	fprintf(file, forms[table], a, b);
	fputs(";\n", file);
}

/**
 * net_turn() - a gate's table when wires are complemented
 * @net: its circuit
 * @gate: the gate
 * @wire: the wire that it drives
 * @flip: which wires carry the complement of their old value
 */
uint8_t net_turn(const struct net *net, const struct gate *gate, int wire,
		 const bool *flip)
{
	unsigned int all = 1u << net->fan_in, turn = 0, table = 0, s;
	int k;

	for (k = 0; k < net->fan_in; k++)
		turn |= (unsigned int)flip[gate->in[k]] << k;
	for (s = 0; s < all; s++)
		table |= ((gate->table >> (s ^ turn) & 1u) ^ flip[wire]) << s;
	return (uint8_t)(table | (all == 4 ? table << 4 : 0));
}

/**
 * net_normalize() - complement wires until every gate maps zeroes to zero
 * @net: the circuit
 */
void net_normalize(struct net *net)
{
	bool flip[NET_WIRES] = { false };
	int i;

	for (i = 0; i < net->gates; i++) {
		struct gate *g = &net->gate[i];
		int wire = NET_INPUTS + i;

		flip[wire] = net_turn(net, g, wire, flip) & 1;
		g->table = net_turn(net, g, wire, flip);
	}
	for (i = 0; i < NET_OUTPUTS; i++)
		net->out_not[i] ^= flip[net->out[i]];
}

/**
 * net_write() - write a circuit as a function that net_read() reads
 * @net: the circuit
 * @file: the output
 */
void net_write(const struct net *net, FILE *file)
{
	char name[4][NAME];
	int i;

	fprintf(file, "WC_FN void %s(bs_word *b)\n{\n", net->name);
	for (i = 0; i < NET_INPUTS; i += 4)
		fprintf(file, "\tbs_word x%d = b[%d], x%d = b[%d], x%d = b[%d], x%d = b[%d];\n",
			i, i, i + 1, i + 1, i + 2, i + 2, i + 3, i + 3);
	fputc('\n', file);
	for (i = 0; i < net->gates; i++) {
		const struct gate *g = &net->gate[i];

		fprintf(file, "\tbs_word t%d = ", i);
		if (net->fan_in == 2)
			write_two(g, file);
		else
			fprintf(file, "bs_lut3(%s, %s, %s, 0x%02x);\n",
				wire_name(g->in[2], name[2]),
				wire_name(g->in[1], name[1]),
				wire_name(g->in[0], name[0]), g->table);
	}
	fputc('\n', file);
	for (i = 0; i < NET_OUTPUTS; i++)
		fprintf(file, "\tb[%d] = %s%s;\n", i, net->out_not[i] ? "~" : "",
			wire_name(net->out[i], name[3]));
	fputs("}\n", file);
}

/**
 * net_gate() - a gate's value
 * @net: its circuit
 * @gate: the gate
 * @wires: the values of its inputs
 */
net_value net_gate(const struct net *net, const struct gate *gate,
		   const net_value *wires)
{
	net_value a = wires[gate->in[0]], b = wires[gate->in[1]];
	net_value c = wires[gate->in[2]], low = { 0 }, high = { 0 };
	net_value of[4] = { ~a & ~b, a & ~b, ~a & b, a & b };
	int i;

	for (i = 0; i < 4; i++) {
		if (gate->table >> i & 1)
			low |= of[i];
		if (gate->table >> (4 + i) & 1)
			high |= of[i];
	}
	return net->fan_in == 2 ? low : (~c & low) | (c & high);
}

/**
 * net_evaluate() - the values of all wires
 * @net: the circuit
 * @wires: the result, NET_WIRES values
 */
void net_evaluate(const struct net *net, net_value *wires)
{
	int i, x;

	for (i = 0; i < NET_INPUTS; i++) {
		wires[i] = (net_value){ 0 };
		for (x = 0; x < 256; x++)
			if (x >> i & 1)
				wires[i][x / 64] |= 1ull << x % 64;
	}
	for (i = 0; i < net->gates; i++)
		wires[NET_INPUTS + i] = net_gate(net, &net->gate[i], wires);
}

/* Append @wire's gate to @to, after the gates that it needs. */
static int place(const struct net *net, int wire, int *place_of,
		 struct net *to)
{
	struct gate g;
	int k;

	if (wire < NET_INPUTS)
		return wire;
	if (place_of[wire])
		return place_of[wire];
	g = net->gate[wire - NET_INPUTS];
	for (k = 0; k < net->fan_in; k++)
		g.in[k] = place(net, g.in[k], place_of, to);
	to->gate[to->gates] = g;
	place_of[wire] = NET_INPUTS + to->gates++;
	return place_of[wire];
}

/**
 * net_compact() - remove gates that no output needs; order the others
 * @net: the circuit; its gates may be in any order, without cycles
 */
void net_compact(struct net *net)
{
	static struct net to;
	int place_of[NET_WIRES] = { 0 };
	int i;

	to = *net;
	to.gates = 0;
	for (i = 0; i < NET_OUTPUTS; i++)
		to.out[i] = place(net, net->out[i], place_of, &to);
	*net = to;
}
