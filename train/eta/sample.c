/* See sample.h. Centres are the training inputs around which samples are drawn. They are handled in
   chunks, so that spreads need little memory. To add a way to draw, add a row to `enum spread`
   (options.h), a case to spread_make, and a word to recipe_read.c. */
#include "eta/sample.h"

#include "net/elementary.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 4096, SLOPES_BATCH = 64 };

/* --- inputs that count -------------------------------------------------------------------------
 */

bool input_counts(const struct eta_options *o, size_t j)
{
    return o->weights == NULL || o->weights[j] > 0.0F;
}

static size_t inputs_counted(const struct eta_options *o, size_t n_in)
{
    size_t count = 0;
    for (size_t j = 0; j < n_in; j++)
        count += input_counts(o, j);
    return count;
}

/* --- distinct points ---------------------------------------------------------------------------
 */

static uint64_t row_hash(const float *row, size_t n)
{
    uint64_t hash = n;
    for (size_t j = 0; j < n; j++) {
        uint32_t bits;
        memcpy(&bits, &row[j], sizeof(bits));
        struct random mix = {hash ^ bits};
        hash = random_bits(&mix);
    }
    return hash;
}

/* Lists the rows that no earlier row equals; returns how many. */
static size_t rows_distinct(const struct rows *train, uint32_t *rows)
{
    size_t places = 16, count = 0, width = train->n_in * sizeof(float);
    while (places < 2 * train->count)
        places *= 2;
    struct arena *arena = arena_new();
    uint32_t *table = arena_alloc(arena, places, sizeof(*table)); /* row number + 1, 0: free */
    for (size_t i = 0; i < train->count; i++) {
        const float *row = train->x + i * train->n_in;
        size_t at = (size_t)row_hash(row, train->n_in) & (places - 1);
        while (table[at] != 0 && memcmp(train->x + (table[at] - 1) * train->n_in, row, width) != 0)
            at = (at + 1) & (places - 1);
        if (table[at] == 0) {
            table[at] = (uint32_t)i + 1;
            rows[count++] = (uint32_t)i;
        }
    }
    arena_free(arena);
    return count;
}

/* The training rows with 0 for each input that does not count, so that rows that differ only there
   are one point. */
static struct rows rows_counted(struct arena *arena, const struct rows *train,
                                const struct eta_options *o)
{
    struct rows rows = *train;
    if (inputs_counted(o, train->n_in) == train->n_in)
        return rows;
    float *x = arena_alloc(arena, train->count * train->n_in, sizeof(*x));
    for (size_t i = 0; i < train->count * train->n_in; i++)
        x[i] = input_counts(o, i % train->n_in) ? train->x[i] : 0.0F;
    rows.x = x;
    return rows;
}

struct data_points data_points_make(struct arena *arena, const struct rows *train,
                                    const struct eta_options *o, unsigned threads)
{
    size_t d = train->n_in;
    const struct rows counted = rows_counted(arena, train, o);
    struct data_points p = {.train = train, .x = counted.x, .count = train->count};
    uint32_t *rows = arena_alloc(arena, train->count, sizeof(*rows));
    p.metric = (struct nearest_metric){d, o->weights, o->periods};
    p.threads = threads;
    p.count = rows_distinct(&counted, rows);
    if (p.count < train->count) {
        float *x = arena_alloc(arena, p.count * d, sizeof(*x));
        for (size_t i = 0; i < p.count; i++)
            memcpy(x + i * d, counted.x + rows[i] * d, d * sizeof(*x));
        p.x = x;
        p.rows = rows;
    }
    p.nearest = nearest_new(arena, &p.metric, (struct nearest_points){p.x, p.count}, threads);
    return p;
}

