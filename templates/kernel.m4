m4_divert(-1)
// Kernels are ordinary C in runtime/<number type>/, pasted as they are.

EPI_DEFINE(<|EPI_KERNEL|>, <|name|>,
<|m4_divert(1)
m4_undivert(<|$1.h|>)m4_dnl|>)

// The kernel on a whole block: eight independent copies for the compiler to interleave or to
// put into vectors.
EPI_DEFINE(<|EPI_KERNEL8|>, <|name, what is required of a value, what else is ensured of it|>,
<|m4_divert(1)
/* $1 of eight numbers, which the compiler may interleave or put into vectors. */
/*@
    requires \valid(v + (0 .. 7));
    requires \initialized(v + (0 .. 7));
    requires \forall integer i; 0 <= i <= 7 ==> $2;
    assigns v[0 .. 7] \from v[0 .. 7];
    ensures \forall integer i; 0 <= i <= 7 ==> \is_finite(v[i])$3;
*/
static void epi_$1<||>8(EPI_REAL v[8])
{
    v[0] = epi_$1(v[0]);
    v[1] = epi_$1(v[1]);
    v[2] = epi_$1(v[2]);
    v[3] = epi_$1(v[3]);
    v[4] = epi_$1(v[4]);
    v[5] = epi_$1(v[5]);
    v[6] = epi_$1(v[6]);
    v[7] = epi_$1(v[7]);
}
m4_dnl|>)

// The same for a kernel with parameters.
EPI_DEFINE(<|EPI_KERNEL8_PARAMETERS|>, <|name, further parameters, further arguments, what is required of them|>,
<|m4_divert(1)
/* $1 of eight numbers, which the compiler may interleave or put into vectors. */
/*@
    requires \valid(v + (0 .. 7));
    requires \initialized(v + (0 .. 7));
    requires \forall integer i; 0 <= i <= 7 ==> \is_finite(v[i]);
    requires $4;
    assigns v[0 .. 7] \from v[0 .. 7]$3;
    ensures \forall integer i; 0 <= i <= 7 ==> \is_finite(v[i]);
*/
static void epi_$1<||>8(EPI_REAL v[8]$2)
{
    v[0] = epi_$1(v[0]$3);
    v[1] = epi_$1(v[1]$3);
    v[2] = epi_$1(v[2]$3);
    v[3] = epi_$1(v[3]$3);
    v[4] = epi_$1(v[4]$3);
    v[5] = epi_$1(v[5]$3);
    v[6] = epi_$1(v[6]$3);
    v[7] = epi_$1(v[7]$3);
}
m4_dnl|>)
m4_divert(0)m4_dnl
