/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Selection of implementations with x86 instruction sets.
 *
 * A family's absorb() calls fairhash_cpu_has() and then an implementation in x86/<family>_<set>.c, or its portable code. All
 * implementations of a family store the state in the same layout, so the library may change the implementation between two
 * calls. The functions of an implementation have the attribute target("..."). The file is empty if FAIRHASH_X86 is not defined.
 */
#ifndef FAIRHASH_CPU_H
#define FAIRHASH_CPU_H

#include <stdatomic.h>

#include "fairhash.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define FAIRHASH_X86
#endif

/* The features that the processor supports and the caller allows, and FAIRHASH_CPU_CACHED. It is 0 before the first use. */
extern atomic_uint fairhash_cpu_cache;

/* The top bit, which is not a feature. */
#define FAIRHASH_CPU_CACHED (1U << 31)

/* Sets fairhash_cpu_cache if it is 0. Returns the features. */
unsigned fairhash_cpu_fill_cache(void);

/* Returns the features that the processor supports and the caller allows. It is inline because short messages are fast. */
static inline unsigned fairhash_cpu_features(void) {
    const unsigned cached = atomic_load_explicit(&fairhash_cpu_cache, memory_order_relaxed);
    return cached != 0 ? cached & ~FAIRHASH_CPU_CACHED : fairhash_cpu_fill_cache();
}

/* Returns whether the processor supports, and the caller allows, all of `features` (FAIRHASH_CPU_...). */
static inline bool fairhash_cpu_has(unsigned features) { return (fairhash_cpu_features() & features) == features; }

#endif
