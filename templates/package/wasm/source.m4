/* EPI_PREFIX()_wasm.c: what JavaScript calls. Numbers pass through arrays in the memory of the module, as bits: rows of
 * inputs, and for each of them mean, EPI_IF_SIGMA(<|sigma, |>)EPI_IF_ETA(<|eta, |>)status in the order of the struct. */
#include "EPI_PREFIX.h"

enum { ROWS = 256 };
static float rows[ROWS][EPI_UPPER()_N_IN];
static epi_result_t results[ROWS];

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("inputs") float *epi_wasm_inputs(void);
EXPORT("results") epi_result_t *epi_wasm_results(void);
EXPORT("rows") uint32_t epi_wasm_rows(void);
EXPORT("resultBytes") uint32_t epi_wasm_result_bytes(void);
EXPORT("infer") void epi_wasm_infer(uint32_t count);
EXPORT("selftest") uint32_t epi_wasm_selftest(void);

float *epi_wasm_inputs(void)
{
    return &rows[0][0];
}

epi_result_t *epi_wasm_results(void)
{
    return &results[0];
}

uint32_t epi_wasm_rows(void)
{
    return ROWS;
}

uint32_t epi_wasm_result_bytes(void)
{
    return (uint32_t)sizeof(epi_result_t);
}

/* The first so many rows. */
void epi_wasm_infer(uint32_t count)
{
    uint32_t i;

    for (i = 0U; (i < count) && (i < (uint32_t)ROWS); i++) {
        epi_infer(rows[i], &results[i]);
    }
}

uint32_t epi_wasm_selftest(void)
{
    return epi_selftest();
}
