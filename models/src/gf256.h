/* SPDX-License-Identifier: Apache-2.0 */
/* The field GF(2^8) of AES and the S-box of AES (FIPS 197), for the families that are based on AES. */
#ifndef FAIRHASH_GF256_H
#define FAIRHASH_GF256_H

#include <stdint.h>

/* FIPS 197, 4.2: returns the product a b modulo x^8 + x^4 + x^3 + x + 1. */
uint8_t fairhash_gf256_multiply(uint8_t a, uint8_t b);

/* FIPS 197, 5.1.1: returns the affine transformation of the multiplicative inverse of `a`. The inverse of 0 is defined as 0. */
uint8_t fairhash_aes_sbox(uint8_t a);

#endif
