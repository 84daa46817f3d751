/* Logarithm, exponential, power and cosine for training, by sums and products in one fixed order. C
   libraries differ in the last bit between versions and processors, and training would carry that
   difference into every weight. Relative errors are below 1e-15; that of the power is larger by the
   factor |y log x|, and that of the cosine is absolute. */
#ifndef EPITRAIN_ELEMENTARY_H
#define EPITRAIN_ELEMENTARY_H

double elementary_log(double x); /* x > 0 and finite */
double elementary_exp(double x);
double elementary_logit(double p); /* log(p / (1 - p)), of the nearest p from 1e-6 to 1 - 1e-6 */
double elementary_pow(double x, double y); /* x > 0 and finite */
double elementary_cos_turns(double turns); /* cos(2 pi turns) */

#endif
