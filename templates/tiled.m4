m4_divert(-1)
// The tiled form: weights in tables, loops with constant bounds over what a layer reads, the
// sums of a tile in variables of their own.

// What the head comment says.
EPI_DEFINE(<|EPI_TILED|>, <||>,
<|m4_divert(-1)
EPI_VALUE(<|EPI_FORM_LINES|>, <|
 * Form: tiled. The source has loops with constant bounds over tables of weights and no conditional; that a
 * compiler adds none is to be checked on the object. The results have the bits of the unrolled form.|>)
m4_divert(1)m4_dnl|>)

EPI_DEFINE(<|EPI_INPUT_TABLE|>, <|inputs, columns, further column|>,
<|    /* Each row, as bits: lower bound, upper bound, the number that replaces a NaN, the bit in status$3. */
    static const uint32_t bounds[$1][$2] = {
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUT_BOUNDS|>, <|row, comma, meaning|>,
<|        {$1}$2 /* $3 */
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUTS_STANDARD|>, <|inputs, columns, what they are|>,
<|    };
    /* Each row: $3. */
    static const EPI_REAL standard[$1][$2] = {
m4_dnl|>)
EPI_DEFINE(<|EPI_INPUT_STANDARD|>, <|row, comma, name of the input|>,
<|        {$1}$2 /* $3 */
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUTS_LOOP|>, <|inputs, kernel|>,
<|    };

    for (uint32_t i = 0U; i < $1U; i++) {
        EPI_REAL v = epi_$2(x[i], bounds[i][0], bounds[i][1], bounds[i][2], bounds[i][3], status);
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUTS_SUBTRACT|>, <||>,
<|        v = v - standard[i][0];
m4_dnl|>)
EPI_DEFINE(<|EPI_INPUTS_FLUSH|>, <||>,
<|        v = epi_flush(v, bounds[i][4]);
m4_dnl|>)
EPI_DEFINE(<|EPI_INPUTS_MULTIPLY|>, <|column|>,
<|        v = v * standard[i][$1];
m4_dnl|>)

EPI_DEFINE(<|EPI_INPUTS_LOOP_END|>, <||>,
<|        z[i] = v;
    }
m4_dnl|>)

// Begins the function for all tiles of this size.
EPI_DEFINE(<|EPI_TILE|>, <|inputs, sums, rows of the table, suffix of the name, comment|>,
<|m4_divert(2)
/* $5 */
static void epi_tile$4_$1x$2(const EPI_REAL in[$1], const EPI_REAL w[$3][$2], EPI_REAL out[$2])
{
m4_dnl|>)

EPI_DEFINE(<|EPI_TILE_START|>, <|sum, where it starts|>,
<|    EPI_REAL a$1 = $2;
m4_dnl|>)

EPI_DEFINE(<|EPI_TILE_LOOP|>, <|inputs, increment|>,
<|
    for (uint32_t i = 0U; i < $1U; $2) {
m4_dnl|>)

EPI_DEFINE(<|EPI_TILE_INPUT|>, <|number within the turn, place|>,
<|        const EPI_REAL x$1 = in[$2];
m4_dnl|>)

EPI_DEFINE(<|EPI_TILE_TERM|>, <|sum, row of the table, number of the input|>,
<|        a$1 = a$1 + (w[$2][$1] * x$3);
m4_dnl|>)
EPI_DEFINE(<|EPI_TILE_DISTANCE|>, <|sum, row of the table, number of the input|>,
<|        a$1 = a$1 - epi_square(x$3 - w[$2][$1]);
m4_dnl|>)

EPI_DEFINE(<|EPI_TILE_LOOP_END|>, <||>,
<|    }
m4_dnl|>)

EPI_DEFINE(<|EPI_TILE_END|>, <||>,
<|}
m4_dnl|>)

EPI_DEFINE(<|EPI_TILE_TABLE|>, <|tile and source, rows, columns, neurons, what they read|>,
<|    /* The constants of $4, which read $5: in weights_T_S, T counts such groups of neurons, S what they read. */
    static const EPI_REAL weights_$1[$2][$3] = {
m4_dnl|>)
EPI_DEFINE(<|EPI_TABLE_ROW|>, <|what it holds|>,
<|        /* $1 */
        {m4_dnl|>)
EPI_DEFINE(<|EPI_TABLE_VALUE|>, <|literal with its comma|>,
<|$1<||>m4_dnl|>)
EPI_DEFINE(<|EPI_TABLE_ROW_END|>, <|comma|>,
<|}$1
m4_dnl|>)

EPI_DEFINE(<|EPI_TILE_CALL|>, <|inputs, sums, suffix of the name, array, table, first sum|>,
<|    epi_tile$3_$1x$2($4, weights_$5, &$6);
m4_dnl|>)

EPI_DEFINE(<|EPI_SUMS|>, <|neurons|>,
<|    /* The sums of all layers of this stage, before they are copied to their layers. */
    EPI_REAL sums[$1];

m4_dnl|>)

// The kernel on a whole layer.
EPI_DEFINE(<|EPI_KERNEL_LOOP|>, <|name, values, further parameter, increment|>,
<|m4_divert(2)
/* $1 of $2 m4_ifelse(<|$2|>, <|1|>, <|number|>, <|numbers|>). */
static void epi_$1_x$2(EPI_REAL v[$2]$3)
{
    for (uint32_t i = 0U; i < $2U; $4) {
m4_dnl|>)
EPI_DEFINE(<|EPI_KERNEL_LOOP_VALUE|>, <|name, place, further argument|>,
<|        v[$2] = epi_$1(v[$2]$3);
m4_dnl|>)
EPI_DEFINE(<|EPI_KERNEL_LOOP_END|>, <||>,
<|    }
}
m4_divert(5)m4_dnl|>)

EPI_DEFINE(<|EPI_ACTIVATE_LOOP|>, <|kernel, values, buffer, further arguments|>,
<|    epi_$1_x$2($3$4);
m4_dnl|>)
m4_divert(0)m4_dnl
