/* SPDX-License-Identifier: Apache-2.0 */
/* The instruction sets that the processor supports and the caller allows. */
#include "cpu.h"

#ifdef FAIRHASH_X86
#include <cpuid.h>
#endif

#ifdef FAIRHASH_X86
/* CPUID leaf 7, EBX bit 29 (Intel SDM, vol. 2A). Older compilers do not know the SHA extensions in __builtin_cpu_supports. */
static bool has_sha(void) {
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx >> 29 & 1U) != 0;
}
#endif

static unsigned detect_features(void) {
    unsigned features = 0;
#ifdef FAIRHASH_X86
    __builtin_cpu_init();
    features |= __builtin_cpu_supports("ssse3") ? FAIRHASH_CPU_SSSE3 : 0U;
    features |= __builtin_cpu_supports("sse4.1") ? FAIRHASH_CPU_SSE41 : 0U;
    features |= __builtin_cpu_supports("aes") ? FAIRHASH_CPU_AES : 0U;
    features |= __builtin_cpu_supports("avx2") ? FAIRHASH_CPU_AVX2 : 0U;
    features |= __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") ? FAIRHASH_CPU_BMI2 : 0U;
    features |= __builtin_cpu_supports("avx512vl") ? FAIRHASH_CPU_AVX512VL : 0U;
    features |= __builtin_cpu_supports("avx512bw") ? FAIRHASH_CPU_AVX512BW : 0U;
    features |= has_sha() ? FAIRHASH_CPU_SHA : 0U;
#endif
    return features;
}

atomic_uint fairhash_cpu_cache;

unsigned fairhash_cpu_fill_cache(void) {
    unsigned cached = 0;
    const unsigned features = detect_features();
    /* If another thread has called fairhash_cpu_allow() meanwhile, its value remains. */
    if (!atomic_compare_exchange_strong(&fairhash_cpu_cache, &cached, features | FAIRHASH_CPU_CACHED)) {
        return cached & ~FAIRHASH_CPU_CACHED;
    }
    return features;
}

unsigned fairhash_cpu(void) { return fairhash_cpu_features(); }

void fairhash_cpu_allow(unsigned features) {
    atomic_store(&fairhash_cpu_cache, (detect_features() & features & ~FAIRHASH_CPU_CACHED) | FAIRHASH_CPU_CACHED);
}
