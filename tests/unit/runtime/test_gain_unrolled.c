#define EPI_N_IN  12U
#define EPI_N_OUT 4U
#define EPI_N_U   4U
#define EPI_N_X   12U
#include "unit/runtime/test_gain_sizes.c"
