/* What an S-function includes at its end outside of Matlab: here its functions for the test's
 * driver. */
#include "sfun.h"

void sfun_sizes(SimStruct *S) { mdlInitializeSizes(S); }
void sfun_times(SimStruct *S) { mdlInitializeSampleTimes(S); }
void sfun_outputs(SimStruct *S) { mdlOutputs(S, 0); }
void sfun_terminate(SimStruct *S) { mdlTerminate(S); }
