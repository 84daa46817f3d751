/* The reading with numbers: what each operator says, computed in double precision. */
#ifndef EPIIMPORT_COMPUTE_H
#define EPIIMPORT_COMPUTE_H

#include "import/operators/operator.h"

void compute_constant(const struct call *call);
void compute_constant_of_shape(const struct call *call);
void compute_shape(const struct call *call);
void compute_size(const struct call *call);
void compute_range(const struct call *call);
void compute_cast(const struct call *call);
void compute_each(const struct call *call);    /* Tanh, Neg: the scalar function of the operator */
void compute_two(const struct call *call);     /* Add, Sub, Mul, Div, Pow, Equal, Less, Greater */
void compute_several(const struct call *call); /* Max, Min, Sum, Mean of any number of inputs */
void compute_clip(const struct call *call);
void compute_prelu(const struct call *call);
void compute_matmul(const struct call *call);
void compute_gemm(const struct call *call);
void compute_conv(const struct call *call);
void compute_pool(const struct call *call); /* AveragePool, MaxPool and the global ones */
void compute_batch_normalization(const struct call *call);
void compute_reduce(const struct call *call); /* ReduceSum, ReduceMean, ReduceMax, ReduceMin */

/* The parameters of an operator on each element, with the defaults of ONNX. */
void scalar_parameters(const struct call *call, double p[2]);

/* The scalar functions of operators */
double scalar_relu(double x, const double p[2]);
double scalar_leaky_relu(double x, const double p[2]);
double scalar_elu(double x, const double p[2]);
double scalar_celu(double x, const double p[2]);
double scalar_selu(double x, const double p[2]);
double scalar_tanh(double x, const double p[2]);
double scalar_sigmoid(double x, const double p[2]);
double scalar_softplus(double x, const double p[2]);
double scalar_exp(double x, const double p[2]);
double scalar_neg(double x, const double p[2]);
double scalar_abs(double x, const double p[2]);
double scalar_sqrt(double x, const double p[2]);
double scalar_log(double x, const double p[2]);
double scalar_reciprocal(double x, const double p[2]);
double scalar_floor(double x, const double p[2]);
double scalar_ceil(double x, const double p[2]);
double scalar_not(double x, const double p[2]);
double scalar_hard_sigmoid(double x, const double p[2]);
double scalar_hard_swish(double x, const double p[2]);

#endif
