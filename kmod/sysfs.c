// SPDX-License-Identifier: GPL-2.0-only
/*
 * What /sys/class/misc/warpcrypt shows: the state, the link, and the counters,
 * one value a file (Documentation/parameters.rst). Unlike debugfs, it is mounted
 * everywhere, and lockdown leaves all of it open. In debugfs, all counters are in one file.
 *
 * The counters are for root alone: how many bytes pass through an algorithm, and
 * when, tells others about its users.
 */
#include "path.h"

#include <linux/build_bug.h>
#include <linux/debugfs.h>
#include <linux/device.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

/* Bytes of the names of files and directories. */
#define WC_SYSFS_NAME	40

/* --- the state and the link */

static ssize_t state_show(struct device *dev, struct device_attribute *attr,
			  char *buf)
{
	return sysfs_emit(buf, "%s\n", wc_link_state_name());
}
static DEVICE_ATTR_RO(state);

static struct attribute *wc_sysfs_top_attrs[] = {
	&dev_attr_state.attr,
	NULL,
};

static const struct attribute_group wc_sysfs_top = {
	.attrs = wc_sysfs_top_attrs,
};

/* A number of the attached link, live or testing; 0 when there is none. */
#define WC_LINK_ATTR(_name, _value)					\
static ssize_t _name##_show(struct device *dev,				\
			    struct device_attribute *attr, char *buf)	\
{									\
	struct wc_link *link = wc_link_get_attached();			\
	u32 value = 0;							\
									\
	if (link) {							\
		value = _value;						\
		wc_link_put(link);					\
	}								\
	return sysfs_emit(buf, "%u\n", value);				\
}									\
static DEVICE_ATTR_RO(_name)

WC_LINK_ATTR(generation, link->generation);
WC_LINK_ATTR(frame_size, link->frame_size);
WC_LINK_ATTR(frames, link->frame_count);
WC_LINK_ATTR(frames_busy, wc_queues_busy(link));
WC_LINK_ATTR(key_slots, link->keys.count);
WC_LINK_ATTR(queues, link->queue_count);

static const char *wc_engine_kind_name(u32 kind)
{
	return kind == WARPCRYPT_ENGINE_GPU ? "gpu" : "cpu";
}

/* A line for each: its name, what it is, whether it is in service. */
static ssize_t engines_show(struct device *dev, struct device_attribute *attr,
			    char *buf)
{
	struct wc_link *link = wc_link_get_attached();
	const struct wc_engine *engine;
	int len = 0;

	if (!link)
		return 0;
	wc_for_each_engine(engine, link)
		len += sysfs_emit_at(buf, len, "%s %s %s\n", engine->name,
				     wc_engine_kind_name(engine->kind),
				     wc_engine_is_retired(engine) ? "retired" :
				     "live");
	wc_link_put(link);
	return len;
}
static DEVICE_ATTR_RO(engines);

static struct attribute *wc_sysfs_link_attrs[] = {
	&dev_attr_engines.attr,
	&dev_attr_generation.attr,
	&dev_attr_frame_size.attr,
	&dev_attr_frames.attr,
	&dev_attr_frames_busy.attr,
	&dev_attr_key_slots.attr,
	&dev_attr_queues.attr,
	NULL,
};

static const struct attribute_group wc_sysfs_link = {
	.name = "link",
	.attrs = wc_sysfs_link_attrs,
};

/* --- the counters */

/**
 * struct wc_counter_attr - the file of a counter
 * @attr: the file
 * @first: the counter, as a place in struct wc_stats, in units of u64
 * @count: how many counters are added up
 */
struct wc_counter_attr {
	struct device_attribute attr;
	u32 first;
	u32 count;
};

/* A counter's place in struct wc_stats. */
#define WC_PLACE(_member)	(offsetof(struct wc_stats, _member) / sizeof(u64))

/* Of one algorithm: what was offloaded, what software did, and that by reason. */
#define WC_ALG_COUNTERS		(4 + 2 * WC_REASONS)

/**
 * struct wc_alg_group - the directory of one algorithm
 * @name: its name
 * @counters: its files
 * @attrs: the same, for @group
 * @group: the directory
 */
