m4_divert(-1)
// Layers with their numbers in tables, and the functions of blocks that they call.

EPI_DEFINE(<|EPI_BLANK|>, <||>,
<|
m4_dnl|>)

// A loop over an array; its statements stand deeper.
EPI_VALUE(<|EPI_INDENT|>, <||>)
EPI_DEFINE(<|EPI_LOOP|>, <|elements, step|>,
<|
    for (uint32_t i = 0U; i < $1U; $2) {
m4_divert(-1)
EPI_VALUE(<|EPI_INDENT|>, <|    |>)
m4_divert(2)m4_dnl|>)
EPI_DEFINE(<|EPI_LOOP_END|>, <||>,
<|    }
m4_divert(-1)
EPI_VALUE(<|EPI_INDENT|>, <||>)
m4_divert(2)m4_dnl|>)
// What is read: outside of loops by one variable, in them by one constant for each element of a turn.
EPI_DEFINE(<|EPI_FACTOR_DECLARED|>, <|type|>,
<|    $1 v;
m4_dnl|>)
EPI_DEFINE(<|EPI_FACTOR_SET|>, <|element|>,
<|    v = $1;
m4_dnl|>)
EPI_DEFINE(<|EPI_FACTOR_OF_TURN|>, <|type, name, element|>,
<|        const $1 $2 = $3;
m4_dnl|>)
EPI_DEFINE(<|EPI_SHARED_END|>, <||>,
<|}
m4_dnl|>)

// Without SMLAD.
EPI_DEFINE(<|EPI_TILED_BLOCK|>, <|name, parameters, comment|>,
<|m4_divert(2)
/* $3 b: the biases; w: a row for each value that is read, with the weight of each neuron.
 * (Not inline, so that loops have their counts in sight: a deviation from MISRA C:2012 rule 1.2, advisory.) */
#if defined(__GNUC__)
/* cppcheck-suppress misra-c2012-1.2 */
__attribute__((noinline))
#endif
static void epi_$1($2)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_TILED_SUM|>, <|sum|>,
<|    int32_t a$1 = b[$1];
m4_dnl|>)
EPI_DEFINE(<|EPI_TILED_TERM|>, <|sum, row of w, what is read|>,
<|EPI_INDENT    a$1 = a$1 + (w[$2][$1] * $3);
m4_dnl|>)

EPI_DEFINE(<|EPI_LAYER_STAGE|>, <|name, parameters, sentence|>,
<|m4_divert(5)
/* $3 */
static void epi_$1_layer($2)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_TABLE|>, <|comment, declaration|>,
<|    /* $1 */
    static const $2 = {
m4_dnl|>)
EPI_DEFINE(<|EPI_TABLE_ROW|>, <|numbers|>,
<|        $1
m4_dnl|>)
EPI_DEFINE(<|EPI_TABLE_END|>, <||>,
<|    };
m4_dnl|>)
EPI_DEFINE(<|EPI_LAYER_CALL|>, <|name, arguments|>,
<|    epi_$1($2);
m4_dnl|>)
EPI_DEFINE(<|EPI_LAYER_END|>, <|name, arguments|>,
<|}
m4_divert(2)m4_undivert(5)m4_divert(3)    epi_$1_layer($2);
m4_dnl|>)
m4_divert(0)m4_dnl
