/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fairhash_hash_many(). Threads claim messages from a shared list. Each thread hashes as many messages at once as the family
 * has lanes. All lanes absorb the same number of blocks, up to the end of the shortest message. The next message then takes
 * the free lane.
 */
#define _POSIX_C_SOURCE 200809L /* for sysconf() */

#include <stdatomic.h>
#include <threads.h>

#include "internal.h"

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

enum { MAX_THREADS = 256 };

/* The arguments of the call, shared by all threads. */
typedef struct hash_job {
    const fairhash_algorithm *algorithm;
    const fairhash_multi_buffer *multi_buffer; /* null if the family hashes one message at a time */
    const uint8_t *const *messages;
    const uint64_t *message_bits;
    uint8_t *digests;
    uint64_t digest_bits;
    size_t width; /* the number of messages that a thread hashes at once */
    size_t count;
    atomic_size_t next_unclaimed; /* the index of the first message that no thread has claimed */
} hash_job;

/* A message in progress. */
typedef struct lane_state {
    fairhash_context context;
    size_t message_index;
    const uint8_t *blocks; /* the next blocks to absorb, in the message or in `tail` */
    size_t blocks_left;    /* the number of blocks left at `blocks` */
    size_t tail_blocks;    /* the number of blocks in `tail` that are not yet at `blocks` */
    uint8_t tail[TAIL_BYTES];
} lane_state;

/* Messages that a thread has claimed and not started: indices `next` to `end` - 1. */
typedef struct claimed_range {
    size_t next;
    size_t end;
} claimed_range;

/*
 * Claims messages if the thread has none left. Returns whether the thread has a message. A thread claims as many messages as
 * it has lanes, to access the shared counter less often.
 */
static bool claim_messages(hash_job *job, claimed_range *range) {
    if (range->next == range->end) {
        /* The counter does not increase after all messages are claimed, so it cannot overflow. */
        size_t first = atomic_load(&job->next_unclaimed);
        size_t end;
        do {
            end = job->count - first < job->width ? job->count : first + job->width;
        } while (first < end && !atomic_compare_exchange_weak(&job->next_unclaimed, &first, end));
        *range = (claimed_range){first, end};
    }
    return range->next < range->end;
}

/* Switches to the tail after the last whole block of the message. Returns whether the lane has blocks left. */
static bool select_blocks(lane_state *lane) {
    if (lane->blocks_left == 0) {
        lane->blocks = lane->tail;
        lane->blocks_left = lane->tail_blocks;
        lane->tail_blocks = 0;
    }
    return lane->blocks_left > 0;
}

static void start_message(const hash_job *job, lane_state *lane, size_t message) {
    const uint64_t bits = job->message_bits[message];
    const size_t block_bytes = job->algorithm->block_bits / 8;
    const size_t head_bytes = (size_t)((bits - fairhash_tail_bits(job->algorithm, bits)) / 8);
    fairhash_init(&lane->context, job->algorithm);
    lane->context.message_bits = bits;
    lane->message_index = message;
    lane->blocks = job->messages[message];
    lane->blocks_left = head_bytes / block_bytes;
    lane->tail_blocks =
        fairhash_make_tail(job->algorithm, bits == 0 ? NULL : lane->blocks + head_bytes, bits, lane->tail) / block_bytes;
    select_blocks(lane);
}

/* Absorbs as many blocks as every lane has left. */
static void absorb_step(const hash_job *job, lane_state *const *lanes, size_t active) {
    fairhash_context *contexts[MAX_LANES];
    const uint8_t *blocks[MAX_LANES];
    size_t count = lanes[0]->blocks_left;
    for (size_t i = 0; i < active; i++) {
        contexts[i] = &lanes[i]->context;
        blocks[i] = lanes[i]->blocks;
        count = lanes[i]->blocks_left < count ? lanes[i]->blocks_left : count;
    }
    if (active == 1) {
        job->algorithm->functions->absorb(contexts[0], blocks[0], count);
    } else {
        job->multi_buffer->absorb(contexts, blocks, active, count);
    }
    for (size_t i = 0; i < active; i++) {
        lanes[i]->context.blocks += count;
        lanes[i]->blocks += count * (job->algorithm->block_bits / 8);
        lanes[i]->blocks_left -= count;
    }
}

