/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Module parameters that more than one file reads, described in
 * Documentation/parameters.rst. Those that can change while the module runs
 * are read with READ_ONCE().
 */
#ifndef _WC_PARAMS_H
#define _WC_PARAMS_H

#include <linux/types.h>

/**
 * enum wc_deliver_how - who delivers results: the values of wc_param_deliver
 * @WC_DELIVER_COMMITTER: the thread of the helper that commits the frame
 * @WC_DELIVER_SUBMITTER: the CPU that submitted the frame's first request
 * @WC_DELIVER_ANY: any CPU
 */
enum wc_deliver_how {
	WC_DELIVER_COMMITTER,
	WC_DELIVER_SUBMITTER,
	WC_DELIVER_ANY,
};

extern uint wc_param_min_bytes;
extern bool wc_param_min_bytes_given;
extern uint wc_param_deadline_ms;
extern uint wc_param_deliver;
extern bool wc_param_kat;
extern uint wc_param_aes_priority;
extern uint wc_param_priority;

#endif /* _WC_PARAMS_H */
