% EPI_PREFIX: EPI_SUMMARY
%   [mean, EPI_IF_SIGMA(<|sigma, |>)EPI_IF_ETA(<|eta, |>)status] = EPI_PREFIX<||>(X) for X with a row of EPI_N_IN numbers for each point.
%   EPI_PREFIX<||>('selftest') returns 0 if the bits are right on this machine.
%   Inputs, in their order:
m4_divert(2)m4_dnl
%   Outputs, in their order:
m4_divert(4)m4_dnl
error('EPI_PREFIX:build', 'EPI_PREFIX is not compiled: run epi_build');
m4_divert(-1)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(1)%     EPI_V_NAME<||>EPI_IF_UNIT(<| [EPI_UNIT_TEXT]|>), EPI_V_MIN to EPI_V_MAX
|>)
EPI_VALUE(<|EPI_EACH_MEAN|>, <|m4_divert(3)%     EPI_V_NAME<||>EPI_IF_UNIT(<| [EPI_UNIT_TEXT]|>)
|>)
