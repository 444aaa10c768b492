# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Prometheus scrapes programs, and answers the queries of the guide. METRICS_SCRAPES sets how often it scrapes."""
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request

import pytest
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/metrics.md").read_text()
DASHBOARD = json.loads((ROOT / "docs/metrics-dashboard.json").read_text())
SCRAPES = int(os.environ.get("METRICS_SCRAPES", "6"))
PREFIX = "delegate_inspector_"
OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
FEED = "<feed>" + "<title>Hello</title><broken/>" * 50 + "</feed>"


def program(name):
    """A program of Prometheus: the system's, or the one that scripts/setup has copied."""
    beside = pathlib.Path(sys.prefix) / "bin" / name
    return shutil.which(name) or str(beside)


def block(name):
    """A block of the guide by the second word of its fence."""
    return re.search(rf"^```yaml {name}\n(.*?)^```$", GUIDE, re.S | re.M).group(1)


def read(url, accept="*/*"):
    request = urllib.request.Request(url, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=20) as reply:
        return reply.headers["Content-Type"], reply.read().decode()


def load(url):
    return json.loads(read(url)[1])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Prometheus:
    """A Prometheus of its own: its data is in a folder of the test, and it listens on the loopback interface."""

    def __init__(self, folder, targets):
        config = yaml.safe_load(block("scrape"))
        (job,) = config["scrape_configs"]
        job["scrape_interval"] = "1s"
        job["static_configs"][0]["targets"] = targets
        config["global"] = {"evaluation_interval": "1s"}
        config["rule_files"] = [str(folder / "rules.yml")]
        (folder / "rules.yml").write_text(block("rules"))
        (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = open(folder / "prometheus.log", "w+")
        self.process = subprocess.Popen(
            [program("prometheus"), f"--config.file={folder / 'prometheus.yml'}", f"--storage.tsdb.path={folder / 'data'}",
             f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"],
            stdout=self.log, stderr=subprocess.STDOUT)

    def wait(self, condition, seconds):
        """Asks again and again until the condition gives something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process.poll() is None, self.text()
            try:
                found = condition()
            except OSError:
                found = None
            if found:
                return found
            time.sleep(0.1)
        raise AssertionError(self.text())

    def ask(self, path, **parameters):
        answer = load(f"{self.url}/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
        assert answer["status"] == "success"
        return answer["data"]

    def query(self, expression):
        return self.ask("query", query=expression)["result"]

    def value(self, expression):
        """The value of a series. After a scrape that took too long it has none until the next one."""
        (row,) = self.wait(lambda: self.query(expression), seconds=20)
        return float(row["value"][1])

    def text(self):
        self.log.flush()
        return pathlib.Path(self.log.name).read_text()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.log.close()


def wait_for_the_end(server):
    """Waits until the calls of a program that reads a feed are recorded."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        status = load(server.url + "/api/v1/status")
        if status["counters"]["calls"] > 200 and not status["running"] and not status["counters"]["unaccounted"]:
            sink = status["sink"]
            if sink is None or sink["waiting"] == 0:
                return
        time.sleep(0.05)
    raise AssertionError(status)


def check_metrics(text):
    return subprocess.run([program("promtool"), "check", "metrics"], input=text, capture_output=True, text=True, timeout=30)


def expressions(panel):
    for target in panel["targets"]:
        yield target["expr"].replace("$__rate_interval", "10s").replace("$instance", ".*")


@pytest.fixture
def feed(tmp_path):
    file = tmp_path / "feed.xml"
    file.write_text(FEED)
    return str(file)


@pytest.fixture
def scraped(start, feed, tmp_path):
    """A demo with traffic, a program whose calls have ended, and a Prometheus that has scraped both often enough."""
    demo, ended = start("demo", "--rate", "200"), start("xml", feed, "--serve")
    wait_for_the_end(ended)
    targets = [server.url.removeprefix("http://") for server in (demo, ended)]
    prometheus = Prometheus(tmp_path, targets)
    try:
        prometheus.wait(
            # Those of a busy machine that took longer than a second don't count.
            lambda: prometheus.query(f"min(sum_over_time(up[10m])) >= {SCRAPES}"), seconds=60 + 2 * SCRAPES)
        yield prometheus, demo, ended
    finally:
        prometheus.stop()


def test_prometheus_scrapes_a_program_and_counts_what_its_status_counts(scraped):
    prometheus, demo, ended = scraped
    before = load(demo.url + "/api/v1/status")
    # A scrape has the time of its beginning: one that began before may have older numbers.
    began = time.time()
    prometheus.wait(lambda: prometheus.value(f'max(timestamp(up{{instance="{demo.url[7:]}"}}))') > began, seconds=20)
    names = {
        "recorder_calls_total": "calls", "recorder_recorded_calls_total": "recorded", "recorder_evicted_calls_total": "evicted",
        "recorder_cleared_calls_total": "cleared", "recorder_dropped_calls_total": "dropped",
        "recorder_suppressed_calls_total": "suppressed"}

    def scraped_value(server, name):
        return prometheus.value(f'{PREFIX}{name}{{instance="{server.url[7:]}"}}')

    taken = {name: scraped_value(demo, name) for name in names}
    after = load(demo.url + "/api/v1/status")
    for name, member in names.items():
        assert before["counters"][member] <= taken[name] <= after["counters"][member], name
    assert after["counters"]["calls"] > before["counters"]["calls"]

    # What has ended doesn't change any more.
    status = load(ended.url + "/api/v1/status")
    assert status["counters"]["calls"] > 200
    for name, member in [*names.items(), ("recorder_stored_calls", "stored"), ("recorder_memory_bytes", "bytes")]:
        assert scraped_value(ended, name) == status["counters"][member], name
    for name, member in [("recorder_position", "position"), ("streams", "clients"), ("recorder_running_calls", "running")]:
        assert scraped_value(ended, name) == status[member], name
    rows = load(ended.url + "/api/v1/selectors")["items"]
    for name, member in [("calls", "calls"), ("errors", "errors"), ("unanswered", "unanswered")]:
        by_selector = prometheus.wait(
            lambda: prometheus.query(f'{PREFIX}{name}_total{{instance="{ended.url[7:]}"}}'), seconds=20)
        counted = {(row["metric"]["protocol"], row["metric"]["selector"]): float(row["value"][1]) for row in by_selector}
        assert counted == {(row["protocol"], row["selector"]): row[member] for row in rows}, name


def test_prometheus_answers_the_queries_of_the_guide(scraped):
    prometheus, demo, _ = scraped
    (group,) = prometheus.wait(
        lambda: [each for each in prometheus.ask("rules")["groups"] if all(rule["health"] == "ok" for rule in each["rules"])],
        seconds=30)
    assert len(group["rules"]) == len(yaml.safe_load(block("rules"))["groups"][0]["rules"])
    # A rate needs two scrapes before the evaluation.
    calls = prometheus.wait(lambda: prometheus.query("selector:delegate_inspector_calls:rate5m > 0"), seconds=20)
    assert {"XMLParserDelegate"} <= {row["metric"]["protocol"] for row in calls}
    slow = prometheus.wait(
        lambda: prometheus.query("selector:delegate_inspector_call_duration_seconds:p99_5m > 0"), seconds=20)
    assert all(0 < float(row["value"][1]) <= 16 for row in slow)
    for panel in DASHBOARD["panels"]:
        for expression in expressions(panel):
            print(f"{panel['title']}: {expression}")
            prometheus.wait(lambda: prometheus.query(expression), seconds=20)


def test_the_rules_and_the_configuration_of_the_guide_are_valid(tmp_path):
    for kind, name in [("rules", "rules"), ("config", "scrape")]:
        file = tmp_path / f"{name}.yml"
        file.write_text(block(name))
        checked = subprocess.run([program("promtool"), "check", kind, str(file)], capture_output=True, text=True, timeout=30)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_promtool_finds_nothing_in_the_metrics_of_programs_and_recordings(start, feed, tmp_path):
    recording = str(tmp_path / "feed.sqlite")
    live = start("xml", feed, "--serve", "--store", recording)
    wait_for_the_end(live)
    _, of_live = read(live.url + "/metrics")
    kind, other = read(live.url + "/metrics", accept="application/openmetrics-text")
    assert kind == OPEN_METRICS and other.endswith("\n# EOF\n")
    assert f"{PREFIX}sink_attached 1\n" in of_live and f"{PREFIX}sink_written_calls_total " in of_live
    assert live.stop()[0] == 0
    replay = start("open", recording)
    _, of_replay = read(replay.url + "/metrics")
    for text in (of_live, of_replay):
        checked = check_metrics(text)
        assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")
    assert "problem" not in of_replay and f"{PREFIX}recorder_recording 0\n" in of_replay

    def counted(text):
        return sorted(line for line in text.splitlines() if re.match(PREFIX + r"(calls|errors|unanswered)_total", line))

    assert counted(of_replay) == counted(of_live) and len(counted(of_live)) > 9
    assert [line for line in read(replay.url + "/metrics")[1].splitlines() if "uptime" not in line and "requests" not in line] \
        == [line for line in of_replay.splitlines() if "uptime" not in line and "requests" not in line]
