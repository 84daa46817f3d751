/* policy.c: mean, sigma and eta of the model policy in fixed point. policy.h says how to call it.
 *
 * spec sha256: 8df395ed5b337ddbb6b1e0b0963f2d5bb2bbae5b352083a0feefcfe8612d2d34
 * Options: --type=q15 --form=tiled --core=portable; model policy of the spec, prefix policy.
 * This file is yours: no licence condition is attached to it.
 *
 * Model: 3 inputs, 2 predicted values, 5 layers; values and weights have 16 bits.
 * Form: tiled. The source has loops with constant bounds over tables of weights and no conditional; that a
 * compiler adds none is to be checked on the object. The results have the bits of the unrolled form.
 * Core: portable C99, weights of 16 bits. The results are the same bits for all cores.
 * Cost of a call: 90 multiplications and 90 additions of 32 bits, besides those in the kernels.
 * Numbers that go through a kernel: tanh 10, sigmoid 1, softplus 2, silu 2.
 * Terms left out because their weight is 0: none.
 * Memory: 248 bytes of weights and biases, all of them constants;
 * 80 bytes of arrays on the stack; no writable static data.
 * Compile this file with -std=c99 -O2. Its results are the same bits on every machine with integers in two's
 * complement. policy_selftest.c compares 96 vectors, which are a sample.
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
 * Comments that begin with an at sign are contracts (ACSL), which a prover is to check from policy_infer as a whole program.
 */
#include "policy.h"

/* The right shift of a negative number has to repeat its sign. */
#if ((-5) >> 1) != (-3)
#error "this file needs a compiler whose right shift of negative numbers repeats the sign"
#endif

/* Kernels: functions that are the same in every model. */

/*
 * Returns a divided by 2^n, rounded down; n is at most 31. C leaves the right shift of a negative
 * number to the implementation: all compilers for the cores of this file repeat the sign, which is
 * what the file needs, and the #error above this function ends the compilation where one does not.
 * Deviation from MISRA C:2012 rule 10.1 (required, no shifts of signed numbers), here only: by
 * unsigned numbers a shift costs three instructions, and a division may take a time that depends on
 * data.
 */
/*@ requires 0 <= n <= 31;
    assigns \result \from a, n;
*/
static inline int32_t policy_shift(int32_t a, uint32_t n)
{
    /* cppcheck-suppress misra-c2012-10.1 */
    return a >> n;
}

/*
 * The clamp of an input: it forces x into [low, high], low < high, and sets the bit with this
 * number in *status if x was outside. Exact for all 65,536 patterns of x. A difference below zero
 * has its top bit set. The masks are such that compilers make no branch of them.
 */
/*@ requires \valid(status);
    requires -32768 <= x <= 32767;
    requires -32768 < low < high < 32767;
    requires bit <= 31;
    assigns \result \from x, low, high;
    assigns *status \from *status, x, low, high, bit;
    ensures low <= \result <= high;
*/
static inline int32_t policy_clamp(int32_t x, int32_t low, int32_t high, uint32_t bit,
                                uint32_t *status)
{
    const uint32_t width = (uint32_t)high - (uint32_t)low;
    const uint32_t under = (uint32_t)x - (uint32_t)low;
    const uint32_t raised = under & ((under >> 31U) - 1U);
    const uint32_t over = width - raised;
    const uint32_t left = over & ((over >> 31U) - 1U);
    const uint32_t out = (uint32_t)high - left;

    *status |= ((under | (width - under)) >> 31U) << bit;
    return (int32_t)out;
}

/*
 * Returns eta when status is 0, and 16384, which is 1, when any bit of status is set: outside of
 * its domain the model does not know. The code folds status into 31 bits that are 0 only if status
 * is, so that subtracting one borrows only from 0. Exact for every eta and status.
 */
/*@ requires 0 <= eta <= 16384;
    assigns \result \from eta, status;
    ensures 0 <= \result <= 16384;
    ensures status == 0 ==> \result == eta;
    ensures status != 0 ==> \result == 16384;
*/
static inline int32_t policy_eta_or_one(int32_t eta, uint32_t status)
{
    const uint32_t inside = 0U - ((((status >> 1U) | (status & 1U)) - 1U) >> 31U);
    const uint32_t out = ((uint32_t)eta & inside) | (16384U & ~inside);

    return (int32_t)out;
}

