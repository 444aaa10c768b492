# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Relays that are not heard any more, whatever their machines' clocks say."""
from conftest import wait_until
from fleet_servers import Server
from messages import instant, publish_state


def state(server, epoch):
    return server.programs().get(epoch, {}).get("state")


def test_a_relay_whose_clock_is_behind_is_heard(machine, broker):
    server = Server(machine, broker)
    publish_state(broker, at=instant(-3_600))
    wait_until(lambda: state(server, "fa4e0001"))
    # What is told of another process is read at the earliest in the next round, after the silent ones were noted.
    publish_state(broker, epoch="fa4e0002", at=instant(0))
    wait_until(lambda: state(server, "fa4e0002"))
    assert state(server, "fa4e0001") == "running"


def test_a_silent_relay_whose_clock_is_ahead_is_not_heard(machine, broker):
    server = Server(machine, broker)
    publish_state(broker, at=instant(3_600))
    wait_until(lambda: state(server, "fa4e0001") == "running")
    wait_until(lambda: state(server, "fa4e0001") == "unreachable", 40)
    assert server.programs()["fa4e0001"]["reason"] == "Its relay is not heard."
