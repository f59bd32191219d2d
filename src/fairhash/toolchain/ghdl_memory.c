// SPDX-License-Identifier: Apache-2.0
// Memory allocator of GHDL: a table that grows stays at its address. ghdl_memory.py preloads it and says why.
//
// malloc() and realloc() give blocks of SMALLEST to LARGEST bytes a slot of SLOT bytes of addresses each; pages that are never
// written take no memory. A block in a slot grows without moving. All other blocks are those of the C library, also those for
// which no slot is left: GHDL allocates its tables when it starts, so they have slots (tests/toolchain/test_ghdl_memory.py).

#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void __libc_free(void *block);

#define SMALLEST ((size_t)4096) // the table in question begins with 1024 records of 12 bytes
#define LARGEST ((size_t)1 << 20)
#define SLOT ((size_t)1 << 30)
#define SLOTS ((size_t)4096)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *slots;                  // addresses of all slots
static size_t used;                  // slots that were used at least once
static unsigned short unused[SLOTS]; // slots that were freed
static size_t n_unused;

static void stop(const char *message) {
  const ssize_t written = write(STDERR_FILENO, message, strlen(message));
  _exit(written < 0 ? 4 : 3);
}

static int in_slot(const void *block) {
  return slots != NULL && (const char *)block >= slots && (const char *)block < slots + SLOTS * SLOT;
}

static int needs_slot(size_t bytes) { return bytes >= SMALLEST && bytes <= LARGEST; }

// Returns a free slot, NULL if all are in use.
static void *take_slot(void) {
  pthread_mutex_lock(&lock);
  if (slots == NULL) {
    void *all = mmap(NULL, SLOTS * SLOT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) stop("error: GHDL cannot reserve 4 TiB of addresses: raise the limit of virtual memory (ulimit -v)\n");
    slots = all;
  }
  void *block = NULL;
  if (n_unused > 0)
    block = slots + SLOT * unused[--n_unused];
  else if (used < SLOTS)
    block = slots + SLOT * used++;
  pthread_mutex_unlock(&lock);
  return block;
}

void *malloc(size_t bytes) {
  void *block = needs_slot(bytes) ? take_slot() : NULL;
  return block != NULL ? block : __libc_malloc(bytes);
}

void free(void *block) {
  if (!in_slot(block)) {
    __libc_free(block);
    return;
  }
  madvise(block, SLOT, MADV_DONTNEED);
  pthread_mutex_lock(&lock);
  unused[n_unused++] = (unsigned short)((size_t)((char *)block - slots) / SLOT);
  pthread_mutex_unlock(&lock);
}

void *realloc(void *block, size_t bytes) {
  if (block == NULL) return malloc(bytes);
  if (in_slot(block)) {
    if (bytes > SLOT) stop("error: a table of GHDL needs more than 1 GiB\n");
    return block;
  }
  if (!needs_slot(bytes)) return __libc_realloc(block, bytes);
  const size_t before = malloc_usable_size(block);
  void *moved = take_slot();
  if (moved == NULL) return __libc_realloc(block, bytes);
  memcpy(moved, block, before < bytes ? before : bytes);
  __libc_free(block);
  return moved;
}
