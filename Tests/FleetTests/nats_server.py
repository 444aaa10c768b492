# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Where the program nats-server is, and ports for it."""
import os
import pathlib
import shutil
import socket

ROOT = pathlib.Path(__file__).resolve().parents[2]


def nats_server():
    """The program, which Debian puts where not everyone looks, and scripts/setup into the virtual environment."""
    places = os.pathsep.join([os.environ["PATH"], "/usr/sbin", str(ROOT / ".venv/bin")])
    found = shutil.which("nats-server", path=places)
    assert found, "nats-server is not installed: scripts/setup --fleet"
    return found


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
