/* See lanes.h. */
#include "net/lanes.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 }; /* of a cache line, and of the widest vector */

unsigned lanes_limit = LANES_MOST;

static unsigned lanes_allowed(void)
{
    const char *wish = getenv("EPITRAIN_LANES");
    if (wish == NULL)
        return lanes_limit;
    unsigned lanes = strcmp(wish, "4") == 0 ? 4 : strcmp(wish, "8") == 0 ? 8 : 16;
    if (lanes == 16 && strcmp(wish, "16") != 0)
        fail("EPITRAIN_LANES=%s in the environment, expected 4, 8 or 16", wish);
    return lanes < lanes_limit ? lanes : lanes_limit;
}

unsigned lanes_choose(void)
{
    unsigned allowed = lanes_allowed();
#ifdef __x86_64__
    if (allowed >= 16 && __builtin_cpu_supports("avx512f"))
        return 16;
    if (allowed >= 8 && __builtin_cpu_supports("avx2"))
        return 8;
#endif
    (void)allowed;
    return 4;
}

float *floats_new(struct arena *arena, size_t count)
{
    char *bytes = arena_alloc(arena, count + ALIGNMENT / sizeof(float), sizeof(float));
    return (float *)(void *)(bytes + (ALIGNMENT - (uintptr_t)bytes % ALIGNMENT) % ALIGNMENT);
}
