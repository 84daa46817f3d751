m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    west build -b BOARD app -- -DZEPHYR_EXTRA_MODULES=/path/to/this/folder     # or a project of that path in west.yml
    CONFIG_EPIGEN_<||>EPI_UPPER=y                                              # in prj.conf
    #include <EPI_PREFIX.h>                                                    /* epi_result_t r; epi_infer(x, &r); */

`samples/selftest` prints whether the bits are right on a board:
`west build -b qemu_cortex_m3 samples/selftest -t run`. CONFIG_EPIGEN_<||>EPI_UPPER<||>_SELFTEST links the self-test into an application.
m4_include(<|package/about/tail.m4|>)m4_dnl
