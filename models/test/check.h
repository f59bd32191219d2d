/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all tests share: a check that counts, random numbers, and messages as bits. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairhash.h"
#include "internal.h"

enum { MAX_MESSAGE_BITS = 10000, MAX_MESSAGE_BYTES = MAX_MESSAGE_BITS / 8 + 1, MAX_DIGEST_BYTES = 64 };

/* Prints a message and ends the program unless `condition` is true. `name` and `number` describe the case in the message. */
#define CHECK(condition, name, number) check((condition), #condition, __FILE__, __LINE__, (name), (unsigned long long)(number))

extern unsigned long checks_made;

static inline void check(bool passed, const char *text, const char *file, int line, const char *name,
                         unsigned long long number) {
    checks_made++;
    if (!passed) {
        fprintf(stderr, "%s:%d: check failed for %s, %llu: %s\n", file, line, name, number, text);
        exit(1);
    }
}

/* Returns a random number below `limit`. The sequence is the same in every run. */
uint64_t random_below(uint64_t limit);

/* Returns the largest length of at most `bits` bits that a message of the algorithm can have. */
static inline size_t valid_length(const fairhash_algorithm *algorithm, uint64_t bits) {
    return (size_t)(algorithm->whole_bytes ? bits / 8 * 8 : bits);
}

/* Returns the length of a message of `bits` bits with its affixes. */
static inline uint64_t absorbed_length(const fairhash_algorithm *algorithm, uint64_t bits) {
    uint64_t absorbed_bits = 0;
    CHECK(fairhash_check_length(algorithm, bits, &absorbed_bits) == FAIRHASH_OK, algorithm->id, bits);
    return absorbed_bits;
}

/* Returns a context in the initial state, without the prefix of a message. */
static inline fairhash_context initial_context(const fairhash_algorithm *algorithm) {
    fairhash_context context = {.algorithm = algorithm};
    algorithm->functions->start(&context);
    return context;
}

/* Fills `bits` with random bits. */
void random_bits(bool *bits, size_t count);

/*
 * Writes bits as bytes, in the order that fairhash.h defines. The unused bits of a partial byte are 1, to check that functions
 * ignore them.
 */
void encode(const bool *bits, size_t count, fairhash_bit_order order, uint8_t *bytes);

void test_threads(void);
void test_cpu(void);
void test_family(void);
void test_updates(void);
void test_long(void);
void test_hash_many(void);
void test_padding(void);
void test_stream(void);
void test_arguments(void);
void test_parameters(void);
void test_trees(void);

#endif
