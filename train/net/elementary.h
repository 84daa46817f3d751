/* Logarithm, exponential, power and cosine for training, by sums and products in one fixed order:
   C libraries differ in the last bit between versions and processors, and training would carry
   that into every weight. Errors are below 1e-15 relative (power: times the size of its exponent
   in y log x; cosine: absolute). */
#ifndef EPITRAIN_ELEMENTARY_H
#define EPITRAIN_ELEMENTARY_H

double elementary_log(double x); /* x > 0 and finite */
double elementary_exp(double x);
double elementary_pow(double x, double y); /* x > 0 and finite */
double elementary_cos_turns(double turns); /* cos(2 pi turns) */

#endif
