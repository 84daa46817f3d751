"""The model EPI_PREFIX: infer(x) for one row, infer_batch(x) for many."""
from ._core import Batch, Result, infer, infer_batch, selftest

__version__ = "EPI_VERSION"
SPEC_SHA256 = "EPI_SHA256"

# The inputs in their order with the domain of each, the outputs in theirs, and their units; "": the spec names none.
INPUTS = (
m4_divert(2)m4_dnl
)
DOMAIN = {
m4_divert(4)m4_dnl
}
INPUT_UNITS = (
m4_divert(6)m4_dnl
)
OUTPUTS = (
m4_divert(8)m4_dnl
)
OUTPUT_UNITS = (
m4_divert(10)m4_dnl
)

__all__ = ["Batch", "DOMAIN", "INPUTS", "INPUT_UNITS", "OUTPUTS", "OUTPUT_UNITS", "Result", "SPEC_SHA256", "infer",
           "infer_batch", "selftest"]
m4_divert(-1)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(1)    "EPI_V_NAME",
m4_divert(3)    "EPI_V_NAME": (EPI_V_MIN, EPI_V_MAX),
m4_divert(5)    "EPI_UNIT_TEXT",
|>)
EPI_VALUE(<|EPI_EACH_MEAN|>, <|m4_divert(7)    "EPI_V_NAME",
m4_divert(9)    "EPI_UNIT_TEXT",
|>)
