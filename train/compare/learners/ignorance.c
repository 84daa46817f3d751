/* See ignorance.h. */
#include "compare/learners/ignorance.h"

#include "base/arena.h"

#include <math.h>

double ignorance_at(const struct ignorance *g, double epistemic)
{
    return hypot(g->early.scale * pow(epistemic, g->early.power),
                 g->late.scale * pow(epistemic, g->late.power));
}

/* --- the likelihood ------------------------------------------------------------------------------
 */

enum { EARLY, LATE, TERMS };

/* Squares of errors, sigma and eta, for SOME of the held-out rows and SOME of the others: enough to
   fit four numbers. */
struct squares {
    size_t count, *from; /* numbers of the rows in the misses */
    double *error, *sigma;
    double *eta[TERMS]; /* to the powers that are tried */
    size_t *group, groups;
};

static size_t group_count(const struct misses *m, size_t group)
{
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++)
        count += m->group[i] == group;
    return count;
}

static struct squares squares_new(struct arena *arena, const struct misses *m)
{
    enum { SOME = 3000 };
    struct squares s = {0};
    size_t held = group_count(m, m->held_out), others = m->count - held, seen[2] = {0};
    size_t step[2] = {(others + SOME - 1) / SOME, (held + SOME - 1) / SOME};
    s.from = arena_alloc(arena, 2 * (size_t)SOME, sizeof(*s.from));
    s.error = arena_alloc(arena, 2 * (size_t)SOME, sizeof(double));
    s.sigma = arena_alloc(arena, 2 * (size_t)SOME, sizeof(double));
    s.group = arena_alloc(arena, 2 * (size_t)SOME, sizeof(*s.group));
    for (size_t t = 0; t < TERMS; t++)
        s.eta[t] = arena_alloc(arena, 2 * (size_t)SOME, sizeof(double));
    for (size_t i = 0; i < m->count; i++) {
        size_t kind = m->group[i] == m->held_out;
        if (seen[kind]++ % step[kind] != 0)
            continue;
        s.from[s.count] = i;
        s.group[s.count] = m->group[i];
        s.groups = m->group[i] < s.groups ? s.groups : m->group[i] + 1;
        s.error[s.count] = m->error[i] * m->error[i];
        s.sigma[s.count++] = m->sigma[i] * m->sigma[i];
    }
    return s;
}

static void squares_raise(struct squares *s, const struct misses *m, size_t term, double power)
{
    for (size_t i = 0; i < s->count; i++)
        s->eta[term][i] = pow(m->eta[s->from[i]], 2.0 * power);
}

static double loss_at(const struct squares *s, const double scale[TERMS], size_t i)
{
    double variance = s->sigma[i];
    for (size_t t = 0; t < TERMS; t++)
        variance += scale[t] * scale[t] * s->eta[t][i];
    return 0.5 * (log(variance) + s->error[i] / variance);
}

static double mean_loss(const struct squares *s, const double scale[TERMS])
{
    double sum = 0.0;
    for (size_t i = 0; i < s->count; i++)
        sum += loss_at(s, scale, i);
    return s->count == 0 ? 0.0 : sum / (double)s->count;
}

/* The mean loss of each group; NAN for a group without rows. */
static void group_losses(const struct squares *s, const double scale[TERMS], double *loss)
{
    for (size_t group = 0; group < s->groups; group++) {
        double sum = 0.0;
        size_t count = 0;
        for (size_t i = 0; i < s->count; i++)
            if (s->group[i] == group) {
                sum += loss_at(s, scale, i);
                count++;
            }
        loss[group] = count == 0 ? (double)NAN : sum / (double)count;
    }
}

/* --- the most likely scales for given powers -----------------------------------------------------
 */

/* Sets the scale of a term to `value` if that lowers the loss. */
static void scale_try(const struct squares *s, double scale[TERMS], size_t term, double value,
                      double *least)
{
    double before = scale[term];
    scale[term] = value;
    double loss = mean_loss(s, scale);
    if (loss < *least)
        *least = loss;
    else
        scale[term] = before;
}

/* Finds the best scale of one term while the other stays. It tries 0 and a logarithmic grid from
   1e-3 to 1e2, then smaller steps around the best. */
static void scale_find(const struct squares *s, double scale[TERMS], size_t term, double *least)
{
    enum { COARSE = 100, FINE = 4 };
    scale_try(s, scale, term, 0.0, least);
    for (int i = 0; i <= COARSE; i++)
        scale_try(s, scale, term, pow(10.0, -3.0 + 0.05 * i), least);
    double middle = scale[term];
    for (int i = -FINE; i <= FINE && middle > 0.0; i++)
        scale_try(s, scale, term, middle * pow(10.0, 0.01 * i), least);
}