/*
 * Returns z if it is above zero, else 0. Exact for every z.
 */
/*@ assigns \result \from z;
    ensures 0 <= \result && (\result == z || \result == 0);
*/
static inline int32_t policy_relu(int32_t z)
{
    const uint32_t above = (uint32_t)z & (((uint32_t)z >> 31U) - 1U);

    return (int32_t)above;
}

/*
 * Returns the smaller one of size and 40959, which stands for 5 before the tanh, for size below
 * 2^31. Exact. Written with masks so that compilers make no branch of it.
 */
/*@ requires size <= 2147483647;
    assigns \result \from size;
    ensures 0 <= \result <= 40959;
*/
static inline int32_t policy_least(uint32_t size)
{
    const uint32_t inside = 0U - ((size - 40960U) >> 31U);
    const uint32_t least = (size & inside) | (40959U & ~inside);

    return (int32_t)least;
}

/*
 * Returns tanh((m + 1/2) * 2^-13) in units of 2^-30, for m from 0 to 40959; the argument 5 stands
 * for all that are larger. The code puts a cubic into a polynomial of degree 6; both are chosen for
 * their common largest error, 1.18e-4 in units of 1. Signs are such that every constant is
 * positive, which is one instruction less on ARM. No product leaves 31 bits.
 */
/*@ requires 0 <= m <= 40959;
    assigns \result \from m;
    ensures 0 <= \result < 1073741824;
*/
static inline int32_t policy_tanh_core(int32_t m)
{
    int32_t u;
    int32_t t;

    u = 35498 - policy_shift(43858 * m, 17U);
    u = 40339 - policy_shift(u * m, 15U);
    u = policy_shift(u * m, 14U);
    t = 33829 - policy_shift(46054 * u, 17U);
    t = 53516 - policy_shift(t * u, 14U);
    t = 20165 + policy_shift(t * u, 14U);
    t = 34795 - policy_shift(t * u, 14U);
    t = 53300 + policy_shift(t * u, 16U);
    return t * u;
}

/*
 * Returns tanh of an argument: z stands for (z + 1/2) * 2^-13, the result r for
 * (r + 1/2) * 2^(n - 30), n from 0 to 30; from 15 on it has 16 bits. A negative number is the
 * complement of a positive one: exactly odd. The largest error is 1.18e-4 up to n = 15, and half a
 * unit of the result more above. Written with masks so that compilers make no branch of it.
 */
/*@ requires n <= 30;
    assigns \result \from z, n;
    ensures -(1073741824 >> n) <= \result < (1073741824 >> n);
*/
static inline int32_t policy_tanh(int32_t z, uint32_t n)
{
    const uint32_t sign = 0U - ((uint32_t)z >> 31U);
    const int32_t m = policy_least((uint32_t)z ^ sign);
    const int32_t t = policy_shift(policy_tanh_core(m), n);
    const uint32_t out = (uint32_t)t ^ sign;

    return (int32_t)out;
}

/*
 * Returns the sigmoid 1 / (1 + exp(-x)) of x = (z + 1/2) * 2^-12 in units of 2^(n - 31), n from 17
 * to 31: 1/2 and half of tanh(x / 2), rounded to nearest. The largest error is 7.6e-5 for n = 17,
 * of which half a unit is rounding; results lie from 0 to 1, both included. The polynomial is that
 * of tanh, a second time: a compiler that saves bytes would call it from each of both.
 */
/*@ requires 17 <= n <= 31;
    assigns \result \from z, n;
    ensures 0 <= \result <= (2147483648 >> n);
*/
static inline int32_t policy_sigmoid(int32_t z, uint32_t n)
{
    const uint32_t sign = 0U - ((uint32_t)z >> 31U);
    const int32_t m = policy_least((uint32_t)z ^ sign);
    const uint32_t middle = 1073741824U >> n;
    const uint32_t half = ((uint32_t)1U << n) >> 1U;
    int32_t u;
    int32_t t;
    uint32_t out;

    u = 35498 - policy_shift(43858 * m, 17U);
    u = 40339 - policy_shift(u * m, 15U);
    u = policy_shift(u * m, 14U);
    t = 33829 - policy_shift(46054 * u, 17U);
    t = 53516 - policy_shift(t * u, 14U);
    t = 20165 + policy_shift(t * u, 14U);
    t = 34795 - policy_shift(t * u, 14U);
    t = 53300 + policy_shift(t * u, 16U);
    t = t * u;
    out = (uint32_t)t ^ sign;
    return (int32_t)middle + policy_shift((int32_t)out + (int32_t)half, n);
}

