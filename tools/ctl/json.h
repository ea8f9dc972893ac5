/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What several commands print as JSON.
 */
#ifndef WARPCRYPT_CTL_JSON_H
#define WARPCRYPT_CTL_JSON_H

#include "tools/ctl/counters.h"
#include "tools/ctl/driver.h"
#include "tools/ctl/gpu.h"
#include "tools/json.h"

static inline void put_real(struct json_object *o, const char *name, double value)
{
	put_digits(o, name, value, 3);
}

void put_driver(struct json_object *o, const struct driver *driver);
void put_gpus(struct json_object *o, const struct gpu *gpus, size_t count);
struct json_object *alg_json(const struct alg_counts *alg);
int json_out(struct json_object *o, bool one_line);

#endif /* WARPCRYPT_CTL_JSON_H */
