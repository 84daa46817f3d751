/* The rows for those who need no loop around a kernel: see activation.h. */
#include "program/activation_rows.h"

const double exp_steps[EXP_STEPS][2] = {{0.0, 1.000001},     {1.0, 2.718285},    {2.0, 7.389064},
                                        {4.0, 54.59821},     {8.0, 2980.962},    {16.0, 8886122.0},
                                        {32.0, 7.896306e13}, {64.0, 6.235156e27}};

const struct activation_row *activation_row(enum activation activation)
{
    return &activation_rows[activation];
}

const struct activation_kernel *activation_kernel(enum activation activation,
                                                  enum accuracy accuracy)
{
    const struct activation_kernel *kernels = activation_rows[activation].kernels;
    return &kernels[kernels[accuracy].name == NULL ? ACCURACY_FULL : accuracy];
}
