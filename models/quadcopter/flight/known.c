/* See known.h. */
#include "quadcopter/flight/known.h"

#include "result/export.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* eta's logit where no hat stands, and how steeply a hat lowers it: eta is 0.5 at the height
   far_logit / steepness, which is close to the rim. */
static const float far_logit = 5.0F, steepness = 100.0F;
/* ... and how little where points are too few for the noise: eta is about a half there. */
static const float steepness_thin = 7.5F;
/* The share of the mean noise that the standard error of f^ may have. */
static const double share_known = 0.5;
static const double beside = 1.5;

struct known *known_new(struct arena *arena, double reach)
{
    struct known *k = arena_alloc(arena, 1, sizeof(*k));
    *k = (struct known){.arena = arena, .reach = reach};
    return k;
}

/* --- ellipses ------------------------------------------------------------------------------- */

/* The long direction of the points of hats a and b: the larger principal axis. */
static void axis_find(const struct known *k, size_t a, size_t b, double axis[2])
{
    double n = 0.0, m[2] = {0}, s[3] = {0};
    for (size_t i = 0; i < k->count; i++)
        if (k->owner[i] == a || k->owner[i] == b) {
            n++;
            m[0] += (double)k->x[i][0];
            m[1] += (double)k->x[i][1];
        }
    for (size_t i = 0; i < k->count; i++)
        if (k->owner[i] == a || k->owner[i] == b) {
            double dx = (double)k->x[i][0] - m[0] / n, dy = (double)k->x[i][1] - m[1] / n;
            s[0] += dx * dx;
            s[1] += dx * dy;
            s[2] += dy * dy;
        }
    double angle = 0.5 * atan2(2.0 * s[1], s[0] - s[2]);
    axis[0] = cos(angle);
    axis[1] = sin(angle);
}

/* Semi-axes such that the hat stands `reach` beyond the ends of its points, and half as far again
   beside the middle: what a path passes in parallel is hardly new. */
static void halves_set(struct hat *h, double reach)
{
    double length = 0.5 * (h->most[0] - h->least[0]), width = 0.5 * (h->most[1] - h->least[1]);
    h->half[0] = length + reach;
    double share = length / h->half[0];
    if (length > reach) /* it has a direction */
        reach *= beside;
    h->half[1] = fmax(width + reach, (width + 0.5 * reach) / sqrt(1.0 - share * share));
}

/* The hat over the points of hats a and b, which may be the same. */
static struct hat hat_over(const struct known *k, size_t a, size_t b)
{
    struct hat h = {.least = {INFINITY, INFINITY}, .most = {-INFINITY, -INFINITY}};
    axis_find(k, a, b, h.axis);
    for (size_t i = 0; i < k->count; i++)
        if (k->owner[i] == a || k->owner[i] == b) {
            double x = (double)k->x[i][0], y = (double)k->x[i][1];
            const double at[2] = {h.axis[0] * x + h.axis[1] * y, h.axis[0] * y - h.axis[1] * x};
            h.points++;
            for (size_t j = 0; j < 2; j++) {
                h.least[j] = fmin(h.least[j], at[j]);
                h.most[j] = fmax(h.most[j], at[j]);
            }
        }
    double u = 0.5 * (h.least[0] + h.most[0]), v = 0.5 * (h.least[1] + h.most[1]);
    h.centre[0] = h.axis[0] * u - h.axis[1] * v;
    h.centre[1] = h.axis[1] * u + h.axis[0] * v;
    if (h.points > 0)
        halves_set(&h, k->reach);
    return h;
}

static double area_of(const struct hat *h) { return h->half[0] * h->half[1]; }

/* --- points --------------------------------------------------------------------------------- */

static void hats_merge(struct known *k)
{
    size_t best[2] = {0, 1};
    double least = INFINITY;
    for (size_t a = 0; a <= KNOWN_HATS; a++)
        for (size_t b = 0; b < a; b++) {
            struct hat joined = hat_over(k, a, b);
            double more = area_of(&joined) - area_of(&k->hats[a]) - area_of(&k->hats[b]);
            if (more < least) {
                least = more;
                best[0] = b;
                best[1] = a;
            }
        }
    struct hat joined = hat_over(k, best[0], best[1]);
    for (size_t i = 0; i < k->count; i++)
        if (k->owner[i] == best[1])
            k->owner[i] = best[0];
    k->hats[best[0]] = joined;
    k->hats[best[1]] = (struct hat){0};
}

