m4_divert(-1)
// The batch entry point of the simd form: points side by side in the lanes of vectors, one number
// of the network after the other, by loops over tables. All numbers of the network lie in one array
// v of vectors: the inputs, then the layers. Its functions are printed behind the entry point for
// one point.

// What the head comment says.
EPI_DEFINE(<|EPI_BATCH|>, <|points, how they are computed, bytes of tables, bytes of buffers|>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_BATCH_LINES|>, <|
 * Batch: epi_infer_batch computes $1 points: $2. Its loops have
 * constant bounds. It has $3 bytes of constant tables and $4 bytes of arrays on the stack, which the figures
 * above leave out.|>)
EPI_VALUE(<|EPI_ORDER_BATCH|>, <|, the same for batches|>)
EPI_VALUE(<|EPI_BATCH_SPLIT|>, <|$1 points: $2|>)
m4_divert(1)m4_dnl|>)

// What stands in front of its functions: where the numbers are.
EPI_DEFINE(<|EPI_BATCH_HEADING|>, <|lanes|>,
<|m4_divert(4)
/* Batches: the same computation for $1 points side by side. All numbers lie in one array v of vectors; lane p of
 * each vector belongs to point p. A name that ends in _lanes is that of the stage of a layer for all these
 * points. The places of v:
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_PLACES|>, <|places, what they hold|>,
<| *   $1: $2
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_HEADING_END|>, <||>,
<| */
m4_dnl|>)

// The function for all tiles of a width; kind: of weights or of points.
EPI_DEFINE(<|EPI_BATCH_TILE|>, <|sums, kind, sentence|>,
<|m4_divert(4)
/* $3 */
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
EPI_DEFINE(<|EPI_BATCH_DISTANCE|>, <|sum|>,
<|        a$1 = a$1 - epi_square(x - w[i][$1]);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_LOOP_END|>, <||>,
<|    }
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_TILE_END|>, <||>,
<|}
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_SPARSE|>, <||>,
<|m4_divert(4)
/* One term of a sum: number `to` of v gets number `from` times weight. */
typedef struct {
    uint32_t to;
    uint32_t from;
    EPI_REAL weight;
} epi_term;

/* Adds n terms to their sums in v, for a layer most of whose weights are 0. */
static __attribute__((noinline)) void epi_batch_sparse(epi_vector *v, uint32_t n, const epi_term *t)
{
    for (uint32_t i = 0U; i < n; i++) {
        v[t[i].to] = v[t[i].to] + (t[i].weight * v[t[i].from]);
    }
}
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_KERNEL|>, <|kernel, further parameter, further argument|>,
<|m4_divert(4)
/* $1 of n numbers, of all points. */
static __attribute__((noinline)) void epi_batch_$1(epi_vector *v, uint32_t n$2)
{
    for (uint32_t i = 0U; i < n; i++) {
        v[i] = epi_$1(v[i]$3);
    }
}
m4_dnl|>)

// Sums start with their biases.
EPI_DEFINE(<|EPI_BATCH_BIASES|>, <||>,
<|m4_divert(4)
/* The same bias for all points, in n sums. */
static __attribute__((noinline)) void epi_batch_start(epi_vector *v, uint32_t n, const EPI_REAL *bias)
{
    for (uint32_t i = 0U; i < n; i++) {
        v[i] = bias[i] - (epi_vector){0.0F};
    }
}
m4_dnl|>)

// The inputs of all points.
EPI_DEFINE(<|EPI_BATCH_INPUTS_FUNCTION|>, <|lanes|>,
<|m4_divert(4)
/* The inputs of $1 points: each is forced into its domain, its mean is subtracted, and it is multiplied by
 * 1 / scale where the weights do not contain that. Lane p of outside gets the status bits of point p. */
static void epi_batch_inputs(const EPI_REAL x[$1][EPI_UPPER()_N_IN], epi_vector v[EPI_UPPER()_N_IN], epi_words *outside)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_INPUTS|>, <|values of one input, kernel|>,
<|    };
    for (uint32_t i = 0U; i < EPI_N_IN<||>U; i++) {
        epi_vector z = {$1};
        z = epi_$2(z, bounds[i][0] + (epi_words){0U}, bounds[i][1] + (epi_words){0U}, bounds[i][2] + (epi_words){0U},
                      bounds[i][3] + (epi_words){0U}, outside);
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
}
m4_dnl|>)

// The stage of a layer, or of layers that are computed together.
EPI_DEFINE(<|EPI_BATCH_STAGE|>, <|layer, neurons|>,
<|m4_divert(4)
/* $2 of all points. */
static void epi_$1_lanes(epi_vector *v)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_BIAS|>, <|sums, neurons and what it is|>,
<|    /* $2 */
    static const EPI_REAL bias[$1] = {
        m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_TABLE|>, <|tile, source, inputs, sums, neurons, what they read|>,
<|    /* The constants of $5, which read $6: in weights_T_S, T counts such groups of neurons, S what they read. */
    static const EPI_REAL weights_$1_$2[$3][$4] = {
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_TERMS|>, <|terms|>,
<|    static const epi_term terms[$1] = {
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_FROM|>, <|sums, place|>,
<|    epi_batch_start(&v[$2], $1U, bias);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_CALL|>, <|sums, kind, place of the source, inputs, tile, source, place|>,
<|    epi_batch$2_x$1(&v[$3], $4U, weights_$5_$6, &v[$7]);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_CALL_SPARSE|>, <|terms|>,
<|    epi_batch_sparse(v, $1U, terms);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_ACTIVATE|>, <|kernel, place, values, further argument|>,
<|    epi_batch_$1(&v[$2], $3U$4);
m4_dnl|>)

// What one point gets.
EPI_DEFINE(<|EPI_BATCH_RESULT|>, <|values|>,
<|m4_divert(4)
/* The result of point p, whose numbers are lane p of v. */
static void epi_batch_result(const epi_vector v[$1], uint32_t p, uint32_t status, epi_result_t *r)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_RESULT_END|>, <||>,
<|    r->status = status;
}
m4_dnl|>)

EPI_DEFINE(<|EPI_BATCH_POINTS|>, <|lanes, values|>,
<|m4_divert(4)
/* $1 points, one in each lane: inputs, layer by layer, results. */
static void epi_batch_points(const EPI_REAL x[$1][EPI_UPPER()_N_IN], epi_result_t results[$1])
{
    epi_vector v[$2];
    epi_words outside = {0U};

    epi_batch_inputs(x, v, &outside);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_STAGE_CALL|>, <|layer|>,
<|    epi_$1_lanes(v);
m4_dnl|>)
EPI_DEFINE(<|EPI_BATCH_FUNCTION|>, <|lanes|>,
<|    for (uint32_t p = 0U; p < $1U; p++) {
        epi_batch_result(v, p, outside[p], &results[p]);
    }
}

/* Entry point for batches of EPI_BATCH_SPLIT. */
void epi_infer_batch(const EPI_REAL x[EPI_UPPER()_N_BATCH][EPI_UPPER()_N_IN], epi_result_t r[EPI_UPPER()_N_BATCH])
{
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
m4_divert(0)m4_dnl
