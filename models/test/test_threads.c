/* SPDX-License-Identifier: Apache-2.0 */
/* Several threads that use the families for the first time at once get the same digests as one thread afterwards. */
#include <threads.h>

#include "check.h"

enum { THREADS = 8, MAX_ALGORITHMS = 256 };

static const uint8_t MESSAGE[] = "several threads at once";

typedef struct digest_list {
    uint8_t bytes[MAX_ALGORITHMS][MAX_DIGEST_BYTES];
} digest_list;

static digest_list results[THREADS + 1];

static int hash_all(void *argument) {
    digest_list *result = argument;
    for (size_t i = 0; i < fairhash_count(); i++) {
        const fairhash_algorithm *algorithm = fairhash_at(i);
        if (fairhash_hash(algorithm, MESSAGE, 8 * sizeof MESSAGE, result->bytes[i], algorithm->digest_bits) != FAIRHASH_OK) {
            return 1;
        }
    }
    return 0;
}

void test_threads(void) {
    thrd_t threads[THREADS];
    CHECK(fairhash_count() <= MAX_ALGORITHMS, "count", fairhash_count());
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(thrd_create(&threads[i], hash_all, &results[i]) == thrd_success, "thread", i);
    }
    for (size_t i = 0; i < THREADS; i++) {
        int failed = 1;
        CHECK(thrd_join(threads[i], &failed) == thrd_success && failed == 0, "thread", i);
    }
    CHECK(hash_all(&results[THREADS]) == 0, "one thread", 0);
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(memcmp(&results[i], &results[THREADS], sizeof results[i]) == 0, "thread", i);
    }
}
