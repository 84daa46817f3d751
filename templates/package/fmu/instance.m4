#include "EPI_PREFIX.h"

#include <stdlib.h>
#include <string.h>

enum { N_IN = EPI_UPPER()_N_IN, N_OUT = EPI_UPPER()_N_OUT };

/* An instance: all that it is, so that several are independent and one can be copied. */
typedef enum { MODE_READY, MODE_INITIALIZATION, MODE_STEP, MODE_TERMINATED } fmu_mode;
typedef struct {
    float x[N_IN];
    epi_result_t r;
    int is_fresh; /* whether r is that of x */
    double time;
    fmu_mode mode;
} fmu_state;

/* The inputs before anything is set. */
static const float fmu_start[N_IN] = {
m4_divert(2)m4_dnl
};

static void fmu_reset(fmu_state *s)
{
    memset(s, 0, sizeof(*s));
    memcpy(s->x, fmu_start, sizeof(s->x));
}

static void fmu_compute(fmu_state *s)
{
    if (!s->is_fresh) {
        epi_infer(s->x, &s->r);
        s->is_fresh = 1;
    }
}

/* The place of a number by its value reference, from 1 on: inputs, status, means, EPI_IF_SIGMA(<|sigmas, |>)eta if there is one. NULL: there is
 * none of this type. */
static float *fmu_number(fmu_state *s, unsigned reference)
{
    if (reference >= 1U && reference <= N_IN) {
        return &s->x[reference - 1U];
    }
    reference -= N_IN + 2U;
    if (reference < N_OUT) {
        return &s->r.mean[reference];
    }
EPI_IF_SIGMA(<|    reference -= N_OUT;
    if (reference < N_OUT) {
        return &s->r.sigma[reference];
    }
|>)EPI_IF_ETA(<|    reference -= N_OUT;
    if (reference == 0U) {
        return &s->r.eta;
    }
|>)m4_dnl
    return NULL;
}

static int fmu_is_input(unsigned reference)
{
    return reference >= 1U && reference <= N_IN;
}

static int fmu_is_status(unsigned reference)
{
    return reference == N_IN + 1U;
}
m4_divert(-1)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(1)    (float)EPI_V_START, /* EPI_V_NAME */
|>)
m4_divert(2)m4_dnl
