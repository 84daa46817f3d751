m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    lib_deps = EPI_PREFIX=symlink:///path/to/this/folder     ; in platformio.ini; or copy the folder into lib/
    #include <EPI_PREFIX.h>
    epi_result_t r; epi_infer(x, &r);                        /* x: EPI_N_IN float, in the order of the table below */

The library is compiled with -ffp-contract=off by its own manifest, for every framework and platform. The examples are sketches for
Arduino: Infer prints what the model says of one point, SelfTest whether the bits are right on the board.
m4_include(<|package/about/tail.m4|>)m4_dnl
