m4_include(common.m4)m4_dnl
m4_include(<|kernel.m4|>)m4_dnl
m4_include(<|block.m4|>)m4_dnl
m4_include(<|stage.m4|>)m4_dnl
m4_include(<|infer.m4|>)m4_dnl
m4_include(<|tiled.m4|>)m4_dnl
m4_include(<|simd.m4|>)m4_dnl
m4_include(<|batch.m4|>)m4_dnl
m4_divert(-1)
// The source file: head comment, kernels, block functions, entry point.

// How many values go through a kernel, for the head comment.
EPI_DEFINE(<|EPI_COST_KERNEL|>, <|name, values, separator|>,
<|m4_divert(-1)
EPI_APPEND(<|EPI_KERNEL_COSTS|>, <|$3$1 $2|>)
m4_divert(1)m4_dnl|>)
EPI_VALUE(<|EPI_KERNEL_COSTS|>, <||>)

// The scales that the weights contain, for the head comment.
EPI_VALUE(<|EPI_FOLDED_LINES|>, <|the weights contain these factors of the spec:|>)
EPI_DEFINE(<|EPI_FOLDED|>, <|what separates it, factor and name|>,
<|m4_divert(-1)
EPI_APPEND(<|EPI_FOLDED_LINES|>, <|$1$2|>)
m4_divert(1)m4_dnl|>)
EPI_DEFINE(<|EPI_FOLDED_NONE|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_FOLDED_LINES|>, <|no weight contains the scale of an input or an output|>)
m4_divert(1)m4_dnl|>)

// One input's part of what the clamp's contract says of its result.
EPI_DEFINE(<|EPI_DOMAIN|>, <|bits of low, bits of high, bits of the substitute for a NaN, low, high|>,
<|m4_divert(-1)
EPI_APPEND(<|EPI_DOMAINS|>, <|
        && (low == $1 && high == $2 && nan == $3
            ==> $4 <= v <= $5)|>)
m4_divert(1)m4_dnl|>)
EPI_VALUE(<|EPI_DOMAINS|>, <||>)

// What a form says of itself in the head comment; the default is the unrolled one.
EPI_VALUE(<|EPI_FORM_LINES|>, <|
 * Form: unrolled. The source has no loop and no conditional; that a compiler adds none is to be checked on the
 * object.|>)
EPI_VALUE(<|EPI_FLAGS_LINES|>, <||>)
EPI_VALUE(<|EPI_CARRIED|>, <||>)
EPI_DEFINE(<|EPI_PAIRS|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_CARRIED|>, <| On ARM a double carries two of them.|>)
m4_divert(1)m4_dnl|>)
EPI_VALUE(<|EPI_BATCH_LINES|>, <||>)
EPI_VALUE(<|EPI_ORDER_BATCH|>, <||>)

// Where blocks are so wide that their sums take most registers of an FPU.
EPI_VALUE(<|EPI_IN_ORDER_LINES|>, <||>)
EPI_DEFINE(<|EPI_IN_ORDER|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_IN_ORDER_LINES|>, <|
#if defined(__arm__)
/* Blocks have so many sums that they leave few registers: statements that gcc mixes would take more
 * than there are, and the numbers go to the stack and back. */
#pragma GCC optimize("no-schedule-insns", "no-tree-ter", "rename-registers")
#endif|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_SOURCE|>, <||>,
<|m4_divert(1)/* EPI_PREFIX.c: EPI_RESULTS_TEXT of the model EPI_PREFIX. EPI_PREFIX.h says how to call it.
 *
EPI_ORIGIN
 *
 * Model: EPI_SIZE_SENTENCE<||>EPI_CARRIED<||>EPI_FORM_LINES
 * Accuracy of the kernels: EPI_ACCURACY_SENTENCE
 * Clamps of the kernels: EPI_CLAMPS_SENTENCE
 * Folded scales: EPI_FOLDED_LINES.
 * Cost of a call: EPI_MULTIPLICATIONS multiplications and EPI_ADDITIONS additions, besides those in the kernels.EPI_SQUARES
 * Numbers that go through a kernel: EPI_KERNEL_COSTS.
 * Terms left out because their weight is 0: EPI_DROPPED.
 * Memory: EPI_CONSTANT_BYTES, all of them constants;
 * EPI_BUFFER_BYTES bytes of arrays on the stack; no writable static data.EPI_BATCH_LINES
 * Compile this file with -std=c99 -O2 -ffp-contract=off. Run it with rounding to nearest and with
 * denormals, which is the state after reset: then its results are the same bits on every machine with
 * IEEE 754 binary32. EPI_PREFIX()_selftest.c compares EPI_N_VECTORS vectors, which are a sample.EPI_FLAGS_LINES
 *
 * The order of the file: checks of the compiler, types, kernels, stages (inputs, layers with their constants,
 * results), entry point<||>EPI_ORDER_BATCH. It names what the spec names: h[3] is neuron 3 of layer h, h_3 the
 * variable of its sum, h_v the array of its numbers. Comments that begin with an at sign are contracts
 * (ACSL), which a prover is to check from epi_infer as a whole program.
 */
#include "EPI_PREFIX.h"

/* What a compiler must not do here, and how it is told. Results have the specified bits only if
 * each operation rounds once, to float. A flag that breaks this ends in an error where the compiler tells;
 * the self-test finds the rest, such as -ffp-contract=fast with clang. A multiplication and
 * an addition may not be contracted into one operation; gcc is told so by a pragma of its own
 * (deviation from MISRA C:2012 rule 1.2), all others by that of the C standard. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "this file needs IEEE 754 arithmetic: compile it without -ffast-math and without its parts"
#endif
#if defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && (__FINITE_MATH_ONLY__ != 0))
#error "this file needs IEEE 754 arithmetic: compile it without -ffast-math and without its parts"
#endif
#if defined(__FLT_EVAL_METHOD__)
#if (__FLT_EVAL_METHOD__ != 0) && (__FLT_EVAL_METHOD__ != 16) && (__FLT_EVAL_METHOD__ != 32)
#error "this file needs float operations that round to float: on 32-bit x86 compile it with -msse2 -mfpmath=sse, on s390x with -fexcess-precision=fast"
#endif
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off")EPI_IN_ORDER_LINES
#else
#pragma STDC FP_CONTRACT OFF
#endif

/* Types, and what the contract of the clamp says of this model. */

m4_undivert(<|bits.h|>)
/* Between which numbers the result of the clamp lies, for each domain of this model. */
/*@ predicate epi_in_domain(EPI_REAL v, integer low, integer high, integer nan) =
        \is_finite(v)EPI_DOMAINS;
*/
m4_dnl
|>)

EPI_DEFINE(<|EPI_KERNELS|>, <||>,
<|m4_divert(1)
/* Kernels: functions that are the same in every model. */
m4_dnl|>)

EPI_DEFINE(<|EPI_SOURCE_END|>, <||>,
<|m4_divert(3)    r->status = status;
}
m4_divert(1)m4_dnl|>)
m4_divert(0)m4_dnl
