/*
 * Returns z if it is above zero, else slope * z * 2^-15, rounded to nearest (a half upwards). z has
 * 16 bits, slope is from 0 to 32767. At most half a unit from the function with that slope.
 */
/*@ requires -32768 <= z <= 32767;
    requires 0 <= slope <= 32767;
    assigns \result \from z, slope;
    ensures ((slope * z + 16384) >> 15) <= \result;
    ensures \result <= 0 || \result <= z;
*/
static inline int32_t epi_leaky_relu(int32_t z, int32_t slope)
{
    const int32_t p = epi_relu(z);

    return p + epi_shift((slope * (z - p)) + 16384, 15U);
}
