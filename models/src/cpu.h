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

#include "fairhash.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define FAIRHASH_X86
#endif

/* Returns whether the processor supports, and the caller allows, all of `features` (FAIRHASH_CPU_...). */
bool fairhash_cpu_has(unsigned features);

#endif
