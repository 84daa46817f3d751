/* EPI_PREFIX()_mex.c: the model EPI_PREFIX for Octave and Matlab, many points in one call. A matrix lies column by column there. */
#include "mex.h"

#include "EPI_PREFIX.h"

#include <stdint.h>
#include <string.h>

enum { N_IN = EPI_UPPER()_N_IN, N_OUT = EPI_UPPER()_N_OUT };
enum { OUT_MEAN, EPI_IF_SIGMA(<|OUT_SIGMA, |>)EPI_IF_ETA(<|OUT_ETA, |>)OUT_STATUS, OUTPUTS };

/* A real matrix of either class. */
typedef struct {
    float *single_numbers;
    double *double_numbers;
    mwSize rows;
} matrix_t;

static matrix_t matrix_of(const mxArray *array)
{
    matrix_t m = {NULL, NULL, 0};
    if (mxIsSingle(array)) {
        m.single_numbers = (float *)mxGetData(array);
    } else {
        m.double_numbers = (double *)mxGetData(array);
    }
    m.rows = mxGetM(array);
    return m;
}

static float matrix_get(const matrix_t *m, mwSize row, mwSize column)
{
    const mwSize place = column * m->rows + row;
    return m->single_numbers != NULL ? m->single_numbers[place] : (float)m->double_numbers[place];
}

static void matrix_set(const matrix_t *m, mwSize row, mwSize column, float value)
{
    const mwSize place = column * m->rows + row;
    if (m->single_numbers != NULL) {
        m->single_numbers[place] = value;
    } else {
        m->double_numbers[place] = (double)value;
    }
}

static int is_selftest(const mxArray *array)
{
    char word[16] = "";
    return mxIsChar(array) && mxGetString(array, word, sizeof(word)) == 0 && strcmp(word, "selftest") == 0;
}

static void inputs_check(int n_in, const mxArray *in[], int n_out)
{
    if (n_in != 1 || n_out > OUTPUTS) {
        mexErrMsgIdAndTxt("EPI_PREFIX:call", "expected [mean, EPI_IF_SIGMA(<|sigma, |>)EPI_IF_ETA(<|eta, |>)status] = EPI_PREFIX<||>(X)");
    }
    if ((!mxIsDouble(in[0]) && !mxIsSingle(in[0])) || mxIsComplex(in[0]) || mxIsSparse(in[0]) ||
        mxGetNumberOfDimensions(in[0]) != 2 || mxGetN(in[0]) != N_IN) {
        mexErrMsgIdAndTxt("EPI_PREFIX:input", "expected a real matrix of %d columns, single or double", (int)N_IN);
    }
}

static void rows_infer(const mxArray *x, mxArray *made[OUTPUTS])
{
    const matrix_t in = matrix_of(x), mean = matrix_of(made[OUT_MEAN])EPI_IF_SIGMA(<|, sigma = matrix_of(made[OUT_SIGMA])|>)EPI_IF_ETA(<|, eta = matrix_of(made[OUT_ETA])|>);
    uint32_t *status = (uint32_t *)mxGetData(made[OUT_STATUS]);
    float row[N_IN];
    epi_result_t r;
    mwSize i, k;
    for (i = 0; i < in.rows; i++) {
        for (k = 0; k < N_IN; k++) {
            row[k] = matrix_get(&in, i, k);
        }
        epi_infer(row, &r);
        for (k = 0; k < N_OUT; k++) {
            matrix_set(&mean, i, k, r.mean[k]);
EPI_IF_SIGMA(<|            matrix_set(&sigma, i, k, r.sigma[k]);
|>)m4_dnl
        }
EPI_IF_ETA(<|        matrix_set(&eta, i, 0, r.eta);
|>)m4_dnl
        status[i] = r.status;
    }
}

void mexFunction(int n_out, mxArray *out[], int n_in, const mxArray *in[])
{
    mxArray *made[OUTPUTS];
    mxClassID number;
    mwSize rows;
    int i;
    if (n_in == 1 && is_selftest(in[0])) {
        out[0] = mxCreateDoubleScalar((double)epi_selftest());
        return;
    }
    inputs_check(n_in, in, n_out);
    number = mxIsSingle(in[0]) ? mxSINGLE_CLASS : mxDOUBLE_CLASS;
    rows = mxGetM(in[0]);
    made[OUT_MEAN] = mxCreateNumericMatrix(rows, N_OUT, number, mxREAL);
EPI_IF_SIGMA(<|    made[OUT_SIGMA] = mxCreateNumericMatrix(rows, N_OUT, number, mxREAL);
|>)EPI_IF_ETA(<|    made[OUT_ETA] = mxCreateNumericMatrix(rows, 1, number, mxREAL);
|>)m4_dnl
    made[OUT_STATUS] = mxCreateNumericMatrix(rows, 1, mxUINT32_CLASS, mxREAL);
    rows_infer(in[0], made);
    for (i = 0; i < OUTPUTS; i++) {
        if (i < n_out || i == 0) {
            out[i] = made[i];
        } else {
            mxDestroyArray(made[i]);
        }
    }
}
