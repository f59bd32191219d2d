/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Second, faster forms of a family's absorb() for processors that have the instructions. Both forms keep the state between
 * calls in the same layout, so that a message may pass from one to the other. A form lies in <family>_<set>.c, its functions
 * carry __attribute__((target("..."))), and the file is empty where FAIRHASH_X86 is not defined.
 */
#ifndef FAIRHASH_CPU_H
#define FAIRHASH_CPU_H

#include "fairhash.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define FAIRHASH_X86
#endif

/* Whether every one of `features` (FAIRHASH_CPU_...) is there and allowed. */
bool fairhash_cpu_has(unsigned features);

#endif
