/* See axes.h. Jacobi's method finds the axes of the covariance. Every sum has one order, so that
   all machines get the same bits. */
#include "geometry/axes.h"

#include <math.h>

static void covariance(const float *x, size_t rows, size_t d, double *c)
{
    struct arena *arena = arena_new();
    double *mean = arena_alloc(arena, d, sizeof(*mean));
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < d; j++)
            mean[j] += (double)x[i * d + j];
    for (size_t j = 0; j < d; j++)
        mean[j] /= (double)rows;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < d; j++)
            for (size_t k = 0; k <= j; k++)
                c[j * d + k] += ((double)x[i * d + j] - mean[j]) * ((double)x[i * d + k] - mean[k]);
    for (size_t j = 0; j < d; j++)
        for (size_t k = 0; k <= j; k++)
            c[k * d + j] = c[j * d + k] /= (double)rows;
    arena_free(arena);
}

/* Rotates rows and columns p and q of c, and rows p and q of v, so that c[p][q] becomes 0. t is the
   tangent of the smaller of the possible angles. */
static void rotate(double *c, double *v, size_t d, size_t p, size_t q)
{
    double cotangent =
        (c[q * d + q] - c[p * d + p]) / (2.0 * c[p * d + q]); /* of twice the angle */
    double t =
        (cotangent < 0.0 ? -1.0 : 1.0) / (fabs(cotangent) + sqrt(cotangent * cotangent + 1.0));
    double cosine = 1.0 / sqrt(t * t + 1.0), sine = t * cosine;
    for (size_t k = 0; k < d; k++) {
        double a = c[k * d + p], b = c[k * d + q];
        c[k * d + p] = cosine * a - sine * b;
        c[k * d + q] = sine * a + cosine * b;
    }
    for (size_t k = 0; k < d; k++) {
        double a = c[p * d + k], b = c[q * d + k];
        c[p * d + k] = cosine * a - sine * b;
        c[q * d + k] = sine * a + cosine * b;
        a = v[p * d + k];
        b = v[q * d + k];
        v[p * d + k] = cosine * a - sine * b;
        v[q * d + k] = sine * a + cosine * b;
    }
}

void axes_principal(const float *x, size_t rows, size_t d, float *axes)
{
    enum { SWEEPS = 12 };
    struct arena *arena = arena_new();
    double *c = arena_alloc(arena, d * d, sizeof(*c)), *v = arena_alloc(arena, d * d, sizeof(*v));
    covariance(x, rows, d, c);
    for (size_t j = 0; j < d; j++)
        v[j * d + j] = 1.0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t p = 0; p < d; p++)
            for (size_t q = p + 1; q < d; q++)
                if (fabs(c[p * d + q]) > 1e-14)
                    rotate(c, v, d, p, q);
    for (size_t p = 0; p < d; p++) {
        double deviation = sqrt(fmax(c[p * d + p], 0.0));
        for (size_t k = 0; k < d; k++)
            axes[p * d + k] = (float)(v[p * d + k] / fmax(deviation, AXES_LEAST));
    }
    arena_free(arena);
}

void axes_apply(const float *axes, const float *x, size_t rows, size_t d, float *out)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t p = 0; p < d; p++) {
            double sum = 0.0;
            for (size_t k = 0; k < d; k++)
                sum += (double)axes[p * d + k] * (double)x[i * d + k];
            out[i * d + p] = (float)sum;
        }
}
