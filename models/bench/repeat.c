/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops for `fairhash bench-models`: a short message takes less time than a call from Python, so that calls are repeated here.
 * Both loops call through a pointer, so that neither side is inlined. Returns 0 if any call failed.
 */
#include "fairhash.h"

typedef fairhash_status (*hash_function)(const fairhash_algorithm *, const uint8_t *, uint64_t, uint8_t *, uint64_t);

/* OpenSSL's EVP_Digest; the types are void here, for its headers need not be installed. */
typedef int (*digest_function)(const void *, size_t, unsigned char *, unsigned *, const void *, void *);

/* The prototypes that a public header would give: these functions are for Python alone. */
FAIRHASH_API int fairhash_repeat_hash(hash_function hash, const fairhash_algorithm *algorithm, const uint8_t *message,
                                      size_t bytes, uint8_t *digest, size_t calls);
FAIRHASH_API int fairhash_repeat_openssl(digest_function function, const void *type, const uint8_t *message, size_t bytes,
                                         uint8_t *digest, size_t calls);

int fairhash_repeat_hash(hash_function hash, const fairhash_algorithm *algorithm, const uint8_t *message, size_t bytes,
                         uint8_t *digest, size_t calls) {
    int good = 1;
    for (; calls > 0; calls--) {
        good &= hash(algorithm, message, 8 * (uint64_t)bytes, digest, algorithm->digest_bits) == FAIRHASH_OK;
    }
    return good;
}

int fairhash_repeat_openssl(digest_function function, const void *type, const uint8_t *message, size_t bytes, uint8_t *digest,
                            size_t calls) {
    int good = 1;
    for (; calls > 0; calls--) {
        good &= function(message, bytes, digest, NULL, type, NULL) == 1;
    }
    return good;
}
