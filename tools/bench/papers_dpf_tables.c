// SPDX-License-Identifier: GPL-2.0-only
/*
 * DPF-ECC's own tables, figures as its text has them, with this GPU's beside; and what
 * its figures for TITAN V are worth here by units for doubles and clock.
 */
#include "tools/bench/papers_dpf_tables.h"

#include <stdio.h>

#include "tools/bench/papers_device.h"

/* TITAN V: 80 multiprocessors of 32 units for doubles, 1.455 GHz (its 14899.2 GFLOPS). */
#define TITAN_V		(80 * 32 * 1.455e9)

static const struct {
	int kind;
	const char *what;
	const char *figure;
	double titan_v;
	double p100;
	double goal;
} claims[] = {
	{ CURVE_X25519, "X25519, M/s", "13.558", 13.558, 6.192, 1.15 },
	{ CURVE_KNOWN, "[k]B, M/s", "77.301", 77.301, 36.861, 0 },
	{ CURVE_UNKNOWN, "[k]P, M/s", "7.216", 7.216, 3.808, 1.15 },
};

#define CLAIMS	(sizeof(claims) / sizeof(claims[0]))

/* The paper's table of work on integers; thousands a second, 0: none. */
static const struct {
	const char *work;
	const char *gpu;
	const char *gflops;
	const char *curve;
	double known;
	double unknown;
	const char *latency;
} others[] = {
	{ "Mahe et al. [20]", "GTX TITAN", "4499", "Curve25519", 0, 524, "- / -" },
	{ "Dong et al. [21]", "GTX TITAN", "4499", "Curve25519", 0, 1394, "- / -" },
	{ "Dong et al. [21]", "GTX 1080", "7967-8873", "Curve25519", 0, 2860,
	  "- / 6.26" },
	{ "Dong et al. [21]", "Tesla P100", "8071-9340", "Curve25519", 0, 3062,
	  "- / 7.02" },
	{ "Cui et al. [36]", "GTX 285", "708", "224-bit Edwards", 345, 115,
	  "4.52 / 19.20" },
	{ "Pan et al. [16]", "GTX 780Ti", "5045", "NIST P-256", 8710, 929,
	  "0.42 / 25.82" },
	{ "the paper", "Tesla P100", "8071-9340", "Curve25519", 0, 6192, "- / 3.47" },
	{ "the paper", "TITAN V", "12288-14899", "Curve25519", 0, 13558, "- / 1.51" },
	{ "the paper", "Tesla P100", "8071-9340", "Edwards25519", 36861, 3808,
	  "0.78 / 3.76" },
	{ "the paper", "TITAN V", "12288-14899", "Edwards25519", 77301, 7216,
	  "0.53 / 2.84" },
};

static void row(const char *work, const char *gpu, const char *gflops,
		const char *curve)
{
	printf("%-22s%-13s%-14s%-18s", work, gpu, gflops, curve);
}

static void here(const char *work, const char *curve, double known,
		 double unknown, const char *latency)
{
	char gflops[32];

	/* Of single precision, as the paper counts them: twice as many units, two each. */
	snprintf(gflops, sizeof(gflops), "%.0f", 4e-6 * papers_dev->sms *
		 papers_dev->fp64 * papers_dev->khz);
	row(work, "this GPU", gflops, curve);
	papers_figure(14, 0, 1e3 * known);
	papers_figure(14, 0, 1e3 * unknown);
	printf("%16s\n", latency);
}

static void compared(const struct papers_dpf_rates *r)
{
	char text[32];
	size_t i;

	printf("\nThe paper's comparison with work on integers, thousands a second, latency of known / unknown in ms\n\n");
	row("", "GPU", "GFLOPS", "curve");
	printf("%14s%14s%16s\n", "known", "unknown", "latency");
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		row(others[i].work, others[i].gpu, others[i].gflops,
		    others[i].curve);
		papers_figure(14, 0, others[i].known);
		papers_figure(14, 0, others[i].unknown);
		printf("%16s\n", others[i].latency);
	}
	snprintf(text, sizeof(text), "- / %.2f", r->latency[CURVE_X25519]);
	here("the paper's design", "Curve25519", 0, r->block[CURVE_X25519], text);
	snprintf(text, sizeof(text), "%.2f / %.2f", r->latency[CURVE_KNOWN],
		 r->latency[CURVE_UNKNOWN]);
	here("the paper's design", "Edwards25519", r->block[CURVE_KNOWN],
	     r->block[CURVE_UNKNOWN], text);
	here("ours", "Curve25519", 0, r->ours[CURVE_X25519], "- / -");
	here("ours", "Edwards25519", r->ours[CURVE_KNOWN],
	     r->ours[CURVE_UNKNOWN], "- / -");
	printf("\nIts comparison with work on doubles: Bernstein et al. [22], GTX 295, 1192.30 GFLOPS, 400.70 operations/s on\n"
	       "a curve of 280 bits by a scalar of 11797 bits, scaled by it to Curve25519 and TITAN V 0.552 M/s; the paper\n"
	       "13.558 M/s, 24.56 times as many; its design here %.2f, ours %.2f M/s\n",
	       r->paper[CURVE_X25519], r->ours[CURVE_X25519]);
}

/* The paper's figures and ours. */
void papers_dpf_tables(struct papers *p, const struct papers_dpf_rates *r)
{
	const double times = papers_dev->sms * 1e3 * papers_dev->khz *
			     papers_dev->fp64 / TITAN_V;
	size_t i;

	compared(r);
	printf("\nThe paper's figures, its own design here (an inversion for each element), the best of its variants, ours,\n"
	       "and the TITAN V's by units for doubles and clock (%.2f times), M/s\n\n"
	       "%-14s%10s%10s%12s%12s  %-16s%10s%12s%18s\n", times, "", "P100",
	       "TITAN V", "here", "best", "(which)", "ours", "expected",
	       "here / expected");
	for (i = 0; i < CLAIMS; i++) {
		const int kind = claims[i].kind;
		const double expected = times * claims[i].titan_v;
		struct papers_claim claim = {
			"dpf", claims[i].what, claims[i].figure, "TITAN V",
			r->best[kind], r->which[kind], r->ours[kind],
			claims[i].goal, r->paper[kind], "paper", expected, 0
		};

		printf("%-14s%10.3f%10.3f%12.2f%12.2f  %-16s%10.2f%12.2f%18.2f\n",
		       claims[i].what, claims[i].p100, claims[i].titan_v,
		       r->paper[kind], r->best[kind], r->which[kind],
		       r->ours[kind], expected,
		       expected > 0 ? r->paper[kind] / expected : 0);
		papers_claim(p, &claim);
	}
}
