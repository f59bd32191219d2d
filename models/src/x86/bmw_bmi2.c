/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blue Midnight Wish with BMI2. RORX writes the rotated word to another register, so the original word, which is still needed,
 * is not copied first.
 */
#include "bmw.h"

#ifdef FAIRHASH_X86

__attribute__((target("bmi2"))) void fairhash_bmw_absorb_bmi2(fairhash_context *context, const uint8_t *blocks, size_t count) {
    bmw_absorb(context, blocks, count);
}

__attribute__((target("bmi2"))) void fairhash_bmw_finalise_bmi2(fairhash_context *context) { bmw_finalise(context); }

#endif
