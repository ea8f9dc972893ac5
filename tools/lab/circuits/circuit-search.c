// SPDX-License-Identifier: GPL-2.0-only
/*
 * Smaller circuits of S-boxes, by a random walk, and better orders of their
 * gates: see usage() and tools/lab/README.md.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lab/circuits/limit.h"
#include "tools/lab/circuits/order.h"
#include "tools/lab/circuits/walk.h"

static void usage(FILE *to)
{
	fputs("Usage: circuit-search [OPTION]... FUNCTION [FILE]\n"
	      "\n"
	      "Reads FUNCTION's circuit from FILE or stdin, in the form of\n"
	      "kernels/block/*_sbox.h, and writes the smallest circuit that it finds to\n"
	      "stdout in the same form.\n"
	      "\n"
	      "  --inputs=2|3     inputs of each gate (default: 2)\n"
	      "  --from-two       --inputs=3, but start at the circuit of two-input gates\n"
	      "  --steps=N        number of moves to try (default: 0); the same steps and seed\n"
	      "                   give the same circuit\n"
	      "  --seconds=N      search for N seconds instead\n"
	      "  --seed=N         selects the random walk (default: 1)\n"
	      "  --up=N           accept one in N moves that make the circuit larger\n"
	      "                   (default: 30; 5 or more for long walks)\n"
	      "  --order=N        search for other places of complements and another order of\n"
	      "                   the gates instead, so that they take few instructions on an\n"
	      "                   x86-64 with BMI1 and N free registers\n"
	      "  --table          write the 256 outputs instead, in hexadecimal\n"
	      "  --help           this text\n", to);
}

static void write_table(const struct net *net)
{
	static net_value wires[NET_WIRES];
	int x, i;

	net_evaluate(net, wires);
	for (x = 0; x < 256; x++) {
		unsigned int y = 0;

		for (i = 0; i < NET_OUTPUTS; i++)
			y |= ((unsigned int)(wires[net->out[i]][x / 64] >>
					     x % 64 & 1) ^ net->out_not[i])
			     << i;
		printf("%02x%c", y, x % 16 == 15 ? '\n' : ' ');
	}
}

static void search(struct net *net, struct limit *limit, uint64_t seed,
		   unsigned int up)
{
	static struct walk w;

	w.up = up;
	walk_begin(&w, net, seed);
	fprintf(stderr, "circuit-search: %d gates\n", w.best.gates);
	limit_begin(limit);
	while (limit_step(limit) > 0)
		if (walk_move(&w))
			fprintf(stderr, "circuit-search: %d gates after %lu steps, %.0f s\n",
				w.best.gates, limit->done,
				limit_elapsed(limit));
	*net = w.best;
	net_normalize(net);
}

/* With falling temperature: complements in a quarter of the steps, then the order. */
static void search_order(struct net *net, struct limit *limit, uint64_t seed,
			 int registers)
{
	static struct complements c;
	static struct order o;
	double left;

	complements_begin(&c, net, seed);
	limit_begin(limit);
	while ((left = 4 * limit_step(limit) - 3) > 0)
		complements_move(&c, 3 * left + 0.05);
	complements_take(&c, net);
	order_begin(&o, net, registers, seed);
	fprintf(stderr, "circuit-search: %d instructions\n", o.cost);
	while ((left = limit_step(limit)) > 0)
		order_move(&o, 2 * left + 0.05);
	fprintf(stderr, "circuit-search: %d instructions\n", o.cost);
	order_take(&o, net);
}

static int bad_usage(const char *what, const char *value)
{
	fprintf(stderr, "circuit-search: %s%s; --help says more\n", what,
		value);
	return 2;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "inputs", required_argument, NULL, 'i' },
		{ "from-two", no_argument, NULL, 'f' },
		{ "steps", required_argument, NULL, 'n' },
		{ "seconds", required_argument, NULL, 's' },
		{ "seed", required_argument, NULL, 'r' },
		{ "up", required_argument, NULL, 'u' },
		{ "order", required_argument, NULL, 'o' },
		{ "table", no_argument, NULL, 't' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	unsigned long inputs = 2, seed = 1, up = 30, registers = 0, *value;
	bool from_two = false, table = false;
	struct limit limit = { 0 };
	static struct net net;
	FILE *file = stdin;
	char *end;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'f':
			from_two = true;
			continue;
		case 't':
			table = true;
			continue;
		case 'h':
			usage(stdout);
			return 0;
		case '?':
			return 2;
		}
		value = c == 'i' ? &inputs : c == 's' ? &limit.seconds :
			c == 'n' ? &limit.steps : c == 'r' ? &seed :
			c == 'o' ? &registers : &up;
		errno = 0;
		*value = strtoul(optarg, &end, 0);
		if (end == optarg || *end || errno)
			return bad_usage("not a number: ", optarg);
	}
	if (inputs != 2 && inputs != 3)
		return bad_usage("gates have 2 or 3 inputs", "");
	if (limit.steps && limit.seconds)
		return bad_usage("--steps or --seconds, not both", "");
	if (!up || up > UINT32_MAX)
		return bad_usage("--up must be at least 1", "");
	if (registers && (registers < NET_INPUTS || registers > 64))
		return bad_usage("--order must be 8 to 64 registers", "");
	if (registers && (inputs == 3 || from_two))
		return bad_usage("--order needs gates of two inputs", "");
	if (optind + 1 != argc && optind + 2 != argc)
		return bad_usage("FUNCTION is missing, or there are too many arguments", "");
	if (optind + 2 == argc)
		file = fopen(argv[optind + 1], "r");
	if (!file) {
		perror(argv[optind + 1]);
		return 1;
	}
	if (!net_read(&net, file, argv[optind], from_two ? 2 : (int)inputs))
		return 1;
	if (from_two)
		net.fan_in = 3;
	if (registers)
		search_order(&net, &limit, seed, (int)registers);
	else
		search(&net, &limit, seed, (unsigned int)up);
	if (table)
		write_table(&net);
	else
		net_write(&net, stdout);
	return fflush(stdout) || ferror(stdout);
}
