# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Measures the server under load, compared with nginx and its nchan module in the same run, all on loopback.

run.py SOURCE LOAD     paths of the built `http-source` and of the compiled load.c; prints a Markdown table
"""
import json
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

SECONDS = 5
FIELDS = "seq,proxy,protocol,selector,arguments,durationNanoseconds,state"
NGINX = """
{modules}
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 8192; }}
http {{
  access_log off; keepalive_requests 100000000; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/www;
    location = /pub {{ nchan_publisher; nchan_channel_id load; nchan_message_buffer_length 1000; }}
    location = /sub {{ nchan_subscriber eventsource; nchan_channel_id load; nchan_subscriber_first_message newest; }}
  }}
}}
"""


class Source:
    """The inspected program."""

    def __init__(self, path, streams, stored=1_000_000):
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [path, str(streams), str(stored)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def call(self, count):
        self.tell(f"calls {count}")
        assert self.process.stdout.readline() == "done\n"

    def get(self, target):
        with urllib.request.urlopen(self.url + target, timeout=30) as reply:
            return json.load(reply)

    def resident(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=30)


class Nginx:
    def __init__(self, page):
        self.folder = tempfile.TemporaryDirectory()
        www = pathlib.Path(self.folder.name, "www")
        www.mkdir()
        (www / "one.json").write_bytes(page)
        os.chmod(self.folder.name, 0o755)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        module = pathlib.Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
        modules = f"load_module {module};" if module.exists() else ""
        configuration = pathlib.Path(self.folder.name, "nginx.conf")
        configuration.write_text(NGINX.format(modules=modules, folder=self.folder.name, port=self.port))
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-c", str(configuration)], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.02)
        raise SystemExit("nginx does not start: " + pathlib.Path(self.folder.name, "error.log").read_text())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=10)
        self.folder.cleanup()


class Bench:
    def __init__(self, source, load):
        self.source, self.load_path = source, load
        self.rows = []

    def load(self, *arguments):
        done = subprocess.run([self.load_path, *map(str, arguments)], capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        return json.loads(done.stdout)

    def row(self, what, baseline, figure):
        self.rows.append((what, baseline, figure))
        print(f"| {what} | {baseline} | {figure} |", flush=True)

    # Rows.

    def deliveries(self, nginx, clients, rate):
        with Source(self.source, 2_000) as source:
            source.tell(f"rate {rate}")
            ours = self.load("streams", source.port, f"/api/v1/stream?fields={FIELDS}", clients, SECONDS)
        publisher = subprocess.Popen(
            [self.load_path, "publish", str(nginx.port), "/pub", "330", str(SECONDS + 4)], stdout=subprocess.DEVNULL)
        theirs = self.load("streams", nginx.port, "/sub", clients, SECONDS)
        publisher.wait(timeout=60)
        self.row(
            f"SSE deliveries/s to {clients} clients, {ours['eventBytes']:.0f}-byte events",
            f"nginx + nchan {theirs['deliveriesPerSecond']:,.0f}",
            f"{ours['deliveriesPerSecond']:,.0f}, {ours['deliveriesPerSecond'] / theirs['deliveriesPerSecond']:.1f} ×")

    def requests(self, nginx, source):
        def wrk(port, target):
            done = subprocess.run(
                ["wrk", "-t1", "-c32", f"-d{SECONDS}", f"http://127.0.0.1:{port}{target}"],
                capture_output=True, text=True, check=True, timeout=60)
            assert "Non-2xx" not in done.stdout, done.stdout
            return float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)[1])

        theirs = wrk(nginx.port, "/one.json")
        ours = wrk(source.port, "/api/v1/invocations/500")
        self.row(
            "`GET` of one invocation, keep-alive, 32 connections, requests/s",
            f"nginx static file of that size {theirs:,.0f}", f"{ours:,.0f}, {ours / theirs:.2f} ×")

    def latency(self):
        with Source(self.source, 32) as source:
            source.tell("rate 10000")
            late = self.load("latency", source.port, "/api/v1/stream", SECONDS)
        self.row(
            "call to client at 10 000 calls/s", f"{late['events']:,} calls",
            f"p50 {late['p50Milliseconds']:.2f} ms, p99 {late['p99Milliseconds']:.2f} ms")

    def start(self):
        times = []
        for _ in range(15):
            with Source(self.source, 32) as source:
                source.get("/healthz")
                times.append((time.monotonic() - source.started) * 1000)
        self.row("start of the process to the first answer", "15 starts", f"median {statistics.median(times):.0f} ms, slowest {max(times):.0f} ms")

    def slow_client(self, calls=100_000):
        # The store fills up early, so that any growth has other causes.
        with Source(self.source, 32, 20_000) as source:
            slow = socket.socket()
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect(("127.0.0.1", source.port))
            slow.sendall(f"GET /api/v1/stream HTTP/1.0\r\nHost: 127.0.0.1:{source.port}\r\n\r\n".encode())
            seen = slow.recv(1)
            with socket.create_connection(("127.0.0.1", source.port)) as quick:
                # Another client keeps the encoder busy, so that its memory is not attributed to the slow client.
                quick.sendall(f"GET /api/v1/stream HTTP/1.0\r\nHost: 127.0.0.1:{source.port}\r\n\r\n".encode())
                reader = subprocess.Popen(["cat"], stdin=quick.fileno(), stdout=subprocess.DEVNULL)
                resident = []
                for _ in range(10):
                    source.call(calls // 5)
                    seen += slow.recv(1)
                    time.sleep(1)
                    resident.append(source.resident())
                reader.terminate()
                reader.wait()
            slow.settimeout(3)
            try:
                while chunk := slow.recv(1 << 20):
                    seen += chunk
            except TimeoutError:
                pass
            slow.close()
        delivered = seen.count(b"\nevent: invocation")
        missed = sum(json.loads(data)["missed"] for data in re.findall(rb"event: gap\ndata: (.*)\n", seen))
        self.row(
            f"a client that reads 1 byte/s while {2 * calls:,} calls arrive",
            f"{delivered:,} delivered + {missed:,} in gaps = {delivered + missed:,}",
            "memory " + ", ".join(f"{each / 1e6:.1f}" for each in resident[1::2]) + " MB as time goes")
        assert delivered + missed == 2 * calls, "the account of the gap is wrong"

    def idle(self, streams=5_000):
        with Source(self.source, streams) as source:
            source.call(10)
            before = source.resident()
            load = subprocess.Popen(
                [self.load_path, "idle", str(source.port), "/api/v1/stream", str(streams)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            opened = json.loads(load.stdout.readline())
            deadline = time.monotonic() + 30
            while source.get("/api/v1/status")["clients"] < streams and time.monotonic() < deadline:
                time.sleep(0.05)
            each = (source.resident() - before) / streams
            start = time.time()
            source.call(1)
            time.sleep(2)
            result = json.loads(load.communicate("\n", timeout=30)[0])
        self.row(
            f"{streams:,} idle streams", f"opened in {opened['openSeconds']:.2f} s, {each / 1024:.0f} KiB each",
            f"one call reaches all of them in {(result['lastAt'] - start) * 1000:.0f} ms")
        assert result["fewest"] == 1 and result["events"] == streams


def main():
    bench = Bench(sys.argv[1], sys.argv[2])
    only = set(sys.argv[3:])
    wants = lambda name: not only or name in only
    print("| what | beside | here |\n|---|---|---|")
    with Source(bench.source, 32) as source:
        source.call(1_000)
        page = json.dumps(source.get("/api/v1/invocations/500"), separators=(",", ":")).encode()
        with Nginx(page) as nginx:
            if wants("deliveries"):
                bench.deliveries(nginx, 100, 25_000)
                bench.deliveries(nginx, 1_000, 2_500)
            if wants("requests"):
                bench.requests(nginx, source)
    for name in ["latency", "start", "slow_client", "idle"]:
        if wants(name):
            getattr(bench, name)()


if __name__ == "__main__":
    main()
