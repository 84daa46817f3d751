/* As much of a SimStruct as the S-function of a package uses, for tests without Simulink. The names
   are Simulink's. */
#ifndef TEST_SIMSTRUC_H
#define TEST_SIMSTRUC_H

#include <stdint.h>

typedef int int_T;
typedef float real32_T;
enum { TEST_PORTS = 8, TEST_WIDTH = 2048 };
enum { SS_DOUBLE = 0, SS_SINGLE = 1, SS_UINT32 = 7 };
enum { SS_OPTION_EXCEPTION_FREE_CODE = 1, SS_OPTION_WORKS_WITH_CODE_REUSE = 2 };
#define INHERITED_SAMPLE_TIME (-1.0)

typedef struct {
    int_T parameters, inputs, input_width, input_type, contiguous, feedthrough;
    int_T outputs, widths[TEST_PORTS], types[TEST_PORTS], sample_times;
    unsigned options;
    double sample_time, offset;
    const void *input;
    uint32_t signals[TEST_PORTS][TEST_WIDTH];
} SimStruct;

#define ssSetNumSFcnParams(S, n)                      ((S)->parameters = (n))
#define ssGetNumSFcnParams(S)                         ((S)->parameters)
#define ssGetSFcnParamsCount(S)                       0
#define ssSetNumInputPorts(S, n)                      ((S)->inputs = (n), 1)
#define ssSetInputPortWidth(S, port, n)               ((S)->input_width = (n))
#define ssSetInputPortDataType(S, port, type)         ((S)->input_type = (type))
#define ssSetInputPortRequiredContiguous(S, port, on) ((S)->contiguous = (on))
#define ssSetInputPortDirectFeedThrough(S, port, on)  ((S)->feedthrough = (on))
#define ssSetNumOutputPorts(S, n)                     ((S)->outputs = (n), 1)
#define ssSetOutputPortWidth(S, port, n)              ((S)->widths[port] = (n))
#define ssSetOutputPortDataType(S, port, type)        ((S)->types[port] = (type))
#define ssSetNumSampleTimes(S, n)                     ((S)->sample_times = (n))
#define ssSetOptions(S, o)                            ((S)->options = (o))
#define ssSetSampleTime(S, i, t)                      ((S)->sample_time = (t))
#define ssSetOffsetTime(S, i, t)                      ((S)->offset = (t))
#define ssGetInputPortSignal(S, port)                 ((S)->input)
#define ssGetOutputPortSignal(S, port)                ((void *)(S)->signals[port])

#endif
