// SPDX-License-Identifier: GPL-2.0-only
#include "tools/json.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

/* Bytes of the UTF-8 character at @s; 0: it is none. */
static size_t character(const unsigned char *s)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 :
		   *s >> 3 == 30 ? 4 : 0, i;
	uint32_t c = n == 1 ? *s : *s & (0x7f >> n);

	for (i = 1; i < n; i++) {
		if (s[i] >> 6 != 2)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	return !n || c < least[n] || c > 0x10ffff || c >> 11 == 0x1b ? 0 : n;
}

/* A string; bytes that are no UTF-8 become U+FFFD. */
struct json_object *json_text(const char *text)
{
	static const char no_character[] = "\xef\xbf\xbd";
	const unsigned char *at = (const unsigned char *)text;
	struct json_object *o;
	size_t size, n;
	char *valid;
	FILE *f = open_memstream(&valid, &size);

	if (!f)
		return NULL;
	for (; *at; at += n ? n : 1) {
		n = character(at);
		if (n)
			fwrite(at, 1, n, f);
		else
			fputs(no_character, f);
	}
	if (fclose(f))
		return NULL;
	o = json_object_new_string(valid);
	free(valid);
	return o;
}

/* Add a string, as of json_text(); NULL is left out. */
void put_text(struct json_object *o, const char *name, const char *text)
{
	if (text)
		json_object_object_add(o, name, json_text(text));
}

void put_int(struct json_object *o, const char *name, uint64_t value)
{
	json_object_object_add(o, name, json_object_new_uint64(value));
}

/* Add a number with so many digits after the point; one below 0, infinite or NaN is left out. */
void put_digits(struct json_object *o, const char *name, double value, int digits)
{
	char text[64];

	if (!(value >= 0 && value <= DBL_MAX))
		return;
	snprintf(text, sizeof(text), "%.*f", digits, value);
	json_object_object_add(o, name, json_object_new_double_s(value, text));
}

void put_bool(struct json_object *o, const char *name, bool value)
{
	json_object_object_add(o, name, json_object_new_boolean(value));
}

/* Add a list, for json_object_array_add(); @o has it. */
struct json_object *put_list(struct json_object *o, const char *name)
{
	struct json_object *list = json_object_new_array();

	json_object_object_add(o, name, list);
	return list;
}
