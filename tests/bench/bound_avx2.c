/* The practical limit on x86: the network of looped.c by hand with AVX2 and FMA intrinsics, and
   free to sum in any order. Hidden layers: one input times eight neurons at a time, all 50 sums in
   registers. Heads: eight products at a time, added up at the end. tanh, exp and log1p are
   rational functions and polynomials of the accuracy of the emitted kernels. As in looped.c there
   is no clamp, no status, no check of the inputs. Tables are made once, by bound_init. */
#include "bound_avx2.h"

#include <immintrin.h>

enum { WIDE = 8, VECTORS = (N_H1 + WIDE - 1) / WIDE, HEADS = 2 * N_OUT + 1 };
_Static_assert(N_H1 == N_H2, "two hidden layers of one width");

static __m256 h1_columns[N_IN][VECTORS], h2_columns[N_H1][VECTORS]; /* by input */
static __m256 h1_start[VECTORS], h2_start[VECTORS];
static __m256 head_rows[HEADS][VECTORS]; /* by output */
static float head_start[HEADS];

static void columns_fill(int n_in, int n_out, const float weights[n_out][n_in], const float *bias,
                         __m256 columns[n_in][VECTORS], __m256 *start)
{
    for (int o = 0; o < n_out; o++) {
        ((float *)start)[o] = bias[o];
        for (int i = 0; i < n_in; i++)
            ((float *)columns[i])[o] = weights[o][i];
    }
}

static void head_fill(int head, const float weights[N_H2], float bias)
{
    head_start[head] = bias;
    for (int i = 0; i < N_H2; i++)
        ((float *)head_rows[head])[i] = weights[i];
}

void bound_init(void)
{
    columns_fill(N_IN, N_H1, h1_weights, h1_bias, h1_columns, h1_start);
    columns_fill(N_H1, N_H2, h2_weights, h2_bias, h2_columns, h2_start);
    for (int o = 0; o < N_OUT; o++) {
        head_fill(o, mean_weights[o], mean_bias[o]);
        head_fill(N_OUT + o, sigma_weights[o], sigma_bias[o]);
    }
    head_fill(2 * N_OUT, eta_weights[0], eta_bias[0]);
}

static inline __m256 all(float value) { return _mm256_set1_ps(value); }

static inline __m256 tanh8(__m256 x)
{
    x = _mm256_max_ps(_mm256_min_ps(x, all(8.6875F)), all(-8.6875F));
    __m256 t = _mm256_mul_ps(x, x);
    __m256 p = _mm256_fmadd_ps(t, all(-3.38769969e-05F), all(0.036695987F));
    p = _mm256_fmadd_ps(p, t, all(13.4608927F));
    p = _mm256_fmadd_ps(p, t, all(474.093414F));
    __m256 n = _mm256_mul_ps(x, p);
    __m256 d = _mm256_fmadd_ps(_mm256_add_ps(t, all(105.937279F)), t, all(948.186829F));
    __m256 g = _mm256_mul_ps(n, d);
    return _mm256_div_ps(_mm256_add_ps(g, g), _mm256_fmadd_ps(n, n, _mm256_mul_ps(d, d)));
}

/* exp of x <= 0, at least 2^-126 */
static inline __m256 exp8(__m256 x)
{
    x = _mm256_max_ps(x, all(-87.0F));
    __m256 j = _mm256_fmadd_ps(x, all(1.44269502F), all(12582912.0F));
    __m256 n = _mm256_sub_ps(j, all(12582912.0F));
    __m256 r = _mm256_fnmadd_ps(n, all(0.693359375F), x);
    r = _mm256_fnmadd_ps(n, all(-0.000212194442F), r);
    __m256 p = _mm256_fmadd_ps(r, all(0.0013823522F), all(0.00836881902F));
    p = _mm256_fmadd_ps(p, r, all(0.0416682363F));
    p = _mm256_fmadd_ps(p, r, all(0.166665196F));
    p = _mm256_fmadd_ps(p, r, all(0.49999994F));
    p = _mm256_fmadd_ps(p, r, all(1.0F));
    p = _mm256_fmadd_ps(p, r, all(1.0F));
    __m256i shift = _mm256_slli_epi32(_mm256_castps_si256(j), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(p), shift));
}

/* log(1 + t), 0 <= t <= 1 */
static inline __m256 log1p8(__m256 t)
{
    __m256 u = _mm256_div_ps(_mm256_add_ps(t, t), _mm256_add_ps(t, all(2.0F)));
    __m256 h = _mm256_mul_ps(u, u);
    __m256 q = _mm256_fmadd_ps(h, all(0.00052508543F), all(0.00220555696F));
    q = _mm256_fmadd_ps(q, h, all(0.0125024347F));
    q = _mm256_fmadd_ps(q, h, all(0.0833332986F));
    return _mm256_fmadd_ps(u, _mm256_mul_ps(h, q), u);
}

static inline void hidden(int n_in, const __m256 columns[n_in][VECTORS], const __m256 *start,
                          const float *in, __m256 out[VECTORS])
{
    __m256 a[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        a[v] = start[v];
    for (int i = 0; i < n_in; i++) {
        __m256 x = _mm256_broadcast_ss(&in[i]);
        for (int v = 0; v < VECTORS; v++)
            a[v] = _mm256_fmadd_ps(columns[i][v], x, a[v]);
    }
    for (int v = 0; v < VECTORS; v++)
        out[v] = tanh8(a[v]);
}

static inline float sum8(__m256 v)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

static inline float head(int number, const __m256 in[VECTORS])
{
    __m256 a = _mm256_mul_ps(head_rows[number][0], in[0]);
    for (int v = 1; v < VECTORS; v++)
        a = _mm256_fmadd_ps(head_rows[number][v], in[v], a);
    return head_start[number] + sum8(a);
}

static inline void heads(const __m256 h2[VECTORS], struct looped_result *r)
{
    _Static_assert(N_OUT + 1 <= WIDE, "softplus and sigmoid in one vector");
    __m256 v = _mm256_setzero_ps();
    for (int o = 0; o < N_OUT; o++) {
        r->mean[o] = output_mean_offset[o] + output_mean_scale[o] * head(o, h2);
        ((float *)&v)[o] = head(N_OUT + o, h2);
    }
    ((float *)&v)[N_OUT] = head(2 * N_OUT, h2);
    __m256 t = exp8(_mm256_or_ps(v, all(-0.0F))); /* exp(-|v|) */
    __m256 soft = _mm256_add_ps(_mm256_max_ps(v, _mm256_setzero_ps()), log1p8(t));
    __m256 s = _mm256_div_ps(t, _mm256_add_ps(all(1.0F), t)); /* sigmoid(-|v|) */
    s = _mm256_blendv_ps(_mm256_sub_ps(all(1.0F), s), s, v);
    for (int o = 0; o < N_OUT; o++)
        r->sigma[o] = output_sigma_scale[o] * ((float *)&soft)[o] + output_sigma_floor[o];
    r->eta = ((float *)&s)[N_OUT];
}

void bound_infer(const float x[N_IN], struct looped_result *r)
{
    float z[N_IN];
    __m256 h1[VECTORS], h2[VECTORS];
    for (int i = 0; i < N_IN; i++)
        z[i] = (x[i] - input_mean[i]) * input_inverse_scale[i];
    hidden(N_IN, h1_columns, h1_start, z, h1);
    hidden(N_H1, h2_columns, h2_start, (const float *)h1, h2);
    heads(h2, r);
}
