// SPDX-License-Identifier: GPL-2.0-only
/* A build without nvcc has no GPU. */
#include "tools/bench/papers_device.h"
#include "tools/bench/util.h"

void papers_open_cuda(const char *images)
{
	(void)images;
	die("built without nvcc, so there is no GPU; --cpu emulates one");
}
