/* train SECONDS: stage 1 of the trainer on one thread, two layers of 50 tanh on 10,000 rows of 21
   standard Gaussian inputs, batches of 32: processor time of a step, over at least so many seconds.
   train_peer.py measures the same job elsewhere. */
#include "measure.h"
#include "net/fit.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 10000, INPUTS = 21, BATCH = 32 };

/* y: the sine of one input plus the product of two others, with noise. */
static struct rows rows_make(struct arena *arena, struct random *random)
{
    float *x = arena_alloc(arena, (size_t)ROWS * INPUTS, sizeof(*x));
    float *y = arena_alloc(arena, ROWS, sizeof(*y));
    for (size_t i = 0; i < (size_t)ROWS * INPUTS; i++)
        x[i] = gauss(random);
    for (size_t i = 0; i < ROWS; i++) {
        const float *row = x + i * INPUTS;
        y[i] = sinf(row[0]) + 0.5F * row[1] * row[2] + 0.1F * gauss(random);
    }
    return (struct rows){.count = ROWS, .n_in = INPUTS, .n_out = 1, .x = x, .y = y};
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: train SECONDS\n");
        return 2;
    }
    double least = strtod(argv[1], NULL), best = INFINITY, loss = 0.0;
    struct shape shape = {.n_in = INPUTS, .n_out = 1, .trunk = {2, {50, 50}}, .eta = {1, {1}}};
    shape.activation = ACT_TANH;
    struct fit_options options = {.batch = BATCH, .epochs = 5, .rate = 1e-3, .floor = 1e-3};
    size_t steps = options.epochs * ((ROWS + BATCH - 1) / BATCH);
    struct arena *arena = arena_new();
    struct random random = {1};
    struct rows rows = rows_make(arena, &random);
    for (double start = now_s(); now_s() - start < least;) {
        struct network *network = network_new(arena, &shape);
        random.state = 1; /* every time the same */
        network_randomise(network, &random);
        double began = now_s();
        fit(network, &rows, NULL, &options, &random);
        best = fmin(best, (now_s() - began) / (double)steps);
        loss = fit_loss(network, &rows);
    }
    printf("step_us=%.2f loss=%.4f\n", 1e6 * best, loss);
    arena_free(arena);
    return 0;
}
