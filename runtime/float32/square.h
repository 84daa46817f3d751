/*
 * Returns x * x, rounded once. The caller keeps |x| below 1.8446e19, so that the result is finite.
 * The result is correctly rounded, even in x, and grows with |x| (checked on all 2^32 patterns).
 */
/*@ requires \is_finite(x) && -1.8446e19 <= x <= 1.8446e19;
    assigns \result \from x;
    ensures \is_finite(\result) && 0.0 <= \result <= 3.4028e38;
    ensures \result <= (x * x * 1.0000001) + 1.0e-37;
*/
static inline float epi_square(float x) { return x * x; }
