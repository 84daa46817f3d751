#!/usr/bin/python3
"""train_peer.py: the job of tests/bench/train.c in PyTorch on one CPU thread, in float32.

Two layers of 50 tanh with linear heads for mean and sigma, the Gaussian likelihood, Adam, batches
of 32 rows out of 10,000 x 21, shuffled once an epoch and then cut in slices. Several ways to write
it are measured, each several times, in processor time; the best counts. Prints one line of words
NAME=VALUE; exit status 77 if PyTorch is not installed.
"""
import sys
import time
import warnings

try:
    import torch
    from torch import nn
except ImportError:
    print("train_peer: python3-torch is not installed", file=sys.stderr)
    sys.exit(77)

ROWS, INPUTS, BATCH, EPOCHS, ROUNDS = 10000, 21, 32, 1, 3

# scripted, Adam on lists of tensors, Adam on one tensor
WAYS = {"eager": (False, False, False), "eager_foreach": (False, True, False),
        "eager_flat": (False, False, True), "script": (True, False, False),
        "script_foreach": (True, True, False), "script_flat": (True, False, True)}


class Model(nn.Module):
    """Returns the loss: so that a compiler sees all of the forward pass."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(INPUTS, 50)
        self.second = nn.Linear(50, 50)
        self.heads = nn.Linear(50, 2)  # mean and sigma in one product: the faster way

    def forward(self, x, y):
        hidden = torch.tanh(self.second(torch.tanh(self.first(x))))
        heads = self.heads(hidden)
        sigma = nn.functional.softplus(heads[:, 1]) + 1e-3
        return (torch.log(sigma) + 0.5 * ((y - heads[:, 0]) / sigma) ** 2).mean()


def data_make():
    torch.manual_seed(1)
    x = torch.randn(ROWS, INPUTS)
    return x, torch.sin(x[:, 0]) + 0.5 * x[:, 1] * x[:, 2] + 0.1 * torch.randn(ROWS)


def epoch_run(model, optimiser, flat, x, y):
    """The number of steps."""
    order = torch.randperm(ROWS)
    x, y = x[order], y[order]
    for first in range(0, ROWS, BATCH):
        optimiser.zero_grad(set_to_none=not flat)
        model(x[first:first + BATCH], y[first:first + BATCH]).backward()
        optimiser.step()
    return (ROWS + BATCH - 1) // BATCH


def flatten(model):
    """All parameters and gradients become views of one tensor each: Adam updates one."""
    parameters = list(model.parameters())
    flat = nn.Parameter(nn.utils.parameters_to_vector(parameters).detach().clone())
    flat.grad = torch.zeros_like(flat)
    first = 0
    for parameter in parameters:
        end = first + parameter.numel()
        parameter.data = flat.data[first:end].view_as(parameter)
        parameter.grad = flat.grad[first:end].view_as(parameter)
        first = end
    return [flat]


def step_us(scripted, foreach, flat):
    """The least time of a step in several rounds, and the loss at the end."""
    x, y = data_make()
    model = Model()
    parameters = flatten(model) if flat else model.parameters()
    model = torch.jit.script(model) if scripted else model
    optimiser = torch.optim.Adam(parameters, lr=1e-3, foreach=foreach)
    epoch_run(model, optimiser, flat, x, y)  # compiles, and fills caches
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        steps = sum(epoch_run(model, optimiser, flat, x, y) for _ in range(EPOCHS))
        best = min(best, (time.process_time() - start) / steps)
    return 1e6 * best, float(model(x, y))


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    best = float("inf")
    words = []
    for name, options in WAYS.items():
        try:
            us, loss = step_us(*options)
        except (RuntimeError, TypeError) as fault:  # not in this version
            print(f"train_peer: {name}: {fault}", file=sys.stderr)
            continue
        words += [f"{name}_us={us:.1f}", f"{name}_loss={loss:.3f}"]
        best = min(best, us)
    print(f"version={torch.__version__}", f"step_us={best:.1f}", *words)


if __name__ == "__main__":
    main()