/*
 * Returns log(1 + exp(z * 2^-15)) in units of 2^(n - 15), rounded to nearest (a half upwards): what
 * is above zero of z, and a function of the magnitude that falls from log(2) to 0. That one is a
 * cubic inside a polynomial of degree 6, from 10.4 on a constant below 6.2e-5. The largest error
 * is 7.3e-5, beside half a unit of rounding; no result is negative.
 */
/*@ requires n <= 31 && -1073741824 <= z <= 1073741824;
    assigns \result \from z, n;
    ensures 0 <= \result;
    ensures \result <= ((22714 + ((1 << n) / 2)) >> n) ||
            \result <= ((z + 22714 + ((1 << n) / 2)) >> n);
*/
static inline int32_t policy_softplus(int32_t z, uint32_t n)
{
    const int32_t above = policy_relu(z);
    const int32_t m = 42597 - policy_relu(42597 - policy_shift((above - z) + above, 3U));
    const uint32_t half = ((uint32_t)1U << n) >> 1U;
    int32_t u;
    int32_t t;

    u = -34533 + policy_shift(42000 * m, 17U);
    u = 39742 + policy_shift(u * m, 15U);
    u = policy_shift(u * m, 14U);
    t = -56816 + policy_shift(33866 * u, 15U);
    t = -24648 + policy_shift(t * u, 16U);
    t = 50014 + policy_shift(t * u, 15U);
    t = 24330 + policy_shift(t * u, 16U);
    t = -53983 + policy_shift(t * u, 15U);
    t = policy_shift(744196928 + (t * u), 15U);
    return policy_shift((above + t) + (int32_t)half, n);
}

/*
 * Returns x / (1 + exp(-x)) of x = z * 2^-15 in units of 2^(n - 15), rounded to nearest (a half
 * upwards): what is above zero of z less a function of the magnitude, which rises from 0 to 0.279
 * and falls again. That one is a cubic inside a polynomial of degree 7, constant from 13 on. The
 * largest error is 2.5e-4, beside half a unit of rounding.
 */
/*@ requires n <= 31 && -1073741824 <= z <= 1073741824;
    assigns \result \from z, n;
    ensures ((-9136 + ((1 << n) / 2)) >> n) <= \result;
    ensures \result <= ((10 + ((1 << n) / 2)) >> n) || \result <= ((z + 10 + ((1 << n) / 2)) >> n);
*/
static inline int32_t policy_silu(int32_t z, uint32_t n)
{
    const int32_t above = policy_relu(z);
    const int32_t m = 53247 - policy_relu(53247 - policy_shift((above - z) + above, 3U));
    const uint32_t half = ((uint32_t)1U << n) >> 1U;
    int32_t u;
    int32_t t;

    u = -25396 + policy_shift(25739 * m, 17U);
    u = 34319 + policy_shift(u * m, 15U);
    u = policy_shift(u * m, 14U);
    t = -44632 + policy_shift(39515 * u, 16U);
    t = 1892 + policy_shift(t * u, 14U);
    t = 61822 + policy_shift(t * u, 16U);
    t = -61882 + policy_shift(t * u, 14U);
    t = -45001 + policy_shift(t * u, 15U);
    t = 62199 + policy_shift(t * u, 14U);
    t = policy_shift(130480 + (t * u), 15U);
    return policy_shift((above - t) + (int32_t)half, n);
}

/* Stages: the inputs, then layer by layer, then the results. */

/* The inputs: each is forced into its domain, which sets its bit in status if it was outside. */
static void policy_inputs(const int16_t x[POLICY_N_IN], int32_t z[3], uint32_t *status)
{
    /* speed [m/s]: domain 0 to 20, f = 13 */
    z[0] = policy_clamp(x[POLICY_IN_SPEED], -14746, 18022, 0U, status);
    /* load: domain -1 to 1, f = 14 */
    z[1] = policy_clamp(x[POLICY_IN_LOAD], -16384, 16384, 1U, status);
    /* x2: domain -3 to 3, f = 13 */
    z[2] = policy_clamp(x[POLICY_IN_X2], -24576, 24576, 2U, status);
}

