/* See flags.h. */
#include "wcet/track/flags.h"

struct flags flags_result(uint32_t result)
{
    return (struct flags){FLAG_N | FLAG_Z,
                          (result >> 31 != 0 ? FLAG_N : 0U) | (result == 0 ? FLAG_Z : 0U)};
}

static struct flags flags_full(uint32_t result, bool carry, bool overflow)
{
    unsigned set = flags_result(result).set;
    return (struct flags){FLAGS_ALL, set | (carry ? FLAG_C : 0U) | (overflow ? FLAG_V : 0U)};
}

struct flags flags_subtract(uint32_t left, uint32_t right)
{
    uint32_t result = left - right;
    return flags_full(result, left >= right, ((left ^ right) & (left ^ result)) >> 31 != 0);
}

struct flags flags_add(uint32_t left, uint32_t right)
{
    uint32_t result = left + right;
    return flags_full(result, result < left, (~(left ^ right) & (left ^ result)) >> 31 != 0);
}

bool condition_decide(struct flags f, enum condition condition, bool *holds)
{
    static const unsigned needs[] = {
        FLAG_Z, FLAG_C, FLAG_N, FLAG_V, FLAG_C | FLAG_Z, FLAG_N | FLAG_V, FLAG_N | FLAG_Z | FLAG_V};
    unsigned pair = (unsigned)condition / 2;
    if ((f.known & needs[pair]) != needs[pair])
        return false;
    bool n = (f.set & FLAG_N) != 0, z = (f.set & FLAG_Z) != 0, v = (f.set & FLAG_V) != 0;
    bool c = (f.set & FLAG_C) != 0;
    const bool first[] = {z, c, n, v, c && !z, n == v, !z && n == v};
    *holds = first[pair] ==
             ((unsigned)condition % 2 == 0); /* odd conditions negate the even ones before them */
    return true;
}
