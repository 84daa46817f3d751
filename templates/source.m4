m4_include(common.m4)m4_dnl
m4_include(<|kernel.m4|>)m4_dnl
m4_include(<|block.m4|>)m4_dnl
m4_include(<|infer.m4|>)m4_dnl
m4_divert(-1)
// The source file: head comment, kernels, block functions, entry point.

// EPI_COST_KERNEL(name, values)
// One line of the head comment: how many values go through a kernel.
m4_define(<|EPI_COST_KERNEL|>, <|m4_divert(-1)
m4_define(<|EPI_KERNEL_COSTS|>, m4_defn(<|EPI_KERNEL_COSTS|>)<|, $2 $1|>)
m4_divert(1)m4_dnl|>)
m4_define(<|EPI_KERNEL_COSTS|>, <||>)

// EPI_SOURCE()
m4_define(<|EPI_SOURCE|>, <|m4_divert(1)/* EPI_PREFIX.c: mean, sigma and eta of the model EPI_PREFIX
 *
EPI_ORIGIN
 *
 * Model: EPI_N_IN inputs, EPI_N_OUT outputs, EPI_N_LAYERS layers, numbers are EPI_NUMBER.
 * Cost of a call: EPI_MULTIPLICATIONS multiplications, EPI_ADDITIONS additions<||>EPI_KERNEL_COSTS;
 * EPI_DROPPED terms with weight 0 left out.
 * Memory: EPI_CONSTANT_BYTES bytes of constants in the code, EPI_BUFFER_BYTES bytes of buffers on the stack, no static data.
 * Compile with -ffp-contract=off (-O2 recommended): then the results are the same bits
 * everywhere, and EPI_PREFIX()_selftest.c checks that.
 */
#include "EPI_PREFIX.h"

#if defined(__FAST_MATH__)
#error "do not compile this file with -ffast-math: it needs IEEE 754 arithmetic"
#endif
#if defined(__FLT_EVAL_METHOD__)
#if (__FLT_EVAL_METHOD__ == 1) || (__FLT_EVAL_METHOD__ == 2)
#error "this file needs float operations that round to float (on 32-bit x86: -mfpmath=sse -msse2)"
#endif
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

m4_undivert(<|bits.h|>)
m4_undivert(<|clamp.h|>)
m4_undivert(<|flush.h|>)
m4_undivert(<|doubt.h|>)m4_dnl
|>)

// EPI_SOURCE_END()
m4_define(<|EPI_SOURCE_END|>, <|m4_divert(3)    r->status = status;
}
m4_divert(1)m4_dnl|>)
m4_divert(0)m4_dnl
