/* SPDX-License-Identifier: Apache-2.0 */
/* Every family, one line each: FAMILY(name) for a `const fairhash_family fairhash_name` in name.c. */
FAMILY(sha2)
FAMILY(keccak)
FAMILY(cubehash)
FAMILY(groestl)
FAMILY(jh)
FAMILY(luffa)
FAMILY(echo)
FAMILY(shavite3)
FAMILY(sha1)
FAMILY(simd)
FAMILY(shabal)
FAMILY(skein)
