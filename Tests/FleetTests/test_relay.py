# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A relay brings each call once and in order, whatever is killed meanwhile."""
import signal
import threading
import time

from account import Account, account, settled
from conftest import wait_until
from fake_program import FakeProgram


def test_calls_arrive_once_and_in_order(machine, broker):
    program = machine.demo(rate=2000)
    relay = machine.relay(broker)
    time.sleep(4)
    program.pause()
    found = settled(broker, program)
    assert found.calls == program.calls() and not found.gaps
    assert [event["number"] for event in found.events] == list(range(1, len(found.events) + 1))
    message = broker.messages()[0]
    assert message.subject == f"calls.inspector-server.here.{program.epoch}"
    assert message.headers["Inspector-Encoding"] == "zstd"
    state = broker.state(program.epoch, "running")
    assert state["processID"] == program.process.pid and state["url"] == program.url + "/"
    assert abs(state["skewNanoseconds"]) <= state["skewErrorNanoseconds"] + 50_000_000
    assert relay.stop() == 0


def test_calls_from_before_the_relay_are_sent_and_those_evicted_are_counted(machine, broker):
    program = machine.demo(rate=5000, environment={"INSPECTOR_MEMORY": "4"})
    wait_until(lambda: program.status()["counters"]["evicted"] > 0, 60)
    machine.relay(broker)
    time.sleep(2)
    program.pause()
    found = settled(broker, program)
    assert found.gaps[0]["from"] == 1 and found.gaps[0]["reason"] == "evicted"
    assert len(found.calls) + found.missed == found.through
    stored = program.calls()
    assert stored.items() <= found.calls.items()


def test_a_relay_that_is_killed_again_and_again_sends_nothing_twice(machine, broker):
    program = machine.demo(rate=3000)
    for _ in range(5):
        relay = machine.relay(broker)
        time.sleep(1.2)
        relay.kill()
    program.pause()
    machine.relay(broker)
    found = settled(broker, program)
    assert found.calls == program.calls() and not found.gaps


def test_a_broker_that_is_killed_again_and_again_loses_nothing(machine, broker):
    program = machine.demo(rate=3000)
    relay = machine.relay(broker)
    for _ in range(4):
        time.sleep(1.2)
        broker.kill()
        time.sleep(0.5)
        broker.start()
    time.sleep(1.5)
    program.pause()
    found = settled(broker, program)
    assert found.calls == program.calls() and not found.gaps
    assert "connected to the broker again" in relay.log
    assert relay.stop() == 0


def test_what_the_program_evicts_while_the_broker_is_away_is_a_gap(machine, broker):
    program = machine.demo(rate=5000, environment={"INSPECTOR_MEMORY": "4"})
    machine.relay(broker)
    wait_until(lambda: account(broker, program).through > 0 if broker.messages() else False)
    broker.kill()
    newest = program.status()["position"]
    # Some calls wait in the relay, and in the sockets between.
    wait_until(lambda: program.status()["counters"]["evicted"] > newest + 10_000, 60)
    broker.start()
    time.sleep(2)
    program.pause()
    found = settled(broker, program)
    # The program goes on evicting while the calls that it still has are sent.
    assert {gap["reason"] for gap in found.gaps} == {"evicted"}
    assert len(found.calls) + found.missed == found.through
    assert found.missed > 0 and program.calls().items() <= found.calls.items()


def test_a_second_relay_of_a_process_is_refused(machine, broker):
    program = machine.demo(rate=1000)
    relays = [machine.relay(broker), machine.relay(broker)]
    wait_until(lambda: sum("refused, another relay" in relay.log for relay in relays) == 1)
    time.sleep(3)
    program.pause()
    found = settled(broker, program)
    assert found.calls == program.calls() and not found.gaps
    assert sum("refused, another relay" in relay.log for relay in relays) == 1
    assert [relay.stop() for relay in relays] == [0, 0]


