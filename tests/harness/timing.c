/* timing: does the compiled code do the same for every input? Run under valgrind, built with an
   emitted pair whose prefix is `model`.

   timing undefined   (memcheck) the inputs are marked undefined: a jump or an address that
                      depends on them is reported
   timing counts      (callgrind) one dump of the counters for every call, labelled NAME */
#include "model_vectors.h"

#include <string.h>
#include <valgrind/callgrind.h>
#include <valgrind/memcheck.h>

#ifndef NAME
#define NAME "model"
#endif

/* The call goes through a pointer, so that the compiler moves nothing of it out of the measurement.
 */
static void (*volatile infer)(const float *, model_result_t *) = model_infer;

static void call_undefined(float *x)
{
    model_result_t r;
    (void)VALGRIND_MAKE_MEM_UNDEFINED(x, MODEL_N_IN * sizeof(*x));
    infer(x, &r);
}

static void call_counted(const float *x)
{
    model_result_t r;
    CALLGRIND_ZERO_STATS;
    infer(x, &r);
    CALLGRIND_DUMP_STATS_AT(NAME);
}

int main(int argc, char **argv)
{
    float x[MODEL_N_IN];
    unsigned answered = 0;
    for (int i = 0; i < MODEL_N_VECTORS; i++) {
        memcpy(x, model_vector_inputs[i], sizeof(x));
        answered |= model_vector_results[i][0];
        if (argc == 2 && strcmp(argv[1], "undefined") == 0)
            call_undefined(x);
        else if (argc == 2 && strcmp(argv[1], "counts") == 0)
            call_counted(x);
        else
            return 2;
    }
    return answered == 0;
}
