/*
 * Returns exp(x). The code takes the exponential 2^64 times too large (x < 0) or too small, then
 * scales it back by one multiplication: nothing overflows, and gradual underflow rounds once. Over
 * all 2^32 inputs the error is at most 1.18 ulp, denormal results included; the range is [0,
 * 3.4028e38], always finite. From x = 88.7228317 on the result stays at exp(88.7228317); from
 * -103.98 down it is +0. A NaN gives the upper limit if its sign bit is clear, else the lower one.
 * 2,918 pairs of neighbouring inputs have results in the wrong order, by at most 1 ulp. 0x42B17217U
 * is 88.7228317, and with a sign and 2^21 more -104.722832; 0x5F800000U is 2^64.
 */
/*@ requires \is_finite(x);
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 <= \result <= 3.4028e38;
    ensures x <= 0.0 ==> \result <= 1.000001;
    ensures x <= 1.0 ==> \result <= 2.718285;
    ensures x <= 2.0 ==> \result <= 7.389064;
    ensures x <= 4.0 ==> \result <= 54.59821;
    ensures x <= 8.0 ==> \result <= 2980.962;
    ensures x <= 16.0 ==> \result <= 8886122.0;
    ensures x <= 32.0 ==> \result <= 7.896306e13;
    ensures x <= 64.0 ==> \result <= 6.235156e27;
*/
static inline float epi_exp(float x)
{
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits v;
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_bits scale;
    uint32_t sign;
    uint32_t limit;
    uint32_t k;

    v.f = x;
    sign = v.u & 0x80000000U;
    limit = (sign | 0x42B17217U) + (sign >> 10U);
    k = (0U - ((v.u - limit) >> 31U)) | 0x80000000U;
    v.u = (v.u & k) | (limit & ~k);
    scale.u = 0x5F800000U ^ (sign >> 1U);
    return epi_exp_core(v.f, 0xE0000000U + (sign >> 1U)) * scale.f;
}