struct wc_alg_group {
	char name[WC_SYSFS_NAME];
	struct wc_counter_attr counters[WC_ALG_COUNTERS];
	struct attribute *attrs[WC_ALG_COUNTERS + 1];
	struct attribute_group group;
};

/* The counters that belong to no algorithm: two for each engine, and events. */
#define WC_OTHER_COUNTERS	(WC_EVENTS + 2 * WARPCRYPT_ENGINES_MAX)

static char wc_engine_files[WARPCRYPT_ENGINES_MAX][2][WC_SYSFS_NAME];
static struct wc_counter_attr wc_event_counters[WC_OTHER_COUNTERS];
/* And the file to zero them, and NULL. */
static struct attribute *wc_event_attrs[WC_OTHER_COUNTERS + 2];
static const struct attribute_group wc_sysfs_events = {
	.name = "counters",
	.attrs = wc_event_attrs,
};

static char wc_reason_files[WC_REASONS][2][WC_SYSFS_NAME];
static struct wc_alg_group *wc_alg_groups;
static u32 wc_alg_count;
static struct dentry *wc_debugfs;
static const struct attribute_group *wc_sysfs_groups[4 + WARPCRYPT_CIPHER_COUNT *
						     WARPCRYPT_MODE_COUNT];

static u64 wc_counter_read(const struct wc_counter_attr *counter)
{
	return wc_stats_read(counter->first, counter->count);
}

static ssize_t wc_counter_show(struct device *dev,
			       struct device_attribute *attr, char *buf)
{
	const struct wc_counter_attr *counter =
		container_of(attr, struct wc_counter_attr, attr);

	return sysfs_emit(buf, "%llu\n", wc_counter_read(counter));
}

static struct attribute *wc_counter_init(struct wc_counter_attr *counter,
					 const char *name, u32 first, u32 count)
{
	sysfs_attr_init(&counter->attr.attr);
	counter->attr.attr.name = name;
	counter->attr.attr.mode = 0400;
	counter->attr.show = wc_counter_show;
	counter->first = first;
	counter->count = count;
	return &counter->attr.attr;
}

/* Zeroes all counters. May miss counts that another CPU makes at the same time. */
static ssize_t reset_store(struct device *dev, struct device_attribute *attr,
			   const char *buf, size_t len)
{
	u64 value;
	int err = kstrtou64(buf, 0, &value), cpu;

	if (err)
		return err;
	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(wc_stats, cpu), 0, sizeof(struct wc_stats));
	return len;
}
static DEVICE_ATTR_WO(reset);

static void wc_sysfs_init_events(void)
{
	struct wc_counter_attr *c = wc_event_counters;
	struct attribute **attr = wc_event_attrs;
	u32 i;

	for (i = 0; i < WARPCRYPT_ENGINES_MAX; i++) {
		snprintf(wc_engine_files[i][0], WC_SYSFS_NAME,
			 "engine.%u.requests", i);
		snprintf(wc_engine_files[i][1], WC_SYSFS_NAME,
			 "engine.%u.bytes", i);
		*attr++ = wc_counter_init(c++, wc_engine_files[i][0],
					  WC_PLACE(engine_requests) + i, 1);
		*attr++ = wc_counter_init(c++, wc_engine_files[i][1],
					  WC_PLACE(engine_bytes) + i, 1);
	}
	for (i = 0; i < WC_EVENTS; i++)
		*attr++ = wc_counter_init(c++, wc_event_name(i),
					  WC_PLACE(events) + i, 1);
	*attr = &dev_attr_reset.attr;
}