void data_points_spacing(const struct data_points *p, const float *queries, size_t n, size_t k,
                         float *distance)
{
    struct arena *arena = arena_new();
    size_t d = p->metric.dims;
    k = k < p->count ? k : p->count - 1;
    float *all = arena_alloc(arena, CHUNK * (k + 1), sizeof(*all));
    for (size_t first = 0; first < n; first += CHUNK) {
        size_t now = n - first < CHUNK ? n - first : CHUNK;
        /* the first of the k + 1 is the query itself */
        nearest_query_k(p->nearest, (struct nearest_points){queries + first * d, now}, k + 1, false,
                        p->threads, all);
        for (size_t i = 0; i < now; i++)
            distance[first + i] = all[i * (k + 1) + k];
    }
    arena_free(arena);
}

/* --- how far samples are drawn: a standard deviation for every centre and input ----------------
 */

double sample_c(const struct eta_options *o, size_t rows)
{
    if (rows >= o->c_rows)
        return o->c;
    return elementary_pow(o->c, (double)rows / (double)o->c_rows);
}

/* The standard deviations from the slopes of the mean: eq. 4, nu = 1 / (steepest slope + c), is
   their square. */
static void spread_by_gradient(const struct network *network, const struct rows *centres, double c,
                               float *sd)
{
    struct arena *arena = arena_new();
    struct workspace *w = workspace_new(arena, network, SLOPES_BATCH);
    float *x = arena_alloc(arena, centres->n_in * SLOPES_BATCH, sizeof(*x));
    float *slopes = arena_alloc(arena, centres->n_in * SLOPES_BATCH, sizeof(*slopes));
    for (size_t first = 0; first < centres->count; first += SLOPES_BATCH) {
        size_t index[SLOPES_BATCH], left = centres->count - first;
        size_t n = left < SLOPES_BATCH ? left : SLOPES_BATCH;
        for (size_t b = 0; b < n; b++)
            index[b] = first + b;
        rows_gather(&(struct row_batch){centres, index, n}, SLOPES_BATCH, x);
        network_slopes(network, w, x, slopes);
        for (size_t b = 0; b < n; b++)
            for (size_t j = 0; j < centres->n_in; j++)
                sd[(first + b) * centres->n_in + j] =
                    sqrtf(1.0F / (slopes[j * SLOPES_BATCH + b] + (float)c));
    }
    arena_free(arena);
}

/* The standard deviations from the spacing of the data: the distance to the neighbour number
   o->neighbours, divided over the inputs. An input with a large weight gets a smaller one, since
   the metric stretches that input. */
static void spread_by_neighbours(const struct data_points *p, const struct rows *centres,
                                 const struct eta_options *o, float *sd)
{
    struct arena *arena = arena_new();
    size_t d = centres->n_in;
    double root = sqrt((double)inputs_counted(o, d));
    float *distance = arena_alloc(arena, centres->count, sizeof(*distance));
    data_points_spacing(p, centres->x, centres->count, o->neighbours, distance);
    for (size_t i = 0; i < centres->count; i++) {
        double local = p->count < 2 ? o->most : sqrt((double)distance[i]);
        for (size_t j = 0; j < d; j++) {
            double stretch = o->weights == NULL ? 1.0 : sqrt((double)o->weights[j]);
            sd[i * d + j] = (float)fmin(o->size * local / (root * stretch), 2.0 * o->most);
        }
    }
    arena_free(arena);
}

static void spread_make(const struct network *network, const struct data_points *p,
                        const struct rows *centres, const struct eta_options *o, float *sd)
{
    switch (o->spread) {
    case SPREAD_GRADIENT:
        spread_by_gradient(network, centres, sample_c(o, p->train->count), sd);
        break;
    case SPREAD_NEIGHBOUR: spread_by_neighbours(p, centres, o, sd); break;
    case SPREAD_FIXED:
    case SPREAD_COUNT:
        for (size_t i = 0; i < centres->count * centres->n_in; i++)
            sd[i] = (float)o->size;
    }
}

/* --- drawing -----------------------------------------------------------------------------------
 */

