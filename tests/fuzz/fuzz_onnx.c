/* Gives any bytes to the reader of ONNX. Run on tests/import. */
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || data[0] == '/' || (data[0] >= '0' && data[0] <= '9'))
        return 0; /* fuzz_nnet has these */
    import_try("fuzz.onnx", data, size, size % 2 == 0);
    return 0;
}
