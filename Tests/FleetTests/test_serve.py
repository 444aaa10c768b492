# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""`inspector-fleet serve`: the API over the calls of several processes."""
import contextlib
import json
import signal
import sqlite3
import subprocess
import urllib.error
import urllib.request

import pytest

from conftest import free_port, wait_until
from fake_server import call
from fleet_servers import Server, Stream
from messages import publish, publish_state


@pytest.fixture
def fleet(machine, broker):
    """Two programs, a relay and a server."""
    programs = [
        machine.demo(rate=400, environment={"OTEL_SERVICE_NAME": "shop", "OTEL_RESOURCE_ATTRIBUTES": "service.version=1.4"}),
        machine.demo(rate=400, environment={"OTEL_SERVICE_NAME": "mail"}),
    ]
    machine.relay(broker)
    server = Server(machine, broker)
    wait_until(lambda: len([p for p in server.programs().values() if p["calls"] > 100]) == 2)
    return programs, server


def refusal(server, path):
    """The status and the problem of a request that is refused."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(server.url + path, timeout=30)
    return caught.value.code, json.load(caught.value)


def settle(programs, server):
    """Waits until everything has arrived; returns the ids of all calls."""
    for program in programs:
        program.pause()
    for program in programs:
        newest = program.status()["position"]
        wait_until(lambda: server.programs()[program.epoch]["calls"] >= newest, what=f"{newest} calls")
    return [call for program in programs for call in program.calls().values()]


def matched(server, text):
    """How many calls pass a filter."""
    return server.get_whole("/api/v1/invocations", filter=text)["matched"]


def test_pages_have_the_calls_of_all_processes_by_their_starts(fleet):
    programs, server = fleet
    expected = settle(programs, server)
    calls = server.all(order="asc")
    assert sorted(call["id"] for call in calls) == sorted(expected)
    places = [(call["startedAt"], call["id"].split("-")[0], call["seq"]) for call in calls]
    assert places == sorted(places)
    assert [call["id"] for call in server.all()] == [call["id"] for call in reversed(calls)]
    page = server.get_whole("/api/v1/invocations", sort="duration", limit=50)
    slowest = [call["durationNanoseconds"] for call in page["items"]]
    assert slowest == sorted((call["durationNanoseconds"] for call in calls), reverse=True)[:50]


def test_filters_select_services_hosts_and_processes(fleet):
    programs, server = fleet
    settle(programs, server)
    shop, mail = programs
    for text, program in [("service:=shop", shop), ("service:shop@1.*", shop), ("-service:shop", mail),
                          (f"process:{mail.epoch}", mail), (f"process:{shop.process.pid}", shop)]:
        calls = server.all(filter=text)
        assert {call["id"].split("-")[0] for call in calls} == {program.epoch}
        assert len(calls) == server.programs()[program.epoch]["calls"] == matched(server, text)
    assert matched(server, "host:=here") == server.get("/api/v1/status")["counters"]["stored"]
    assert matched(server, "host:=elsewhere") == 0


def test_a_call_and_a_proxy_are_found_by_the_epoch_of_their_process(fleet):
    programs, server = fleet
    settle(programs, server)
    for program in programs:
        call = next(iter(program.calls().values()))
        found = server.get(f"/api/v1/invocations/{call}")
        assert found["id"] == call and found["process"]["id"] == program.process.pid
        number = next(item["id"] for item in server.get("/api/v1/proxies")["items"] if item["epoch"] == program.epoch)
        assert server.get(f"/api/v1/proxies/{program.epoch}-{number}")["process"]["host"] == "here"
    assert server.status_of("/api/v1/proxies/1") == 404
    assert server.status_of("/api/v1/invocations/1") == 400
    assert server.status_of("/api/v1/invocations/00000000-1") == 410
    assert server.get("/api/v1/status")["fleet"] is True


def test_a_stream_has_each_call_once_though_the_server_is_killed(fleet):
    programs, server = fleet
    stream = Stream(server)
    for _ in range(3):
        count = len(stream.calls)
        wait_until(lambda: len(stream.calls) > count + 200)
        server.kill()
        server.start()
    expected = settle(programs, server)
    wait_until(lambda: len(stream.calls) >= len(expected))
    stream.hasEnded = True
    assert sorted(stream.calls) == sorted(expected) and not stream.gaps


def test_a_program_that_was_killed_says_so_and_stays_readable(fleet):
    programs, server = fleet
    programs[0].kill()
    lost = wait_until(lambda: (p := server.programs()[programs[0].epoch])["state"] == "lost" and p)
    assert lost["reason"] and lost["calls"] > 0
    assert matched(server, f"process:{programs[0].epoch}") == lost["calls"]
    programs[1].end(signal.SIGINT)
    wait_until(lambda: server.programs()[programs[1].epoch]["state"] == "ended")


def test_calls_that_a_killed_program_took_along_are_missing_and_not_awaited(machine, broker):
    program = machine.demo()
    wait_until(lambda: program.status()["position"] > 100)
    program.kill()
    reached = machine.reached(program)
    machine.relay(broker)
    server = Server(machine, broker)
    lost = wait_until(lambda: (p := server.programs().get(program.epoch, {})).get("state") == "lost" and p)
    assert (lost["calls"], lost["gaps"], lost["newest"], lost["behind"]) == (0, reached, reached, 0)


def test_the_recording_is_shown_later(machine, fleet):
    programs, server = fleet
    expected = settle(programs, server)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) == 0
    opened = machine.open(machine.folder / "fleet.sqlite")
    assert sorted(json.loads(line)["id"] for line in opened.get("/api/v1/invocations", "application/x-ndjson").splitlines()) == sorted(expected)
    assert len(json.loads(opened.get("/api/v1/programs"))["items"]) == 2


def test_a_server_can_have_one_service(machine, broker, fleet):
    programs, server = fleet
    expected = settle(programs, server)
    part = Server.__new__(Server)
    part.machine, part.port = machine, free_port()
    part.command = [machine.fleet, "serve", "--nats", broker.url, "--store", str(machine.folder / "part.sqlite"),
                    "--port", str(part.port), "--service", "mail"]
    part.start()
    wanted = {call for call in expected if call.startswith(programs[1].epoch)}
    wait_until(lambda: part.get("/api/v1/status")["counters"]["stored"] == len(wanted))
    assert {call["id"] for call in part.all()} == wanted


def test_a_server_of_one_service_takes_none_with_the_same_subject(machine, broker):
    # In subjects, both are "fake_eu".
    server = Server(machine, broker, "--service", "fake.eu")
    for number, service in enumerate(["fake_eu", "fake.eu", "fake_eu", "fake.eu"], 1):
        epoch = f"fa4e000{number}"
        publish(broker, [call(epoch)], 0, 1, epoch, token="fake_eu", service=service)
    wait_until(lambda: server.programs().get("fa4e0004", {}).get("calls") == 1)
    assert sorted(item["id"] for item in server.all()) == ["fa4e0002-1", "fa4e0004-1"]


def test_a_server_of_one_service_lists_no_process_of_others(machine, broker):
    server = Server(machine, broker, "--service", "fake")
    # States are read in their order.
    publish_state(broker, epoch="fa4e0002", service="mail")
    publish_state(broker)
    wait_until(lambda: "fa4e0001" in server.programs())
    assert set(server.programs()) == {"fa4e0001"}


def test_a_stream_that_was_made_anew_is_read_from_its_first_message(broker, fleet):
    programs, server = fleet
    # The numbers of the new stream stay below these during the test.
    last = broker.publish_many("calls.x.y.0badc0de", 500)
    wait_until(lambda: f"message {last} " in server.log)
    before = server.get("/api/v1/status")["counters"]["stored"]
    broker.make_anew("DELEGATE_CALLS")
    wait_until(lambda: server.get("/api/v1/status")["counters"]["stored"] > before + 500)
    assert "reading from its first one" in server.log
    for program in programs:
        calls = server.all(filter=f"process:{program.epoch}")
        assert len({call["id"] for call in calls}) == len(calls)


def test_a_stream_that_was_made_anew_is_noticed_though_it_has_as_many_messages_as_were_read(machine, broker):
    server = Server(machine, broker)
    publish(broker, [call()], 0, 1)
    wait_until(lambda: server.programs().get("fa4e0001", {}).get("calls") == 1)
    # Which stream it was is in the recording.
    server.kill()
    broker.make_anew("DELEGATE_CALLS")
    # The first message of the new stream has the number of the one that was read.
    for epoch in ("fa4e0002", "fa4e0003"):
        publish(broker, [call(epoch)], 0, 1, epoch)
    server.start()
    wait_until(lambda: server.programs().get("fa4e0003", {}).get("calls") == 1)
    wait_until(lambda: server.programs().get("fa4e0002", {}).get("calls") == 1)
    assert sorted(item["id"] for item in server.all()) == ["fa4e0001-1", "fa4e0002-1", "fa4e0003-1"]
    assert server.log.count("reading from its first one") == 1


@pytest.mark.parametrize("is_down", [True, False], ids=["down", "running"])
def test_the_first_messages_of_a_stream_that_was_made_anew_are_not_lost_when_it_has_more_than_were_read(
        machine, broker, is_down):
    server = Server(machine, broker)
    publish(broker, [call()], 0, 1)
    wait_until(lambda: server.programs().get("fa4e0001", {}).get("calls") == 1)
    if is_down:
        server.kill()
    broker.make_anew("DELEGATE_CALLS")
    # The second message has the number that would come next. Read alone, it would be a call after a missing one.
    for seq in (1, 2):
        publish(broker, [call("fa4e0002", seq)], seq - 1, seq, "fa4e0002")
    if is_down:
        server.start()
    process = wait_until(lambda: (p := server.programs().get("fa4e0002")) and p["calls"] + p["gaps"] == 2 and p)
    assert (process["calls"], process["gaps"]) == (2, 0)
    assert [item["id"] for item in server.all(filter="process:fa4e0002", order="asc")] == ["fa4e0002-1", "fa4e0002-2"]
    assert server.log.count("reading from its first one") == 1


def test_messages_that_no_relay_sent_are_left_out(machine, broker, fleet):
    programs, server = fleet
    process = json.dumps({"epoch": "0badc0de", "service": "x", "version": None, "host": "y", "processID": 1, "program": "z",
                          "startedAt": "2026-01-01T00:00:00Z"})
    good = {"Inspector-Process": process, "Inspector-After": "0", "Inspector-Through": "9", "Inspector-Encoding": "identity"}
    for changed, body in [
            ({"Inspector-Process": "{}"}, b"{}"), ({"Inspector-After": "-1"}, b"{}"), ({"Inspector-Encoding": "zip"}, b"{}"),
            ({"Inspector-Encoding": "zstd"}, b"no zstd"), ({}, b"\xff\x00 {\n{}\n[]\n"),
            ({"Inspector-Process": process.replace("0badc0de", "../../x")}, b"{}")]:
        broker.publish("calls.x.y.0badc0de", {**good, **changed}, body)
    expected = settle(programs, server)
    assert sorted(call["id"] for call in server.all()) == sorted(expected)
    assert "left out" in (machine.folder / "serve.log").read_text()


def test_a_recording_has_one_server(machine, broker):
    server = Server(machine, broker)
    second = subprocess.run(server.command[:-1] + ["0"], env=machine.environment, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1 and not second.stdout
    assert f"{machine.folder / 'fleet.sqlite'}: another inspector-fleet serve writes" in second.stderr
    publish(broker, [call()], 0, 1)
    wait_until(lambda: server.programs().get("fa4e0001", {}).get("calls") == 1)


def test_a_server_ends_when_another_program_writes_its_recording(machine, broker):
    server = Server(machine, broker)
    publish(broker, [call()], 0, 1)
    wait_until(lambda: server.programs().get("fa4e0001", {}).get("calls") == 1)
    with contextlib.closing(sqlite3.connect(machine.folder / "fleet.sqlite", timeout=30)) as file, file:
        file.execute("UPDATE fleet SET sequence = sequence + 1")
    publish(broker, [call(seq=2)], 1, 2)
    assert server.process.wait(30) == 1
    assert "is written by another program, too. Stop one of them" in server.log


def test_a_stream_is_refused_when_the_recording_is_taken_away(fleet):
    programs, server = fleet
    settle(programs, server)
    recording = server.machine.folder / "fleet.sqlite"
    recording.rename(recording.with_suffix(".gone"))
    # A stream that began and had nothing to tell would be opened again and again.
    code, problem = refusal(server, "/api/v1/stream?lastEventId=earliest")
    assert (code, problem["code"]) == (503, "recordingUnreadable")
    assert str(recording) in problem["detail"] and "Put it back" in problem["detail"]


def test_a_server_tells_once_that_its_recording_was_replaced(machine, broker):
    server = Server(machine, broker)
    publish(broker, [call()], 0, 1)
    wait_until(lambda: server.programs().get("fa4e0001", {}).get("calls") == 1)
    wait_until(lambda: server.get("/api/v1/programs")["broker"])
    recording = machine.folder / "fleet.sqlite"
    recording.rename(machine.folder / "moved.sqlite")
    recording.write_bytes(b"somebody else's")
    # A page that asks before the server comes to write is told something else, which the log does not have.
    code, problem = refusal(server, "/api/v1/programs")
    assert (code, problem["code"]) == (503, "recordingUnreadable") and "Put it back" in problem["detail"]
    for seq in (2, 3):
        publish(broker, [call(seq=seq)], seq - 1, seq)
    wait_until(lambda: "start again to record into a new one" in server.log)
    for path in ("/api/v1/status", "/api/v1/programs", "/api/v1/stream"):
        code, problem = refusal(server, path)
        assert (code, problem["code"]) == (503, "recordingUnreadable"), path
        assert str(recording) in problem["detail"] and "start again" in problem["detail"], path
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) == 1
    assert server.log.count("was moved, deleted or replaced") == 1
    assert "trying again" not in server.log
    assert recording.read_bytes() == b"somebody else's"


def test_a_server_tells_at_its_end_that_its_recording_was_replaced(machine, broker):
    server = Server(machine, broker)
    publish(broker, [call()], 0, 1)
    wait_until(lambda: server.programs().get("fa4e0001", {}).get("calls") == 1)
    recording = machine.folder / "fleet.sqlite"
    recording.rename(machine.folder / "moved.sqlite")
    recording.write_bytes(b"somebody else's")
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) == 1
    assert server.log.count("start again to record into a new one") == 1
    assert recording.read_bytes() == b"somebody else's"
