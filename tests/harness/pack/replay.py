"""replay.py NAME INPUTS RESULTS N_IN: the module NAME over the words of verify/tools/answers.c, once in a batch and
some rows alone; RESULTS are written. Numpy is used where it is installed."""
import array
import importlib
import struct
import sys
import threading

name, inputs, results, n_in = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
model = importlib.import_module(name)
assert model.selftest() == 0
assert len(model.INPUTS) == n_in == len(model.DOMAIN) == len(model.INPUT_UNITS)
words = array.array("f")
with open(inputs, "rb") as file:
    words.frombytes(file.read())
rows = len(words) // n_in
table = memoryview(words).cast("B").cast("f", (rows, n_in))
batch = model.infer_batch(table)
fields = [field for field in ("mean", "sigma", "eta", "status") if hasattr(batch, field)]


def row_bytes(numbers, format):
    return struct.pack("%d%s" % (len(numbers), format), *numbers)


views = [(getattr(batch, field).cast("B"), getattr(batch, field).strides[0]) for field in fields]


def batch_row(row):
    return b"".join(bytes(view[row * size : (row + 1) * size]) for view, size in views)


with open(results, "wb") as file:
    for row in range(rows):
        file.write(batch_row(row))

# Rows alone: as a buffer of float32, as one of float64, as a list, as a slice with a stride.
for row in range(0, min(rows, 400)):
    single = words[row * n_in : (row + 1) * n_in]
    wide = array.array("d", single)
    strided = memoryview(array.array("f", [v for number in single for v in (number, 0.0)]))[::2]
    for x in (single, wide, list(single), tuple(wide), strided):
        r = model.infer(x)
        made = b"".join(
            row_bytes(v if isinstance(v, tuple) else [v], "I" if field == "status" else "f")
            for field, v in zip(fields, r)
        )
        assert made == batch_row(row), (row, type(x))

# Lists of rows give what the buffer gives, as do two threads at once.
few = [list(words[i * n_in : (i + 1) * n_in]) for i in range(min(rows, 50))]
assert model.infer_batch(few).mean.tobytes() == batch.mean.tobytes()[: len(few) * batch.mean.strides[0]]
assert len(model.infer_batch([]).status) == 0
seen = []
threads = [threading.Thread(target=lambda: seen.append(model.infer_batch(table).mean.tobytes())) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert seen == [batch.mean.tobytes()] * 2

# What is refused.
for wrong, error in (
    ([0.0] * (n_in + 1), ValueError),
    ("text" * n_in, (TypeError, ValueError)),
    (1.0, TypeError),
    (["a"] * n_in, TypeError),
    (array.array("f", [0.0] * (n_in + 1)), ValueError),
):
    try:
        model.infer(wrong)
    except error:
        continue
    raise AssertionError("taken: %r" % (wrong,))
try:
    import numpy
except ImportError:
    print("numpy is not installed: its arrays are not tried")
else:
    x = numpy.frombuffer(words, dtype=numpy.float32).reshape(rows, n_in)
    assert numpy.asarray(model.infer_batch(x).mean).tobytes() == batch.mean.tobytes()
    assert numpy.asarray(model.infer_batch(numpy.asfortranarray(x)).mean).tobytes() == batch.mean.tobytes()
    assert model.infer_batch(x[:9].astype(numpy.float64)).mean.tobytes() == model.infer_batch(x[:9]).mean.tobytes()
    assert model.infer(numpy.zeros(n_in, dtype=int)) == model.infer([0] * n_in)
    assert model.infer(numpy.zeros(n_in, dtype=">f4")) == model.infer([0] * n_in)
