# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Single lines: changed calls, lines that are too large, and streams in other pieces than events."""
import base64
import json
import os
import threading
import time

from account import Account, settled
from conftest import wait_until
from fake_program import FakeProgram


def relay_fake(machine, broker, fake):
    return machine.relay(broker, "--no-discovery", "--url", fake.url)


def found(broker, fake, position):
    def reached():
        messages = broker.messages(f"calls.*.*.{fake.epoch}")
        return messages and int(messages[-1].headers["Inspector-Through"].split(".")[0]) >= position and messages
    return wait_until(reached, 30, f"position {position} in the broker")


def test_changed_calls_are_sent_although_no_position_advances(machine, broker):
    program = machine.demo(rate=100)
    machine.relay(broker)
    wait_until(lambda: program.status()["position"] > 10)
    program.pause()
    settled(broker, program)
    call = program.calls()[5]
    for comment in ("one", "two", "three"):
        program.send("PATCH", f"/api/v1/invocations/{call.split('-')[1]}", {"marked": True, "comment": comment})
        # Longer than a batch waits, so that each is a message of its own.
        time.sleep(0.4)
    updates = wait_until(lambda: len(u := settled(broker, program).updates) == 3 and u)
    assert [update["comment"] for update in updates] == ["one", "two", "three"]


def test_cleared_calls_do_not_confuse_the_relay(machine, broker):
    program = machine.demo(rate=500)
    machine.relay(broker)
    wait_until(lambda: program.status()["position"] > 300)
    program.send("DELETE", "/api/v1/invocations?all=true")
    time.sleep(1)
    program.pause()
    assert len((account := settled(broker, program)).calls) + account.missed == account.through


def test_lines_that_no_message_can_hold_become_gaps(machine):
    broker = machine.broker("max_payload: 65536")
    noise = base64.b64encode(os.urandom(150_000)).decode()
    long = "x" * 17_000_000

    def events(place):
        if place == "0":
            yield fake.event("hello", {"epoch": fake.epoch})
            yield fake.call(1) + fake.call(2, noise) + fake.call(3)
            # Compresses well, so it can be sent.
            yield fake.call(4, "y" * 3_000_000)
            yield fake.call(5, long)
            yield fake.event("lifecycle", {"what": "installed", "text": noise}, f"{fake.epoch}-5.1")
            yield fake.call(6) + fake.call(1, noise, name="update") + fake.call(7)
        while True:
            time.sleep(1)
            yield b": still here\n\n"

    fake = FakeProgram(events)
    relay = relay_fake(machine, broker, fake)
    account = Account(found(broker, fake, 7))
    assert sorted(account.calls) == [1, 3, 4, 6, 7]
    assert {gap["reason"] for gap in account.gaps} == {"tooLarge"}
    assert [(gap["from"], gap["to"], gap["missed"], gap.get("missedEvents")) for gap in account.gaps] == [
        (2, 2, 1, None), (5, 5, 1, None), (None, None, 0, 1)]
    assert relay.log.count("larger than the broker takes") == 1
    # A broker that is slow to confirm makes the relay connect again, after all that it has sent.
    assert fake.places[0] == "0" and relay.process.poll() is None


def going_on_until(cut):
    """Goes on until the relay gives the stream up, as it does while the broker takes nothing."""
    try:
        while True:
            time.sleep(0.05)
            yield b": still here\n\n"
    finally:
        cut.set()


def kill_while_relayed(machine, broker, fake, killed, cut):
    """Kills the broker after the first call, and waits until the relay has given the stream up."""
    relay_fake(machine, broker, fake)
    found(broker, fake, 1)
    broker.kill()
    killed.set()
    assert cut.wait(30)


def test_a_stream_that_takes_smaller_messages_than_the_broker_gets_them(machine, broker):
    noise = lambda count: base64.b64encode(os.urandom(count)).decode()
    limited = threading.Event()

    def events(place):
        after = int(place.split(".")[0])
        if after == 0:
            yield fake.event("hello", {"epoch": fake.epoch}) + fake.call(1)
        limited.wait(60)
        # All in one batch: the second is too large alone, the others together.
        yield b"".join(fake.call(position, noise(60_000 if position == 2 else 3_000))
                       for position in range(max(after, 1) + 1, 31))
        time.sleep(60)

    fake = FakeProgram(events)
    relay = relay_fake(machine, broker, fake)
    found(broker, fake, 1)
    broker.limit_messages("DELEGATE_CALLS", 20_000)
    limited.set()
    messages = found(broker, fake, 30)
    account = Account(messages)
    assert sorted(account.calls) == [1, *range(3, 31)]
    assert [(gap["from"], gap["to"], gap["reason"]) for gap in account.gaps] == [(2, 2, "tooLarge")]
    assert max(len(message.data) for message in messages) < 20_000 and relay.process.poll() is None


