/*
 * The sizes of the controller's problem. Set them with -D, the same for all files of this folder
 * and for the files that call them; each is one number with a U: -DEPI_N_OUT=2U. The functions
 * of files with sizes carry them in the name that the linker sees: epi_gain_apply is
 * epi_gain_apply_2U_1U_1U_2U. So a caller of other sizes does not link, and controllers of two
 * sizes do. The code of gain and feedforward is straight-line up to 4 outputs, 4
 * rows and 12 columns. Larger sizes have loops with constant bounds, so that the worst-case time
 * still follows from the object file alone.
 */
#ifndef EPI_CONTROL_SIZES_H
#define EPI_CONTROL_SIZES_H

#include <stdint.h>

#ifndef EPI_N_IN
#define EPI_N_IN 2U /* inputs of the network: NAME_N_IN */
#endif
#ifndef EPI_N_OUT
#define EPI_N_OUT 1U /* outputs of the network: NAME_N_OUT */
#endif
#ifndef EPI_N_U
#define EPI_N_U 1U /* rows of the gain: d_u */
#endif
#ifndef EPI_N_X
#define EPI_N_X 2U /* columns of the gain: d_x */
#endif

#if (EPI_N_IN < 1) || (EPI_N_OUT < 1) || (EPI_N_OUT > 1000) || (EPI_N_U < 1) ||                    \
    (EPI_N_U > 1000) || (EPI_N_X < 1) || (EPI_N_X > 1000)
#error "EPI_N_IN is at least 1; EPI_N_OUT, EPI_N_U and EPI_N_X are 1 to 1000"
#endif

/* EPI_SIZED(name) is name_2U_1U_1U_2U for the sizes above. EPI_JOIN joins its arguments as they are
   written, EPI_NAMED what they stand for. */
/* cppcheck-suppress misra-c2012-20.10 */
#define EPI_JOIN(name, in, out, rows, columns)  name##_##in##_##out##_##rows##_##columns
#define EPI_NAMED(name, in, out, rows, columns) EPI_JOIN(name, in, out, rows, columns)
#define EPI_SIZED(name)                         EPI_NAMED(name, EPI_N_IN, EPI_N_OUT, EPI_N_U, EPI_N_X)

/* The number of elements of a gain matrix. MISRA rule 2.2 takes a multiplication by 1 for dead
   code, so a matrix of one row has its own definition. */
#if EPI_N_U > 1
#define EPI_N_K (EPI_N_U * EPI_N_X)
#else
#define EPI_N_K EPI_N_X
#endif

#endif
