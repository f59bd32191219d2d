/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many messages: threads take them from one list, and each thread keeps as many under way as the family has lanes. Lanes walk
 * together up to where the first of them ends; the next message then takes its place.
 */
#define _POSIX_C_SOURCE 200809L /* sysconf */

#include <stdatomic.h>
#include <threads.h>

#include "internal.h"

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

enum { MAX_THREADS = 256 };

/* The call, shared by its threads. */
typedef struct batch {
    const fairhash_algorithm *algorithm;
    const fairhash_multi_buffer *several; /* null if the family takes one message at a time */
    const uint8_t *const *messages;
    const uint64_t *bits;
    uint8_t *digests;
    uint64_t digest_bits;
    size_t width; /* messages that a thread keeps under way */
    size_t count;
    atomic_size_t taken; /* the first message that no thread has taken */
} batch;

/* A message under way. */
typedef struct lane {
    fairhash_context context;
    size_t message;
    const uint8_t *blocks; /* those to absorb next, in the message or in its tail */
    size_t left;           /* how many of them follow here */
    size_t tail_blocks;    /* how many of them follow in the tail */
    uint8_t tail[TAIL_BYTES];
} lane;

/* The messages that a thread has taken and not begun: `next` to before `end`. */
typedef struct share {
    size_t next;
    size_t end;
} share;

/* Whether there is a message for this thread; several are taken at once, for threads wait for each other here. */
static bool take(batch *work, share *mine) {
    if (mine->next == mine->end) {
        /* Once all are taken nothing is added any more, so that the number cannot overflow. */
        size_t first = atomic_load(&work->taken);
        size_t end;
        do {
            end = work->count - first < work->width ? work->count : first + work->width;
        } while (first < end && !atomic_compare_exchange_weak(&work->taken, &first, end));
        *mine = (share){first, end};
    }
    return mine->next < mine->end;
}

/* Goes over to the tail if the message itself has no more whole blocks; false if the tail is absorbed too. */
static bool more(lane *one) {
    if (one->left == 0) {
        one->blocks = one->tail;
        one->left = one->tail_blocks;
        one->tail_blocks = 0;
    }
    return one->left > 0;
}

static void begin(const batch *work, lane *one, size_t message) {
    const uint64_t bits = work->bits[message];
    const size_t block_bytes = work->algorithm->block_bits / 8;
    const size_t before = (size_t)((bits - fairhash_tail_bits(work->algorithm, bits)) / 8);
    fairhash_init(&one->context, work->algorithm);
    one->context.message_bits = bits;
    one->message = message;
    one->blocks = work->messages[message];
    one->left = before / block_bytes;
    one->tail_blocks =
        fairhash_make_tail(work->algorithm, bits == 0 ? NULL : one->blocks + before, bits, one->tail) / block_bytes;
    more(one);
}

/* Absorbs as many blocks as every lane has. */
static void step(const batch *work, lane *const *lanes, size_t active) {
    fairhash_context *contexts[MAX_LANES];
    const uint8_t *blocks[MAX_LANES];
    size_t count = lanes[0]->left;
    for (size_t i = 0; i < active; i++) {
        contexts[i] = &lanes[i]->context;
        blocks[i] = lanes[i]->blocks;
        count = lanes[i]->left < count ? lanes[i]->left : count;
    }
    if (active == 1) {
        work->algorithm->functions->absorb(contexts[0], blocks[0], count);
    } else {
        work->several->absorb(contexts, blocks, active, count);
    }
    for (size_t i = 0; i < active; i++) {
        lanes[i]->context.blocks += count;
        lanes[i]->blocks += count * (work->algorithm->block_bits / 8);
        lanes[i]->left -= count;
    }
}

/* What each thread does. */
static int hash_messages(void *of) {
    batch *work = of;
    const size_t digest_bytes = (size_t)((work->digest_bits + 7) / 8);
    lane room[MAX_LANES];
    lane *lanes[MAX_LANES];
    for (size_t i = 0; i < MAX_LANES; i++) {
        lanes[i] = &room[i];
    }
    share mine = {0, 0};
    size_t active = 0;
    for (;;) {
        for (; active < work->width && take(work, &mine); active++) {
            begin(work, lanes[active], mine.next++);
        }
        if (active == 0) {
            return 0;
        }
        step(work, lanes, active);
        for (size_t i = active; i-- > 0;) {
            lane *const one = lanes[i];
            if (!more(one)) {
                fairhash_write_digest(&one->context, work->digests + one->message * digest_bytes, work->digest_bits);
                lanes[i] = lanes[--active];
                lanes[active] = one;
            }
        }
    }
}

static size_t processors(void) {
#ifdef _SC_NPROCESSORS_ONLN
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
#else
    return 1;
#endif
}

/* The caller's thread is one of `wanted`; a thread that the system does not give is done without. */
static void share_out(batch *work, size_t wanted) {
    thrd_t threads[MAX_THREADS - 1];
    const size_t useful = (work->count + work->width - 1) / work->width;
    wanted = wanted < useful ? wanted : useful;
    wanted = wanted < MAX_THREADS ? wanted : MAX_THREADS;
    size_t started = 0;
    while (started + 1 < wanted && thrd_create(&threads[started], hash_messages, work) == thrd_success) {
        started++;
    }
    hash_messages(work);
    while (started > 0) {
        thrd_join(threads[--started], NULL);
    }
}

fairhash_status fairhash_hash_many(const fairhash_algorithm *algorithm, const uint8_t *const messages[], const uint64_t bits[],
                                   uint8_t *digests, uint64_t digest_bits, size_t count, unsigned threads) {
    if (algorithm == NULL || (count > 0 && (messages == NULL || bits == NULL || digests == NULL))) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    for (size_t i = 0; i < count; i++) {
        if (messages[i] == NULL && bits[i] > 0) {
            return FAIRHASH_BAD_ARGUMENT;
        }
    }
    if (!fairhash_valid_digest_bits(algorithm, digest_bits)) {
        return FAIRHASH_BAD_DIGEST_BITS;
    }
    const fairhash_multi_buffer *several = fairhash_find_multi_buffer(algorithm);
    batch work = {.algorithm = algorithm,
                  .several = several,
                  .messages = messages,
                  .bits = bits,
                  .digests = digests,
                  .digest_bits = digest_bits,
                  .width = several == NULL ? 1 : several->width(algorithm),
                  .count = count};
    share_out(&work, threads == 0 ? processors() : threads);
    return FAIRHASH_OK;
}
