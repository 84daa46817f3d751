/* See draws.h. Sixteen bits of a random word make one number. Words are computed from their
   position in the sequence of gen/base/random.h, so that no word depends on the one before. */
#include "compare/methods/draws.h"

#include "compare/methods/clones.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { QUANTILES = 4096, HALF = QUANTILES / 2, FIELDS = 4 /* in a word */, CHUNK = 1024 };

static float quantile[QUANTILES];
static pthread_once_t quantiles_made = PTHREAD_ONCE_INIT;

/* The quantile z of the standard normal distribution for the probability u < 1/2. */
static double quantile_of(double u)
{
    double low = -8.0, high = 0.0;
    for (int i = 0; i < 50; i++) {
        double middle = 0.5 * (low + high);
        if (0.5 * erfc(-middle * 0.70710678118654752440) < u)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static void quantiles_make(void)
{
    double z[HALF], square = 0.0;
    for (size_t i = 0; i < HALF; i++) {
        z[i] = quantile_of(((double)i + 0.5) / QUANTILES);
        square += z[i] * z[i] / (double)HALF;
    }
    for (size_t i = 0; i < HALF; i++) {
        quantile[i] = (float)(z[i] / sqrt(square));
        quantile[QUANTILES - 1 - i] = -quantile[i];
    }
}

CLONES static void fields_fill(uint64_t state, size_t words, uint16_t *fields)
{
    for (size_t k = 0; k < words; k++) {
        struct random at = {.state = state + (uint64_t)k * 0x9E3779B97F4A7C15U};
        uint64_t word = random_bits(&at);
        memcpy(fields + k * FIELDS, &word, sizeof(word));
    }
}

/* Fills the 16-bit fields for the next n numbers; n is at most CHUNK. */
static void fields_next(struct random *random, size_t n, uint16_t *fields)
{
    size_t words = (n + FIELDS - 1) / FIELDS;
    fields_fill(random->state, words, fields);
    random->state += (uint64_t)words * 0x9E3779B97F4A7C15U;
}

static size_t chunk_of(size_t left) { return left < CHUNK ? left : CHUNK; }

static void normals_pick(const uint16_t *fields, size_t n, float *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] = quantile[fields[i] % QUANTILES];
}

void draws_normal(struct random *random, float *to, size_t n)
{
    uint16_t fields[CHUNK] = {0};
    pthread_once(&quantiles_made, quantiles_make);
    for (size_t done = 0; done < n; done += chunk_of(n - done)) {
        size_t count = chunk_of(n - done);
        fields_next(random, count, fields);
        normals_pick(fields, count, to + done);
    }
}

CLONES static void keeps_pick(const uint16_t *fields, size_t n, uint16_t limit, float kept,
                              float *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] = fields[i] < limit ? 0.0F : kept;
}

void draws_keep(struct random *random, double p, float *to, size_t n)
{
    uint16_t fields[CHUNK] = {0}, limit = (uint16_t)lround(p * 65536.0);
    float kept = (float)(1.0 / (1.0 - p));
    for (size_t done = 0; done < n; done += chunk_of(n - done)) {
        size_t count = chunk_of(n - done);
        fields_next(random, count, fields);
        keeps_pick(fields, count, limit, kept, to + done);
    }
}
