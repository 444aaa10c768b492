# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""States and names of processes."""
import os
import signal

from account import account, settled
from conftest import wait_until


def test_a_killed_program_is_lost(machine, broker):
    program = machine.demo()
    machine.relay(broker)
    broker.state(program.epoch, "running")
    # Not waited for: a zombie has ended too.
    os.kill(program.process.pid, signal.SIGKILL)
    state = broker.state(program.epoch, "lost")
    arrived = account(broker, program)
    assert state["through"] == max(arrived.calls, default=0) and state["newest"] == arrived.through
    program.process.wait()


def test_what_a_program_had_when_it_was_killed_is_known_though_the_broker_was_away(machine, broker):
    program = machine.demo()
    machine.relay(broker)
    wait_until(lambda: account(broker, program).calls)
    broker.kill()
    position = program.status()["position"]
    # Three seconds of calls; the relay asks each second.
    wait_until(lambda: program.status()["position"] > position + 1_500)
    program.process.kill()
    program.process.wait()
    broker.start()
    state = broker.state(program.epoch, "lost", 60)
    arrived = account(broker, program)
    assert state["newest"] == arrived.through > position + 500
    assert [gap["to"] for gap in arrived.gaps] == [arrived.through]


def test_a_program_that_ends_says_so(machine, broker):
    program = machine.demo()
    machine.relay(broker)
    broker.state(program.epoch, "running")
    wait_until(lambda: account(broker, program).calls)
    program.end()
    state = broker.state(program.epoch, "ended")
    arrived = account(broker, program)
    assert state["newest"] == state["through"] == arrived.through > 0 and not arrived.gaps


def test_a_stopped_program_is_unreachable_until_it_continues(machine, broker):
    program = machine.demo()
    machine.relay(broker)
    broker.state(program.epoch, "running")
    program.process.send_signal(signal.SIGSTOP)
    broker.state(program.epoch, "unreachable")
    program.process.send_signal(signal.SIGCONT)
    broker.state(program.epoch, "running")


def test_a_program_that_ended_without_a_relay_is_lost(machine, broker):
    program = machine.demo()
    relay = machine.relay(broker)
    broker.state(program.epoch, "running")
    relay.kill()
    program.process.kill()
    program.process.wait()
    machine.relay(broker)
    state = broker.state(program.epoch, "lost")
    assert "no relay" in state["reason"]
    arrived = account(broker, program)
    assert state["through"] == max(arrived.calls, default=0) and state["newest"] == arrived.through


def test_a_program_that_starts_again_is_another_process(machine, broker):
    first = machine.demo()
    machine.relay(broker)
    broker.state(first.epoch, "running")
    first.process.kill()
    first.process.wait()
    second = machine.demo()
    broker.state(second.epoch, "running")
    broker.state(first.epoch, "lost")
    second.pause()
    assert settled(broker, second).calls == second.calls()


def test_service_and_version_come_from_the_environment_or_the_command_line(machine, broker):
    name = {"OTEL_SERVICE_NAME": "shop", "OTEL_RESOURCE_ATTRIBUTES": "service.name=no,service.version=1.4%2B5"}
    by_environment = machine.demo(environment=name)
    machine.relay(broker)
    state = broker.state(by_environment.epoch, "running")
    assert (state["service"], state["version"]) == ("shop", "1.4+5")
    machine.started[-1].kill()
    by_option = machine.demo(environment=name, name="/somewhere/else")
    machine.relay(broker, "--service", "else=till@2")
    state = broker.state(by_option.epoch, "running")
    assert (state["service"], state["version"], state["program"]) == ("till", "2", "else")


def test_names_with_odd_characters_make_plain_subjects(machine, broker):
    odd = 'ä b.*>"\\ 🏭'
    program = machine.demo(name=f"/x/{odd}")
    machine.relay(broker, "--host", "rechner.büro *")
    state = broker.state(program.epoch, "running")
    assert (state["program"], state["service"], state["host"]) == (odd, odd, "rechner.büro *")
    message = wait_until(lambda: broker.messages())[0]
    assert message.subject == f"calls.__b_______.rechner_b_ro__.{program.epoch}"
    assert message.headers["Inspector-Process"].isascii()


def test_a_recording_is_not_followed(machine, broker, tmp_path):
    program = machine.demo(arguments=["--store", str(tmp_path / "calls.sqlite")])
    program.end()
    opened = machine.open(tmp_path / "calls.sqlite")
    relay = machine.relay(broker)
    wait_until(lambda: "skipped, a recording" in relay.log)
    assert opened.epoch not in broker.states() and relay.log.count("skipped") == 1
