#!/usr/bin/python3
"""Files that no one should be able to hurt epiimport with: hostile.py FOLDER. Protobuf by hand, so that nothing needs a package."""
import os
import struct
import sys

FOLDER = sys.argv[1]


def varint(n):
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def number(field, n):
    return varint(field << 3) + varint(n)


def data(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def node(kind, inputs, outputs, extra=b"", domain=""):
    return data(1, b"".join(data(1, i) for i in inputs) + b"".join(data(2, o) for o in outputs) + data(4, kind) + extra
                + (data(7, domain) if domain else b""))


def tensor(name, dims, raw=None, extra=b""):
    return data(5, b"".join(number(1, d) for d in dims) + number(2, 1) + data(8, name) + (data(9, raw) if raw is not None else b"") + extra)


def value(field, name, dims):
    shape = b"".join(data(1, number(1, d)) for d in dims)
    return data(field, data(1, name) + data(2, data(1, number(1, 1) + data(2, shape))))


def model(graph, extra=b"", opset=13):
    return number(1, 8) + data(7, graph) + data(8, number(2, opset)) + extra


def save(name, content):
    with open(os.path.join(FOLDER, name + ".onnx"), "wb") as file:
        file.write(content)


ENDS = value(11, "x", [1, 2]) + value(12, "y", [1, 2])
GOOD = model(node("MatMul", ["x", "w"], ["y"]) + tensor("w", [2, 2], struct.pack("<4f", 1, 2, 3, 4)) + ENDS)
save("good", GOOD)
save("truncated", GOOD[:-9])
save("empty", b"")
save("cycle", model(node("Add", ["x", "b"], ["a"]) + node("Relu", ["a"], ["b"]) + node("Neg", ["b"], ["y"]) + ENDS))
save("self", model(node("Add", ["x", "y"], ["y"]) + ENDS))
save("huge", model(node("MatMul", ["x", "w"], ["y"]) + tensor("w", [1 << 40, 1 << 40], b"abcd") + ENDS))
save("large", model(node("MatMul", ["x", "w"], ["y"]) + tensor("w", [2, 5000000], b"abcd") + ENDS))
save("wide", model(node("Relu", ["x"], ["y"]) + value(11, "x", [1 << 30, 1 << 40]) + value(12, "y", [1])))
save("nan", model(node("MatMul", ["x", "w"], ["y"]) + tensor("w", [2, 2], struct.pack("<4f", 1, float("nan"), 3, 4)) + ENDS))
save("infinite", model(node("Add", ["x", "w"], ["y"]) + tensor("w", [2], struct.pack("<2f", 1, float("inf"))) + ENDS))
save("million", model(b"".join(node("Identity", [f"v{i}" if i else "x"], [f"v{i + 1}"]) for i in range(1000000)) + ENDS))
save("many", model(b"".join(node("Identity", [f"v{i}" if i else "x"], [f"v{i + 1}" if i < 49999 else "y"]) for i in range(50000)) + ENDS))
deep = b""
for _ in range(200000):  # attributes that hold graphs that hold nodes
    deep = data(1, data(5, data(6, deep)))
    if len(deep) > 400000:
        break
save("deep", model(deep + ENDS))
for what, path in [("absolute", "/etc/passwd"), ("above", "../w.bin"), ("link", "link.bin"), ("missing", "none.bin"), ("short", "short.bin")]:
    external = data(13, data(1, "location") + data(2, path)) + number(14, 1)
    save(what, model(node("MatMul", ["x", "w"], ["y"]) + tensor("w", [2, 2], None, external) + ENDS))
os.symlink("/etc/passwd", os.path.join(FOLDER, "link.bin"))
with open(os.path.join(FOLDER, "short.bin"), "wb") as file:
    file.write(b"1234")
for place in (FOLDER, os.path.join(FOLDER, "..")):
    with open(os.path.join(place, "w.bin"), "wb") as file:
        file.write(struct.pack("<5f", 0, 1, 2, 3, 4))
beside = data(13, data(1, "location") + data(2, "w.bin")) + data(13, data(1, "offset") + data(2, "4")) + number(14, 1)
save("external", model(node("MatMul", ["x", "w"], ["y"]) + tensor("w", [2, 2], None, beside) + ENDS))
call = node("f", ["x"], ["y"], domain="own")
endless = data(25, data(1, "f") + data(4, "a") + data(5, "r") + data(7, data(1, "a") + data(2, "r") + data(4, "f") + data(7, "own")) + data(10, "own"))
save("endless", model(call + ENDS, endless))
bodies = b""
for i in range(15):  # each calls the next ten times
    inside = b"".join(data(7, data(1, "a") + data(2, f"t{k}" if k < 9 else "r") + data(4, f"f{i + 1}" if i < 14 else "Relu")
                           + (data(7, "own") if i < 14 else b"")) for k in range(10))
    bodies += data(25, data(1, f"f{i}") + data(4, "a") + data(5, "r") + inside + data(10, "own"))
save("bomb", model(node("f0", ["x"], ["y"], domain="own") + ENDS, bodies))
save("tiles", model(tensor("r", [2], None, number(2, 7) + data(7, varint(1) + varint(1 << 20))) + node("Tile", ["x", "r"], ["t"])
                    + node("Tile", ["t", "r"], ["y"]) + ENDS))
save("twice", model(node("Relu", ["x"], ["y"]) + node("Tanh", ["x"], ["y"]) + ENDS))
save("nothing", model(node("Relu", ["q"], ["y"]) + ENDS))
save("old", model(node("Relu", ["x"], ["y"]) + ENDS, opset=99))
save("lstm", model(node("LSTM", ["x", "x", "x"], ["y"], data(3, "/rnn/LSTM")) + ENDS))
save("root", model(node("Sqrt", ["x"], ["y"], data(3, "/norm/Sqrt")) + ENDS))
SCALARS = [("low", 1e-40), ("high", 3e-39), ("large", 1e39)]
DOUBLES = b"".join(data(5, number(2, 11) + data(8, name) + data(9, struct.pack("<d", v))) for name, v in SCALARS)
save("denormal", model(node("Clip", ["x", "low", "high"], ["y"]) + DOUBLES + ENDS))
save("beyond", model(node("Max", ["x", "large"], ["y"]) + DOUBLES + ENDS))
save("far", model(node("Sub", ["x", "large"], ["a"]) + node("Relu", ["a"], ["y"]) + DOUBLES + ENDS))
save("bottomless", model(node("Reciprocal", ["none"], ["y"]) + tensor("none", [2], struct.pack("<2f", 0, 1)) + ENDS))
save("softmax", model(node("Softmax", ["x"], ["y"], data(3, "head")) + ENDS))
save("layernorm", model(node("LayerNormalization", ["x", "x"], ["y"], data(3, "norm")) + ENDS))
save("sine", model(node("Sin", ["x"], ["y"], data(3, "phase")) + ENDS))
save("foreign", model(node("FusedGemm", ["x"], ["y"], data(3, "fused"), domain="com.microsoft") + ENDS))
