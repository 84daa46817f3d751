
## The model

| input | unit | from | to |
|---|---|---|---|
m4_divert(2)
| output | unit |
|---|---|
m4_divert(4)m4_dnl
EPI_IF_SIGMA(<|
Beside its mean each output has sigma, the standard deviation of its noise, in the same unit.|>)EPI_IF_ETA(<|
Eta is how little the model knows here, from 0 (known) to 1 (unknown): above 0.5 there was no training data, and
the other numbers are not to be trusted.|>)
An input outside of its domain, or no number at all, sets its bit in the status; 0 is the status to expect.

`EPI_PREFIX.yaml` is the spec from which all of this was generated; `sha256sum -c EPI_PREFIX.yaml.sha256` checks it. The C
files are those that epigen writes, byte for byte. They need a compiler that rounds each float operation once:
where it does not (x87, -ffast-math), they refuse to be compiled. `epi_selftest()` returns 0 where all bits are right.
m4_divert(-1)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(1)| EPI_V_NAME | EPI_UNIT_TEXT | EPI_V_MIN | EPI_V_MAX |
|>)
EPI_VALUE(<|EPI_EACH_MEAN|>, <|m4_divert(3)| EPI_V_NAME | EPI_UNIT_TEXT |
|>)
m4_divert(-1)
