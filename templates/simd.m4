m4_divert(-1)
// The simd form: straight line on the vector types of gcc and clang, neurons side by side.

// What the head comment says, and the types.
EPI_DEFINE(<|EPI_SIMD|>, <|lanes, bytes|>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_FORM_LINES|>, <|
 * Form: simd, $1 lanes. The source has no loop and no conditional; that a compiler adds none is to be checked
 * on the object. It uses vector types, an extension of C that gcc and clang have: it is not MISRA C and is
 * meant for companion computers. The results have the bits of the unrolled form, except by clang for 32-bit
 * ARM, whose vectors have no denormals. Multiplications, additions and bytes include lanes that nothing reads;
 * the numbers through kernels do not.|>)
EPI_VALUE(<|EPI_FLAGS_LINES|>, <|
 * -O3 -march=native, or the flags of the target, make it fast: EPI_SIMD_FLAGS.EPI_SIMD_NOTE|>)
EPI_VALUE(<|EPI_SIMD_FLAGS|>, <|m4_ifelse(<|$1|>, <|4|>, <|4 lanes are SSE or NEON|>, <|$1|>, <|8|>, <|8 lanes are AVX|>, <|16 lanes are AVX-512|>)|>)
EPI_VALUE(<|EPI_SIMD_NOTE|>, <|m4_ifelse(<|$1|>, <|4|>, <||>, <|
 * For a target with narrower vectors gcc notes that the ABI for passing them has changed. No vector
 * leaves this file, so -Wno-psabi may silence the note.|>)|>)
EPI_VALUE(<|EPI_SIMD_BYTES|>, <|$2|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_TYPES|>, <||>,
<|m4_divert(1)
#if !defined(__GNUC__)
#error "this file needs the vector types of gcc or clang; epigen --form=tiled makes plain C"
#endif
#pragma GCC diagnostic ignored "-Wpsabi" /* no vector leaves this file */

/* The vector types: of numbers, of their bits, and of numbers that need no alignment. */
typedef EPI_REAL epi_vector __attribute__((vector_size(EPI_SIMD_BYTES)));
typedef uint32_t epi_words __attribute__((vector_size(EPI_SIMD_BYTES)));
typedef EPI_REAL epi_loose __attribute__((vector_size(EPI_SIMD_BYTES), aligned(4), may_alias));
typedef union {
    epi_vector f;
    epi_words u;
} epi_vector_bits;

/* This is no instruction: it makes the compiler read single numbers of a vector from memory, which is faster than
 * taking them out of a register. */
#define EPI_UPPER()_STORED __asm__ volatile("" : : : "memory")
m4_dnl|>)

EPI_DEFINE(<|EPI_KERNELS_VECTOR|>, <||>,
<|m4_divert(1)
/* The kernels from here on take vectors; what their comments and contracts say holds for each lane. */
m4_dnl|>)