/* Finds the scales of both terms, one after the other, until the loss falls no more. */
static double scales_find(const struct squares *s, double scale[TERMS])
{
    enum { SWEEPS = 6 };
    double least = INFINITY, before;
    scale[EARLY] = scale[LATE] = 0.0;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        before = least;
        scale_find(s, scale, LATE, &least);
        scale_find(s, scale, EARLY, &least);
        if (before - least < 1e-6)
            break;
    }
    return least;
}

/* --- the powers ----------------------------------------------------------------------------------
 */

static const double early_powers[] = {1.0, 0.75, 0.5, 0.25};
static const double late_powers[] = {1.0, 2.0, 4.0, 8.0, 16.0};
enum {
    EARLY_POWERS = sizeof(early_powers) / sizeof(*early_powers),
    CANDIDATES = EARLY_POWERS * sizeof(late_powers) / sizeof(*late_powers)
};

struct candidate {
    struct ignorance g;
    double loss, group[MISSES_GROUPS];
};

static struct candidate candidate_make(struct squares *s, const struct misses *misses, size_t i)
{
    double scale[TERMS], early = early_powers[i % EARLY_POWERS];
    double late = late_powers[i / EARLY_POWERS];
    struct candidate c;
    squares_raise(s, misses, EARLY, early);
    squares_raise(s, misses, LATE, late);
    c.loss = scales_find(s, scale);
    c.g = (struct ignorance){{scale[EARLY], early}, {scale[LATE], late}};
    group_losses(s, scale, c.group);
    return c;
}

/* Whether the loss of a candidate is within one standard error of the best one's. The standard
   error comes from the differences between the groups. */
static bool candidate_serves(const struct candidate *c, const struct candidate *best, size_t groups)
{
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < groups; i++) {
        double difference = c->group[i] - best->group[i];
        if (isnan(difference))
            continue;
        n += 1.0;
        sum += difference;
        squares += difference * difference;
    }
    double mean = sum / n, variance = n > 1.0 ? (squares - n * mean * mean) / (n - 1.0) : 0.0;
    return mean <= sqrt(fmax(variance, 0.0) / n);
}

/* Chooses, among the candidates that serve, the one that says most where eta is small. */
static const struct candidate *candidate_choose(const struct candidate *c, size_t count,
                                                size_t groups)
{
    const double small = 1e-3;
    const struct candidate *best = c, *chosen;
    for (size_t i = 1; i < count; i++)
        best = c[i].loss < best->loss ? &c[i] : best;
    chosen = best;
    for (size_t i = 0; i < count; i++)
        if (ignorance_at(&c[i].g, small) > ignorance_at(&chosen->g, small) &&
            candidate_serves(&c[i], best, groups))
            chosen = &c[i];
    return chosen;
}

/* Whether the loss of the held-out rows rises by at most 0.05 nats or one standard error, if the
   scales rise from `before` to `scale`. */
static bool held_out_bears(const struct squares *s, size_t held_out, const double before[TERMS],
                           const double scale[TERMS])
{
    const double little = 0.05;
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->group[i] != held_out)
            continue;
        double rise = loss_at(s, scale, i) - loss_at(s, before, i);
        n += 1.0;
        sum += rise;
        squares += rise * rise;
    }
    double mean = sum / n, variance = (squares - n * mean * mean) / (n - 1.0);
    return n < 2.0 || mean <= fmax(little, sqrt(fmax(variance, 0.0) / n));
}

/* The factor on both scales, from 1 to 10, that gives the group with the greatest loss the least.
 */
static double factor_find(const struct squares *s, size_t held_out, const struct ignorance *g)
{
    enum { GRID = 50 };
    const double plain[TERMS] = {g->early.scale, g->late.scale};
    double best = 1.0, least = INFINITY, loss[MISSES_GROUPS];
    for (int i = 0; i <= GRID; i++) {
        double factor = pow(10.0, 0.02 * i), worst = -INFINITY;
        double scale[TERMS] = {factor * g->early.scale, factor * g->late.scale};
        if (!held_out_bears(s, held_out, plain, scale))
            break;
        group_losses(s, scale, loss);
        for (size_t group = 0; group < s->groups; group++)
            worst = fmax(worst, loss[group]); /* not of a NAN */
        best = worst < least ? factor : best;
        least = fmin(least, worst);
    }
    return best;
}

struct ignorance ignorance_fit(const struct misses *misses)
{
    struct arena *arena = arena_new();
    struct squares s = squares_new(arena, misses);
    struct candidate candidates[CANDIDATES];
    size_t count = misses->deviation ? (size_t)EARLY_POWERS : (size_t)CANDIDATES;
    for (size_t i = 0; i < count; i++)
        candidates[i] = candidate_make(&s, misses, i);
    struct ignorance g = candidate_choose(candidates, count, s.groups)->g;
    squares_raise(&s, misses, EARLY, g.early.power);
    squares_raise(&s, misses, LATE, g.late.power);
    double factor = factor_find(&s, misses->held_out, &g);
    g.early.scale *= factor;
    g.late.scale *= factor;
    arena_free(arena);
    return g;
}
