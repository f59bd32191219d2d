/* SPDX-License-Identifier: Apache-2.0 */
/* What ECHO and SHAvite-3 take from E. Biham and O. Dunkelman, "A Framework for Iterative Hash Functions: HAIFA", 2007. */
#ifndef FAIRHASH_HAIFA_H
#define FAIRHASH_HAIFA_H

#include "internal.h"

/*
 * The counter of the block that follows `done` blocks of this absorb(): the bits of the message in all blocks up to this one,
 * and 0 if this one holds none.
 */
static inline uint64_t haifa_counter(const fairhash_context *context, size_t done) {
    const uint64_t before = (context->blocks + done) * context->algorithm->block_bits;
    if (before >= context->message_bits) {
        return 0;
    }
    const uint64_t rest = context->message_bits - before;
    return rest < context->algorithm->block_bits ? context->message_bits : before + context->algorithm->block_bits;
}

#endif
