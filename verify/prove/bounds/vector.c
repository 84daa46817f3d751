/* See vector.h; the loops are in vector_loops.h. */
#include "prove/bounds/vector.h"

#include <stdint.h>
#include <string.h>

typedef double lanes __attribute__((vector_size(VECTOR_LANES * sizeof(double))));
typedef int64_t masks __attribute__((vector_size(VECTOR_LANES * sizeof(int64_t))));

#define LOOP(name) name##_plain
#define TARGET
#include "prove/bounds/vector_loops.h"

#ifdef __x86_64__
#define LOOP(name) name##_avx2
#define TARGET     __attribute__((target("avx2")))
#include "prove/bounds/vector_loops.h"

#define LOOP(name) name##_avx512
#define TARGET     __attribute__((target("avx512f,avx512dq")))
#include "prove/bounds/vector_loops.h"
#endif

const struct vector_loops *vector_choose(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return &loops_avx512;
    if (__builtin_cpu_supports("avx2"))
        return &loops_avx2;
#endif
    return &loops_plain;
}
