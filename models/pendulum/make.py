#!/usr/bin/env python3
"""Makes policy.onnx and log.csv, once; needs PyTorch (Debian: python3-torch). Neither epigen nor its tests run it.

An inverted pendulum, theta'' = 9.81 sin(theta) - 0.1 theta' + torque, balanced by a network from (angle, rate) to the
torque. The network is trained through the simulation, by gradients of what angle, rate and torque cost. The log is what
the pendulum then does from 40 starts: where the policy has been used, and so where it can be trusted.
"""
import math

import torch

STEP_S, STEPS = 0.02, 100
LIMIT = 20.0  # N m, of the motor


class Policy(torch.nn.Module):
    """Raw sensor values in, torque out; what standardises them is part of the network."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(2, 16), torch.nn.Tanh(), torch.nn.Linear(16, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1), torch.nn.Tanh())
        self.register_buffer("scale", torch.tensor([0.5, 2.0]))

    def forward(self, state):
        return LIMIT * self.layers(state / self.scale)


def step(state, torque):
    angle, rate = state[:, 0], state[:, 1]
    rate = rate + STEP_S * (9.81 * torch.sin(angle) - 0.1 * rate + torque)
    return torch.stack([angle + STEP_S * rate, rate], dim=1)


def starts(count, generator):
    draw = torch.rand(count, 2, generator=generator) * 2.0 - 1.0
    return draw * torch.tensor([0.6, 1.5])


def train(policy, generator):
    optimiser = torch.optim.Adam(policy.parameters(), lr=3e-3)
    for _ in range(300):
        state, cost = starts(64, generator), 0.0
        for _ in range(STEPS):
            torque = policy(state)[:, 0]
            state = step(state, torque)
            cost = cost + (state[:, 0] ** 2 + 0.05 * state[:, 1] ** 2 + 1e-3 * torque ** 2).mean()
        optimiser.zero_grad()
        cost.backward()
        optimiser.step()
    print("cost of the last round:", float(cost))


def log_write(policy, generator):
    state = starts(40, generator)
    with open("log.csv", "w", encoding="ascii") as log, torch.no_grad():
        log.write("# angle [rad], rate [rad/s], torque of the policy [N m]; see README.md\nflight,angle,rate,torque\n")
        for i in range(STEPS // 2):
            torque = policy(state)
            if i % 4 == 0:
                for flight in range(len(state)):
                    log.write("%d,%.5f,%.5f,%.5f\n" % (flight, state[flight, 0], state[flight, 1], torque[flight, 0]))
            state = step(state, torque[:, 0])
        assert float(state[:, 0].abs().max()) < 0.1 and math.isfinite(float(state.sum()))


def main():
    torch.manual_seed(1)
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(1)
    policy = Policy()
    train(policy, generator)
    log_write(policy, generator)
    torch.onnx.export(policy, torch.zeros(1, 2), "policy.onnx", opset_version=13, input_names=["state"], output_names=["torque"])


main()
