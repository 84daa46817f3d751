/* Operators on each element alone, as ONNX defines them; p are their parameters. See compute.h. */
#include "import/operators/compute.h"

#include <math.h>
#include <string.h>

double scalar_relu(double x, const double p[2])
{
    (void)p;
    return x > 0.0 ? x : 0.0;
}

double scalar_leaky_relu(double x, const double p[2]) { return x < 0.0 ? p[0] * x : x; }

double scalar_elu(double x, const double p[2]) { return x < 0.0 ? p[0] * expm1(x) : x; }

double scalar_celu(double x, const double p[2]) { return x < 0.0 ? p[0] * expm1(x / p[0]) : x; }

double scalar_selu(double x, const double p[2]) { return p[1] * (x > 0.0 ? x : p[0] * expm1(x)); }

double scalar_tanh(double x, const double p[2])
{
    (void)p;
    return tanh(x);
}

double scalar_sigmoid(double x, const double p[2])
{
    (void)p;
    return 1.0 / (1.0 + exp(-x));
}

double scalar_softplus(double x, const double p[2])
{
    (void)p;
    return x > 0.0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

double scalar_exp(double x, const double p[2])
{
    (void)p;
    return exp(x);
}

double scalar_neg(double x, const double p[2])
{
    (void)p;
    return -x;
}

double scalar_abs(double x, const double p[2])
{
    (void)p;
    return fabs(x);
}

double scalar_sqrt(double x, const double p[2])
{
    (void)p;
    return sqrt(x);
}

double scalar_log(double x, const double p[2])
{
    (void)p;
    return log(x);
}

double scalar_reciprocal(double x, const double p[2])
{
    (void)p;
    return 1.0 / x;
}

double scalar_floor(double x, const double p[2])
{
    (void)p;
    return floor(x);
}

double scalar_ceil(double x, const double p[2])
{
    (void)p;
    return ceil(x);
}

double scalar_not(double x, const double p[2])
{
    (void)p;
    return x == 0.0 ? 1.0 : 0.0;
}

double scalar_hard_sigmoid(double x, const double p[2])
{
    return fmax(0.0, fmin(1.0, p[0] * x + p[1]));
}

double scalar_hard_swish(double x, const double p[2]) { return x * scalar_hard_sigmoid(x, p); }

void scalar_parameters(const struct call *call, double p[2])
{
    static const struct {
        const char *kind, *first, *second;
        double a, b;
    } rows[] = {
        {"LeakyRelu", "alpha", NULL, (double)0.01F, 0.0},
        {"Elu", "alpha", NULL, 1.0, 0.0},
        {"Celu", "alpha", NULL, 1.0, 0.0},
        {"Selu", "alpha", "gamma", (double)1.67326319217681884765625F,
         (double)1.05070102214813232421875F},
        {"HardSigmoid", "alpha", "beta", (double)0.2F, 0.5},
        {"HardSwish", NULL, NULL, 1.0 / 6.0, 0.5},
    };
    p[0] = p[1] = 0.0;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(call->node->kind, rows[i].kind) == 0) {
            p[0] = rows[i].first == NULL ? rows[i].a : call_number(call, rows[i].first, rows[i].a);
            p[1] =
                rows[i].second == NULL ? rows[i].b : call_number(call, rows[i].second, rows[i].b);
        }
}
