m4_divert(-1)
// The entry point: inputs, calls of the blocks, activations, outputs, one operation a line.

// EPI_INFER()
m4_define(<|EPI_INFER|>, <|m4_divert(3)
/*@
    requires \valid_read(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \initialized(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \valid(r);
    requires \separated(x + (0 .. (EPI_UPPER()_N_IN - 1)), r);
    assigns *r;
    ensures \is_finite(r->eta) && 0.0 <= r->eta <= 1.0;m4_dnl|>)

// EPI_INFER_ENSURES(value, low, high)
m4_define(<|EPI_INFER_ENSURES|>, <|
    ensures \is_finite($1) && $2 <= $1 <= $3;m4_dnl|>)

// EPI_INFER_FUNCTION()
m4_define(<|EPI_INFER_FUNCTION|>, <|
*/
void epi_infer(const EPI_REAL x[EPI_UPPER()_N_IN], epi_result_t *r)
{
    uint32_t status = 0U;
m4_dnl|>)

// EPI_LOCAL(name, size)
m4_define(<|EPI_LOCAL|>, <|    EPI_REAL $1[$2];
m4_dnl|>)

// EPI_INPUTS_APART(), EPI_INPUTS_APART_END()
// The inputs as a function of their own.
m4_define(<|EPI_INPUTS_APART|>, <|m4_divert(2)
/*
 * The inputs, forced into their domain and standardised. Not inline: gcc would mix their statements
 * with each other and with what follows, and keep most of their numbers on the stack. Deviation from
 * MISRA C:2012 rule 1.2 (advisory, no extensions): no result depends on it.
 */
/*@
    requires \valid_read(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \initialized(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \valid(z + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \valid(status);
    requires \separated(x + (0 .. (EPI_UPPER()_N_IN - 1)), z + (0 .. (EPI_UPPER()_N_IN - 1)), status);
    assigns z[0 .. (EPI_UPPER()_N_IN - 1)], *status;
*/
#if defined(__GNUC__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline))
#endif
static void epi_inputs(const EPI_REAL x[EPI_UPPER()_N_IN], EPI_REAL z[EPI_UPPER()_N_IN], uint32_t *status)
{
m4_dnl|>)
m4_define(<|EPI_INPUTS_APART_END|>, <|}
m4_divert(3)    epi_inputs(x, z, &status);
m4_dnl|>)

// EPI_CLAMP(index, NAME, low, high, what stands in for a NaN, status bit, kernel, address of status)
m4_define(<|EPI_CLAMP|>, <|
    z[$1] = epi_$7(x[EPI_UPPER()_IN_$2], $3, $4, $5, $6, $8);
m4_dnl|>)

// EPI_SUBTRACT(value, literal), EPI_ADD, EPI_MULTIPLY: the value with a constant
m4_define(<|EPI_SUBTRACT|>, <|    $1 = $1 - $2;
m4_dnl|>)
m4_define(<|EPI_ADD|>, <|    $1 = $1 + $2;
m4_dnl|>)
m4_define(<|EPI_MULTIPLY|>, <|    $1 = $1 * $2;
m4_dnl|>)

// EPI_FLUSH(value, limit as bits)
m4_define(<|EPI_FLUSH|>, <|    $1 = epi_flush($1, $2);
m4_dnl|>)

// EPI_ACTIVATE(kernel, value, further arguments)
m4_define(<|EPI_ACTIVATE|>, <|    $2 = epi_$1($2$3);
m4_dnl|>)

// EPI_ACTIVATE8(kernel, first value, further arguments)
m4_define(<|EPI_ACTIVATE8|>, <|    epi_$1<||>8(&$2$3);
m4_dnl|>)

// EPI_COPY(to, from)
m4_define(<|EPI_COPY|>, <|    $1 = $2;
m4_dnl|>)

// EPI_DOUBT(eta)
m4_define(<|EPI_DOUBT|>, <|    $1 = epi_doubt($1, status);
m4_dnl|>)
m4_divert(0)m4_dnl
