/* Prints how many vectors of the self-test give other bits than they must on this board; 0 is right. */
#include <zephyr/sys/printk.h>

#include <EPI_PREFIX.h>

int main(void)
{
    const unsigned int failures = (unsigned int)epi_selftest();

    printk("EPI_PREFIX self-test: %u\n", failures);
    return failures == 0U ? 0 : 1;
}
