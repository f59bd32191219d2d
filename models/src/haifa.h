/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The block counter of HAIFA, which ECHO and SHAvite-3 use: E. Biham and O. Dunkelman, "A Framework for Iterative Hash
 * Functions: HAIFA", 2007.
 */
#ifndef FAIRHASH_HAIFA_H
#define FAIRHASH_HAIFA_H

#include "internal.h"

/*
 * Returns the counter of block `context->blocks + offset`: the number of message bits up to the end of this block, or 0 if the
 * block has no message bits. `offset` is the number of blocks that the current absorb() has already processed.
 */
static inline uint64_t haifa_counter(const fairhash_context *context, size_t offset) {
    const uint64_t start_bits = (context->blocks + offset) * context->algorithm->block_bits;
    if (start_bits >= context->message_bits) {
        return 0;
    }
    const uint64_t rest_bits = context->message_bits - start_bits;
    return rest_bits < context->algorithm->block_bits ? context->message_bits : start_bits + context->algorithm->block_bits;
}

#endif
