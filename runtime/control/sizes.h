/*
 * How large the controller's problem is. Each size can be set with -D when compiling these files;
 * nothing is sized at run time. Sizes are
 * unsigned: -DEPI_N_OUT=2U. The code of gain and feedforward is straight-line up to the
 * limits below, so its worst-case time follows from the object file alone.
 */
#ifndef EPI_CONTROL_SIZES_H
#define EPI_CONTROL_SIZES_H

#include <stdint.h>

#ifndef EPI_N_IN
#define EPI_N_IN 2U /* inputs of the network: NAME_N_IN */
#endif
#ifndef EPI_N_OUT
#define EPI_N_OUT 1U /* outputs of the network, up to 4: NAME_N_OUT */
#endif
#ifndef EPI_N_U
#define EPI_N_U 1U /* rows of the gain, up to 4: d_u */
#endif
#ifndef EPI_N_X
#define EPI_N_X 2U /* columns of the gain, up to 12: d_x */
#endif

#if (EPI_N_IN < 1) || (EPI_N_OUT < 1) || (EPI_N_OUT > 4) || (EPI_N_U < 1) || (EPI_N_U > 4) ||      \
    (EPI_N_X < 1) || (EPI_N_X > 12)
#error "EPI_N_IN is at least 1, EPI_N_OUT and EPI_N_U are 1 to 4, EPI_N_X is 1 to 12"
#endif

/* Numbers in a gain matrix; no multiplication by 1, which rule 2.2 takes for dead code. */
#if EPI_N_U > 1
#define EPI_N_K (EPI_N_U * EPI_N_X)
#else
#define EPI_N_K EPI_N_X
#endif

#endif
