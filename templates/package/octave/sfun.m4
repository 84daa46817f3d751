/* EPI_PREFIX()_sfun.c: the model EPI_PREFIX as a level-2 S-function of Simulink. One input port of EPI_N_IN single; output ports
 * mean, EPI_IF_SIGMA(<|sigma, |>)EPI_IF_ETA(<|eta |>)(single) and status (uint32). The sample time is that of the input. */
#define S_FUNCTION_NAME epi_sfun
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"

#include "EPI_PREFIX.h"

#include <string.h>

enum { PORT_MEAN, EPI_IF_SIGMA(<|PORT_SIGMA, |>)EPI_IF_ETA(<|PORT_ETA, |>)PORT_STATUS, PORTS };

static void mdlInitializeSizes(SimStruct *S)
{
    int_T i;
    ssSetNumSFcnParams(S, 0);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) {
        return;
    }
    if (!ssSetNumInputPorts(S, 1)) {
        return;
    }
    ssSetInputPortWidth(S, 0, EPI_UPPER()_N_IN);
    ssSetInputPortDataType(S, 0, SS_SINGLE);
    ssSetInputPortRequiredContiguous(S, 0, 1);
    ssSetInputPortDirectFeedThrough(S, 0, 1);
    if (!ssSetNumOutputPorts(S, PORTS)) {
        return;
    }
    for (i = 0; i < PORTS; i++) {
        ssSetOutputPortWidth(S, i, 1);
        ssSetOutputPortDataType(S, i, SS_SINGLE);
    }
    ssSetOutputPortWidth(S, PORT_MEAN, EPI_UPPER()_N_OUT);
EPI_IF_SIGMA(<|    ssSetOutputPortWidth(S, PORT_SIGMA, EPI_UPPER()_N_OUT);
|>)m4_dnl
    ssSetOutputPortDataType(S, PORT_STATUS, SS_UINT32);
    ssSetNumSampleTimes(S, 1);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE | SS_OPTION_WORKS_WITH_CODE_REUSE);
}

static void mdlInitializeSampleTimes(SimStruct *S)
{
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}

static void mdlOutputs(SimStruct *S, int_T tid)
{
    const real32_T *x = (const real32_T *)ssGetInputPortSignal(S, 0);
    epi_result_t r;
    (void)tid;
    epi_infer(x, &r);
    memcpy(ssGetOutputPortSignal(S, PORT_MEAN), r.mean, sizeof(r.mean));
EPI_IF_SIGMA(<|    memcpy(ssGetOutputPortSignal(S, PORT_SIGMA), r.sigma, sizeof(r.sigma));
|>)EPI_IF_ETA(<|    memcpy(ssGetOutputPortSignal(S, PORT_ETA), &r.eta, sizeof(r.eta));
|>)m4_dnl
    memcpy(ssGetOutputPortSignal(S, PORT_STATUS), &r.status, sizeof(r.status));
}

static void mdlTerminate(SimStruct *S)
{
    (void)S;
}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
