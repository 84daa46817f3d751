/* The reading with neurons: what each operator makes of elements that depend on the network's
   inputs. Some element of an input is a neuron, otherwise the node is computed (compute.h). */
#ifndef EPIIMPORT_TRACE_H
#define EPIIMPORT_TRACE_H

#include "import/operators/operator.h"

void trace_cast(const struct call *call);
void trace_activation(const struct call *call); /* Relu, Tanh, Sigmoid, Softplus, Exp */
void trace_leaky_relu(const struct call *call);
void trace_elu(const struct call *call); /* Elu, Celu, Selu */
void trace_prelu(const struct call *call);
void trace_clip(const struct call *call);
void trace_hard(const struct call *call); /* HardSigmoid, HardSwish */
void trace_neg(const struct call *call);
void trace_abs(const struct call *call);
void trace_add(const struct call *call); /* Add, Sub */
void trace_mul(const struct call *call);
void trace_div(const struct call *call);
void trace_pow(const struct call *call);
void trace_most(const struct call *call); /* Max, Min */
void trace_sum(const struct call *call);  /* Sum, Mean */
void trace_matmul(const struct call *call);
void trace_gemm(const struct call *call);
void trace_conv(const struct call *call);
void trace_pool(const struct call *call);
void trace_batch_normalization(const struct call *call);
void trace_reduce(const struct call *call);

/* The neuron's value between two bounds, which may be infinite. */
int32_t neuron_clipped(struct neurons *neurons, uint32_t group, int32_t neuron, double low,
                       double high);

#endif
