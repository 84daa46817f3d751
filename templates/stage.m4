m4_divert(-1)
// A stage: one function for each layer and each result, in the order of the computation. It holds the
// constants of its layer and is called once, by the entry point. Its text is kept in diversion 5 until
// the block functions that it calls are printed.

EPI_DEFINE(<|EPI_STAGE|>, <|sentence|>,
<|m4_divert(5)
/* $1<||>m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_SENTENCE|>, <|sentence|>,
<|
 * $1<||>m4_dnl|>)

// The contract: what the stage reads and writes, and in which ranges.
EPI_DEFINE(<|EPI_STAGE_CONTRACT|>, <||>,
<| */
/*@m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_READS|>, <|array, last index, low, high|>,
<|
    requires \valid_read($1 + (0 .. $2));
    requires \initialized($1 + (0 .. $2));
    requires \forall integer i; 0 <= i <= $2 ==> $3 <= $1[i] <= $4;m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_WRITES|>, <|array, last index|>,
<|
    requires \valid($1 + (0 .. $2));m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_SEPARATED|>, <|array, last index, other array, its last index|>,
<|
    requires \separated($1 + (0 .. $2), $3 + (0 .. $4));m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_ASSIGNS|>, <|array, last index|>,
<|
    assigns $1[0 .. $2];m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_ENSURES|>, <|array, last index, low, high|>,
<|
    ensures \initialized($1 + (0 .. $2));
    ensures \forall integer i; 0 <= i <= $2 ==> $3 <= $1[i] <= $4;m4_dnl|>)

EPI_DEFINE(<|EPI_STAGE_CONTRACT_END|>, <||>,
<|
*/
m4_dnl|>)

// A stage without a contract, in the simd form.
EPI_DEFINE(<|EPI_STAGE_PLAIN|>, <||>,
<| */
m4_dnl|>)

// The function: its arrays, its constants (EPI_TABLE), calls and activations.
EPI_DEFINE(<|EPI_STAGE_FUNCTION|>, <|name|>,
<|static void epi_$1(m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_ARRAY|>, <|const or nothing, type, name, size, separator|>,
<|$1$2 $3[$4]$5<||>m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_BODY|>, <||>,
<|)
{
m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_END|>, <||>,
<|}
m4_divert(2)m4_undivert(5)m4_divert(3)m4_dnl|>)

// Its call by the entry point.
EPI_DEFINE(<|EPI_STAGE_CALL|>, <|name|>,
<|    epi_$1(m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_ARGUMENT|>, <|array, separator|>,
<|$1$2<||>m4_dnl|>)
EPI_DEFINE(<|EPI_STAGE_CALL_END|>, <|further arguments|>,
<|$1);
m4_dnl|>)

// The stage of a result: mean, sigma or eta.
EPI_DEFINE(<|EPI_OUTPUT_VALID|>, <||>,
<|
    requires \valid(r);m4_dnl|>)
EPI_DEFINE(<|EPI_OUTPUT_SEPARATED|>, <|array, last index|>,
<|
    requires \separated($1 + (0 .. $2), r);m4_dnl|>)
EPI_DEFINE(<|EPI_OUTPUT_ASSIGNS|>, <|member|>,
<|
    assigns $1;m4_dnl|>)
EPI_DEFINE(<|EPI_OUTPUT_BODY|>, <|status with its comma|>,
<|$1epi_result_t *r)
{
m4_dnl|>)
m4_divert(0)m4_dnl
