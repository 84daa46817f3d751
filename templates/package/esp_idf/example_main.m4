/* Prints how many vectors of the self-test give other bits than they must on this chip; 0 is right. */
#include "EPI_PREFIX.h"

#include <stdio.h>

void app_main(void)
{
    printf("EPI_PREFIX self-test: %lu\n", (unsigned long)epi_selftest());
}
