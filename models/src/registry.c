/* SPDX-License-Identifier: Apache-2.0 */
/* All algorithms in the order of families.h. */
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
/* There may be none: the last is null. */
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
        return "done";
    case FAIRHASH_BAD_ARGUMENT:
        return "a pointer is null";
    case FAIRHASH_BAD_STATE:
        return "the message was never started or is finished";
    case FAIRHASH_BAD_DIGEST_BITS:
        return "the algorithm has no digest of that size";
    case FAIRHASH_BAD_WORD_BITS:
        return "words must be 16, 32 or 64 bits wide and divide the block";
    case FAIRHASH_BAD_SEGMENTS:
        return "segments must have whole blocks, at least one each, as many as the padded message, all padding in the last";
    case FAIRHASH_TOO_LONG:
        return "the message or a segment of it is too long to be counted";
    case FAIRHASH_TOO_SMALL:
        return "the buffer is too small for the result";
    }
    return "unknown status";
}
