m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    epi_build                                     % in Octave or Matlab, in this folder: compiles the MEX function EPI_PREFIX
    [mean, EPI_IF_SIGMA(<|sigma, |>)EPI_IF_ETA(<|eta, |>)status] = EPI_PREFIX<||>(X);       % X: a row of EPI_N_IN numbers for each point, single or double
    EPI_PREFIX<||>('selftest')                        % 0: the bits are right on this machine

For Simulink, `epi_build('simulink')` compiles `EPI_PREFIX()_sfun`, a level-2 S-function: one port of EPI_N_IN single in, mean,
EPI_IF_SIGMA(<|sigma, |>)EPI_IF_ETA(<|eta |>)(single) and status (uint32) out. Numbers are rounded to single on their way in; results have the class of X.
m4_include(<|package/about/tail.m4|>)m4_dnl
