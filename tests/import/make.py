#!/usr/bin/python3
"""Makes the networks of this folder again: make.py FOLDER. It needs python3-onnx; expected.txt comes from onnxruntime (expect.js).

Each case is small, and has what real files have: nodes out of order, names that no C has, open dims, weights in every form.
"""
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper

FOLDER = sys.argv[1]
RANDOM = np.random.RandomState(1)


def weights(*shape):
    return (RANDOM.randint(-64, 65, size=shape) / 64.0).astype(np.float32)


def save(name, nodes, constants, n_in=None, shape=None, opset=13, outputs=("y",), inputs=None, functions=None, reverse=False, ir=8):
    shape = shape or ["N", n_in]
    inputs = inputs or [("x", shape)]
    graph = helper.make_graph(
        nodes[::-1] if reverse else nodes, name,
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in inputs],
        [helper.make_tensor_value_info(o, TensorProto.FLOAT, None) for o in outputs],
        [numpy_helper.from_array(v, k) for k, v in constants.items()])
    sets = [helper.make_opsetid("", opset)] + ([helper.make_opsetid("own", 1)] if functions else [])
    model = helper.make_model(graph, opset_imports=sets, functions=functions or [])
    model.ir_version = ir
    with open(f"{FOLDER}/{name}.onnx", "wb") as file:
        file.write(model.SerializeToString())


def node(kind, inputs, outputs, **attributes):
    return helper.make_node(kind, inputs.split(), outputs.split(), name=attributes.pop("label", ""), **attributes)


def whole(*numbers):
    return np.array(numbers, dtype=np.int64)


# A policy as PyTorch exports it: Gemm with transB, Elu, Tanh, names with slashes.
save("policy", [node("Gemm", "x actor.0.weight actor.0.bias", "/actor/0/Gemm_output_0", transB=1, label="/actor/0/Gemm"),
                node("Elu", "/actor/0/Gemm_output_0", "/actor/1/Elu_output_0", alpha=1.0),
                node("Gemm", "/actor/1/Elu_output_0 actor.2.weight actor.2.bias", "/actor/2/Gemm_output_0", transB=1),
                node("Tanh", "/actor/2/Gemm_output_0", "y")],
     {"actor.0.weight": weights(6, 4), "actor.0.bias": weights(6), "actor.2.weight": weights(2, 6), "actor.2.bias": weights(2)}, 4)
# MatMul and Add, nodes in the wrong order, standardised inputs, scaled outputs.
save("reversed", [node("Sub", "x m", "a"), node("Div", "a s", "b"), node("MatMul", "b w", "c"), node("Add", "c k", "d"),
                  node("Relu", "d", "e"), node("MatMul", "e v", "f"), node("Mul", "f t", "g"), node("Add", "g o", "y")],
     {"m": weights(3), "s": np.array([2, 3, 0.5], np.float32), "w": weights(3, 5), "k": weights(5), "v": weights(5, 2),
      "t": np.array([4, 0.3], np.float32), "o": weights(2)}, 3, reverse=True)
# A residual block: the sum behind a layer is read twice.
save("residual", [node("Gemm", "x w k", "a"), node("Relu", "a", "b"), node("Gemm", "b v l", "c"), node("Add", "a c", "d"),
                  node("Sigmoid", "d", "e"), node("Mul", "e d", "y")],
     {"w": weights(3, 4), "k": weights(4), "v": weights(4, 4), "l": weights(4)}, 3)
# Every activation, on parts of a vector.
kinds = [("Relu", {}), ("LeakyRelu", {"alpha": 0.125}), ("LeakyRelu", {"alpha": 1.5}), ("Elu", {"alpha": 0.5}), ("Celu", {"alpha": 2.0}),
         ("Selu", {}), ("Tanh", {}), ("Sigmoid", {}), ("Softplus", {}), ("Exp", {}), ("HardSigmoid", {"alpha": 0.25}), ("Abs", {}), ("Neg", {}),
         ("HardSwish", {})]
parts = [f"p{i}" for i in range(len(kinds))]
save("activations", [node("Gemm", "x w k", "a"), node("Split", "a sizes", " ".join(parts), axis=1)] +
     [node(kind, parts[i], f"q{i}", **attributes) for i, (kind, attributes) in enumerate(kinds)] +
     [node("Concat", " ".join(f"q{i}" for i in range(len(kinds))), "y", axis=-1)],
     {"w": weights(2, 2 * len(kinds)), "k": weights(2 * len(kinds)), "sizes": whole(*[2] * len(kinds))}, 2, opset=14)
# Bounds: Clip with one and with two, Max, Min, PRelu, of constants and of each other.
save("bounds", [node("Clip", "x low", "a"), node("Clip", "a low high", "b"), node("Max", "x v", "c"), node("Min", "c b half", "d"),
                node("PRelu", "d slopes", "e"), node("Sub", "x e", "f"), node("Max", "d f", "y"), node("Min", "f x", "y2")],
     {"low": np.float32(-0.5), "high": np.float32(0.75), "v": weights(3), "half": np.float32(0.5), "slopes": weights(3)}, 3, outputs=("y", "y2"))
