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

/**
 * enum wc_choose - who does requests: the values of wc_param_choice
 * @WC_CHOOSE_AUTO: software or the engine that is expected to be the fastest
 * @WC_CHOOSE_SOFTWARE: software
 * @WC_CHOOSE_OFFLOAD: an engine, if any can
 * @WC_CHOOSE_CPU: an engine on CPUs, if any can
 * @WC_CHOOSE_GPU: a GPU, if any can
 */
enum wc_choose {
	WC_CHOOSE_AUTO,
	WC_CHOOSE_SOFTWARE,
	WC_CHOOSE_OFFLOAD,
	WC_CHOOSE_CPU,
	WC_CHOOSE_GPU,
};

extern uint wc_param_choice;
extern bool wc_param_choice_given;
extern uint wc_param_min_bytes;
extern bool wc_param_min_bytes_given;
extern uint wc_param_deadline_ms;
extern uint wc_param_deliver;
extern bool wc_param_kat;
extern uint wc_param_aes_priority;
extern uint wc_param_priority;

#endif /* _WC_PARAMS_H */
