m4_divert(-1)
// The stages in fixed point: inputs, and layers as blocks of neurons.

EPI_DEFINE(<|EPI_INPUTS_BEGIN|>, <|type of z, size of z|>,
<|m4_divert(2)
/* Stages: the inputs, then layer by layer, then the results. */

/* The inputs: each is forced into its domain, which sets its bit in status if it was outside. */
EPI_INPUTS_ATTRIBUTE<||>static void epi_inputs(const EPI_REAL x[EPI_UPPER()_N_IN], $1 z[$2], uint32_t *status)
{
m4_dnl|>)
EPI_VALUE(<|EPI_INPUTS_ATTRIBUTE|>, <||>)
EPI_DEFINE(<|EPI_CLAMP|>, <|index, NAME, low, high, status bit, meaning|>,
<|    /* $6 */
    z[$1] = epi_clamp(x[EPI_UPPER()_IN_$2], $3, $4, $5, status);
m4_dnl|>)
EPI_DEFINE(<|EPI_INPUTS_CALL|>, <||>,
<|}
m4_divert(3)    epi_inputs(x, z, &status);
m4_dnl|>)

EPI_DEFINE(<|EPI_LAYER|>, <|sentence|>,
<|m4_divert(2)
/* $1 */
m4_dnl|>)

// A block of neurons: one function.
EPI_DEFINE(<|EPI_BLOCK|>, <|name, parameters, comment|>,
<|m4_divert(2)/* $3 */
static void epi_$1($2)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_SUM|>, <|sum, bias|>,
<|    int32_t $1 = $2;
m4_dnl|>)
EPI_DEFINE(<|EPI_FACTOR|>, <|what is read|>,
<|
    /* $1 */
m4_dnl|>)
EPI_DEFINE(<|EPI_TERM|>, <|sum, weight, value|>,
<|    $1 = $1 + ($2 * $3);
m4_dnl|>)
EPI_DEFINE(<|EPI_TERM_ONE|>, <|sum, value|>,
<|    $1 = $1 + $2;
m4_dnl|>)
EPI_DEFINE(<|EPI_VALUES|>, <||>,
<|
m4_dnl|>)
EPI_DEFINE(<|EPI_STORE|>, <|value, expression|>,
<|    $1 = $2;
m4_dnl|>)
EPI_DEFINE(<|EPI_BLOCK_END|>, <|name, arguments|>,
<|}

m4_divert(3)    epi_$1($2);
m4_dnl|>)
m4_divert(0)m4_dnl
