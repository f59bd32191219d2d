/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timing loops for `fairhash bench-models`. Hashing a short message takes less time than a call from Python, so the calls are
 * repeated in C. Both loops call through a function pointer, so the compiler inlines neither function. Each loop returns 1 if
 * all calls succeeded, else 0.
 */
#include "fairhash.h"

typedef fairhash_status (*hash_function)(const fairhash_algorithm *, const uint8_t *, uint64_t, uint8_t *, uint64_t);

/* The type of OpenSSL's EVP_Digest(). The OpenSSL types are void here because its headers need not be installed. */
typedef int (*digest_function)(const void *, size_t, unsigned char *, unsigned *, const void *, void *);

/* Prototypes for -Wmissing-prototypes. No header declares these functions, because only Python calls them. */
FAIRHASH_API int fairhash_repeat_hash(hash_function hash, const fairhash_algorithm *algorithm, const uint8_t *message,
                                      size_t bytes, uint8_t *digest, size_t calls);
FAIRHASH_API int fairhash_repeat_openssl(digest_function evp_digest, const void *type, const uint8_t *message, size_t bytes,
                                         uint8_t *digest, size_t calls);

int fairhash_repeat_hash(hash_function hash, const fairhash_algorithm *algorithm, const uint8_t *message, size_t bytes,
                         uint8_t *digest, size_t calls) {
    int succeeded = 1;
    for (; calls > 0; calls--) {
        succeeded &= hash(algorithm, message, 8 * (uint64_t)bytes, digest, algorithm->digest_bits) == FAIRHASH_OK;
    }
    return succeeded;
}

int fairhash_repeat_openssl(digest_function evp_digest, const void *type, const uint8_t *message, size_t bytes, uint8_t *digest,
                            size_t calls) {
    int succeeded = 1;
    for (; calls > 0; calls--) {
        succeeded &= evp_digest(message, bytes, digest, NULL, type, NULL) == 1;
    }
    return succeeded;
}
