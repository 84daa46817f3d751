m4_include(common.m4)m4_dnl
m4_include(kernel.m4)m4_dnl
m4_include(q15/layers.m4)m4_dnl
m4_include(q15/shared.m4)m4_dnl
m4_include(q15/packed.m4)m4_dnl
m4_divert(-1)
// The source file in fixed point: head comment, kernels, stages, entry point.

// How many values go through a kernel, for the head comment.
EPI_DEFINE(<|EPI_COST_KERNEL|>, <|name, values, separator|>,
<|m4_divert(-1)
EPI_APPEND(<|EPI_KERNEL_COSTS|>, <|$3$1 $2|>)
m4_divert(1)m4_dnl|>)
EPI_VALUE(<|EPI_KERNEL_COSTS|>, <||>)

// What the code is written for, in the head comment.
EPI_DEFINE(<|EPI_FORM|>, <|sentence on the form, sentence on the core, flags|>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_FORM_SENTENCE|>, <|$1|>)
EPI_VALUE(<|EPI_CORE_SENTENCE|>, <|$2|>)
EPI_VALUE(<|EPI_FLAGS|>, <|$3|>)
m4_divert(1)m4_dnl|>)
EPI_VALUE(<|EPI_INCLUDES|>, <||>)
EPI_DEFINE(<|EPI_INTRINSICS|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_INCLUDES|>, <|#if defined(__ARM_FEATURE_SAT)
#include <arm_acle.h>
#endif
|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_SOURCE|>, <||>,
<|m4_divert(1)/* EPI_PREFIX.c: EPI_RESULTS_TEXT of the model EPI_PREFIX in fixed point. EPI_PREFIX.h says how to call it.
 *
EPI_ORIGIN
 *
 * Model: EPI_SIZE_SENTENCE
 * Form: EPI_FORM_SENTENCE
 * Core: EPI_CORE_SENTENCE
 * Cost of a call: EPI_MULTIPLICATIONS multiplications and EPI_ADDITIONS additions of 32 bits, besides those in the kernels.
 * Numbers that go through a kernel: EPI_KERNEL_COSTS.
 * Terms left out because their weight is 0: EPI_DROPPED.
 * Memory: EPI_CONSTANT_BYTES, all of them constants;
 * EPI_BUFFER_BYTES bytes of arrays on the stack; no writable static data.
 * Compile this file with EPI_FLAGS. Its results are the same bits on every machine with integers in two's
 * complement. EPI_PREFIX()_selftest.c compares EPI_N_VECTORS vectors, which are a sample.
 *
 * The arithmetic is that of epigen-spec(5), FIXED POINT: a neuron adds weights times values to its bias, all of
 * them integers, and no part of the sum leaves 32 bits for any input; its activation reads the sum, shifted right.
 * A sum S stands for S * 2^-K, a value A for A * 2^-f, or (A + 1/2) * 2^-f where a tanh gave it; a raw input is
 * such a value of (input - mean) / scale of the spec. The comment of each input says its f, that of a layer its K and f, neuron by
 * neuron where they differ. A weight w of the spec is w * 2^(K - f) here, with the f of what it multiplies, to nearest;
 * a bias b is b * 2^K to nearest, plus half of the weights of values that a tanh gave, plus 2^(n - 1) where the sum is
 * shifted by n and the activation is neither tanh nor sigmoid.
 * The order of the file: checks of the compiler, kernels, stages (inputs, layers with their constants,
 * results), entry point. It names what the spec names: h_3 is the sum of neuron 3 of layer h, h_v the array of its values.
 * Comments that begin with an at sign are contracts (ACSL), which a prover is to check from epi_infer as a whole program.
 */
#include "EPI_PREFIX.h"
EPI_INCLUDES
/* The right shift of a negative number has to repeat its sign. */
#if ((-5) >> 1) != (-3)
#error "this file needs a compiler whose right shift of negative numbers repeats the sign"
#endif

/* Kernels: functions that are the same in every model. */
m4_dnl|>)

EPI_DEFINE(<|EPI_INFER|>, <||>,
<|m4_divert(3)
/* Entry point: the stages, one after the other. */
/*@
    requires \valid_read(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \initialized(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \valid(r);
    requires \separated(x + (0 .. (EPI_UPPER()_N_IN - 1)), r);
    assigns *r;
*/
void epi_infer(const EPI_REAL x[EPI_UPPER()_N_IN], epi_result_t *r)
{
    /* Bit i is set where input i was outside of its domain. */
    uint32_t status = 0U;
m4_dnl|>)

EPI_DEFINE(<|EPI_LOCALS|>, <|sentence on pairs|>,
<|    /* z holds the inputs, h_v the values of a layer h.$1 */
m4_dnl|>)

EPI_DEFINE(<|EPI_LOCAL|>, <|type, name, size|>,
<|    $1 $2[$3];
m4_dnl|>)

EPI_DEFINE(<|EPI_LOCALS_END|>, <||>,
<|
m4_dnl|>)

EPI_DEFINE(<|EPI_RESULT|>, <|place, value|>,
<|m4_divert(3)    r->$1 = (EPI_REAL)$2;
m4_dnl|>)
EPI_DEFINE(<|EPI_RESULT_ETA_VALUE|>, <|value|>,
<|m4_divert(3)    r->eta = (EPI_REAL)epi_eta_or_one($1, status);
m4_dnl|>)

EPI_DEFINE(<|EPI_SOURCE_END|>, <||>,
<|m4_divert(3)    r->status = status;
}
m4_divert(1)m4_dnl|>)
m4_divert(0)m4_dnl
