/* The clamp of one emitted file on all 2^32 inputs, for each domain that its contract speaks of:
   the assumption that a prover makes about the inputs of this model. CLAUSES is the file of the
   clauses, CLAUSE(low, high, nan, least, most, clamp) each; SOURCE the emitted file's clamps. */
#include SOURCE

#include <stdio.h>

typedef union {
    float f;
    uint32_t u;
} word;

/* 1 where the result leaves [least, most]. Written for the vectoriser: no branch in the loop. */
typedef float (*clamp_function)(float, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t *);

static inline uint32_t block_fails(clamp_function clamp, uint32_t first, uint32_t low,
                                   uint32_t high, uint32_t nan, float least, float most)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 65536U; i++) {
        uint32_t status = 0;
        const word x = {.u = first + i};
        const float y = clamp(x.f, low, high, nan, 1U, &status);
        wrong |= (uint32_t) !((y >= least) & (y <= most));
    }
    return wrong;
}

static inline int clause_fails(clamp_function clamp, uint32_t low, uint32_t high, uint32_t nan,
                               double least, double most)
{
    /* the floats next inside the stated decimals: a result is a float */
    const word below = {.u = low}, above = {.u = high};
    uint32_t wrong = !((double)below.f >= least && (double)above.f <= most);
    for (uint32_t block = 0; block < 65536U; block++)
        wrong |= block_fails(clamp, block << 16U, low, high, nan, below.f, above.f);
    if (wrong != 0)
        printf("low %08X high %08X nan %08X: a result outside [%.9g, %.9g]\n", (unsigned)low,
               (unsigned)high, (unsigned)nan, least, most);
    return wrong != 0;
}

int main(void)
{
    int failed = 0, clauses = 0;
#define CLAUSE(low, high, nan, least, most, clamp)                                                 \
    failed += clause_fails(clamp, low, high, nan, least, most);                                    \
    clauses++;
#include CLAUSES
    printf("%d domains, all 2^32 inputs each, %d wrong\n", clauses, failed);
    return failed != 0 || clauses == 0;
}
