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

/**
 * struct gpu - what NVML says of a GPU
 * @index: NVML's number of it
 * @name: what it is
 * @uuid: which it is
 * @busy: percent of the last moments in which it computed; -1: not known
 * @celsius: its temperature; -1: not known
 * @watts: what it consumes; -1: not known
 * @memory_used: bytes; @memory_total is 0 if that is not known
 * @memory_total: bytes
 * @ecc_known: the next two are
 * @ecc_now: uncorrected errors of its memory since the driver was loaded
 * @ecc_ever: uncorrected errors of its memory since it was made
 */
struct gpu {
	unsigned int index;
	char name[96];
	char uuid[96];
	int busy;
	int celsius;
	double watts;
	uint64_t memory_used, memory_total;
	bool ecc_known;
	uint64_t ecc_now, ecc_ever;
};

size_t gpus_read(struct gpu gpus[GPUS_MAX]);
unsigned int gpus_in_machine(void);
int gpus_xid_errors(char *last, size_t size);

#endif /* WARPCRYPT_CTL_GPU_H */