/* Layer h, any 5 neurons. b: the biases; w: a row for each value that is read, with the weight of each neuron.
 * (Not inline, so that loops have their counts in sight: a deviation from MISRA C:2012 rule 1.2, advisory.) */
#if defined(__GNUC__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline))
#endif
static void policy_h_5_from_0(const int32_t z[3], const int32_t b[5], const int16_t w[3][5], int32_t out[5])
{
    int32_t v;
    int32_t a0 = b[0];
    int32_t a1 = b[1];
    int32_t a2 = b[2];
    int32_t a3 = b[3];
    int32_t a4 = b[4];

    v = z[0];
    a0 = a0 + (w[0][0] * v);
    a1 = a1 + (w[0][1] * v);
    a2 = a2 + (w[0][2] * v);
    a3 = a3 + (w[0][3] * v);
    a4 = a4 + (w[0][4] * v);

    v = z[1];
    a0 = a0 + (w[1][0] * v);
    a1 = a1 + (w[1][1] * v);
    a2 = a2 + (w[1][2] * v);
    a3 = a3 + (w[1][3] * v);
    a4 = a4 + (w[1][4] * v);

    v = z[2];
    a0 = a0 + (w[2][0] * v);
    a1 = a1 + (w[2][1] * v);
    a2 = a2 + (w[2][2] * v);
    a3 = a3 + (w[2][3] * v);
    a4 = a4 + (w[2][4] * v);

    out[0] = policy_tanh(policy_shift(a0, 13U), 17U);
    out[1] = policy_tanh(policy_shift(a1, 13U), 17U);
    out[2] = policy_tanh(policy_shift(a2, 13U), 17U);
    out[3] = policy_tanh(policy_shift(a3, 13U), 17U);
    out[4] = policy_tanh(policy_shift(a4, 13U), 17U);
}

/* Layer h (line 5 of the spec): 10 neurons, tanh; K = 26; f = 13. */
static void policy_h_layer(const int32_t z[3], int32_t h_v[10])
{
    /* The biases of neurons 0 to 4. */
    static const int32_t b_0[5] = {
        6710886, 0, -20132660, 13421773, 46976204
    };
    /* Their weights: a row for each value. */
    static const int16_t w_0[3][5] = {
        {5734, 10650, 819, 8192, 4096},
        {-4915, 819, 8192, 4096, 1024},
        {0, 8192, -8192, 8192, 16384}
    };
    /* The biases of neurons 5 to 9. */
    static const int32_t b_5[5] = {
        0, 0, 6710886, -13421773, 26843546
    };
    /* Their weights: a row for each value. */
    static const int16_t w_5[3][5] = {
        {-8192, 2458, 0, 16384, 8192},
        {1229, 1229, 4096, 0, 4096},
        {1638, -6554, 0, 8192, -16384}
    };

    policy_h_5_from_0(z, b_0, w_0, &h_v[0]);
    policy_h_5_from_0(z, b_5, w_5, &h_v[5]);
}

/* Layer k, neurons 0 to 1. b: the biases; w: a row for each value that is read, with the weight of each neuron.
 * (Not inline, so that loops have their counts in sight: a deviation from MISRA C:2012 rule 1.2, advisory.) */
#if defined(__GNUC__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline))
#endif
static void policy_k_2_from_0(const int32_t h_v[10], const int32_t z[3], const int32_t b[2], const int16_t w[13][2], int32_t out[2])
{
    int32_t v;
    int32_t a0 = b[0];
    int32_t a1 = b[1];

    for (uint32_t i = 0U; i < 10U; i += 5U) {
        const int32_t v0 = h_v[i];
        a0 = a0 + (w[i][0] * v0);
        a1 = a1 + (w[i][1] * v0);
        const int32_t v1 = h_v[i + 1U];
        a0 = a0 + (w[i + 1U][0] * v1);
        a1 = a1 + (w[i + 1U][1] * v1);
        const int32_t v2 = h_v[i + 2U];
        a0 = a0 + (w[i + 2U][0] * v2);
        a1 = a1 + (w[i + 2U][1] * v2);
        const int32_t v3 = h_v[i + 3U];
        a0 = a0 + (w[i + 3U][0] * v3);
        a1 = a1 + (w[i + 3U][1] * v3);
        const int32_t v4 = h_v[i + 4U];
        a0 = a0 + (w[i + 4U][0] * v4);
        a1 = a1 + (w[i + 4U][1] * v4);
    }

    v = z[0];
    a0 = a0 + (w[10][0] * v);
    a1 = a1 + (w[10][1] * v);

    v = z[1];
    a0 = a0 + (w[11][0] * v);
    a1 = a1 + (w[11][1] * v);

    v = z[2];
    a0 = a0 + (w[12][0] * v);
    a1 = a1 + (w[12][1] * v);

    out[0] = policy_silu(policy_shift(a0, 12U), 4U);
    out[1] = policy_silu(policy_shift(a1, 12U), 4U);
}

