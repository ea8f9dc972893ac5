// SPDX-License-Identifier: GPL-2.0-only

#include "kmod/path.h"
#include "tests/core/item.h"

static struct item *item_of(struct wc_request *rq)
{
	return container_of(rq, struct item, rq);
}

static void item_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			  u32 pos, u32 len)
{
}

static void item_fill(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	sim_step();
}

static void item_drain(struct wc_request *rq, const u8 *from, u32 pos, u32 len)
{
	sim_step();
}

static void item_done(struct wc_request *rq)
{
	item_of(rq)->done++;
}

static void item_lost(struct wc_request *rq, enum wc_reason why)
{
	item_of(rq)->why = why;
	item_of(rq)->lost++;
}

static void item_started(struct wc_request *rq)
{
	item_of(rq)->started++;
}

static const struct wc_request_ops item_ops = {
	.describe = item_describe,
	.fill = item_fill,
	.drain = item_drain,
	.done = item_done,
	.lost = item_lost,
	.started = item_started,
};

void item_init(struct item *item, u32 len)
{
	memset(item, 0, sizeof(*item));
	item->key.len = 16;
	item->key.cipher = WARPCRYPT_CIPHER_AES;
	item->key.mode = WARPCRYPT_MODE_ECB;
	item->ops = item_ops;
	item->rq.ops = &item->ops;
	item->rq.key = &item->key;
	item->rq.cipher = WARPCRYPT_CIPHER_AES;
	item->rq.mode = WARPCRYPT_MODE_ECB;
	item->rq.len = len;
	item->rq.born = jiffies;
}

int item_submit_as(struct item *item, u32 len, bool slow)
{
	enum wc_reason why;

	item_init(item, len);
	item->rq.slow = slow;
	return submit_live(&item->rq, true, &why);
}

int item_submit_for(struct item *item, u32 len, bool limited)
{
	enum wc_reason why;

	item_init(item, len);
	item->key.limited = limited;
	item->rq.limited = limited;
	item->rq.splittable = true;
	return submit_live(&item->rq, true, &why);
}

int item_submit(struct item *item, u32 len)
{
	return item_submit_as(item, len, false);
}

int item_submit_to(struct item *item, u32 len, u32 engine)
{
	struct wc_link *link = wc_link_get_attached();
	enum wc_reason why;
	int ret = -EAGAIN;

	item_init(item, len);
	if (!link)
		return ret;
	ret = wc_submit(link, &link->engines[engine], &item->rq, true, &why);
	wc_link_put(link);
	return ret;
}

int item_submit_at(struct item *item, u32 len, u32 queue)
{
	struct wc_link *link = wc_link_get_attached();
	enum wc_reason why;
	int ret = -EAGAIN;

	item_init(item, len);
	if (!link)
		return ret;
	ret = wc_submit_to(&link->queues[queue], &item->rq, true, false, &why);
	wc_link_put(link);
	return ret;
}

bool item_is_back(const struct item *item)
{
	return item->done || item->lost;
}
