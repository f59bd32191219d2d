/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timing loops for `fairhash system measure`: threads hash messages from memory or from files, one message at a time or several
 * in the lanes of a vector register. Threads are started before the clock, and each measures its own reading.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "fairhash.h"

enum { MAX_THREADS = 256, PAGE_BYTES = 4096 };

typedef fairhash_status (*hash_function)(const fairhash_algorithm *, const uint8_t *, uint64_t, uint8_t *, uint64_t);
typedef fairhash_status (*hash_many_function)(const fairhash_algorithm *, const uint8_t *const[], const uint64_t[], uint8_t *,
                                              uint64_t, size_t, unsigned);
typedef fairhash_status (*pad_function)(const fairhash_algorithm *, const uint8_t *, uint64_t, uint8_t *, uint64_t);
/* The type of OpenSSL's EVP_Digest(), without its headers. */
typedef int (*digest_function)(const void *, size_t, unsigned char *, unsigned *, const void *, void *);

/* What is hashed, and how. Of the three functions exactly one is not null. */
typedef struct {
    hash_function hash;
    hash_many_function hash_many;
    digest_function evp_digest;
    const void *algorithm; /* a fairhash_algorithm, or OpenSSL's EVP_MD */
    size_t digest_bits;
    size_t message_bytes;
    size_t messages;
    size_t stride;            /* bytes from message to message in `memory`; a multiple of the page size if there are files */
    uint8_t *memory;          /* the messages, or the buffer that files are read into */
    const char *const *files; /* one for each message; null if the messages are in memory */
    int direct;               /* whether files are read past the page cache */
    unsigned threads;
    uint8_t *digests;
} system_work;

/* Times of a sample in nanoseconds. `read` and `cpu` are sums over the threads. */
typedef struct {
    uint64_t total;
    uint64_t read;
    uint64_t cpu;
} system_times;

/* Prototypes for -Wmissing-prototypes. No header declares these functions, because only Python calls them. */
FAIRHASH_API int fairhash_system_run(const system_work *work, size_t passes, system_times *times);
FAIRHASH_API int fairhash_system_pad(pad_function pad, const fairhash_algorithm *algorithm, const uint8_t *message, size_t bytes,
                                     uint8_t *padded, size_t capacity, size_t passes, uint64_t *nanoseconds);
FAIRHASH_API long fairhash_system_drop(const char *const *files, size_t count);

typedef struct {
    const system_work *work;
    size_t passes;
    size_t first; /* of the messages of this thread */
    size_t end;
    pthread_barrier_t *start;
    int succeeded;
    system_times times;
} worker;