static void wc_sysfs_init_alg(struct wc_alg_group *alg, u32 cipher, u32 mode)
{
	u32 row = cipher * WARPCRYPT_MODE_COUNT + mode;
	u32 requests = WC_PLACE(fallback_requests) + row * WC_REASONS;
	u32 bytes = WC_PLACE(fallback_bytes) + row * WC_REASONS;
	struct wc_counter_attr *c = alg->counters;
	struct attribute **attr = alg->attrs;
	u32 i;

	snprintf(alg->name, sizeof(alg->name), "alg.%s-%s",
		 wc_ciphers[cipher].modes[mode], wc_ciphers[cipher].name);
	*attr++ = wc_counter_init(c++, "offload_requests",
				  WC_PLACE(offload_requests) + row, 1);
	*attr++ = wc_counter_init(c++, "offload_bytes",
				  WC_PLACE(offload_bytes) + row, 1);
	*attr++ = wc_counter_init(c++, "fallback_requests", requests, WC_REASONS);
	*attr++ = wc_counter_init(c++, "fallback_bytes", bytes, WC_REASONS);
	for (i = 0; i < WC_REASONS; i++) {
		*attr++ = wc_counter_init(c++, wc_reason_files[i][0],
					  requests + i, 1);
		*attr++ = wc_counter_init(c++, wc_reason_files[i][1],
					  bytes + i, 1);
	}
	alg->group.name = alg->name;
	alg->group.attrs = alg->attrs;
}

static void wc_sysfs_init_algs(const struct attribute_group **groups)
{
	struct wc_alg_group *alg = wc_alg_groups;
	u32 cipher, mode, i;

	for (i = 0; i < WC_REASONS; i++) {
		snprintf(wc_reason_files[i][0], WC_SYSFS_NAME,
			 "fallback.%s_requests", wc_reason_name(i));
		snprintf(wc_reason_files[i][1], WC_SYSFS_NAME,
			 "fallback.%s_bytes", wc_reason_name(i));
	}
	for (cipher = 0; cipher < WARPCRYPT_CIPHER_COUNT; cipher++) {
		for (mode = 0; mode < WARPCRYPT_MODE_COUNT; mode++) {
			if (!(wc_ciphers[cipher].bits & WARPCRYPT_MODE_BIT(mode)))
				continue;
			wc_sysfs_init_alg(alg, cipher, mode);
			*groups++ = &alg++->group;
		}
	}
	*groups = NULL;
}

/* --- the same counters in debugfs, in one file */

static int wc_stats_show(struct seq_file *m, void *unused)
{
	const struct wc_counter_attr *c;
	u32 alg, i;

	for (alg = 0; alg < wc_alg_count; alg++) {
		for (i = 0; i < WC_ALG_COUNTERS; i++) {
			c = &wc_alg_groups[alg].counters[i];
			seq_printf(m, "%s.%s %llu\n", wc_alg_groups[alg].name,
				   c->attr.attr.name, wc_counter_read(c));
		}
	}
	for (i = 0; i < WC_OTHER_COUNTERS; i++) {
		c = &wc_event_counters[i];
		seq_printf(m, "%s %llu\n", c->attr.attr.name, wc_counter_read(c));
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(wc_stats);

/*
 * Makes the device's files. Returns for &miscdevice.groups, until wc_sysfs_exit(); NULL if
 * there is no memory.
 */
const struct attribute_group **wc_sysfs_init(void)
{
	u32 cipher;

	BUILD_BUG_ON(sizeof(struct wc_stats) % sizeof(u64));
	wc_alg_count = 0;
	for (cipher = 0; cipher < WARPCRYPT_CIPHER_COUNT; cipher++)
		wc_alg_count += hweight16(wc_ciphers[cipher].bits);
	wc_alg_groups = kvcalloc(wc_alg_count, sizeof(*wc_alg_groups), GFP_KERNEL);
	if (!wc_alg_groups)
		return NULL;
	wc_sysfs_init_events();
	wc_sysfs_groups[0] = &wc_sysfs_top;
	wc_sysfs_groups[1] = &wc_sysfs_link;
	wc_sysfs_groups[2] = &wc_sysfs_events;
	wc_sysfs_init_algs(&wc_sysfs_groups[3]);
	/* It is no error if there is no debugfs. */
	wc_debugfs = debugfs_create_dir("warpcrypt", NULL);
	debugfs_create_file("stats", 0400, wc_debugfs, NULL, &wc_stats_fops);
	return wc_sysfs_groups;
}

void wc_sysfs_exit(void)
{
	debugfs_remove(wc_debugfs);
	kvfree(wc_alg_groups);
}
