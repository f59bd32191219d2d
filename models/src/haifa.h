/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The block counter of HAIFA, which BLAKE, ECHO and SHAvite-3 use: E. Biham and O. Dunkelman, "A Framework for Iterative Hash
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
    const uint32_t block_bits = context->algorithm->block_bits;
    const uint64_t index = context->blocks + offset;
    const uint64_t whole_blocks = context->message_bits / block_bits;
    if (index < whole_blocks) {
        return (index + 1) * block_bits;
    }
    return index == whole_blocks && context->message_bits % block_bits != 0 ? context->message_bits : 0;
}

#endif
