# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""States and names of processes."""
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys

import pytest

from account import account, settled
from conftest import wait_until
from messages import instant, publish_state


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


@pytest.mark.parametrize("rate", [500, 20_000])
def test_the_gap_of_a_killed_program_has_exactly_the_calls_that_did_not_arrive(machine, broker, rate, tmp_path):
    store = tmp_path / "calls.sqlite"
    program = machine.demo(rate, arguments=["--store", str(store)])
    machine.relay(broker)
    wait_until(lambda: account(broker, program).calls)
    broker.kill()
    position = program.status()["position"]
    wait_until(lambda: program.status()["position"] > position + 2 * rate)
    program.kill()
    reached = machine.reached(program)
    broker.start()
    state = broker.state(program.epoch, "lost", 60)
    arrived = account(broker, program)
    assert state["newest"] == arrived.through == reached > position + 2 * rate
    assert [gap["to"] for gap in arrived.gaps] == [reached]
    # What the program has written itself is among what is told.
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as recording:
        assert recording.execute("SELECT max(position) FROM record").fetchone()[0] <= reached
    wait_until(lambda: machine.reached(program) is None, what="the file of the program is deleted")


def test_a_program_that_lived_while_no_relay_was_running_is_known(machine, broker):
    program = machine.demo()
    wait_until(lambda: program.status()["position"] > 100)
    program.kill()
    reached = machine.reached(program)
    machine.relay(broker, "--service", "inspector-server=shop@1")
    state = broker.state(program.epoch, "lost")
    arrived = account(broker, program)
    assert (state["service"], state["version"], state["processID"]) == ("shop", "1", program.process.pid)
    assert (arrived.calls, arrived.through, state["newest"]) == ({}, reached, reached)
    wait_until(lambda: machine.reached(program) is None, what="the file of the program is deleted")


def make_streams(machine, broker):
    """Lets a relay create the streams."""
    relay = machine.relay(broker)
    wait_until(lambda: "sending to" in relay.log)
    relay.kill()


def test_another_process_with_the_id_of_one_from_before_does_not_stand_for_it(machine, broker):
    make_streams(machine, broker)
    # The name in /proc stands before the time of the start.
    code = "open('/proc/self/comm', 'w').write('a) S 1 (b'); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as other:
        comm = pathlib.Path(f"/proc/{other.pid}/comm")
        wait_until(lambda: comm.read_text().startswith("a)"))
        # A recorder starts after its process, and before a relay meets it.
        publish_state(broker, epoch="fa4e0002", processID=other.pid, startedAt=instant(1))
        publish_state(broker, epoch="fa4e0001", processID=other.pid, startedAt=instant(-3_600))
        machine.relay(broker)
        broker.state("fa4e0001", "lost")
        assert broker.states()["fa4e0002"]["state"] == "running"
        other.kill()


def test_a_program_that_runs_is_not_lost_after_the_clock_was_set_forward(machine, broker):
    make_streams(machine, broker)
    program = machine.demo()
    # Told before the clock was set, by which the process began an hour later.
    publish_state(broker, epoch=program.epoch, processID=program.process.pid, startedAt=instant(-3_600))
    with subprocess.Popen(["true"]) as ended:
        pass
    publish_state(broker, epoch="fa4e0002", processID=ended.pid)
    machine.relay(broker, "--no-discovery", "--url", "http://127.0.0.1:9")
    # Processes are looked at in the order in which they were told of.
    broker.state("fa4e0002", "lost")
    assert broker.states()[program.epoch]["state"] == "running"


def test_lost_processes_are_looked_for_again_when_the_broker_did_not_answer(machine, broker):
    make_streams(machine, broker)
    with subprocess.Popen(["true"]) as ended:
        pass
    publish_state(broker, processID=ended.pid)
    broker.kill()
    refusal = 'publish: { deny: ["$JS.API.DIRECT.GET.DELEGATE_PROGRAMS"] }'
    broker.configure(f"""authorization {{ users: [{{ user: any, password: any, permissions: {{ {refusal} }} }}] }}
        no_auth_user: any""")
    broker.start()
    relay = machine.relay(broker)
    wait_until(lambda: "lost processes: " in relay.log)
    broker.kill()
    broker.configure("")
    broker.start()
    broker.state("fa4e0001", "lost")


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
    position = program.status()["position"]
    wait_until(lambda: program.status()["position"] > position + 500)
    program.kill()
    reached = machine.reached(program)
    # It deletes the file by which the program was found.
    listed = subprocess.run([machine.inspector, "list"], env=machine.environment, capture_output=True, text=True)
    assert str(program.process.pid) not in listed.stdout
    machine.relay(broker)
    state = broker.state(program.epoch, "lost")
    assert "no relay" in state["reason"]
    arrived = account(broker, program)
    assert state["through"] == max(arrived.calls, default=0) and state["newest"] == arrived.through == reached


def test_the_calls_of_a_program_that_ended_in_order_while_the_broker_was_away_are_a_gap(machine, broker):
    program = machine.demo()
    machine.relay(broker)
    wait_until(lambda: account(broker, program).calls)
    broker.kill()
    position = program.status()["position"]
    wait_until(lambda: program.status()["position"] > position + 1_000)
    program.pause()
    newest = program.status()["position"]
    program.end()
    broker.start()
    state = broker.state(program.epoch, "lost", 60)
    assert state["newest"] == account(broker, program).through == newest


def test_a_program_that_ended_in_order_without_a_relay_leaves_nothing(machine, broker):
    program = machine.demo()
    relay = machine.relay(broker)
    broker.state(program.epoch, "running")
    relay.kill()
    program.end()
    assert not list((machine.folder / "delegate-inspector").iterdir())
    machine.relay(broker)
    state = broker.state(program.epoch, "lost")
    assert state["newest"] == account(broker, program).through


def test_a_program_that_starts_again_is_another_process(machine, broker):
    first = machine.demo()
    machine.relay(broker)
    broker.state(first.epoch, "running")
    first.kill()
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
