/* Checks the clamps of one emitted file on all 2^32 inputs, for each domain that their contract
   names. A prover assumes that contract for the inputs of this model. SOURCE is a file with the
   clamps, CLAUSES a file with one CLAUSE(low, high, nan, least, most, clamp) for each domain. */
#include SOURCE

#include <stdio.h>

typedef union {
    float f;
    uint32_t u;
} word;

typedef float (*clamp_function)(float, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t *);

/* The contract says: called with these bits of low, high and the substitute for a NaN, the clamp
   returns a number from least to most. */
struct clause {
    uint32_t low, high, nan;
    double least, most;
    clamp_function clamp;
};

/* Where these functions stand in main, the clamp is no pointer but a name, and gcc puts it into the
   loop. */
#define IN_MAIN static inline __attribute__((always_inline))

/* 1 if a result for the inputs first to first + 65535 leaves [below, above], else 0. The loop has
   no branch, so that the compiler can use vectors. */
IN_MAIN uint32_t block_fails(const struct clause *c, uint32_t first, float below, float above)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 65536U; i++) {
        uint32_t status = 0;
        const word x = {.u = first + i};
        const float y = c->clamp(x.f, c->low, c->high, c->nan, 1U, &status);
        wrong |= (uint32_t) !((y >= below) & (y <= above));
    }
    return wrong;
}

IN_MAIN int clause_fails(struct clause c)
{
    /* A result is a float, so it is compared with the domain's floats, which lie in [least, most].
     */
    const word below = {.u = c.low}, above = {.u = c.high};
    uint32_t wrong = !((double)below.f >= c.least && (double)above.f <= c.most);
    for (uint32_t block = 0; block < 65536U; block++)
        wrong |= block_fails(&c, block << 16U, below.f, above.f);
    if (wrong != 0)
        printf("low %08X high %08X nan %08X: a result outside [%.9g, %.9g]\n", (unsigned)c.low,
               (unsigned)c.high, (unsigned)c.nan, c.least, c.most);
    return wrong != 0;
}

int main(void)
{
    int failed = 0, clauses = 0;
#define CLAUSE(low, high, nan, least, most, clamp)                                                 \
    failed += clause_fails((struct clause){low, high, nan, least, most, clamp});                   \
    clauses++;
#include CLAUSES
    printf("%d domains, all 2^32 inputs each, %d wrong\n", clauses, failed);
    return failed != 0 || clauses == 0;
}
