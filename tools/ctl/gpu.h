/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * NVIDIA GPUs: what is in the machine, and what NVIDIA's management library (NVML)
 * says of each. The library is loaded if it is there; nothing needs it.
 */
#ifndef WARPCRYPT_CTL_GPU_H
#define WARPCRYPT_CTL_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GPUS_MAX	16

/* What NVML says of a GPU. */
struct gpu {
	unsigned int index;		/* NVML's number of it */
	char name[96];
	char uuid[96];
	int busy;	/* percent of the last moments in which it computed; -1: not known */
	int celsius;			/* -1: not known */
	double watts;			/* -1: not known */
	uint64_t memory_used, memory_total;	/* bytes; total 0: not known */
	bool ecc_known;			/* the next two are */
	/* Uncorrected errors since the driver was loaded; since it was made. */
	uint64_t ecc_now, ecc_ever;
};

size_t gpus_read(struct gpu gpus[GPUS_MAX]);
unsigned int gpus_in_machine(void);
int gpus_xid_errors(char *last, size_t size);

#endif /* WARPCRYPT_CTL_GPU_H */