/* The main function of a thread. */
static int hash_messages(void *argument) {
    hash_job *job = argument;
    const size_t digest_bytes = (size_t)count_bytes(job->digest_bits);
    lane_state storage[MAX_LANES];
    lane_state *lanes[MAX_LANES];
    for (size_t i = 0; i < MAX_LANES; i++) {
        lanes[i] = &storage[i];
    }
    claimed_range range = {0, 0};
    size_t active = 0;
    if (fairhash_has_affixes(job->algorithm)) {
        while (claim_messages(job, &range)) {
            const size_t i = range.next++;
            fairhash_hash(job->algorithm, job->messages[i], job->message_bits[i], job->digests + i * digest_bytes,
                          job->digest_bits);
        }
        return 0;
    }
    for (;;) {
        for (; active < job->width && claim_messages(job, &range); active++) {
            start_message(job, lanes[active], range.next++);
        }
        if (active == 0) {
            return 0;
        }
        absorb_step(job, lanes, active);
        for (size_t i = active; i-- > 0;) {
            lane_state *const lane = lanes[i];
            if (!select_blocks(lane)) {
                fairhash_write_digest(&lane->context, job->digests + lane->message_index * digest_bytes, job->digest_bits);
                lanes[i] = lanes[--active];
                lanes[active] = lane;
            }
        }
    }
}

static size_t count_processors(void) {
#ifdef _SC_NPROCESSORS_ONLN
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
#else
    return 1;
#endif
}

/* Runs at most `thread_count` threads, including the calling thread. If the system cannot start a thread, fewer threads run. */
static void run_threads(hash_job *job, size_t thread_count) {
    thrd_t threads[MAX_THREADS - 1];
    const size_t max_useful_threads = (job->count + job->width - 1) / job->width;
    thread_count = thread_count < max_useful_threads ? thread_count : max_useful_threads;
    thread_count = thread_count < MAX_THREADS ? thread_count : MAX_THREADS;
    size_t started = 0;
    while (started + 1 < thread_count && thrd_create(&threads[started], hash_messages, job) == thrd_success) {
        started++;
    }
    hash_messages(job);
    while (started > 0) {
        thrd_join(threads[--started], NULL);
    }
}

fairhash_status fairhash_hash_many(const fairhash_algorithm *algorithm, const uint8_t *const messages[],
                                   const uint64_t message_bits[], uint8_t *digests, uint64_t digest_bits, size_t count,
                                   unsigned threads) {
    if (algorithm == NULL || (count > 0 && (messages == NULL || message_bits == NULL || digests == NULL))) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    for (size_t i = 0; i < count; i++) {
        if (messages[i] == NULL && message_bits[i] > 0) {
            return FAIRHASH_BAD_ARGUMENT;
        }
    }
    if (!fairhash_valid_digest_bits(algorithm, digest_bits)) {
        return FAIRHASH_BAD_DIGEST_BITS;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t absorbed_bits = 0;
        const fairhash_status status = fairhash_check_length(algorithm, message_bits[i], &absorbed_bits);
        if (status != FAIRHASH_OK) {
            return status;
        }
    }
    const fairhash_multi_buffer *multi_buffer = fairhash_find_multi_buffer(algorithm);
    hash_job job = {.algorithm = algorithm,
                    .multi_buffer = multi_buffer,
                    .messages = messages,
                    .message_bits = message_bits,
                    .digests = digests,
                    .digest_bits = digest_bits,
                    .width = multi_buffer == NULL || fairhash_has_affixes(algorithm) ? 1 : multi_buffer->width(algorithm),
                    .count = count};
    run_threads(&job, threads == 0 ? count_processors() : threads);
    return FAIRHASH_OK;
}
