/* See norm.h. Divide each element by the roots of the sums a_j and b_i of the magnitudes of its row
   and its column, and t and u have a length of at most the root of the sum of all magnitudes each.
   The form is at most that sum times the largest singular value of what is left, which by Schur's
   test is at most 1; with mixed signs it is near 2 / sqrt(n) for n rows and columns.

   With G the matrix times its transpose, the eighth power of that singular value is at most the
   root of the sum of the squares of all elements of G^4. */
#include "program/q15/norm.h"

#include <math.h>

static double sum_of_magnitudes(const double *m, size_t count, size_t step)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(m[i * step]);
    return sum;
}

/* Divides by the roots of the sums; rows and columns of zeros stay. */
static void balance(struct arena *arena, double *m, size_t rows, size_t columns)
{
    double *row = arena_alloc(arena, rows, sizeof(*row));
    double *column = arena_alloc(arena, columns, sizeof(*column));
    for (size_t j = 0; j < rows; j++)
        row[j] = sqrt(sum_of_magnitudes(m + j * columns, columns, 1));
    for (size_t i = 0; i < columns; i++)
        column[i] = sqrt(sum_of_magnitudes(m + i, rows, columns));
    for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < columns; i++)
            if (m[j * columns + i] != 0.0)
                m[j * columns + i] /= row[j] * column[i];
}

/* product = m times its transpose; step: from an element of a row of m to the next one. */
static void gram(const double *m, size_t rows, size_t columns, size_t row_step, size_t step,
                 double *product)
{
    for (size_t j = 0; j < rows; j++)
        for (size_t k = 0; k <= j; k++) {
            double sum = 0.0;
            for (size_t i = 0; i < columns; i++)
                sum += m[j * row_step + i * step] * m[k * row_step + i * step];
            product[j * rows + k] = product[k * rows + j] = sum;
        }
}

/* Of a balanced matrix. */
static double singular_most(struct arena *arena, const double *m, size_t rows, size_t columns)
{
    const size_t n = rows < columns ? rows : columns;
    double *g = arena_alloc(arena, n * n, sizeof(*g)), *g2 = arena_alloc(arena, n * n, sizeof(*g2));
    double squares = 0.0;
    if (rows < columns)
        gram(m, rows, columns, columns, 1, g);
    else
        gram(m, columns, rows, 1, columns, g);
    gram(g, n, n, n, 1, g2);
    gram(g2, n, n, n, 1, g);
    for (size_t i = 0; i < n * n; i++)
        squares += g[i] * g[i];
    /* No element of a power is above 1, so rounding adds up to less than the second term. */
    return fmin(1.0, pow(sqrt(squares) + (double)(n * n) * 0x1p-48, 0.125));
}

double q15_form_most(struct arena *arena, double *m, size_t rows, size_t columns)
{
    const double all = sum_of_magnitudes(m, rows * columns, 1);
    if (all == 0.0 || (rows > Q15_FORM_WIDEST && columns > Q15_FORM_WIDEST))
        return all;
    balance(arena, m, rows, columns);
    return all * singular_most(arena, m, rows, columns) * (1.0 + 0x1p-40);
}
