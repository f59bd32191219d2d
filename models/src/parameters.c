/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of algorithms, and the bytes that algorithms absorb before and after a message because of them. */
#include "internal.h"

/* Returns whether the algorithm has a digest of this size with fairhash_configure(). */
static bool can_select_digest_bits(const fairhash_algorithm *algorithm, uint64_t digest_bits) {
    if (algorithm->any_digest_bytes) {
        return digest_bits % 8 == 0 && digest_bits <= algorithm->digest_bits;
    }
    /* The digest size of a descriptor has 32 bits. */
    return fairhash_valid_digest_bits(algorithm, digest_bits) && digest_bits <= UINT32_MAX;
}

/* Returns whether the algorithm takes the key, the customization string and the domain separation byte. */
static bool can_select_strings(const fairhash_algorithm *algorithm, const fairhash_parameters *parameters) {
    const bool with_key = parameters->key != NULL;
    const bool with_customization = parameters->customization != NULL;
    if (with_key && (algorithm->max_key_bytes == 0 || parameters->key_bytes < algorithm->min_key_bytes ||
                     parameters->key_bytes > algorithm->max_key_bytes)) {
        return false;
    }
    if (with_customization && (algorithm->max_customization_bytes == 0 ||
                               parameters->customization_bytes > algorithm->max_customization_bytes)) {
        return false;
    }
    /* RFC 9861, 2.2: the domain separation byte is 0x01 to 0x7f. */
    return !(with_key && with_customization) &&
           (parameters->domain == 0 || (algorithm->takes_domain && parameters->domain <= 0x7f));
}

fairhash_status fairhash_configure(fairhash_algorithm *configured, const fairhash_algorithm *algorithm,
                                   const fairhash_parameters *parameters) {
    if (configured == NULL || algorithm == NULL || parameters == NULL ||
        (parameters->key == NULL && parameters->key_bytes > 0) ||
        (parameters->customization == NULL && parameters->customization_bytes > 0)) {
        return FAIRHASH_BAD_ARGUMENT;
    }
    if (parameters->digest_bits != 0 && !can_select_digest_bits(algorithm, parameters->digest_bits)) {
        return FAIRHASH_BAD_DIGEST_BITS;
    }
    if (!can_select_strings(algorithm, parameters)) {
        return FAIRHASH_BAD_PARAMETERS;
    }
    fairhash_algorithm result = *algorithm;
    result.parameters = *parameters;
    if (parameters->digest_bits != 0) {
        result.digest_bits = (uint32_t)parameters->digest_bits;
    }
    *configured = result;
    return FAIRHASH_OK;
}

fairhash_affix fairhash_prefix(const fairhash_algorithm *algorithm) {
    fairhash_affix affix = {0};
    if (fairhash_has_affixes(algorithm) && algorithm->affixes->prefix != NULL) {
        algorithm->affixes->prefix(algorithm, &affix);
    }
    return affix;
}

fairhash_affix fairhash_suffix(const fairhash_algorithm *algorithm) {
    fairhash_affix affix = {0};
    if (fairhash_has_affixes(algorithm) && algorithm->affixes->suffix != NULL) {
        algorithm->affixes->suffix(algorithm, &affix);
    }
    return affix;
}

fairhash_status fairhash_check_length(const fairhash_algorithm *algorithm, uint64_t message_bits, uint64_t *absorbed_bits) {
    *absorbed_bits = message_bits;
    if (algorithm->whole_bytes && message_bits % 8 != 0) {
        return FAIRHASH_BAD_MESSAGE_BITS;
    }
    if (!fairhash_has_affixes(algorithm)) {
        return FAIRHASH_OK;
    }
    const fairhash_affix prefix = fairhash_prefix(algorithm);
    const fairhash_affix suffix = fairhash_suffix(algorithm);
    const uint64_t affix_bytes = fairhash_affix_bytes(&prefix) + fairhash_affix_bytes(&suffix);
    if (affix_bytes > (UINT64_MAX - message_bits) / 8) {
        return FAIRHASH_TOO_LONG;
    }
    *absorbed_bits = message_bits + 8 * affix_bytes;
    return FAIRHASH_OK;
}
