/* The functions of arithmetic.c, included there once for each width of vectors: LANES floats, names
   made by KERNEL, machines by TARGET. A product goes in tiles of TILE rows by two vectors: their
   sums stay in registers, and what is loaded serves all of them. Vectors are as wide as the
   machine's, because compilers move wider ones through memory. */

#define lanes KERNEL(lanes)
/* Always inlined, so that vectors are never passed between functions and sizes are constants. */
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

/* `rows` times `vectors` sums from row r and column j on. */
INLINE void KERNEL(tile)(const struct product *p, size_t r, size_t j, const size_t rows,
                         const size_t vectors)
{
    const float *a = p->a + r * p->a_row, *b = p->b + j;
    lanes sum[TILE][2];
    for (size_t i = 0; i < rows; i++)
        for (size_t v = 0; v < vectors; v++)
            sum[i][v] = (p->start == NULL ? 0.0F : p->start[r + i]) - (lanes){0};
    for (size_t k = 0; k < p->depth; k++, a += p->a_step, b += p->b_row) {
        lanes shared[2];
        for (size_t v = 0; v < vectors; v++)
            shared[v] = *(const lanes *)(b + v * LANES);
        for (size_t i = 0; i < rows; i++)
            for (size_t v = 0; v < vectors; v++)
                sum[i][v] += a[i * p->a_row] * shared[v];
    }
    for (size_t i = 0; i < rows; i++)
        for (size_t v = 0; v < vectors; v++)
            *(lanes *)(p->c + (r + i) * p->c_row + j + v * LANES) = sum[i][v];
}

INLINE void KERNEL(tiles)(const struct product *p, size_t r, const size_t rows)
{
    size_t j = 0;
    for (; j + LANES < p->columns; j += (size_t)2 * LANES)
        KERNEL(tile)(p, r, j, rows, 2);
    if (j < p->columns)
        KERNEL(tile)(p, r, j, rows, 1);
}

TARGET static void KERNEL(product)(const struct product *p)
{
    size_t r = 0;
    for (; r + TILE <= p->rows; r += TILE)
        KERNEL(tiles)(p, r, TILE);
    for (; r + 2 <= p->rows; r += 2)
        KERNEL(tiles)(p, r, 2);
    if (r < p->rows)
        KERNEL(tiles)(p, r, 1);
}

/* A loop for every row of the table, in which the row and so its function are constants. */
TARGET static void KERNEL(activate)(enum activation activation, const float *p, size_t n,
                                    float *restrict y)
{
    const float q[ACT_PARAMETERS] = {p[0], p[1]}; /* which no store to the results can change */
#define ROW(id, ...)                                                                               \
    case ACT_##id:                                                                                 \
        for (size_t i = 0; i < n; i++)                                                             \
            y[i] = activation_rows[ACT_##id].kernels[ACCURACY_FULL].run(y[i], q);                  \
        break;
    switch (activation) {
        ACTIVATIONS(ROW)
    case ACT_COUNT: break;
    }
#undef ROW
}

TARGET static void KERNEL(activate_backward)(enum activation activation, const float *restrict p,
                                             size_t n, const float *restrict x,
                                             const float *restrict y, float *restrict dy)
{
    const float q[ACT_PARAMETERS] = {p[0], p[1]}; /* which no store to the results can change */
#define ROW(id, ...)                                                                               \
    case ACT_##id:                                                                                 \
        for (size_t i = 0; activation_rows[ACT_##id].gradient != NULL && i < n; i++)               \
            dy[i] = activation_rows[ACT_##id].gradient(dy[i], x[i], y[i], q);                      \
        break;
    switch (activation) {
        ACTIVATIONS(ROW)
    case ACT_COUNT: break;
    }
#undef ROW
}

TARGET static void KERNEL(update)(const struct adam_update *u)
{
    float *restrict p = u->p, *restrict m = u->m, *restrict v = u->v;
    const float *restrict g = u->g;
    const float rate = u->rate, correction = u->correction, shrink = u->shrink;
    for (size_t i = 0; i < u->n; i++) {
        m[i] = 0.9F * m[i] + 0.1F * g[i];
        v[i] = 0.999F * v[i] + 0.001F * (g[i] * g[i]);
        p[i] = shrink * p[i] - rate * m[i] / (sqrtf(v[i]) * correction + 1e-8F);
    }
}

static const struct arithmetic KERNEL(arithmetic) = {KERNEL(product), KERNEL(activate),
                                                     KERNEL(activate_backward), KERNEL(update)};

#undef lanes
#undef INLINE
#undef LANES
#undef KERNEL
#undef TARGET
