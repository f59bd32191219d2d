/* SPDX-License-Identifier: Apache-2.0 */
/* Blue Midnight Wish with BMI2: RORX rotates without overwriting its operand, which most words still need. */
#include "bmw.h"

#ifdef FAIRHASH_X86

__attribute__((target("bmi2"))) void fairhash_bmw_absorb_bmi2(fairhash_context *context, const uint8_t *blocks, size_t count) {
    bmw_absorb(context, blocks, count);
}

#endif
