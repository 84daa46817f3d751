m4_divert(-1)
// The entry point: inputs, calls of the blocks, activations, outputs, one operation a line.

EPI_DEFINE(<|EPI_INFER|>, <||>,
<|m4_divert(3)
/* Entry point: the stages, one after the other. */
/*@
    requires \valid_read(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \initialized(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \valid(r);
    requires \separated(x + (0 .. (EPI_UPPER()_N_IN - 1)), r);
    assigns *r;m4_dnl|>)

EPI_DEFINE(<|EPI_INFER_ENSURES|>, <|value, low, high|>,
<|
    ensures \is_finite($1) && $2 <= $1 <= $3;m4_dnl|>)

EPI_DEFINE(<|EPI_INFER_FUNCTION|>, <||>,
<|
*/
void epi_infer(const EPI_REAL x[EPI_UPPER()_N_IN], epi_result_t *r)
{
    /* Bit i is set where input i was outside of its domain. */
    uint32_t status = 0U;
    /* z holds the standardised inputs, h_v the numbers of a layer h. */
m4_dnl|>)

EPI_DEFINE(<|EPI_LOCAL|>, <|name, size|>,
<|    EPI_REAL $1[$2];
m4_dnl|>)

// What stands in front of the first stage, in every form.
EPI_DEFINE(<|EPI_STAGES_COMMENT|>, <||>,
<|/* Stages: the inputs, then layer by layer, then the results. The entry point calls each stage once; a function
 * that only part of a layer needs stands before the stage that calls it. */

/* The inputs: each is forced into its domain, which sets its bit in status if it was outside. Then its mean is
 * subtracted, and it is multiplied by 1 / scale where the weights do not contain that. So that no denormal is
 * multiplied, what is below 2^-30 of scale (or below the smallest normal number) becomes 0 before. */|>)

// The inputs: a stage of its own, with statements or with a loop.
EPI_DEFINE(<|EPI_INPUTS_FUNCTION|>, <|least, greatest number of z|>,
<|m4_divert(2)
EPI_STAGES_COMMENT
/*@
    requires \valid_read(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \initialized(x + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \valid(z + (0 .. (EPI_UPPER()_N_IN - 1)));
    requires \valid(status);
    requires \separated(x + (0 .. (EPI_UPPER()_N_IN - 1)), z + (0 .. (EPI_UPPER()_N_IN - 1)), status);
    assigns z[0 .. (EPI_UPPER()_N_IN - 1)], *status;
    ensures \initialized(z + (0 .. (EPI_UPPER()_N_IN - 1)));
    ensures \forall integer i; 0 <= i <= (EPI_UPPER()_N_IN - 1) ==> $1 <= z[i] <= $2;
*/
m4_dnl|>)
EPI_DEFINE(<|EPI_INPUTS_NOINLINE|>, <||>,
<|/* Not inline: gcc would mix the statements of the inputs with each other and with those that follow, and
 * keep most of their numbers on the stack. Deviation from MISRA C:2012 rule 1.2 (advisory, no
 * extensions): no result depends on it. */
#if defined(__GNUC__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline))
#endif
m4_dnl|>)
EPI_DEFINE(<|EPI_INPUTS_BODY|>, <||>,
<|static void epi_inputs(const EPI_REAL x[EPI_UPPER()_N_IN], EPI_REAL z[EPI_UPPER()_N_IN], uint32_t *status)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_INPUTS_FUNCTION_END|>, <||>,
<|}
m4_divert(3)    epi_inputs(x, z, &status);
m4_dnl|>)

EPI_DEFINE(<|EPI_CLAMP|>, <|index, NAME, low, high, substitute for a NaN, status bit, kernel, meaning|>,
<|    /* $8 */
    z[$1] = epi_$7(x[EPI_UPPER()_IN_$2], $3, $4, $5, $6, status);
m4_dnl|>)

// the value with a constant
EPI_DEFINE(<|EPI_SUBTRACT|>, <|value, constant, what it is|>,
<|    $1 = $1 - $2; /* $3 */
m4_dnl|>)
EPI_DEFINE(<|EPI_ADD|>, <|value, constant, what it is|>,
<|    $1 = $1 + $2; /* $3 */
m4_dnl|>)
EPI_DEFINE(<|EPI_MULTIPLY|>, <|value, constant, what it is|>,
<|    $1 = $1 * $2; /* $3 */
m4_dnl|>)

EPI_DEFINE(<|EPI_FLUSH|>, <|value, limit as bits, limit in decimal, what is flushed|>,
<|    $1 = epi_flush($1, $2); /* $4 becomes 0 where its magnitude is below $3 */
m4_dnl|>)

EPI_DEFINE(<|EPI_ACTIVATE|>, <|kernel, value, further arguments, comment|>,
<|    $2 = epi_$1($2$3);$4
m4_dnl|>)

EPI_DEFINE(<|EPI_ACTIVATE8|>, <|kernel, first value, further arguments, comment|>,
<|    epi_$1<||>8(&$2$3);$4
m4_dnl|>)

EPI_DEFINE(<|EPI_COPY|>, <|to, from|>,
<|    $1 = $2;
m4_dnl|>)

EPI_DEFINE(<|EPI_ETA_OR_ONE|>, <|eta|>,
<|    $1 = epi_eta_or_one($1, status);
m4_dnl|>)
m4_divert(0)m4_dnl
