/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests share: a check that counts, random numbers, and messages as bits. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairhash.h"
#include "internal.h"

enum { MAX_MESSAGE_BITS = 10000, MAX_MESSAGE_BYTES = MAX_MESSAGE_BITS / 8 + 1, MAX_DIGEST_BYTES = 64 };

/* Ends the program with a message unless `condition` holds; `name` and `number` say for what. */
#define CHECK(condition, name, number) check((condition), #condition, __FILE__, __LINE__, (name), (unsigned long long)(number))

extern unsigned long checks_made;

static inline void check(bool good, const char *what, const char *file, int line, const char *name, unsigned long long number) {
    checks_made++;
    if (!good) {
        fprintf(stderr, "%s:%d: not so for %s, %llu: %s\n", file, line, name, number, what);
        exit(1);
    }
}

/* Any number below `limit`, the same ones in every run. */
uint64_t random_below(uint64_t limit);

/* Fills `bits` with single random bits. */
void random_bits(bool *bits, size_t count);

/* Writes bits as bytes in the order fairhash.h defines; unused bits of a partial byte are set, for they must not matter. */
void encode(const bool *bits, size_t count, fairhash_bit_order order, uint8_t *bytes);

void test_threads(void);
void test_cpu(void);
void test_family(void);
void test_pieces(void);
void test_long(void);
void test_many(void);
void test_padding(void);
void test_stream(void);
void test_arguments(void);

#endif
