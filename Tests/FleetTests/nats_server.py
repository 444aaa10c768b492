# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Where the program nats-server is, and ports for it."""
import contextlib
import os
import pathlib
import random
import shutil
import socket

ROOT = pathlib.Path(__file__).resolve().parents[2]


def nats_server():
    """The program, which Debian puts where not everyone looks, and scripts/setup into the virtual environment."""
    places = os.pathsep.join([os.environ["PATH"], "/usr/sbin", str(ROOT / ".venv/bin")])
    found = shutil.which("nats-server", path=places)
    assert found, "nats-server is not installed: scripts/setup --fleet"
    return found


def free_ports(count):
    """Different ports on which nobody listens. All are held until the last one is found: a port that is let go at once may
    be found twice. They are below those that the system gives to clients, which could take one while its server is down."""
    with contextlib.ExitStack() as held:
        ports = []
        for port in random.sample(range(15_000, 32_000), 1_000):
            if len(ports) == count:
                return ports
            listener = held.enter_context(socket.socket())
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            ports.append(port)
    raise AssertionError(f"only {len(ports)} of {count} ports are free")


def free_port():
    return free_ports(1)[0]
