/* All float32 kernels at once, for tests and the interpreter; emitted files paste the ones they
   need. */
#ifndef FLOAT32_KERNELS_H
#define FLOAT32_KERNELS_H

#include <stdint.h>

/* Each behind those it uses. */
/* clang-format off */
#include "bits.h"
#include "clamp.h"
#include "clamp_zero.h"
#include "flush.h"
#include "eta_or_one.h"
#include "abs.h"
#include "relu.h"
#include "leaky_relu.h"
#include "tanh_core.h"
#include "tanh.h"
#include "cheaper/tanh_e4_core.h"
#include "cheaper/tanh_e4.h"
#include "cheaper/tanh_e3_core.h"
#include "cheaper/tanh_e3.h"
#include "exp_core.h"
#include "exp.h"
#include "sigmoid.h"
#include "cheaper/sigmoid_e4.h"
#include "cheaper/sigmoid_e3.h"
#include "softplus.h"
#include "cheaper/softplus_e4.h"
#include "cheaper/softplus_e3.h"
#include "square.h"
#include "elu.h"
#include "silu.h"
#include "clip.h"
#include "pair.h"
/* clang-format on */

#endif
