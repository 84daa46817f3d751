/* See watch.h. */
#include "watch.h"

#include "unit.h"

uint32_t epi_watch(float value, uint32_t most, epi_watch_t *watch)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    uint32_t again;
    uint32_t stuck;
    uint32_t odd;

    v.f = value;
    again = epi_equal(v.u, watch->last);
    /* the count stops at `most` */
    watch->equal = (watch->equal + epi_below(watch->equal, most)) & (0U - again);
    watch->last = v.u;
    stuck = 1U - epi_below(watch->equal, most);
    odd = epi_opaque(((v.u & 0x7FFFFFFFU) + 0x00800000U) >> 31U);
    return (EPI_WATCH_STUCK & (0U - stuck)) | (EPI_WATCH_NOT_FINITE & (0U - odd));
}
