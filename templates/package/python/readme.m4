m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    pip install dist/EPI_PREFIX-EPI_VERSION.tar.gz       # needs python3-dev and a C compiler, nothing else
    import EPI_PREFIX; r = EPI_PREFIX.infer(x)           # x: a sequence or a buffer (array, numpy) of EPI_N_IN numbers
    rows = EPI_PREFIX.infer_batch(X)                     # X: rows of them; releases the interpreter lock

`infer` gives `mean`EPI_IF_SIGMA(<|, `sigma`|>)EPI_IF_ETA(<|, `eta`|>) and `status` as tuples and numbers, `infer_batch` as memory views, of which
`numpy.asarray` makes arrays without a copy. Numbers are rounded to float32 on their way in; the bits that come out are
those of the C. `EPI_PREFIX.INPUTS`, `DOMAIN`, `INPUT_UNITS`, `OUTPUTS` and `OUTPUT_UNITS` say what the numbers are; `EPI_PREFIX.selftest()` returns 0.
m4_include(<|package/about/tail.m4|>)m4_dnl
