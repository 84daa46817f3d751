m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    Sketch > Include Library > Add .ZIP Library     /* or copy this folder into libraries/ */
    #include <EPI_PREFIX.h>
    epi_result_t r; epi_infer(x, &r);               /* x: EPI_N_IN float, in the order of the table below */

File > Examples > EPI_PREFIX: Infer prints what the model says of one point, SelfTest whether the bits are right on this board
(its vectors need some RAM: a Mega, not an Uno).
m4_include(<|package/about/tail.m4|>)m4_dnl
