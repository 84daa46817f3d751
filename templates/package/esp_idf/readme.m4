m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    cp -r this-folder components/EPI_PREFIX       # or: idf.py add-dependency with path: in idf_component.yml
    REQUIRES EPI_PREFIX                           # in idf_component_register of your component
    #include "EPI_PREFIX.h"                       /* epi_result_t r; epi_infer(x, &r); */

`examples/selftest` prints whether the bits are right on a chip: `cd examples/selftest && idf.py build flash monitor`.
m4_include(<|package/about/tail.m4|>)m4_dnl
