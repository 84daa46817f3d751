#!/usr/bin/python3
"""Networks as PyTorch exports them: torch_exports.py FOLDER, for opsets 9, 13 and 17. Prints the name of each file."""
import sys
import warnings

import torch
from torch import nn

warnings.filterwarnings("ignore")
torch.manual_seed(1)


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.head = nn.Linear(6, 16), nn.Linear(16, 16), nn.Linear(16, 3)

    def forward(self, x):
        h = torch.relu(self.a(x))
        return self.head(h + torch.tanh(self.b(h)))


class Policy(nn.Module):
    """Mean and log standard deviation of an action, as in reinforcement learning."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 32), nn.ELU(), nn.Linear(32, 32), nn.SiLU())
        self.mean, self.spread = nn.Linear(32, 2), nn.Linear(32, 2)

    def forward(self, x):
        x = (x - 0.25) / 1.5
        h = self.body(x)
        return torch.tanh(self.mean(h)) * 2.0, self.spread(h).clamp(-5.0, 2.0)


class Window(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.head = nn.Conv1d(2, 4, 3, padding=1), nn.BatchNorm1d(4), nn.Linear(12, 2)

    def forward(self, x):
        h = torch.relu(self.norm(self.conv(x.reshape(-1, 2, 3))))
        return self.head(torch.flatten(h, 1))


networks = {
    "relu": nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 24), nn.ReLU(), nn.Linear(24, 4)),
    "mixed": nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(0.2), nn.Linear(8, 8), nn.Softplus(), nn.Dropout(), nn.Linear(8, 8), nn.Sigmoid(),
                           nn.Linear(8, 8), nn.PReLU(8), nn.Linear(8, 2), nn.Hardtanh()),
    "residual": Residual(), "policy": Policy(), "window": Window(),
}
with torch.no_grad():  # so that five layers of small weights do not make it nearly constant
    for layer in networks["mixed"]:
        if isinstance(layer, nn.Linear):
            layer.weight *= 4.0
for name, network in networks.items():
    for opset in (9, 13, 17):
        path = f"{sys.argv[1]}/{name}_{opset}.onnx"
        torch.onnx.export(network.eval(), torch.zeros(1, 6), path, opset_version=opset, input_names=["obs"], dynamic_axes={"obs": {0: "batch"}})
        print(path)
