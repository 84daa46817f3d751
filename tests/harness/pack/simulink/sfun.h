/* The functions of an S-function, as its driver calls them. */
#ifndef TEST_SFUN_H
#define TEST_SFUN_H

#include "simstruc.h"

void sfun_sizes(SimStruct *S);
void sfun_times(SimStruct *S);
void sfun_outputs(SimStruct *S);
void sfun_terminate(SimStruct *S);

#endif
