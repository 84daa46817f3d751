/* rows ROWS COLUMNS: a CSV as a machine with many sensors writes it: columns are smooth functions
   of three hidden numbers plus a little noise; the last one is the output. */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

enum { HIDDEN = 3, MOST = 64 };

int main(int argc, char **argv)
{
    size_t rows = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    size_t columns = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (rows == 0 || columns == 0 || columns > MOST) {
        fprintf(stderr, "usage: rows ROWS COLUMNS\n");
        return 2;
    }
    struct random random = {1};
    double mix[MOST][HIDDEN];
    for (size_t k = 0; k < columns; k++)
        for (size_t h = 0; h < HIDDEN; h++)
            mix[k][h] = (double)gauss(&random);
    for (size_t k = 0; k < columns; k++)
        printf(k + 1 < columns ? "x%zu," : "y\n", k + 1);
    for (size_t i = 0; i < rows; i++) {
        double hidden[HIDDEN];
        for (size_t h = 0; h < HIDDEN; h++)
            hidden[h] = 2.0 * random_uniform(&random) - 1.0;
        for (size_t k = 0; k < columns; k++) {
            double sum = 0.0;
            for (size_t h = 0; h < HIDDEN; h++)
                sum += mix[k][h] * hidden[h];
            printf(k + 1 < columns ? "%.6f," : "%.6f\n",
                   sin(sum) + 0.01 * (random_uniform(&random) - 0.5));
        }
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
