/* SPDX-License-Identifier: GPL-2.0-only */
/* Members of JSON objects. */
#ifndef WARPCRYPT_TOOLS_JSON_H
#define WARPCRYPT_TOOLS_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

struct json_object *json_text(const char *text);
void put_text(struct json_object *o, const char *name, const char *text);
void put_int(struct json_object *o, const char *name, uint64_t value);
void put_digits(struct json_object *o, const char *name, double value, int digits);
void put_bool(struct json_object *o, const char *name, bool value);
struct json_object *put_list(struct json_object *o, const char *name);

#endif /* WARPCRYPT_TOOLS_JSON_H */
