/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of kernel.h: lists. */
#ifndef WARPCRYPT_TESTS_CORE_KERNEL_LIST_H
#define WARPCRYPT_TESTS_CORE_KERNEL_LIST_H

/* --- lists: circular, doubly linked, with a head */

struct list_head {
	struct list_head *next, *prev;
};

#define LIST_HEAD(name)		struct list_head name = { &name, &name }

static inline void INIT_LIST_HEAD(struct list_head *l)
{
	WRITE_ONCE(l->next, l);
	WRITE_ONCE(l->prev, l);
}

static inline void list_link(struct list_head *node, struct list_head *prev,
			     struct list_head *next)
{
	WRITE_ONCE(next->prev, node);
	WRITE_ONCE(node->next, next);
	WRITE_ONCE(node->prev, prev);
	WRITE_ONCE(prev->next, node);
}

#define list_add(n, head)	list_link(n, head, (head)->next)
#define list_add_tail(n, head)	list_link(n, (head)->prev, head)

/* Whatever uses the node afterwards crashes. */
static inline void list_del(struct list_head *n)
{
	WRITE_ONCE(n->prev->next, n->next);
	WRITE_ONCE(n->next->prev, n->prev);
	n->next = n->prev = (struct list_head *)0x100;
}

static inline void list_del_init(struct list_head *n)
{
	list_del(n);
	INIT_LIST_HEAD(n);
}

static inline bool list_empty(const struct list_head *l)
{
	return READ_ONCE(l->next) == l;
}

static inline bool list_empty_careful(const struct list_head *l)
{
	return READ_ONCE(l->next) == l && READ_ONCE(l->prev) == l;
}

static inline void list_splice_tail_init(struct list_head *from,
					 struct list_head *to)
{
	if (list_empty(from))
		return;
	from->next->prev = to->prev;
	to->prev->next = from->next;
	from->prev->next = to;
	to->prev = from->prev;
	INIT_LIST_HEAD(from);
}

#define list_entry(p, type, member)	container_of(p, type, member)
#define list_first_entry(l, type, member) \
	list_entry((l)->next, type, member)
#define list_last_entry(head, type, member)	list_entry((head)->prev, type, member)
#define list_first_entry_or_null(l, type, member) \
	(list_empty(l) ? NULL : list_first_entry(l, type, member))
#define list_for_each_entry(p, l, member)				\
	for ((p) = list_entry((l)->next, __typeof__(*(p)), member);	\
	     &(p)->member != (l);					\
	     (p) = list_entry((p)->member.next, __typeof__(*(p)), member))
#define list_for_each_entry_reverse(p, l, member)			\
	for ((p) = list_entry((l)->prev, __typeof__(*(p)), member);	\
	     &(p)->member != (l);					\
	     (p) = list_entry((p)->member.prev, __typeof__(*(p)), member))
#define list_for_each_entry_safe(p, n, l, member)			\
	for ((p) = list_entry((l)->next, __typeof__(*(p)), member),	\
	     (n) = list_entry((p)->member.next, __typeof__(*(p)), member); \
	     &(p)->member != (l);					\
	     (p) = (n),							\
	     (n) = list_entry((n)->member.next, __typeof__(*(n)), member))

#endif /* WARPCRYPT_TESTS_CORE_KERNEL_LIST_H */
