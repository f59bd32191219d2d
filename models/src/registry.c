/* SPDX-License-Identifier: Apache-2.0 */
/* The list of all algorithms, in the order of families.h, and the texts of statuses. */
#include <string.h>

#include "internal.h"

#define FAMILY(name) extern const fairhash_family fairhash_##name;
#include "families.h"
#undef FAMILY

#define FAMILY(name) &fairhash_##name,
static const fairhash_family *const FAMILIES[] = {
#include "families.h"
};
#undef FAMILY

#define MULTI_BUFFER(name) extern const fairhash_multi_buffer fairhash_##name##_multi_buffer;
#include "multi_buffer_families.h"
#undef MULTI_BUFFER

#define MULTI_BUFFER(name) &fairhash_##name##_multi_buffer,
/* The list may be empty. It ends with null. */
static const fairhash_multi_buffer *const MULTI_BUFFER_FAMILIES[] = {
#include "multi_buffer_families.h"
    NULL,
};
#undef MULTI_BUFFER

size_t fairhash_count(void) {
    size_t count = 0;
    for (size_t i = 0; i < LENGTH(FAMILIES); i++) {
        count += FAMILIES[i]->count;
    }
    return count;
}

const fairhash_algorithm *fairhash_at(size_t index) {
    for (size_t i = 0; i < LENGTH(FAMILIES); i++) {
        if (index < FAMILIES[i]->count) {
            return &FAMILIES[i]->algorithms[index];
        }
        index -= FAMILIES[i]->count;
    }
    return NULL;
}

const fairhash_algorithm *fairhash_find(const char *id) {
    const fairhash_algorithm *algorithm = NULL;
    for (size_t i = 0; id != NULL && (algorithm = fairhash_at(i)) != NULL; i++) {
        if (strcmp(algorithm->id, id) == 0) {
            return algorithm;
        }
    }
    return NULL;
}

const fairhash_multi_buffer *fairhash_find_multi_buffer(const fairhash_algorithm *algorithm) {
    for (size_t i = 0; MULTI_BUFFER_FAMILIES[i] != NULL; i++) {
        if (MULTI_BUFFER_FAMILIES[i]->family == algorithm->functions) {
            return MULTI_BUFFER_FAMILIES[i];
        }
    }
    return NULL;
}

const char *fairhash_status_text(fairhash_status status) {
    switch (status) {
    case FAIRHASH_OK:
        return "success";
    case FAIRHASH_BAD_ARGUMENT:
        return "a required pointer is null";
    case FAIRHASH_BAD_STATE:
        return "the context is not initialised, or its message is finished";
    case FAIRHASH_BAD_DIGEST_BITS:
        return "the algorithm has no digest of this size";
    case FAIRHASH_BAD_WORD_BITS:
        return "the word width must be 16, 32 or 64 bits, and the block a multiple of it";
    case FAIRHASH_BAD_SEGMENTS:
        return "the segments do not match the padded message: at least one block each, padding only in the last one";
    case FAIRHASH_TOO_LONG:
        return "the message has 2^64 bits or more, or a segment is too long for its header";
    case FAIRHASH_TOO_SMALL:
        return "the output buffer is too small";
    case FAIRHASH_BAD_MESSAGE_BITS:
        return "the message must be whole bytes";
    case FAIRHASH_BAD_PARAMETERS:
        return "the algorithm does not take this key, customization string or domain separation byte";
    }
    return "unknown status";
}