static size_t hat_free(const struct known *k)
{
    size_t i = 0;
    while (k->hats[i].points > 0)
        i++;
    return i;
}

/* The hat that stands highest over a place; SIZE_MAX: none stands there. */
static size_t hat_inside(const struct known *k, const float place[2])
{
    size_t highest = SIZE_MAX;
    double least = 1.0;
    for (size_t i = 0; i < KNOWN_HATS; i++) {
        const struct hat *h = &k->hats[i];
        double x = (double)place[0] - h->centre[0], y = (double)place[1] - h->centre[1];
        double u = (h->axis[0] * x + h->axis[1] * y) / h->half[0];
        double v = (h->axis[0] * y - h->axis[1] * x) / h->half[1];
        if (h->points > 0 && u * u + v * v < least) {
            least = u * u + v * v;
            highest = i;
        }
    }
    return highest;
}

void known_add(struct known *k, const float x[2])
{
    if (k->count == k->room) {
        k->room = k->room == 0 ? 64 : 2 * k->room;
        k->x = arena_grow(k->arena, k->x, k->count, k->room, sizeof(*k->x));
        k->sigma = arena_grow(k->arena, k->sigma, k->count, k->room, sizeof(*k->sigma));
        k->owner = arena_grow(k->arena, k->owner, k->count, k->room, sizeof(*k->owner));
        k->stand = arena_grow(k->arena, k->stand, k->count, k->room, sizeof(*k->stand));
    }
    size_t inside = hat_inside(k, x), hat = inside <= KNOWN_HATS ? inside : hat_free(k);
    memcpy(k->x[k->count], x, sizeof(*k->x));
    k->sigma[k->count] = k->count > 0 ? k->sigma[k->count - 1] : 1.0;
    k->stand[k->count] = 1;
    k->owner[k->count++] = hat;
    k->hats[hat] = hat_over(k, hat, hat);
    if (hat == KNOWN_HATS)
        hats_merge(k);
    if (k->hats[KNOWN_HATS].points > 0) { /* the last place stays free */
        size_t place = hat_free(k);
        k->hats[place] = k->hats[KNOWN_HATS];
        k->hats[KNOWN_HATS] = (struct hat){0};
        for (size_t i = 0; i < k->count; i++)
            if (k->owner[i] == KNOWN_HATS)
                k->owner[i] = place;
    }
}

void known_remove(struct known *k, size_t point)
{
    size_t hat = k->owner[point], behind = --k->count - point;
    memmove(k->x + point, k->x + point + 1, behind * sizeof(*k->x));
    memmove(k->owner + point, k->owner + point + 1, behind * sizeof(*k->owner));
    memmove(k->sigma + point, k->sigma + point + 1, behind * sizeof(*k->sigma));
    memmove(k->stand + point, k->stand + point + 1, behind * sizeof(*k->stand));
    k->hats[hat] = hat_over(k, hat, hat);
}

void known_clear(struct known *k)
{
    memset(k->hats, 0, sizeof(k->hats));
    k->count = 0;
}

void known_set_reach(struct known *k, double reach)
{
    k->reach = reach;
    for (size_t i = 0; i < KNOWN_HATS; i++)
        if (k->hats[i].points > 0)
            halves_set(&k->hats[i], reach);
}

static double distance_between(const float a[2], const float b[2])
{
    return hypot((double)a[0] - (double)b[0], (double)a[1] - (double)b[1]);
}

size_t known_nearest(const struct known *k, const float x[2])
{
    size_t nearest = 0;
    for (size_t i = 1; i < k->count; i++)
        if (distance_between(x, k->x[i]) < distance_between(x, k->x[nearest]))
            nearest = i;
    return nearest;
}

double known_distance(const struct known *k, const float x[2])
{
    return k->count == 0 ? INFINITY : distance_between(x, k->x[known_nearest(k, x)]);
}