/* Layer k (line 7 of the spec): 2 neurons, silu; K = 27; f = 11. */
static void policy_k_layer(const int32_t h_v[10], const int32_t z[3], int32_t k_v[2])
{
    /* The biases of neurons 0 to 1. */
    static const int32_t b_0[2] = {
        13436928, -67106816
    };
    /* Their weights: a row for each value. */
    static const int16_t w_0[13][2] = {
        {4915, 16384},
        {-3277, -16384},
        {8192, 16384},
        {16384, -16384},
        {-16384, 16384},
        {3277, -16384},
        {0, 16384},
        {1638, -16384},
        {6554, 16384},
        {4915, -16384},
        {0, 8192},
        {8192, 4096},
        {-16384, 8192}
    };

    policy_k_2_from_0(h_v, z, b_0, w_0, &k_v[0]);
}

/* Layer f, neurons 0 to 1. b: the biases; w: a row for each value that is read, with the weight of each neuron.
 * (Not inline, so that loops have their counts in sight: a deviation from MISRA C:2012 rule 1.2, advisory.) */
#if defined(__GNUC__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline))
#endif
static void policy_f_2_from_0(const int32_t k_v[2], const int32_t b[2], const int16_t w[2][2], int32_t out[2])
{
    int32_t v;
    int32_t a0 = b[0];
    int32_t a1 = b[1];

    v = k_v[0];
    a0 = a0 + (w[0][0] * v);
    a1 = a1 + (w[0][1] * v);

    v = k_v[1];
    a0 = a0 + (w[1][0] * v);
    a1 = a1 + (w[1][1] * v);

    out[0] = policy_shift(a0, 16U);
    out[1] = policy_shift(a1, 13U);
}

/* Layer f (line 9 of the spec): 2 neurons, identity; K = 24, 25; f = 8, 12. */
static void policy_f_layer(const int32_t k_v[2], int32_t f_v[2])
{
    /* The biases of neurons 0 to 1. */
    static const int32_t b_0[2] = {
        32768, 33558528
    };
    /* Their weights: a row for each value. */
    static const int16_t w_0[2][2] = {
        {8192, -16384},
        {16384, 8192}
    };

    policy_f_2_from_0(k_v, b_0, w_0, &f_v[0]);
}

/* Layer s, neurons 0 to 1. b: the biases; w: a row for each value that is read, with the weight of each neuron.
 * (Not inline, so that loops have their counts in sight: a deviation from MISRA C:2012 rule 1.2, advisory.) */
#if defined(__GNUC__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline))
#endif
static void policy_s_2_from_0(const int32_t h_v[10], const int32_t b[2], const int16_t w[10][2], int32_t out[2])
{
    int32_t a0 = b[0];
    int32_t a1 = b[1];

    for (uint32_t i = 0U; i < 10U; i += 5U) {
        const int32_t v0 = h_v[i];
        a0 = a0 + (w[i][0] * v0);
        a1 = a1 + (w[i][1] * v0);
        const int32_t v1 = h_v[i + 1U];
        a0 = a0 + (w[i + 1U][0] * v1);
        a1 = a1 + (w[i + 1U][1] * v1);
        const int32_t v2 = h_v[i + 2U];
        a0 = a0 + (w[i + 2U][0] * v2);
        a1 = a1 + (w[i + 2U][1] * v2);
        const int32_t v3 = h_v[i + 3U];
        a0 = a0 + (w[i + 3U][0] * v3);
        a1 = a1 + (w[i + 3U][1] * v3);
        const int32_t v4 = h_v[i + 4U];
        a0 = a0 + (w[i + 4U][0] * v4);
        a1 = a1 + (w[i + 4U][1] * v4);
    }

    out[0] = policy_softplus(policy_shift(a0, 12U), 2U);
    out[1] = policy_softplus(policy_shift(a1, 13U), 0U);
}

