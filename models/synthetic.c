/* The data of the synthetic cases, as CSV with a header on standard output:

     synthetic split1d|centre1d|square2d|gaussian2d train|test SEED

   Without noise. One input:  y = sin(pi x)
     split1d     100 points uniform in (-2, -1) and 100 in (1, 2)
     centre1d    200 points uniform in (-2, 2)
     test        801 points on [-4, 4]
   Two inputs: y = sin(5 x1) / (5 x1) + x2^2
     square2d    80 points on the edge of [-1, 1]^2, 0.1 apart, the first one drawn
     gaussian2d  500 points around (-1, 0) and 500 around (1, 0), covariance diag(0.02, 0.1)
     test        31 x 31 points on [-2, 2]^2
   The seed does not change the test points. After Das et al. (IFAC 2023), section 5.1. */
#include "base/random.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static void print_1d(double x) { printf("%.9g,%.9g\n", x, sin(pi * x)); }

static void print_2d(double x1, double x2)
{
    double wave = x1 == 0.0 ? 1.0 : sin(5.0 * x1) / (5.0 * x1);
    printf("%.9g,%.9g,%.9g\n", x1, x2, wave + x2 * x2);
}

/* Standard normal, by Box and Muller. */
static double normal_draw(struct random *random)
{
    double u = 1.0 - random_uniform(random), v = random_uniform(random);
    return sqrt(-2.0 * log(u)) * cos(2.0 * pi * v);
}

static void split1d(struct random *random)
{
    for (int i = 0; i < 200; i++)
        print_1d((i < 100 ? -2.0 : 1.0) + random_uniform(random));
}

static void centre1d(struct random *random)
{
    for (int i = 0; i < 200; i++)
        print_1d(-2.0 + 4.0 * random_uniform(random));
}

/* Counterclockwise from the lower left corner. */
static void square2d(struct random *random)
{
    double first = 0.1 * random_uniform(random);
    for (int i = 0; i < 80; i++) {
        double along = first + 0.1 * (i % 20) - 1.0;
        switch (i / 20) {
        case 0: print_2d(along, -1.0); break;
        case 1: print_2d(1.0, along); break;
        case 2: print_2d(-along, 1.0); break;
        default: print_2d(-1.0, -along); break;
        }
    }
}

static void gaussian2d(struct random *random)
{
    for (int i = 0; i < 1000; i++) {
        double x1 = (i < 500 ? -1.0 : 1.0) + sqrt(0.02) * normal_draw(random);
        print_2d(x1, sqrt(0.1) * normal_draw(random));
    }
}

static void test_1d(struct random *random)
{
    (void)random;
    for (int i = -400; i <= 400; i++)
        print_1d(0.01 * i);
}

static void test_2d(struct random *random)
{
    (void)random;
    for (int i = -15; i <= 15; i++)
        for (int j = -15; j <= 15; j++)
            print_2d(2.0 * j / 15.0, 2.0 * i / 15.0);
}

static const struct {
    const char *name, *header;
    void (*train)(struct random *random);
    void (*test)(struct random *random);
} sets[] = {
    {"split1d", "x,y", split1d, test_1d},
    {"centre1d", "x,y", centre1d, test_1d},
    {"square2d", "x1,x2,y", square2d, test_2d},
    {"gaussian2d", "x1,x2,y", gaussian2d, test_2d},
};

int main(int argc, char **argv)
{
    char *end = "?";
    bool test = argc == 4 && strcmp(argv[2], "test") == 0;
    if (test || (argc == 4 && strcmp(argv[2], "train") == 0)) {
        struct random random = {.state = strtoull(argv[3], &end, 10)};
        for (size_t i = 0; *end == '\0' && i < sizeof(sets) / sizeof(*sets); i++) {
            if (strcmp(argv[1], sets[i].name) != 0)
                continue;
            puts(sets[i].header);
            (test ? sets[i].test : sets[i].train)(&random);
            if (fflush(stdout) == 0 && !ferror(stdout))
                return 0;
            fprintf(stderr, "synthetic: standard output: %s\n", strerror(errno));
            return 1;
        }
    }
    fputs("Usage: synthetic split1d|centre1d|square2d|gaussian2d train|test SEED\n", stderr);
    return 2;
}