size_t known_redundant(const struct known *k)
{
    double least = INFINITY;
    size_t older = 0;
    for (size_t i = 0; i < k->count; i++)
        for (size_t j = i + 1; j < k->count; j++)
            if (distance_between(k->x[i], k->x[j]) < least) {
                least = distance_between(k->x[i], k->x[j]);
                older = i;
            }
    return older;
}

/* --- eta as layers of a spec ----------------------------------------------------------------- */

static struct spec_layer *layer_add(struct arena *arena, struct spec *spec, const char *name,
                                    size_t n_in, size_t n_out)
{
    struct spec_layer *l = &spec->layers[spec->n_layers++];
    *l = (struct spec_layer){.name = name, .n_in = n_in, .n_out = n_out};
    l->from = export_from(arena, "inputs");
    l->weights = arena_alloc(arena, n_in * n_out, sizeof(float));
    l->bias = arena_alloc(arena, n_out, sizeof(float));
    return l;
}

/* 1 - q(x), q the ellipse's quadratic form, from x, y, x^2, y^2 and (x + y)^2. */
static void hat_write(const struct hat *h, float w[5], float *bias)
{
    const double c = h->axis[0], s = h->axis[1], x = h->centre[0], y = h->centre[1];
    const double a = 1.0 / (h->half[0] * h->half[0]), b = 1.0 / (h->half[1] * h->half[1]);
    const double xx = a * c * c + b * s * s, yy = a * s * s + b * c * c, tilt = (a - b) * c * s;
    const double xy = fabs(tilt) < 1e-6 ? 1e-6 : tilt; /* no weight is 0: see nowhere */
    w[0] = (float)(2.0 * (xx * x + xy * y));
    w[1] = (float)(2.0 * (yy * y + xy * x));
    w[2] = (float)(xy - xx);
    w[3] = (float)(xy - yy);
    w[4] = (float)-xy;
    *bias = (float)(1.0 - xx * x * x - 2.0 * xy * x * y - yy * y * y);
}

/* A place for a hat that is not needed, far outside of the domain. Like every hat it has no
   weight that is 0, so that all networks take the same time. */
static const struct hat nowhere = {.centre = {30.0, 20.0}, .axis = {0.8, 0.6}, .half = {2.0, 1.0}};

/* Whether a hat has too few measurements for its noise. f^ averages over about one standardised
   length, the width of what there is to learn: so many as there are on it divide the variance. */
static bool hat_is_thin(const struct known *k, size_t hat)
{
    const struct hat *h = &k->hats[hat];
    double sum = 0.0, all = 0.0, measurements = 0.0;
    for (size_t i = 0; i < k->count; i++) {
        all += k->sigma[i];
        sum += k->owner[i] == hat ? k->sigma[i] : 0.0;
        measurements += k->owner[i] == hat ? (double)k->stand[i] : 0.0;
    }
    double averaged = measurements / (2.0 * h->half[0]);
    return sum / (double)h->points / sqrt(averaged) > share_known * all / (double)k->count;
}

void known_export(const struct known *k, struct arena *arena, struct spec *spec)
{
    static const float sums[3][2] = {{1, 0}, {0, 1}, {1, 1}};
    struct spec_layer *squares = layer_add(arena, spec, "squares", 2, 3);
    struct spec_layer *hats = layer_add(arena, spec, "hats", 5, KNOWN_HATS);
    struct spec_layer *eta = layer_add(arena, spec, "eta", KNOWN_HATS, 1);
    squares->activation = ACT_SQUARE;
    memcpy(squares->weights, sums, sizeof(sums));
    hats->activation = ACT_RELU;
    hats->from.count = 2;
    hats->from.names = arena_alloc(arena, 2, sizeof(*hats->from.names));
    hats->from.names[0] = "inputs";
    hats->from.names[1] = "squares";
    eta->activation = ACT_SIGMOID;
    eta->from = export_from(arena, "hats");
    eta->bias[0] = far_logit;
    for (size_t i = 0; i < KNOWN_HATS; i++) {
        bool stands = k->hats[i].points > 0;
        hat_write(stands ? &k->hats[i] : &nowhere, hats->weights + 5 * i, &hats->bias[i]);
        eta->weights[i] = stands && hat_is_thin(k, i) ? -steepness_thin : -steepness;
    }
}