# Products of variables, a square, a cube; ReduceSum and ReduceMean.
save("products", [node("Gemm", "x w k", "a"), node("Mul", "x a", "b"), node("Mul", "a a", "c"), node("Pow", "x three", "d"),
                  node("Sum", "b c d", "e"), node("ReduceSum", "e axes", "s", keepdims=1), node("ReduceMean", "e", "m", axes=[1], keepdims=1),
                  node("Concat", "e s m", "y", axis=1)],
     {"w": weights(3, 3), "k": weights(3), "three": np.float32(3), "axes": whole(1)}, 3)
# Places: Gather, Slice backwards, Transpose, Reshape with 0 and -1, Expand, Tile, Pad, Where, Shape that becomes a constant.
save("places", [node("Gather", "x picks", "a", axis=1), node("Slice", "a starts ends axes steps", "b"), node("Shape", "b", "s"),
                node("Gather", "s one", "n", axis=0), node("Unsqueeze", "n zero", "u"), node("Concat", "minus u", "r", axis=0),
                node("Reshape", "b r", "c"), node("Transpose", "c", "d", perm=[1, 0]), node("Flatten", "d", "e", axis=0),
                node("Tile", "e twice", "f"), node("Pad", "f pads five", "g"), node("Where", "mask g h", "i"), node("Squeeze", "i zero", "j"),
                node("Expand", "j wide", "k"), node("ReduceMax", "k", "l", axes=[0], keepdims=1), node("Identity", "l", "y")],
     {"picks": whole(3, 0, 2, -1), "starts": whole(-1), "ends": whole(-100), "axes": whole(1), "steps": whole(-1), "one": whole(1).reshape(()),
      "zero": whole(0), "minus": whole(-1), "twice": whole(1, 2), "pads": whole(0, 1, 0, 0), "five": np.float32(5),
      "mask": np.array([True, False, True, True, True, True, False, True, True]), "h": weights(9), "wide": whole(2, 9)}, 4)
# A small convolution with padding, groups and stride, BatchNormalization, both poolings.
save("convolution", [node("Conv", "x w k", "a", pads=[1, 1, 1, 1], strides=[2, 1], group=2), node("BatchNormalization", "a s b m v", "c"),
                     node("Relu", "c", "d"), node("MaxPool", "d", "e", kernel_shape=[2, 2]), node("AveragePool", "d", "f", kernel_shape=[2, 3]),
                     node("GlobalAveragePool", "e", "g"), node("Flatten", "f", "h"), node("Flatten", "g", "i"), node("Concat", "h i", "y", axis=1)],
     {"w": weights(4, 1, 3, 3), "k": weights(4), "s": weights(4), "b": weights(4), "m": weights(4), "v": np.abs(weights(4)) + 0.5},
     shape=[1, 2, 4, 3])
# Two inputs, two outputs, a function of the file's own with an attribute, Dropout, Constant, an unused node that no one understands.
body = helper.make_function("own", "leaky", ["v"], ["r"], [node("LeakyRelu", "v", "t"), node("Identity", "t", "r")],
                            [helper.make_opsetid("", 13)], ["slope"])
body.node[0].attribute.append(helper.make_attribute("alpha", 0.0))
body.node[0].attribute[0].ref_attr_name = "slope"
body.node[0].attribute[0].ClearField("f")
call = helper.make_node("leaky", ["b"], ["c"], domain="own", slope=0.25)
save("functions", [node("Concat", "x z", "a", axis=1), node("MatMul", "a w", "b"), call, node("Constant", "", "one", value_float=1.0),
                   node("Add", "c one", "d"), node("Dropout", "d", "y"), node("Sin", "d", "unused"), node("Neg", "c", "y2")],
     {"w": weights(5, 2)}, inputs=[("x", ["N", 3]), ("z", ["N", 2])], outputs=("y", "y2"), functions=[body])
# Attributes where new opsets have inputs.
save("opset9", [node("Clip", "x", "a", min=-0.25, max=0.5), node("Slice", "a", "b", starts=[1], ends=[3], axes=[1]),
                node("Unsqueeze", "b", "c", axes=[0]), node("Squeeze", "c", "d", axes=[0]), node("ReduceSum", "d", "e", axes=[1]),
                node("Split", "a", "f g", axis=1, split=[1, 2]), node("Concat", "e f g", "y", axis=1)], {}, 3, opset=9, ir=4)
# Shapes of unequal rank with the lower one first; a pad that takes away; the same numbers twice with a constant added, in one sum.
save("ranks", [node("Max", "v x", "a"), node("Min", "half a z", "b"), node("Sum", "v b", "c"), node("Mean", "x c", "d"),
               node("Pad", "d pads", "e"), node("Gather", "e picks", "f", axis=1), node("Add", "f k", "g"), node("PRelu", "g slopes", "h"),
               node("Concat", "g h", "y", axis=1)],
     {"v": weights(3), "half": np.float32(0.5), "z": weights(1, 1, 3), "pads": whole(0, 0, -1, 0, 0, 1), "picks": whole(0, 0, 1),
      "k": weights(1), "slopes": weights(3, 1)}, shape=["N", 2, 3], opset=16)
# An output that is all but constant: the product of two sums is made of squares that are much larger.
save("faint", [node("Gemm", "x w k", "a"), node("Sigmoid", "a", "b"), node("Gemm", "x v l", "c"), node("Tanh", "c", "d"), node("Mul", "b d", "y")],
     {"w": weights(3, 2), "k": np.float32([-14, -12]), "v": weights(3, 2) / 64, "l": np.float32([0.25, -0.5])}, 3)
