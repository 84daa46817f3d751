from typing import Any, Dict, NamedTuple, Sequence, Tuple, Union

__version__: str
SPEC_SHA256: str
INPUTS: Tuple[str, ...]
DOMAIN: Dict[str, Tuple[float, float]]
INPUT_UNITS: Tuple[str, ...]
OUTPUTS: Tuple[str, ...]
OUTPUT_UNITS: Tuple[str, ...]

class Result(NamedTuple):
    mean: Tuple[float, ...]
EPI_IF_SIGMA(<|    sigma: Tuple[float, ...]
|>)EPI_IF_ETA(<|    eta: float
|>)m4_dnl
    status: int

# Memory views: numbers are float32, status is uint32; a row of mean for each row of the call.
class Batch(NamedTuple):
    mean: memoryview
EPI_IF_SIGMA(<|    sigma: memoryview
|>)EPI_IF_ETA(<|    eta: memoryview
|>)m4_dnl
    status: memoryview

# Any: an object with the buffer protocol, of float32 or float64.
def infer(x: Union[Sequence[float], Any]) -> Result: ...
def infer_batch(x: Union[Sequence[Sequence[float]], Any]) -> Batch: ...
def selftest() -> int: ...
