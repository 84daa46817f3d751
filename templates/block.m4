m4_divert(-1)
// A block: up to sixteen neurons of a layer, or 26, as one function. One accumulator a neuron, terms
// input by input, so that neighbouring statements do not wait for each other. Blocks of a layer
// that differ in nothing but their constants are one function, which is given a table of them.

EPI_DEFINE(<|EPI_BLOCK|>, <|sentence|>,
<|m4_divert(2)
/* $1 */
/*@m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_READS|>, <|array, last index, low, high, last output|>,
<|
    requires \valid_read($1 + (0 .. $2));
    requires \initialized($1 + (0 .. $2));
    requires \forall integer i; 0 <= i <= $2 ==> $3 <= $1[i] <= $4;
    requires \separated($1 + (0 .. $2), out + (0 .. $5));m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_TABLE|>, <|pointer, last pair|>,
<|
    requires \valid_read(w$1 + (0 .. $2));
    requires \initialized(w$1 + (0 .. $2));m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_WRITES|>, <|last output|>,
<|
    requires \valid(out + (0 .. $1));
    assigns out[0 .. $1];m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_ENSURES|>, <|output, low, high|>,
<|
    ensures \initialized(&out[$1]) && $2 <= out[$1] <= $3;m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_FUNCTION|>, <|layer, block|>,
<|
*/
static void epi_$1_group$2(m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_IN|>, <|array, size, space in front of all but the first|>,
<|$3const EPI_REAL $1[$2],m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_PAIRS|>, <|pointer, pairs|>,
<|
    /* cppcheck-suppress misra-c2012-19.2 */
    const epi_pair w$1[$2],m4_dnl|>)

// What EPI_BLOCK_OUT is for a block with a table.
EPI_DEFINE(<|EPI_BLOCK_TABLED|>, <|size|>,
<|
    EPI_REAL out[$1])
{
    /* The two constants that come next in the table. */
    /* cppcheck-suppress misra-c2012-19.2 */
    epi_pair p;

m4_dnl|>)

// The next two constants of the table.
EPI_DEFINE(<|EPI_PAIR|>, <|pointer, index|>,
<|    p = epi_pair_load(&w$1[$2]);
m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_OUT|>, <|size|>,
<| EPI_REAL out[$1])
{
m4_dnl|>)

EPI_DEFINE(<|EPI_BIAS|>, <|sum, constant|>,
<|    EPI_REAL $1 = $2;
m4_dnl|>)

EPI_DEFINE(<|EPI_TERM|>, <|sum, weight, array, index|>,
<|    $1 = $1 + ($2 * $3[$4]);
m4_dnl|>)

EPI_DEFINE(<|EPI_DISTANCE|>, <|sum, point, array, index|>,
<|    $1 = $1 - epi_square($3[$4] - $2);
m4_dnl|>)

EPI_DEFINE(<|EPI_STORE|>, <|place, sum|>,
<|    $1 = $2;
m4_dnl|>)

EPI_DEFINE(<|EPI_STORE_ACTIVATED|>, <|place, sum, kernel|>,
<|    $1 = epi_$3($2);
m4_dnl|>)

EPI_DEFINE(<|EPI_BLOCK_END|>, <||>,
<|}
m4_dnl|>)

// Begins the call of a block in the stage of its layer.
EPI_DEFINE(<|EPI_CALL|>, <|layer, block|>,
<|m4_divert(5)    epi_$1_group$2(m4_dnl|>)

EPI_DEFINE(<|EPI_CALL_IN|>, <|array|>,
<|$1, m4_dnl|>)

EPI_DEFINE(<|EPI_CALL_PAIRS|>, <|block, first pair|>,
<|&weights_$1[$2], m4_dnl|>)

EPI_DEFINE(<|EPI_CALL_OUT|>, <|first value|>,
<|&$1);
m4_dnl|>)

// The constants of a block that shares its function, in the order in which that uses them.
EPI_DEFINE(<|EPI_TABLE|>, <|block, pairs, neurons, layer, block of the function, what the labels mean|>,
<|    /* Layer $4, $3: the constants in the order in which epi_$4_group$5 takes them.$6 */
    /* cppcheck-suppress misra-c2012-19.2 */
    static const epi_pair weights_$1[$2] = {
m4_dnl|>)

EPI_DEFINE(<|EPI_TWO|>, <|constant, constant, separator, what they are|>,
<|        {{$1, $2}}$3 /* $4 */
m4_dnl|>)

EPI_DEFINE(<|EPI_TABLE_END|>, <||>,
<|    };

m4_dnl|>)
m4_divert(0)m4_dnl
