/* The demo: the emitted network over its input range and a little beyond, as CSV on the file
   named in the call and as a table on standard output. */
#include "updraft.h"

#include <stdio.h>

enum { STEPS = 480, ROWS = 24 };

static void table_row(float x, const updraft_result_t *r)
{
    static const char bar[] = "####################";
    int length = (int)(r->eta * 20.0F + 0.5F);
    printf("%7.2f  %8.3f  %7.3f  %6.3f  %-20.*s  %s\n", (double)x, (double)r->mean[0],
           (double)r->sigma[0], (double)r->eta, length, bar,
           r->status != 0U ? "outside the domain" : "");
}

int main(int argc, char **argv)
{
    FILE *csv = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (csv == NULL) {
        fprintf(stderr, "usage: sweep FILE.csv\n");
        return 2;
    }
    printf("  x [m]  mean [N]    sigma     eta  0: known   1: unknown\n");
    for (int i = 0; i <= STEPS; i++) {
        float x[UPDRAFT_N_IN] = {-6.0F + 12.0F * (float)i / (float)STEPS};
        updraft_result_t r;
        updraft_infer(x, &r);
        fprintf(csv, "%.9g,%.9g,%.9g,%.9g,%u\n", (double)x[0], (double)r.mean[0],
                (double)r.sigma[0], (double)r.eta, (unsigned)r.status);
        if (i % (STEPS / ROWS) == 0)
            table_row(x[0], &r);
    }
    return fclose(csv) != 0;
}
