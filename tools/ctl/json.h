/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What several commands print as JSON.
 */
#ifndef WARPCRYPT_CTL_JSON_H
#define WARPCRYPT_CTL_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

#include "tools/ctl/counters.h"
#include "tools/ctl/driver.h"
#include "tools/ctl/gpu.h"

struct json_object *json_text(const char *text);
void put_text(struct json_object *o, const char *name, const char *text);
void put_int(struct json_object *o, const char *name, uint64_t value);
void put_real(struct json_object *o, const char *name, double value);
void put_bool(struct json_object *o, const char *name, bool value);
struct json_object *put_list(struct json_object *o, const char *name);
void put_driver(struct json_object *o, const struct driver *driver);
void put_gpus(struct json_object *o, const struct gpu *gpus, size_t count);
struct json_object *alg_json(const struct alg_counts *alg);
int json_out(struct json_object *o, bool one_line);

#endif /* WARPCRYPT_CTL_JSON_H */