static uint64_t now_ns(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

static int read_file(const system_work *work, size_t message) {
    uint8_t *buffer = work->memory + message * work->stride;
    int file = open(work->files[message], O_RDONLY | O_CLOEXEC | (work->direct ? O_DIRECT : 0));
    if (file < 0) {
        return 0;
    }
    size_t done = 0;
    while (done < work->message_bytes) {
        /* O_DIRECT needs a length of whole blocks; a file may end before */
        size_t request = work->direct ? work->stride - done : work->message_bytes - done;
        ssize_t count = read(file, buffer + done, request);
        if (count <= 0) {
            break;
        }
        done += (size_t)count;
    }
    close(file);
    return done == work->message_bytes;
}

static int hash_one(const system_work *work, size_t message) {
    const uint8_t *data = work->memory + message * work->stride;
    uint8_t *digest = work->digests + message * (work->digest_bits / 8);
    if (work->evp_digest != NULL) {
        return work->evp_digest(data, work->message_bytes, digest, NULL, work->algorithm, NULL) == 1;
    }
    return work->hash(work->algorithm, data, 8 * (uint64_t)work->message_bytes, digest, work->digest_bits) == FAIRHASH_OK;
}

static int read_messages(worker *own, size_t first, size_t end) {
    int succeeded = 1;
    if (own->work->files != NULL) {
        uint64_t start = now_ns(CLOCK_MONOTONIC);
        for (size_t message = first; message < end; message++) {
            succeeded &= read_file(own->work, message);
        }
        own->times.read += now_ns(CLOCK_MONOTONIC) - start;
    }
    return succeeded;
}

/* One after the other: each message is read, then hashed. */
static int pass_one_at_a_time(worker *own) {
    int succeeded = 1;
    for (size_t message = own->first; message < own->end; message++) {
        succeeded &= read_messages(own, message, message + 1) && hash_one(own->work, message);
    }
    return succeeded;
}

/* All messages of the thread are read, then hashed in lanes. */
static int pass_in_lanes(worker *own, const uint8_t *const *pointers, const uint64_t *bits) {
    const system_work *work = own->work;
    int succeeded = read_messages(own, own->first, own->end);
    return succeeded && work->hash_many(work->algorithm, pointers, bits, work->digests + own->first * (work->digest_bits / 8),
                                        work->digest_bits, own->end - own->first, 1) == FAIRHASH_OK;
}

static void *run_worker(void *argument) {
    worker *own = argument;
    const system_work *work = own->work;
    size_t count = own->end - own->first;
    const uint8_t **pointers = NULL;
    uint64_t *bits = NULL;
    own->succeeded = 1;
    if (work->hash_many != NULL && count > 0) {
        pointers = calloc(count, sizeof *pointers);
        bits = calloc(count, sizeof *bits);
        own->succeeded = pointers != NULL && bits != NULL;
        for (size_t i = 0; own->succeeded && i < count; i++) {
            pointers[i] = work->memory + (own->first + i) * work->stride;
            bits[i] = 8 * (uint64_t)work->message_bytes;
        }
    }
    pthread_barrier_wait(own->start);
    uint64_t cpu_start = now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (size_t pass = 0; pass < own->passes && own->succeeded && count > 0; pass++) {
        own->succeeded = work->hash_many != NULL ? pass_in_lanes(own, pointers, bits) : pass_one_at_a_time(own);
    }
    own->times.cpu = now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_start;
    free(pointers);
    free(bits);
    return NULL;
}

/*
 * Hashes all messages `passes` times. Returns 1 if everything succeeded, else 0.
 *
 * Each thread has an equal share of the messages. The time runs from the moment when all threads are started until the last one
 * has finished; the calling thread is one of them.
 */
int fairhash_system_run(const system_work *work, size_t passes, system_times *times) {
    static worker workers[MAX_THREADS];
    pthread_t handles[MAX_THREADS];
    pthread_barrier_t start;
    unsigned threads = work->threads;
    if (threads < 1 || threads > MAX_THREADS || pthread_barrier_init(&start, NULL, threads) != 0) {
        return 0;
    }
    for (unsigned i = 0; i < threads; i++) {
        workers[i] = (worker){.work = work,
                              .passes = passes,
                              .first = work->messages * i / threads,
                              .end = work->messages * (i + 1) / threads,
                              .start = &start};
    }
    for (unsigned i = 1; i < threads; i++) {
        if (pthread_create(&handles[i], NULL, run_worker, &workers[i]) != 0) {
            abort(); /* the threads that wait for this one cannot be ended */
        }
    }
    uint64_t started = now_ns(CLOCK_MONOTONIC);
    run_worker(&workers[0]);
    int succeeded = workers[0].succeeded;
    *times = workers[0].times;
    for (unsigned i = 1; i < threads; i++) {
        pthread_join(handles[i], NULL);
        succeeded &= workers[i].succeeded;
        times->read += workers[i].times.read;
        times->cpu += workers[i].times.cpu;
    }
    times->total = now_ns(CLOCK_MONOTONIC) - started;
    pthread_barrier_destroy(&start);
    return succeeded;
}

/* Pads one message `passes` times, and measures the time of all passes. Returns 1 if everything succeeded, else 0. */
int fairhash_system_pad(pad_function pad, const fairhash_algorithm *algorithm, const uint8_t *message, size_t bytes,
                        uint8_t *padded, size_t capacity, size_t passes, uint64_t *nanoseconds) {
    int succeeded = 1;
    uint64_t start = now_ns(CLOCK_MONOTONIC);
    for (size_t pass = 0; pass < passes; pass++) {
        succeeded &= pad(algorithm, message, 8 * (uint64_t)bytes, padded, capacity) == FAIRHASH_OK;
    }
    *nanoseconds = now_ns(CLOCK_MONOTONIC) - start;
    return succeeded;
}

/* Returns the number of pages of an open file that are in the page cache, or -1 if they cannot be counted. */
static long count_resident(int file, size_t bytes) {
    const size_t pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    unsigned char *present = calloc(pages, 1);
    void *mapped = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
    long resident = -1;
    if (present != NULL && mapped != MAP_FAILED && mincore(mapped, bytes, present) == 0) {
        resident = 0;
        for (size_t page = 0; page < pages; page++) {
            resident += present[page] & 1;
        }
    }
    if (mapped != MAP_FAILED) {
        munmap(mapped, bytes);
    }
    free(present);
    return resident;
}

/* Removes files from the page cache. Returns the number of their pages that are still in it, or -1 if a file failed. */
long fairhash_system_drop(const char *const *files, size_t count) {
    long resident = 0;
    for (size_t i = 0; i < count; i++) {
        int file = open(files[i], O_RDONLY | O_CLOEXEC);
        if (file < 0) {
            return -1;
        }
        const off_t bytes = lseek(file, 0, SEEK_END);
        const int dropped = bytes > 0 && fdatasync(file) == 0 && posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0;
        const long left = dropped ? count_resident(file, (size_t)bytes) : -1;
        close(file);
        if (left < 0) {
            return -1;
        }
        resident += left;
    }
    return resident;
}
