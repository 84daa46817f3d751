/* What networks in fixed point are made of, for the tests of epiwcet: sums of products of half
   words with weights in a table, two rows in one word for cores without a dual multiply, a table of
   a function with interpolation, and, where the core has it, the dual multiply. Each is an entry of
   its own. The results mean nothing. */
#include <stdint.h>
#if defined(__ARM_FEATURE_DSP)
#include <arm_acle.h>
#endif

enum { INPUTS = 16, ROWS = 4 };

void literals_infer(const int16_t x[INPUTS], int16_t y[ROWS]);
void pairs_infer(const int16_t x[INPUTS], int16_t y[ROWS]);
void table_infer(const int16_t x[INPUTS], int16_t y[ROWS]);

static const int16_t weights[ROWS][INPUTS] = {
    {1, -2, 300, -4000, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
    {-3, 2, 1, 0, 400, -500, 6, 7, 8, 9, -10, 11, 12, 13, 14, 1500},
    {7, 7, 7, 7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3},
    {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6},
};

/* The upper half word is the second row. */
static const uint32_t row_pairs[ROWS / 2][INPUTS] = {
    {0x10002U, 0xFFFE0003U, 0x70001U, 0x12345678U, 5U, 6U, 7U, 8U},
    {3U, 4U, 5U, 6U, 7U, 8U, 9U, 10U, 11U, 12U, 0x12340000U},
};

/* The value in the upper half word, the slope in the lower one. */
static const int32_t function[64] = {3, 0x10005, 0x20007, 0x30009, 0x4000B, 0x5000D, 0x6000F};

static int32_t polynomial(int32_t x)
{
    const int32_t sign = x >> 31;
    const int32_t z = (x ^ sign) & 0x7FFF;
    const int32_t square = (z * z) >> 15;
    return ((((square * 1234) >> 15) + z) ^ sign) >> 1;
}

static int32_t interpolated(int32_t x)
{
    const uint32_t place = ((uint32_t)x + 32768U) & 0xFFFFU;
    const int32_t entry = function[place >> 10];
    return (entry >> 16) + (((entry & 0xFFFF) * (int32_t)(place & 1023U)) >> 10);
}

void literals_infer(const int16_t x[INPUTS], int16_t y[ROWS])
{
    for (int k = 0; k < ROWS; k++) {
        int32_t sum = 100 * k;
        for (int i = 0; i < INPUTS; i++)
            sum += weights[k][i] * x[i];
        y[k] = (int16_t)polynomial(sum >> 6);
    }
}

void pairs_infer(const int16_t x[INPUTS], int16_t y[ROWS])
{
    for (int k = 0; k < ROWS; k += 2) {
        uint32_t a = 0U, b = 0U, c = 0U;
        for (int i = 0; i < INPUTS; i++) {
            const uint32_t v = (uint32_t)(int32_t)x[i], pair = row_pairs[k / 2][i];
            a += pair * v;
            b += (pair >> 16) * v;
            c += v;
        }
        c <<= 15;
        y[k] = (int16_t)((int32_t)(b - c) >> 12);
        y[k + 1] = (int16_t)((int32_t)(a - (b << 16) - c) >> 12);
    }
}

void table_infer(const int16_t x[INPUTS], int16_t y[ROWS])
{
    for (int k = 0; k < ROWS; k++)
        y[k] = (int16_t)interpolated((x[k] * 3) + x[k + ROWS]);
}

#if defined(__ARM_FEATURE_DSP)
void dual_infer(const int16x2_t x[INPUTS / 2], int16_t y[ROWS]);
void dual_infer(const int16x2_t x[INPUTS / 2], int16_t y[ROWS])
{
    for (int k = 0; k < ROWS; k++) {
        const int16x2_t *w = (const int16x2_t *)(const void *)weights[k];
        int32_t sum = -300 * k;
        for (int i = 0; i < INPUTS / 2; i++)
            sum = __smlad(w[i], x[i], sum);
        sum = __smladx(w[0], x[1], sum) + __smuad(w[1], x[2]) + __sxtb16((int32_t)x[k]);
        y[k] = (int16_t)__usat(polynomial(sum >> 6), 15);
    }
}
#endif
