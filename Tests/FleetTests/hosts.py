# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Hosts with network namespaces of their own, and a switch between them that delays and loses frames.

Not each kernel has netem. The switch needs only /dev/net/tun, and root.
"""
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import threading
import time

TUNSETIFF = 0x400454CA
IFF_TAP = 0x0002
IFF_NO_PI = 0x1000
FRAME_BYTES = 65_536


class Host:
    """A network namespace with an interface at the switch."""

    def __init__(self, number):
        self.name = f"fleet{os.getpid()}h{number}"
        self.address = f"10.99.0.{number + 1}"
        subprocess.run(["ip", "netns", "add", self.name], check=True)
        self.tap = os.open("/dev/net/tun", os.O_RDWR)
        device = f"tap{os.getpid() % 100_000}{number}"
        fcntl.ioctl(self.tap, TUNSETIFF, struct.pack("16sH", device.encode(), IFF_TAP | IFF_NO_PI))
        subprocess.run(["ip", "link", "set", device, "netns", self.name], check=True)
        for command in (["addr", "add", f"{self.address}/24", "dev", device], ["link", "set", device, "up"],
                        ["link", "set", "lo", "up"]):
            subprocess.run(["ip", "-n", self.name, *command], check=True)

    @property
    def prefix(self):
        """What runs a command on this host."""
        return ["ip", "netns", "exec", self.name]

    def close(self):
        os.close(self.tap)
        subprocess.run(["ip", "netns", "del", self.name], check=False)


class Switch:
    """Forwards the frames of each host to all others, later or never."""

    def __init__(self, hosts, delay, jitter, loss, seed):
        self.hosts = hosts
        self.delay = delay
        self.jitter = jitter
        self.loss = loss
        self.generator = random.Random(seed)
        self.forwarded = self.lost = 0
        self.isEnding = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        taps = [host.tap for host in self.hosts]
        waiting = []
        number = 0
        while not self.isEnding:
            now = time.monotonic()
            while waiting and waiting[0][0] <= now:
                _, _, tap, frame = heapq.heappop(waiting)
                self.send(tap, frame)
            pause = min(waiting[0][0] - now, 0.1) if waiting else 0.1
            for tap in select.select(taps, [], [], max(pause, 0))[0]:
                frame = os.read(tap, FRAME_BYTES)
                for other in taps:
                    if other == tap:
                        continue
                    if self.generator.random() < self.loss:
                        self.lost += 1
                        continue
                    number += 1
                    due = time.monotonic() + self.delay + self.generator.uniform(-self.jitter, self.jitter)
                    heapq.heappush(waiting, (due, number, other, frame))

    def send(self, tap, frame):
        try:
            os.write(tap, frame)
            self.forwarded += 1
        except OSError:
            self.lost += 1

    def close(self):
        self.isEnding = True
        self.thread.join()
