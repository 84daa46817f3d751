/*
 * Arithmetic without branches that the control functions share, and what it needs of the compiler.
 * Numbers from +0 on are compared by their bits, which order like integers.
 */
#ifndef EPI_CONTROL_UNIT_H
#define EPI_CONTROL_UNIT_H

#include <stdint.h>

#include "../float32/bits.h"

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "do not compile this file with -ffast-math or parts of it: it needs IEEE 754 arithmetic"
#endif
#if defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && (__FINITE_MATH_ONLY__ != 0))
#error "do not compile this file with -ffast-math or parts of it: it needs IEEE 754 arithmetic"
#endif
#if defined(__FLT_EVAL_METHOD__)
#if (__FLT_EVAL_METHOD__ != 0) && (__FLT_EVAL_METHOD__ != 16) && (__FLT_EVAL_METHOD__ != 32)
#error "this file needs float operations that round to float: on x86 compile it with -mfpmath=sse"
#endif
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#define EPI_ONE_BITS 0x3F800000U

/* Returns the value, hidden from the compiler's analysis: clang turns a mask into a branch if it
   knows that the mask is all ones or all zeros. */
static inline uint32_t epi_opaque(uint32_t value)
{
    volatile uint32_t hidden = value;

    return hidden;
}

/* 1 if a < b, else 0; a and b are below 2^31. */
static inline uint32_t epi_below(uint32_t a, uint32_t b)
{
    return epi_opaque(epi_opaque(a - b) >> 31U);
}

/* The larger and the smaller of a and b, which are below 2^31. */
static inline uint32_t epi_larger(uint32_t a, uint32_t b)
{
    const uint32_t k = 0U - epi_below(a, b);

    return (a & ~k) | (b & k);
}

static inline uint32_t epi_smaller(uint32_t a, uint32_t b)
{
    const uint32_t k = 0U - epi_below(a, b);

    return (a & k) | (b & ~k);
}

/* 1 if a is not 0, else 0. */
static inline uint32_t epi_nonzero(uint32_t a)
{
    return epi_opaque(1U - ((((a >> 1U) | (a & 1U)) - 1U) >> 31U));
}

static inline uint32_t epi_equal(uint32_t a, uint32_t b) { return 1U - epi_nonzero(a ^ b); }

/* The bits of eta. An eta that is no number from +0 to 1 (NaN, negative, too large) counts as 1:
   the network does not know. */
static inline uint32_t epi_unit(float eta)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t k;

    v.f = eta;
    k = 0U - epi_opaque(((v.u - (EPI_ONE_BITS + 1U)) & ~v.u) >> 31U);
    return (v.u & k) | (EPI_ONE_BITS & ~k);
}

#endif
