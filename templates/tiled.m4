m4_divert(-1)
// The tiled form: weights in tables, loops with constant bounds over what a layer reads, the
// sums of a tile in variables of their own.

// EPI_TILED()
// What the head comment says.
m4_define(<|EPI_TILED|>, <|m4_divert(-1)
m4_define(<|EPI_FORM_LINES|>, <|
 * Form: tiled. Weights in tables, loops with constant bounds and no other branch: the same
 * instructions for every input, and the same bits as in the unrolled form.|>)
m4_divert(1)m4_dnl|>)

// EPI_INPUTS(inputs)
// The inputs: forced into their domain and standardised, by one loop over tables.
m4_define(<|EPI_INPUTS|>, <|m4_divert(2)
static void epi_inputs(const EPI_REAL x[$1], EPI_REAL z[$1], uint32_t *status)
{
m4_dnl|>)

// EPI_INPUT_TABLE(inputs, columns, further column)
m4_define(<|EPI_INPUT_TABLE|>, <|    /* lower bound, upper bound, what stands in for a NaN, status bit$3 */
    static const uint32_t bounds[$1][$2] = {
m4_dnl|>)

// EPI_INPUT_BOUNDS(row, comma, name of the input)
m4_define(<|EPI_INPUT_BOUNDS|>, <|        {$1}$2 /* $3 */
m4_dnl|>)

// EPI_INPUTS_STANDARD(inputs, columns, what they are), EPI_INPUT_STANDARD(row, comma)
m4_define(<|EPI_INPUTS_STANDARD|>, <|    };
    /* $3 */
    static const EPI_REAL standard[$1][$2] = {
m4_dnl|>)
m4_define(<|EPI_INPUT_STANDARD|>, <|        {$1}$2
m4_dnl|>)

// EPI_INPUTS_LOOP(inputs, kernel)
m4_define(<|EPI_INPUTS_LOOP|>, <|    };

    for (uint32_t i = 0U; i < $1U; i++) {
        EPI_REAL v = epi_$2(x[i], bounds[i][0], bounds[i][1], bounds[i][2], bounds[i][3], status);
m4_dnl|>)

// EPI_INPUTS_SUBTRACT(), EPI_INPUTS_FLUSH(), EPI_INPUTS_MULTIPLY(column)
m4_define(<|EPI_INPUTS_SUBTRACT|>, <|        v = v - standard[i][0];
m4_dnl|>)
m4_define(<|EPI_INPUTS_FLUSH|>, <|        v = epi_flush(v, bounds[i][4]);
m4_dnl|>)
m4_define(<|EPI_INPUTS_MULTIPLY|>, <|        v = v * standard[i][$1];
m4_dnl|>)

// EPI_INPUTS_CALL()
m4_define(<|EPI_INPUTS_CALL|>, <|        z[i] = v;
    }
}
m4_divert(3)    epi_inputs(x, z, &status);
m4_dnl|>)

// EPI_TILE(inputs, sums, rows of the table, suffix of the name, comment)
// Begins the function for all tiles of this size.
m4_define(<|EPI_TILE|>, <|m4_divert(2)
/* $5 */
static void epi_tile$4_$1x$2(const EPI_REAL in[$1], const EPI_REAL w[$3][$2], EPI_REAL out[$2])
{
m4_dnl|>)

// EPI_TILE_START(sum, where it starts)
m4_define(<|EPI_TILE_START|>, <|    EPI_REAL a$1 = $2;
m4_dnl|>)

// EPI_TILE_LOOP(inputs, increment)
m4_define(<|EPI_TILE_LOOP|>, <|
    for (uint32_t i = 0U; i < $1U; $2) {
m4_dnl|>)

// EPI_TILE_INPUT(number within the turn, place)
m4_define(<|EPI_TILE_INPUT|>, <|        const EPI_REAL x$1 = in[$2];
m4_dnl|>)

// EPI_TILE_TERM(sum, row of the table, number of the input), EPI_TILE_GAP
m4_define(<|EPI_TILE_TERM|>, <|        a$1 = a$1 + (w[$2][$1] * x$3);
m4_dnl|>)
m4_define(<|EPI_TILE_GAP|>, <|        a$1 = a$1 - epi_square(x$3 - w[$2][$1]);
m4_dnl|>)

// EPI_TILE_LOOP_END()
m4_define(<|EPI_TILE_LOOP_END|>, <|    }
m4_dnl|>)

// EPI_TILE_END()
m4_define(<|EPI_TILE_END|>, <|}
m4_dnl|>)

// EPI_TILE_TABLE(tile and source, rows, columns), EPI_TABLE_ROW(), EPI_TABLE_VALUE(literal with its comma),
// EPI_TABLE_ROW_END(comma), EPI_TABLE_END()
m4_define(<|EPI_TILE_TABLE|>, <|    static const EPI_REAL w$1[$2][$3] = {
m4_dnl|>)
m4_define(<|EPI_TABLE_ROW|>, <|        {m4_dnl|>)
m4_define(<|EPI_TABLE_VALUE|>, <|$1<||>m4_dnl|>)
m4_define(<|EPI_TABLE_ROW_END|>, <|}$1
m4_dnl|>)

// EPI_TILE_CALL(inputs, sums, suffix of the name, source number, tile, output)
m4_define(<|EPI_TILE_CALL|>, <|    epi_tile$3_$1x$2(in$4, w$5_$4, &out[$6]);
m4_dnl|>)

// EPI_PART(layer, which neurons, line in the spec), EPI_PART_LAYER(the same), EPI_PART_CONTRACT()
// The function of a layer, or of layers that read the same. What follows is that of a block.
m4_define(<|EPI_PART|>, <|m4_divert(2)
/* layer $1 (line $3 of the spec): $2<||>m4_dnl|>)
m4_define(<|EPI_PART_LAYER|>, <|; layer $1 (line $3): $2<||>m4_dnl|>)
m4_define(<|EPI_PART_CONTRACT|>, <| */
/*@m4_dnl|>)

// EPI_JOINT(first layer, neurons)
// Where layers that read the same are computed together.
m4_define(<|EPI_JOINT|>, <|m4_divert(3)    EPI_REAL $1_j[$2];
m4_dnl|>)

// EPI_KERNEL_LOOP(name, values, further parameter, further argument)
// The kernel on a whole layer.
m4_define(<|EPI_KERNEL_LOOP|>, <|m4_divert(2)
static void epi_$1_x$2(EPI_REAL v[$2]$3)
{
    for (uint32_t i = 0U; i < $2U; i++) {
        v[i] = epi_$1(v[i]$4);
    }
}
m4_divert(3)m4_dnl|>)

// EPI_ACTIVATE_LOOP(kernel, values, buffer, further arguments)
m4_define(<|EPI_ACTIVATE_LOOP|>, <|    epi_$1_x$2($3$4);
m4_dnl|>)
m4_divert(0)m4_dnl
