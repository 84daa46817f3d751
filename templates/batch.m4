m4_divert(-1)
// The batch entry point of the simd form: points side by side in the lanes of vectors, one number
// of the network after the other, by loops over tables.

// What the head comment says.
EPI_DEFINE(<|EPI_BATCH|>, <|points, lanes, bytes of tables, bytes of buffers|>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_BATCH_LINES|>, <|
 * Batch: epi_infer_batch computes $1 points, $2 at a time, by loops with constant bounds over $3
 * bytes of constant tables, which are not in the figures above; $4 bytes of buffers on the stack.|>)
m4_divert(1)m4_dnl|>)

// The function for all tiles of a width.
EPI_DEFINE(<|EPI_BATCH_TILE|>, <|sums, kind|>,
<|m4_divert(4)
static __attribute__((noinline)) void epi_batch$2_x$1(const epi_vector *in, uint32_t n, const EPI_REAL w[][$1], epi_vector out[$1])
{
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_START|>, <|sum|>,
<|    epi_vector a$1 = out[$1];
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_LOOP|>, <||>,
<|    for (uint32_t i = 0U; i < n; i++) {
        const epi_vector x = in[i];
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_TERM|>, <|sum|>,
<|        a$1 = a$1 + (w[i][$1] * x);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_GAP|>, <|sum|>,
<|        a$1 = a$1 - epi_square(x - w[i][$1]);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_LOOP_END|>, <||>,
<|    }
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_TILE_END|>, <||>,
<|}
m4_dnl|>)

// For layers with few weights: one term after the other.
EPI_DEFINE(<|EPI_BATCH_FEW|>, <||>,
<|m4_divert(4)
typedef struct {
    uint32_t to;
    uint32_t from;
    EPI_REAL weight;
} epi_term;

static __attribute__((noinline)) void epi_batch_few(epi_vector *v, uint32_t n, const epi_term *t)
{
    for (uint32_t i = 0U; i < n; i++) {
        v[t[i].to] = v[t[i].to] + (t[i].weight * v[t[i].from]);
    }
}
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_KERNEL|>, <|kernel, further parameter, further argument|>,
<|m4_divert(4)
static __attribute__((noinline)) void epi_batch_$1(epi_vector *v, uint32_t n$2)
{
    for (uint32_t i = 0U; i < n; i++) {
        v[i] = epi_$1(v[i]$3);
    }
}
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_POINTS|>, <|lanes, values|>,
<|m4_divert(4)
static __attribute__((noinline)) void epi_batch_start(epi_vector *v, uint32_t n, const EPI_REAL *bias)
{
    for (uint32_t i = 0U; i < n; i++) {
        v[i] = bias[i] - (epi_vector){0.0F};
    }
}

/* $1 points, one in each lane. */
static void epi_batch_points(const EPI_REAL x[$1][EPI_UPPER()_N_IN], epi_result_t results[$1])
{
    epi_words outside = {0U};
    epi_vector v[$2];
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_INPUTS|>, <|values of one input, kernel|>,
<|    };
    for (uint32_t i = 0U; i < EPI_N_IN<||>U; i++) {
        epi_vector z = {$1};
        z = epi_$2(z, bounds[i][0] + (epi_words){0U}, bounds[i][1] + (epi_words){0U}, bounds[i][2] + (epi_words){0U},
                      bounds[i][3] + (epi_words){0U}, &outside);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_SUBTRACT|>, <||>,
<|        z = z - standard[i][0];
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_FLUSH|>, <||>,
<|        z = epi_flush(z, bounds[i][4] + (epi_words){0U});
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_MULTIPLY|>, <|column|>,
<|        z = z * standard[i][$1];
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_INPUTS_END|>, <||>,
<|        v[i] = z;
    }
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_BIAS|>, <|matrix, rows|>,
<|    static const EPI_REAL b$1[$2] = {
        m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_TABLE|>, <|matrix, tile, source, inputs, sums|>,
<|    static const EPI_REAL w$1_$2_$3[$4][$5] = {
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_TERMS|>, <|matrix, terms|>,
<|    static const epi_term t$1[$2] = {
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_FROM|>, <|matrix, rows, place|>,
<|    epi_batch_start(&v[$3], $2U, b$1);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_CALL|>, <|sums, kind, source's place, inputs, matrix, tile, source, place|>,
<|    epi_batch$2_x$1(&v[$3], $4U, w$5_$6_$7, &v[$8]);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_CALL_FEW|>, <|matrix, terms|>,
<|    epi_batch_few(v, $2U, t$1);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_ACTIVATE|>, <|kernel, place, values, further argument|>,
<|    epi_batch_$1(&v[$2], $3U$4);
m4_dnl|>)

// What one point gets.
EPI_DEFINE(<|EPI_BATCH_RESULT|>, <|values|>,
<|m4_divert(4)
static void epi_batch_result(const epi_vector v[$1], uint32_t p, uint32_t status, epi_result_t *r)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_RESULT_END|>, <||>,
<|    r->status = status;
}
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_WHOLE|>, <|lanes, points|>,
<|    for (uint32_t p = 0U; p < $2U; p += $1U) {
        epi_batch_points(&x[p], &r[p]);
    }
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_REST|>, <|first, points|>,
<|    for (uint32_t p = $1U; p < $2U; p++) {
        epi_infer(x[p], &r[p]);
    }
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_FUNCTION|>, <|lanes|>,
<|    for (uint32_t p = 0U; p < $1U; p++) {
        epi_batch_result(v, p, outside[p], &results[p]);
    }
}

void epi_infer_batch(const EPI_REAL x[EPI_UPPER()_N_BATCH][EPI_UPPER()_N_IN], epi_result_t r[EPI_UPPER()_N_BATCH])
{
m4_dnl|>)
m4_divert(0)m4_dnl