def test_messages_grow_again_when_the_stream_takes_larger_ones(machine, broker):
    limited, lifted = threading.Event(), threading.Event()

    def events(place):
        after = int(place.split(".")[0])
        if after == 0:
            yield fake.event("hello", {"epoch": fake.epoch}) + fake.call(1)
        for event, last in ((limited, 30), (lifted, 1_000)):
            event.wait(60)
            yield b"".join(fake.call(position, base64.b64encode(os.urandom(3_000)).decode())
                           for position in range(max(after, 1) + 1, last + 1))
            after = max(after, last)
        time.sleep(60)

    fake = FakeProgram(events)
    relay_fake(machine, broker, fake)
    found(broker, fake, 1)
    broker.limit_messages("DELEGATE_CALLS", 20_000)
    limited.set()
    assert max(len(message.data) for message in found(broker, fake, 30)) < 20_000
    broker.limit_messages("DELEGATE_CALLS", -1)
    lifted.set()
    messages = found(broker, fake, 1_000)
    account = Account(messages)
    assert sorted(account.calls) == list(range(1, 1_001)) and not account.gaps
    assert max(len(message.data) for message in messages) > 40_000


def test_a_batch_that_waits_for_a_server_which_then_takes_less_is_split(machine, broker):
    killed, cut = threading.Event(), threading.Event()

    def events(place):
        after = int(place.split(".")[0])
        if after == 0:
            yield fake.event("hello", {"epoch": fake.epoch}) + fake.call(1)
        killed.wait(60)
        yield b"".join(fake.call(position, base64.b64encode(os.urandom(5_000)).decode())
                       for position in range(max(after, 1) + 1, 21))
        yield from going_on_until(cut)

    fake = FakeProgram(events)
    kill_while_relayed(machine, broker, fake, killed, cut)
    broker.configure("max_payload: 65536")
    broker.start()
    account = Account(found(broker, fake, 20))
    assert sorted(account.calls) == list(range(1, 21)) and not account.gaps


def test_full_messages_are_split_at_lines(machine, broker):
    def events(place):
        for position in range(1, 61):
            yield fake.call(position, base64.b64encode(os.urandom(100_000)).decode())
        time.sleep(60)

    fake = FakeProgram(events)
    relay_fake(machine, broker, fake)
    messages = found(broker, fake, 60)
    account = Account(messages)
    assert sorted(account.calls) == list(range(1, 61)) and not account.gaps
    assert len(messages) > 10 and max(len(message.data) for message in messages) > 300_000


def test_events_may_come_in_any_pieces(machine, broker):
    def events(place):
        text = fake.event("hello", {"epoch": fake.epoch}) + b"".join(
            fake.call(position, "é \" 🏭") for position in range(1, 40))
        for index in range(0, len(text), 7):
            yield text[index:index + 7]
        time.sleep(60)

    fake = FakeProgram(events)
    relay_fake(machine, broker, fake)
    messages = found(broker, fake, 39)
    assert sorted(Account(messages).calls) == list(range(1, 40))
    assert all(line["text"] == 'é " 🏭' for message in messages for line in message.lines)


def test_a_stream_that_breaks_is_resumed_and_repetitions_are_skipped(machine, broker):
    def events(place):
        after = int(place.split(".")[0])
        # As a server would not: the two calls before the resume place come again.
        for position in range(max(1, after - 1), after + 4):
            yield fake.call(position)
            if position == after + 2:
                yield fake.event("lifecycle", {"what": "installed"}, f"{fake.epoch}-{position}.{position}")
        yield b"id: half"

    fake = FakeProgram(events)
    relay_fake(machine, broker, fake)
    account = Account(found(broker, fake, 30))
    assert sorted(account.calls) == list(range(1, account.through + 1)) and not account.gaps
    assert fake.places[:3] == ["0", "3", "6"]


