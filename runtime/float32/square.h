/*
 * x * x, rounded once; the caller keeps |x| below 1.8446e19, so that it stays finite.
 * Exact rounding and even for every such x (checked on all 2^32 patterns); it grows with |x|.
 */
/*@ requires \is_finite(x) && -1.8446e19 <= x <= 1.8446e19;
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 <= \result <= 3.4028e38;
    ensures (-1.0 <= x <= 1.0) ==> \result <= 1.0;
    ensures (-4.0 <= x <= 4.0) ==> \result <= 16.0;
    ensures (-16.0 <= x <= 16.0) ==> \result <= 256.0;
    ensures (-64.0 <= x <= 64.0) ==> \result <= 4096.0;
    ensures (-1024.0 <= x <= 1024.0) ==> \result <= 1048576.0;
    ensures (-1048576.0 <= x <= 1048576.0) ==> \result <= 1099511627776.0;
    ensures (-1073741824.0 <= x <= 1073741824.0) ==> \result <= 1152921504606846976.0;
*/
static inline float epi_square(float x)
{
    return x * x;
}
