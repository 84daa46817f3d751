m4_divert(-1)EPI_VALUE(<|EPI_FMI_VERSION|>, <|3.0|>)m4_divert(0)m4_dnl
m4_include(<|package/fmu/readme.m4|>)m4_dnl