/* Standard normal, by Box and Muller. */
double normal_draw(struct random *random)
{
    double u = 1.0 - random_uniform(random), v = random_uniform(random);
    return sqrt(-2.0 * elementary_log(u)) * elementary_cos_turns(v);
}

static double between(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* Eq. 3: draws `each` samples around every centre. With spread neighbour each sample has its own
   standard deviation between the local spacing and `most`, uniform in the logarithm: close samples
   show the border of the data, far ones that everything beyond is unknown as well. No sample moves
   along an input that does not count; otherwise eta would recognise samples by that input alone. */
static void samples_draw(const struct rows *centres, const float *sd, const struct eta_options *o,
                         size_t each, struct random *random, float *next)
{
    size_t d = centres->n_in;
    for (size_t i = 0; i < centres->count; i++) {
        for (size_t s = 0; s < each; s++) {
            double widening = o->spread == SPREAD_NEIGHBOUR ? random_uniform(random) : 0.0;
            for (size_t j = 0; j < d; j++) {
                double size = (double)sd[i * d + j];
                if (!input_counts(o, j)) {
                    *next++ = centres->x[i * d + j];
                    continue;
                }
                if (o->spread != SPREAD_FIXED)
                    size = between(size, o->spread == SPREAD_NEIGHBOUR ? 1e-3 : o->least, o->most);
                size *= elementary_pow(o->most / size, widening);
                *next++ = centres->x[i * d + j] + (float)(size * normal_draw(random));
            }
        }
    }
}

/* The rows that are centres, ascending: all rows, or a random choice of as many as the limit on
   samples allows (selection sampling). */
static uint32_t *centres_choose(struct arena *arena, size_t rows, const struct eta_options *o,
                                struct random *random, size_t *count)
{
    size_t most = o->samples / o->n < 1 ? 1 : o->samples / o->n, chosen = 0;
    *count = rows < most ? rows : most;
    uint32_t *centres = arena_alloc(arena, *count, sizeof(*centres));
    for (size_t i = 0; i < rows && chosen < *count; i++)
        if (*count == rows ||
            random_uniform(random) * (double)(rows - i) < (double)(*count - chosen))
            centres[chosen++] = (uint32_t)i;
    return centres;
}

struct samples samples_make(struct arena *arena, const struct network *network,
                            const struct data_points *p, const struct eta_options *o,
                            struct random *random)
{
    struct arena *scratch = arena_new();
    size_t d = p->train->n_in;
    struct samples s = {0};
    uint32_t *centres = centres_choose(scratch, p->train->count, o, random, &s.centres);
    float *x = arena_alloc(scratch, CHUNK * d, sizeof(*x));
    float *sd = arena_alloc(scratch, CHUNK * d, sizeof(*sd));
    s.rounds = o->rounds > 0 ? o->rounds : o->samples / (s.centres * o->n);
    s.rounds = s.rounds < 1 ? 1 : s.rounds;
    size_t each = o->n * s.rounds; /* samples of a centre */
    s.count = s.centres * each;
    s.x = arena_alloc(arena, s.count * d, sizeof(*s.x));
    s.distance = arena_alloc(arena, s.count, sizeof(*s.distance));
    s.nearest = arena_alloc(arena, s.count, sizeof(*s.nearest));
    for (size_t first = 0; first < s.centres; first += CHUNK) {
        size_t n = s.centres - first < CHUNK ? s.centres - first : CHUNK;
        struct rows chunk = {.count = n, .n_in = d, .x = x};
        for (size_t i = 0; i < n; i++)
            memcpy(x + i * d, p->train->x + centres[first + i] * d, d * sizeof(*x));
        spread_make(network, p, &chunk, o, sd);
        samples_draw(&chunk, sd, o, each, random, s.x + first * each * d);
    }
    nearest_query(p->nearest, (struct nearest_points){s.x, s.count}, p->threads, s.nearest,
                  s.distance);
    arena_free(scratch);
    return s;
}