// A kernel with vectors for its numbers. Its comments pass through m4 as they are.
EPI_DEFINE(<|EPI_KERNEL_VECTOR|>, <|name|>,
<|m4_divert(1)
m4_changecom(<|/*|>, <|*/|>)m4_dnl
m4_pushdef(<|float|>, <|epi_vector|>)m4_dnl
m4_pushdef(<|uint32_t|>, <|epi_words|>)m4_dnl
m4_pushdef(<|epi_bits|>, <|epi_vector_bits|>)m4_dnl
m4_pushdef(<|inline|>, <||>)m4_dnl
m4_pushdef(<|static|>, <|<|static inline __attribute__((always_inline))|>|>)m4_dnl
m4_include(<|$1.h|>)m4_dnl
m4_popdef(<|float|>, <|uint32_t|>, <|epi_bits|>, <|inline|>, <|static|>)m4_dnl
m4_changecom(<|//|>)m4_dnl|>)

// abs by the bits: what the kernel calls for one number there is not for vectors.
EPI_DEFINE(<|EPI_ABS_VECTOR|>, <||>,
<|m4_divert(1)
static inline __attribute__((always_inline)) epi_vector epi_abs(epi_vector x)
{
    return (epi_vector)((epi_words)x & 0x7FFFFFFFU);
}
m4_dnl|>)

// For a kernel whose second argument may be one number for all lanes.
EPI_DEFINE(<|EPI_KERNEL_SHIFT|>, <|name|>,
<|m4_divert(1)/* Callers may give one shift for all lanes: this makes a vector of it. */
#define epi_$1(z, shift) epi_$1((z), (shift) + (epi_words){0U})
m4_dnl|>)

// The kernel on a whole layer.
EPI_DEFINE(<|EPI_VECTORS_OF|>, <|kernel, vectors, further parameter|>,
<|m4_divert(2)
/* $1 of the numbers in $2 vectors. */
static __attribute__((noinline)) void epi_$1_x$2(epi_vector v[$2]$3)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_VECTOR_OF|>, <|kernel, vector, further argument|>,
<|    v[$2] = epi_$1(v[$2]$3);
m4_dnl|>)
EPI_DEFINE(<|EPI_VECTORS_OF_END|>, <||>,
<|}
m4_divert(5)m4_dnl|>)

// A line that says what the constants below it mean.
EPI_DEFINE(<|EPI_REMARK|>, <|sentence|>,
<|    /* $1 */
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_LOCAL|>, <|name, vectors|>,
<|    epi_vector $1[$2];
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_INPUTS|>, <|vectors|>,
<|m4_divert(2)
EPI_STAGES_COMMENT
static void epi_inputs(const EPI_REAL x[EPI_UPPER()_N_IN], epi_vector z[$1], uint32_t *status)
{
    /* The status bits of the inputs in each lane. */
    epi_words outside = {0U};

m4_dnl|>)
EPI_DEFINE(<|EPI_SIMD_LOAD|>, <|vector, place in x|>,
<|    z[$1] = *(const epi_loose *)&x[$2];
m4_dnl|>)
EPI_DEFINE(<|EPI_SIMD_GATHER|>, <|vector, values|>,
<|    z[$1] = (epi_vector){$2};
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_CLAMP|>, <|vector, lows, highs, substitutes for a NaN, status bits, kernel|>,
<|    z[$1] = epi_$6(z[$1],
                      (epi_words){$2}, /* lower bounds */
                      (epi_words){$3}, /* upper bounds */
                      (epi_words){$4}, /* what replaces a NaN */
                      (epi_words){$5}, /* bits of status */
                      &outside);
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_SUBTRACT|>, <|vector, means|>,
<|    z[$1] = z[$1] - (epi_vector){$2}; /* means */
m4_dnl|>)
EPI_DEFINE(<|EPI_SIMD_FLUSH|>, <|vector, limits, limits in decimal|>,
<|    /* x - mean becomes 0 where its magnitude is below these limits: $3 */
    z[$1] = epi_flush(z[$1], (epi_words){$2});
m4_dnl|>)
EPI_DEFINE(<|EPI_SIMD_MULTIPLY|>, <|vector, factors, what they are|>,
<|    z[$1] = z[$1] * (epi_vector){$2}; /* $3 */
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_STATUS|>, <|lane|>,
<|    *status |= outside[$1];
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_BLOCK|>, <|neurons|>,
<|m4_divert(2)
/* Sums of $1, side by side in vectors: a0 is the first vector, out the place of all. */
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_FUNCTION|>, <|layer, number|>,
<|static __attribute__((noinline)) void epi_$1_group$2(m4_dnl|>)
EPI_DEFINE(<|EPI_SIMD_OUT|>, <|vectors|>,
<|epi_vector out[$1])
{
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_BIAS|>, <|vector, literals, neurons|>,
<|    epi_vector a$1 = {$2}; /* $3 */
m4_dnl|>)

// Factors are read back from memory, which is cheaper than taking them out of a register.
EPI_DEFINE(<|EPI_SIMD_ACTIVATE|>, <|vector, kernel, further argument|>,
<|    $1 = epi_$2($1$3);
    EPI_UPPER()_STORED;
m4_dnl|>)

EPI_DEFINE(<|EPI_VECTOR_ACTIVATE|>, <|kernel, vector, further argument|>,
<|    $2 = epi_$1($2$3);
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_TERM|>, <|vector, literals, number read, what they are|>,
<|    a$1 = a$1 + ((epi_vector){$2} * $3); /* $4 */
m4_dnl|>)
EPI_DEFINE(<|EPI_SIMD_DISTANCE|>, <|vector, literals, number read, what they are|>,
<|    a$1 = a$1 - epi_square($3 - (epi_vector){$2}); /* $4 */
m4_dnl|>)

// Where the weight is 0 and the sum may be -0, the product becomes -0, which changes no sum.
EPI_DEFINE(<|EPI_SIMD_TERM_SIGNED|>, <|vector, literals, number read, what they are, sign bits|>,
<|    a$1 = a$1 + (epi_vector)((epi_words)((epi_vector){$2} * $3) | (epi_words){$5}); /* $4; a product by 0 becomes -0, which changes no sum */
m4_dnl|>)

EPI_DEFINE(<|EPI_SIMD_SUMS|>, <|vectors|>,
<|    /* The sums of all layers of this stage, before they are copied to their layers. */
    epi_vector sums[$1];

m4_dnl|>)
EPI_DEFINE(<|EPI_SIMD_SPLIT|>, <|vector, values|>,
<|    $1 = (epi_vector){$2};
m4_dnl|>)
m4_divert(0)m4_dnl
