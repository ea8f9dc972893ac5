/* SPDX-License-Identifier: GPL-2.0-only */
/* Wait contexts: callbacks, those that end before their job, those of a parent process. */
#ifndef WARPCRYPT_TESTS_UNIT_PROVIDER_WAITS_H
#define WARPCRYPT_TESTS_UNIT_PROVIDER_WAITS_H

void test_callbacks(void **state);
void test_slow_callback(void **state);
void test_abandoned_jobs(void **state);
void test_abandoned_keys(void **state);
void test_free_in_callback(void **state);
void test_close_in_callback(void **state);
void test_job_in_child(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_PROVIDER_WAITS_H */
