/* See calibrate.h. */
#include "result/calibrate.h"

#include <math.h>

double calibrate_sigma(const struct predictions *p)
{
    double sum = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        double normalised = (p->y[i] - p->mean[i]) / p->sigma[i];
        sum += normalised * normalised;
    }
    return sqrt(sum / (double)p->count);
}

static double loss_with(const struct predictions *p, const float *eta, double a)
{
    double sum = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        double error = p->y[i] - p->mean[i], epistemic = a * (double)eta[i];
        double variance = p->sigma[i] * p->sigma[i] + epistemic * epistemic;
        sum += 0.5 * log(variance) + error * error / (2.0 * variance);
    }
    return sum;
}

/* Tries a logarithmic grid around the size of the errors, then ever smaller steps around the best.
 */
double calibrate_eta(const struct predictions *p, const float *eta)
{
    enum { GRID = 34, REFINEMENTS = 12 };
    double a = 1e-3 * metrics_rmse(p), best = 0.0, least = loss_with(p, eta, 0.0), step = 1.25;
    for (int i = 0; i < GRID; i++) {
        a *= 1.5;
        double loss = loss_with(p, eta, a);
        if (loss < least) {
            least = loss;
            best = a;
        }
    }
    for (int i = 0; i < 2 * REFINEMENTS && best > 0.0; i++) {
        a = i % 2 == 0 ? best * step : best / step;
        double loss = loss_with(p, eta, a);
        if (loss < least) {
            least = loss;
            best = a;
        }
        if (i % 2 == 1)
            step = sqrt(step);
    }
    return best;
}
