m4_divert(-1)
// Functions of blocks for cores that multiply two pairs of 16 bits at once.

// What keeps gcc from mixing statements and from keeping their numbers on the stack.
EPI_VALUE(<|EPI_ATTRIBUTE|>, <|#if defined(__GNUC__) && !defined(__clang__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline, optimize("no-schedule-insns")))
#endif
|>)
EPI_DEFINE(<|EPI_PACKED|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_INPUTS_ATTRIBUTE|>, <|EPI_ATTRIBUTE|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_CLAMP_PAIR|>, <|word, NAME, low, high, number of the status bit, NAME, low, high, number of the status bit, meaning|>,
<|    /* $10 */
    z[$1] = epi_pack(epi_clamp(x[EPI_UPPER()_IN_$2], $3, $4, $5, status),
        epi_clamp(x[EPI_UPPER()_IN_$6], $7, $8, $9, status));
m4_dnl|>)
EPI_DEFINE(<|EPI_CLAMP_LAST|>, <|word, NAME, low, high, number of the status bit, meaning|>,
<|    /* $6 */
    z[$1] = epi_pack(epi_clamp(x[EPI_UPPER()_IN_$2], $3, $4, $5, status), 0);
m4_dnl|>)

EPI_DEFINE(<|EPI_PACKED_BLOCK|>, <|name, parameters, comment|>,
<|m4_divert(2)
/* $3 w: the biases, two in a double word, the first in its lower half; then for each word of two values
 * that is read and each neuron a word of their two weights, again two in a double word. (The attributes are a deviation
 * from MISRA C:2012 rule 1.2, advisory: no result depends on them.) */
EPI_ATTRIBUTE<||>static void epi_$1($2)
{
    uint64_t p;
m4_dnl|>)
EPI_DEFINE(<|EPI_PACKED_SUM|>, <|sum|>,
<|    int32_t a$1;
m4_dnl|>)
EPI_DEFINE(<|EPI_PACKED_BIAS|>, <|place, sum|>,
<|
    p = w$1;
    a$2 = (int32_t)(uint32_t)p;
m4_dnl|>)
EPI_DEFINE(<|EPI_PACKED_BIAS_UPPER|>, <|sum|>,
<|    a$1 = (int32_t)(uint32_t)(p >> 32U);
m4_dnl|>)
EPI_DEFINE(<|EPI_PACKED_TERM|>, <|place, sum, what is read|>,
<|EPI_INDENT    p = w$1;
EPI_INDENT    a$2 = epi_smlad($3, (uint32_t)p, a$2);
m4_dnl|>)
EPI_DEFINE(<|EPI_PACKED_TERM_UPPER|>, <|sum, what is read|>,
<|EPI_INDENT    a$1 = epi_smlad($2, (uint32_t)(p >> 32U), a$1);
m4_dnl|>)
EPI_DEFINE(<|EPI_PACKED_STORE|>, <|word, value, value|>,
<|    $1 = epi_pack($2, $3);
m4_dnl|>)
m4_divert(0)m4_dnl
