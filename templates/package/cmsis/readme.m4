m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    cpackget add epigen.EPI_PREFIX.EPI_VERSION.pack          # or a double click, in an IDE that knows packs
    - component: Machine Learning:Model:EPI_PREFIX           # in the csolution project; Model SelfTest for its self-test
    #include "EPI_PREFIX.h"                                  /* epi_result_t r; epi_infer(x, &r); */

Compile with -ffp-contract=off. `epigen.EPI_PREFIX.EPI_VERSION.pack` is the archive of what lies beside it.
m4_include(<|package/about/tail.m4|>)m4_dnl
