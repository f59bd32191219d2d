/* SPDX-License-Identifier: Apache-2.0 */
/* The field GF(2^8) of AES and its S-box (FIPS 197), shared by the families built on them. */
#ifndef FAIRHASH_GF256_H
#define FAIRHASH_GF256_H

#include <stdint.h>

/* FIPS 197, 4.2: product modulo x^8 + x^4 + x^3 + x + 1. */
uint8_t fairhash_gf256_multiply(uint8_t a, uint8_t b);

/* FIPS 197, 5.1.1: the multiplicative inverse (of 0: 0), then the affine transformation. */
uint8_t fairhash_aes_sbox(uint8_t a);

#endif
