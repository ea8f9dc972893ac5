/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Circuits of eight inputs and eight outputs, as functions in the files
 * kernels/block/..._sbox.h, which are made of these lines:
 *
 *	bs_word x0 = b[0], x1 = b[1];		inputs
 *	bs_word t0 = x0 | ~x1;			& | ^, & ~, | ~
 *	bs_word t1 = bs_andn(x0, x1);		the same as & ~
 *	bs_word t1 = ~(x0 & x1);		~(&) ~(|) ~(^)
 *	bs_word t1 = bs_lut3(t0, x1, x0, 0x96);	any function of three
 *	b[0] = ~t1;				outputs
 */
#ifndef WARPCRYPT_CIRCUITS_NET_H
#define WARPCRYPT_CIRCUITS_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NET_INPUTS	8
#define NET_OUTPUTS	8
#define NET_GATES	1000
#define NET_WIRES	(NET_INPUTS + NET_GATES)

/* A wire's value for all 256 inputs. */
typedef uint64_t net_value __attribute__((vector_size(32)));

/**
 * struct gate - a function of two or three wires
 * @in: the wires; if there are two, the third is 0 and has no effect
 * @table: bit 4c + 2b + a is the output for (a, b, c) = @in
 */
struct gate {
	int in[3];
	uint8_t table;
};

/**
 * struct net - a circuit
 * @fan_in: 2 or 3: inputs of each gate
 * @gates: number of gates
 * @gate: in the order of evaluation; gate i drives wire NET_INPUTS + i
 * @out: the wires of the outputs
 * @out_not: which of them are complemented
 * @name: the function's name
 */
struct net {
	int fan_in;
	int gates;
	struct gate gate[NET_GATES];
	int out[NET_OUTPUTS];
	bool out_not[NET_OUTPUTS];
	char name[64];
};

bool net_read(struct net *net, FILE *file, const char *function, int fan_in);
void net_write(const struct net *net, FILE *file);
net_value net_gate(const struct net *net, const struct gate *gate,
		   const net_value *wires);
void net_evaluate(const struct net *net, net_value *wires);
uint8_t net_turn(const struct net *net, const struct gate *gate, int wire,
		 const bool *flip);
void net_normalize(struct net *net);
void net_compact(struct net *net);

static inline bool net_is_zero(net_value v)
{
#ifdef __AVX2__
	typedef long long quads __attribute__((vector_size(32)));

	return __builtin_ia32_ptestz256((quads)v, (quads)v);
#else
	return !(v[0] | v[1] | v[2] | v[3]);
#endif
}

#endif /* WARPCRYPT_CIRCUITS_NET_H */
