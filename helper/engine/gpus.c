// SPDX-License-Identifier: GPL-2.0-only
/* What --gpu means. What there is comes from cuda_list.c. */
#include "helper/engine/gpus.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define UUID_LEN	36u
#define PREFIX_LEN	4u

/* One of several names with commas between them. */
struct item {
	const char *at;
	size_t len;
};

/* Takes the next one; false: there is none. */
static bool next_item(const char **names, struct item *item)
{
	if (!*names)
		return false;
	item->at = *names;
	item->len = strcspn(*names, ",");
	*names = item->at[item->len] ? item->at + item->len + 1 : NULL;
	return true;
}

static bool is_number(const struct item *item)
{
	size_t i;

	for (i = 0; i < item->len; i++)
		if (!isdigit((unsigned char)item->at[i]))
			return false;
	return item->len && item->len <= 4;
}

static bool is_uuid(const struct item *item)
{
	const char *text = item->at + PREFIX_LEN;
	size_t i;

	if (item->len != PREFIX_LEN + UUID_LEN ||
	    (strncasecmp(item->at, "GPU-", PREFIX_LEN) &&
	     strncasecmp(item->at, "MIG-", PREFIX_LEN)))
		return false;
	for (i = 0; i < UUID_LEN; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? text[i] != '-' : !isxdigit((unsigned char)text[i]))
			return false;
	}
	return true;
}

static bool is_slice(const struct item *item)
{
	return is_uuid(item) && !strncasecmp(item->at, "MIG-", PREFIX_LEN);
}

static bool is_same(const struct item *a, const struct item *b)
{
	return a->len == b->len && !strncasecmp(a->at, b->at, a->len);
}

static bool means_all(const char *names)
{
	return !names || !strcmp(names, "all");
}

/*
 * Do these names, which may be NULL, mean one MIG slice? CUDA shows a slice only to a
 * process that has its UUID in CUDA_VISIBLE_DEVICES when the driver library is
 * initialised, and no GPU besides.
 */
bool wc_gpus_is_slice(const char *names)
{
	const struct item item = { names, names ? strlen(names) : 0 };

	return names && is_slice(&item);
}

/* Is @item the same as one of @names that comes before? */
static bool is_repeated(const char *names, const struct item *item)
{
	struct item before;

	while (next_item(&names, &before) && before.at != item->at)
		if (is_same(&before, item))
			return true;
	return false;
}

/*
 * Could this text mean GPUs: "all", or numbers and UUIDs with commas between them?
 * -EINVAL: no.
 */
int wc_gpus_check(const char *names, struct wc_error *err)
{
	const char *rest = names;
	struct item item;

	if (means_all(names) || wc_gpus_is_slice(names))
		return 0;
	while (next_item(&rest, &item)) {
		if (is_slice(&item))
			return wc_fail(err, -EINVAL,
				       "%s: CUDA lets a process have one MIG slice and nothing else: give that alone",
				       names);
		if (!is_number(&item) && !is_uuid(&item))
			return wc_fail(err, -EINVAL,
				       "%s: give all, or numbers and UUIDs (nvidia-smi -L prints them) with commas between them",
				       names);
		if (is_repeated(names, &item))
			return wc_fail(err, -EINVAL,
				       "%s: %.*s is there twice: name each GPU once",
				       names, (int)item.len, item.at);
	}
	return 0;
}

static bool is_meant(const struct wc_gpu *gpu, const struct item *item)
{
	const struct item id = { gpu->id, strlen(gpu->id) };

	if (is_number(item))
		return strtoul(item->at, NULL, 10) == gpu->number;
	return is_same(&id, item);
}

/* "0 (GPU-...), 1 (GPU-...)", or "none". */
static void print_all(char *text, size_t size, const struct wc_gpu *gpus,
		      unsigned int count)
{
	size_t used = 0;
	unsigned int i;

	snprintf(text, size, "none");
	for (i = 0; i < count && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%u (%s)",
					 i ? ", " : "", gpus[i].number,
					 gpus[i].id[0] ? gpus[i].id :
							 "does not answer");
}

static int no_such_gpu(const struct item *item, const struct wc_gpu *gpus,
		       unsigned int count, struct wc_error *err)
{
	char all[WC_ERROR_MAX - 120];

	if (is_slice(item))
		return wc_fail(err, -ENOENT,
			       "no MIG slice %.*s: nvidia-smi -L lists those that there are",
			       (int)item->len, item->at);
	print_all(all, sizeof(all), gpus, count);
	return wc_fail(err, -ENOENT, "no GPU %.*s; there are: %s",
		       (int)item->len, item->at, all);
}

/* A UUID may be that of one that does not answer. */
static bool may_be_there(const struct wc_gpu *gpus, unsigned int count,
			 const struct item *item)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		if (is_uuid(item) && !gpus[i].id[0])
			return true;
	return false;
}

/* Mark the GPU that @item means. */
static int mark(bool *chosen, const struct wc_gpu *gpus, unsigned int count,
		const struct item *item, bool strict, struct wc_error *err)
{
	unsigned int i;

	for (i = 0; i < count && !is_meant(&gpus[i], item); i++)
		;
	if (i == count)
		return strict && !may_be_there(gpus, count, item) ?
		       no_such_gpu(item, gpus, count, err) : 0;
	if (chosen[i])
		return wc_fail(err, -EINVAL,
			       "%.*s is GPU %u (%s), which is named twice: name each once",
			       (int)item->len, item->at, gpus[i].number,
			       gpus[i].id);
	chosen[i] = true;
	return 0;
}

/**
 * wc_gpus_choose() - keep the GPUs that are meant
 * @gpus: all that there are; afterwards those that are meant, by rising number
 * @count: how many
 * @names: what wc_gpus_check() accepts, or NULL: all
 * @strict: each that is named must be there; otherwise it is left out
 * @err: what is wrong: with -ENOENT, which GPUs there are
 *
 * Return: 0, -ENOENT: one that is named is not there; -EINVAL: one is named twice
 */
int wc_gpus_choose(struct wc_gpu gpus[WC_GPUS_MAX], unsigned int *count,
		   const char *names, bool strict, struct wc_error *err)
{
	bool chosen[WC_GPUS_MAX] = { false };
	unsigned int kept = 0, i;
	struct item item;
	int ret = 0;

	if (means_all(names))
		return 0;
	while (!ret && next_item(&names, &item))
		ret = mark(chosen, gpus, *count, &item, strict, err);
	if (ret)
		return ret;
	for (i = 0; i < *count; i++)
		if (chosen[i])
			gpus[kept++] = gpus[i];
	*count = kept;
	return 0;
}