def test_a_relay_takes_over_from_one_that_is_silent(machine, broker):
    program = machine.demo(rate=500)
    relays = [machine.relay(broker), machine.relay(broker)]
    refused = wait_until(lambda: [relay for relay in relays if "refused, another relay" in relay.log])[0]
    next(relay for relay in relays if relay is not refused).kill()
    wait_until(lambda: "taking over" in refused.log, 40)
    program.pause()
    found = settled(broker, program)
    assert found.calls == program.calls() and not found.gaps


def test_a_relay_that_stands_by_takes_over_no_process_that_has_ended(machine, broker):
    program = machine.demo(rate=500)
    relays = [machine.relay(broker), machine.relay(broker)]
    refused = wait_until(lambda: [relay for relay in relays if "refused, another relay" in relay.log])[0]
    program.end()
    broker.state(program.epoch, "ended")
    wait_until(lambda: "over, as the other relay has told" in refused.log, 40)
    assert broker.states()[program.epoch]["state"] == "ended"


def test_a_relay_that_stands_by_leaves_a_program_that_only_its_address_tells_of_ended(machine, broker):
    isOver = threading.Event()

    def events(place):
        yield fake.event("hello", {"epoch": fake.epoch})
        position = int(place.split(".")[0])
        while not isOver.wait(0.1):
            position += 1
            yield fake.call(position)
        yield fake.event("bye", {"reason": "stopped"})

    fake = FakeProgram(events)
    relays = [machine.relay(broker, "--no-discovery", "--url", fake.url) for _ in range(2)]
    refused = wait_until(lambda: [relay for relay in relays if "refused, another relay" in relay.log])[0]
    isOver.set()
    broker.state(fake.epoch, "ended")
    fake.close()
    wait_until(lambda: "over, as the other relay has told" in refused.log, 40)
    assert broker.states()[fake.epoch]["state"] == "ended"


def test_a_relay_that_is_stopped_sends_what_it_has(machine, broker):
    program = machine.demo(rate=500)
    relay = machine.relay(broker)
    for number, least in ((signal.SIGTERM, 250), (signal.SIGINT, 500)):
        wait_until(lambda: "following" in relay.log)
        wait_until(lambda: account(broker, program).through > least if broker.messages() else False)
        assert relay.stop(number) == 0
        relay = machine.relay(broker)
    wait_until(lambda: account(broker, program).through > 750)


def test_a_process_whose_service_is_renamed_is_sent_anew_at_once(machine, broker):
    program = machine.demo(rate=200)
    relay = machine.relay(broker)
    wait_until(lambda: broker.messages())
    assert relay.stop() == 0
    machine.relay(broker, "--service", "inspector-server=shop")
    program.pause()

    def renamed():
        messages = broker.messages(f"calls.shop.here.{program.epoch}")
        return messages and Account(messages)
    # Within two minutes, the broker takes a message with a known id for one that it has.
    wait_until(lambda: (found := renamed()) and found.through == program.status()["position"], 30)
    assert renamed().calls == program.calls()


def test_a_relay_waits_for_a_broker_that_does_not_run_yet(machine, broker):
    program = machine.demo(rate=200)
    broker.kill()
    relay = machine.relay(broker)
    wait_until(lambda: "No server available" in relay.log)
    broker.start()
    program.pause()
    assert settled(broker, program).calls == program.calls()


def test_a_relay_ends_at_once_while_the_broker_is_away(machine, broker):
    machine.demo(rate=500)
    relay = machine.relay(broker)
    time.sleep(1.5)
    broker.kill()
    time.sleep(0.5)
    start = time.monotonic()
    assert relay.stop() == 0
    assert time.monotonic() - start < 20


def test_a_purged_stream_is_continued(machine, broker):
    program = machine.demo(rate=500)
    machine.relay(broker)
    wait_until(lambda: len(broker.messages()) > 5)
    broker._read(lambda client: client.request("$JS.API.STREAM.PURGE.DELEGATE_CALLS", b""))
    messages = wait_until(lambda: broker.messages())
    assert int(messages[0].headers["Inspector-After"].split(".")[0]) > 0
    assert messages[0].headers["Nats-Expected-Last-Subject-Sequence"] == "0"
    assert program.process.poll() is None