/* Layer s (line 10 of the spec): 2 neurons, softplus; K = 27, 28; f = 13, 15. */
static void policy_s_layer(const int32_t h_v[10], int32_t s_v[2])
{
    /* The biases of neurons 0 to 1. */
    static const int32_t b_0[2] = {
        -134191104, 12288
    };
    /* Their weights: a row for each value. */
    static const int16_t w_0[10][2] = {
        {16384, 0},
        {0, 16384},
        {0, 0},
        {16384, 0},
        {0, 0},
        {0, 0},
        {0, 0},
        {0, 0},
        {0, 0},
        {16384, 0}
    };

    policy_s_2_from_0(h_v, b_0, w_0, &s_v[0]);
}

/* Layer e, neuron 0. b: the biases; w: a row for each value that is read, with the weight of each neuron.
 * (Not inline, so that loops have their counts in sight: a deviation from MISRA C:2012 rule 1.2, advisory.) */
#if defined(__GNUC__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline))
#endif
static void policy_e_1_from_0(const int32_t h_v[10], const int32_t b[1], const int16_t w[10][1], int32_t out[1])
{
    int32_t a0 = b[0];

    for (uint32_t i = 0U; i < 10U; i += 5U) {
        const int32_t v0 = h_v[i];
        a0 = a0 + (w[i][0] * v0);
        const int32_t v1 = h_v[i + 1U];
        a0 = a0 + (w[i + 1U][0] * v1);
        const int32_t v2 = h_v[i + 2U];
        a0 = a0 + (w[i + 2U][0] * v2);
        const int32_t v3 = h_v[i + 3U];
        a0 = a0 + (w[i + 3U][0] * v3);
        const int32_t v4 = h_v[i + 4U];
        a0 = a0 + (w[i + 4U][0] * v4);
    }

    out[0] = policy_sigmoid(policy_shift(a0, 15U), 17U);
}

/* Layer e (line 11 of the spec): 1 neuron, sigmoid; K = 27; f = 14. */
static void policy_e_layer(const int32_t h_v[10], int32_t e_v[1])
{
    /* The biases of neuron 0. */
    static const int32_t b_0[1] = {
        26892698
    };
    /* Their weights: a row for each value. */
    static const int16_t w_0[10][1] = {
        {16384},
        {16384},
        {16384},
        {16384},
        {16384},
        {16384},
        {16384},
        {16384},
        {-16384},
        {-16384}
    };

    policy_e_1_from_0(h_v, b_0, w_0, &e_v[0]);
}

/* Entry point: the stages, one after the other. */
/*@
    requires \valid_read(x + (0 .. (POLICY_N_IN - 1)));
    requires \initialized(x + (0 .. (POLICY_N_IN - 1)));
    requires \valid(r);
    requires \separated(x + (0 .. (POLICY_N_IN - 1)), r);
    assigns *r;
*/
void policy_infer(const int16_t x[POLICY_N_IN], policy_result_t *r)
{
    /* Bit i is set where input i was outside of its domain. */
    uint32_t status = 0U;
    /* z holds the inputs, h_v the values of a layer h. */
    int32_t z[3];
    int32_t h_v[10];
    int32_t k_v[2];
    int32_t f_v[2];
    int32_t s_v[2];
    int32_t e_v[1];

    policy_inputs(x, z, &status);
    policy_h_layer(z, h_v);
    policy_k_layer(h_v, z, k_v);
    policy_f_layer(k_v, f_v);
    policy_s_layer(h_v, s_v);
    policy_e_layer(h_v, e_v);
    r->mean[0] = (int16_t)f_v[0];
    r->mean[1] = (int16_t)f_v[1];
    r->sigma[0] = (int16_t)s_v[0];
    r->sigma[1] = (int16_t)s_v[1];
    r->eta = (int16_t)policy_eta_or_one(e_v[0], status);
    r->status = status;
}