def test_a_jump_of_the_positions_is_a_gap(machine, broker):
    def events(place):
        yield fake.call(1) + fake.call(5) + fake.event("reset", {"reason": "cleared"}) + fake.call(9)
        time.sleep(60)

    fake = FakeProgram(events)
    relay_fake(machine, broker, fake)
    account = Account(found(broker, fake, 9))
    assert [(gap["from"], gap["to"], gap["reason"]) for gap in account.gaps] == [
        (2, 4, "unknown"), (6, 8, "cleared")]


def test_another_process_at_the_address_has_another_subject(machine, broker):
    def events(place):
        yield fake.event("hello", {"epoch": fake.epoch})
        yield fake.call(1)
        if fake.epoch == "one":
            time.sleep(1)
        else:
            time.sleep(60)

    fake = FakeProgram(events, epoch="one")
    relay_fake(machine, broker, fake)
    found(broker, fake, 1)
    fake.epoch = "two"
    found(broker, fake, 1)
    assert broker.state("one", "lost") and broker.state("two", "running")


def test_calls_that_a_lost_process_took_along_are_a_gap(machine, broker):
    def events(place):
        yield fake.event("hello", {"epoch": fake.epoch})
        if fake.epoch == "two":
            time.sleep(60)
        yield b"".join(fake.call(position) for position in (1, 2, 3))
        fake.newest = 10
        wait_until(lambda: broker.states().get("one", {}).get("newest") == 10)
        # Another process answers at the address before the stream ends.
        fake.epoch, fake.newest, asked = "two", 99, fake.asked
        wait_until(lambda: fake.asked > asked + 1)

    fake = FakeProgram(events, epoch="one")
    relay_fake(machine, broker, fake)
    state = broker.state("one", "lost")
    assert (state["newest"], state["through"]) == (10, 3)
    account = Account(broker.messages("calls.*.*.one"))
    assert sorted(account.calls) == [1, 2, 3] and account.through == 10
    assert [(gap["from"], gap["to"], gap["reason"]) for gap in account.gaps] == [(4, 10, "lost")]


def test_calls_of_others_in_the_subject_stop_the_relay_from_sending(machine, broker):
    def events(place):
        for position in range(1, 1000):
            yield fake.call(position)
            time.sleep(0.2)

    fake = FakeProgram(events)
    relay = relay_fake(machine, broker, fake)
    subject = found(broker, fake, 3)[0].subject
    broker.publish(subject, {"Inspector-Through": "1"}, json.dumps({"what": "nonsense"}).encode())
    wait_until(lambda: "refused, another relay" in relay.log)


def test_what_a_slow_stream_left_out_is_read_from_the_store(machine, broker):
    def events(place):
        after = int(place.split(".")[0])
        yield fake.call(after + 1)
        if after == 0:
            gap = {"from": 2, "to": 6, "missed": 5, "reason": "slow"}
            yield fake.event("gap", gap, f"{fake.epoch}-6") + fake.call(7)
        else:
            yield b"".join(fake.call(position) for position in range(after + 2, 10))
        time.sleep(60)

    fake = FakeProgram(events)
    relay_fake(machine, broker, fake)
    account = Account(found(broker, fake, 9))
    assert sorted(account.calls) == list(range(1, 10)) and not account.gaps
    assert fake.places == ["0", "1"]


def test_what_was_read_is_sent_although_the_program_cannot_be_reached_any_more(machine):
    # Batches of some 460 kB, so that the broker's absence is noticed amid what one read brings, and the rest is small.
    broker = machine.broker("max_payload: 65536")
    killed, cut = threading.Event(), threading.Event()

    def events(place):
        yield fake.event("hello", {"epoch": fake.epoch}) + fake.call(1)
        killed.wait(60)
        yield b"".join(fake.call(position, "x" * 1_000) for position in range(2, 472))
        yield from going_on_until(cut)

    fake = FakeProgram(events)
    kill_while_relayed(machine, broker, fake, killed, cut)
    fake.close()
    broker.start()
    state = broker.state(fake.epoch, "unreachable")
    assert state["through"] > 1
    found(broker, fake, state["through"])
