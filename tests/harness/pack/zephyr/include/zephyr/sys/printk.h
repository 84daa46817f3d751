/* Zephyr's printk on a PC. */
#ifndef TEST_PRINTK_H
#define TEST_PRINTK_H

#include <stdio.h>

#define printk printf

#endif
