/* All q15 kernels at once, for tests and the interpreter; emitted files paste the ones they need.
 */
#ifndef Q15_KERNELS_H
#define Q15_KERNELS_H

#include <stdint.h>

/* Each behind those it uses. */
/* clang-format off */
#include "shift.h"
#include "clamp.h"
#include "eta_or_one.h"
#include "relu.h"
#include "leaky_relu.h"
#include "least.h"
#include "tanh_core.h"
#include "tanh.h"
#include "sigmoid.h"
#include "exp_core.h"
#include "exp.h"
#include "softplus.h"
#include "square.h"
#include "elu.h"
#include "silu.h"
#include "clip.h"
#include "half.h"
#include "saturate.h"
#include "tables/tanh_table.h"
#include "tables/tanh_t.h"
#include "tables/sigmoid_t.h"
#include "line.h"
#include "tables/exp_table.h"
#include "tables/exp_t.h"
#include "tables/softplus_t.h"
#include "tables/elu_t.h"
#include "tables/silu_t.h"
/* clang-format on */

#endif
