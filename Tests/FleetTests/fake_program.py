# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A program's server of which a test decides each byte."""
import http.server
import json
import threading


class FakeProgram:
    """Serves a status, and to each stream what `events` yields for its resume place: pieces of bytes."""

    def __init__(self, events, epoch="fa4e", status=None):
        self.epoch = epoch
        self.newest = 0
        # How often its status was asked for.
        self.asked = 0
        self.places = []
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if self.path.startswith("/api/v1/status"):
                    fake.asked += 1
                    body = json.dumps({
                        "epoch": fake.epoch, "uptimeSeconds": 12.5, "replay": None, "position": fake.newest,
                        "counters": {"calls": fake.newest, "dropped": 3}, **(status or {})}).encode()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                    return
                place = self.path.split("lastEventId=")[1].split("-", 1)[1]
                fake.places.append(place)
                self.send_response(200)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                try:
                    for piece in events(place):
                        self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
                    self.wfile.write(b"0\r\n\r\n")
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def call(self, position, text="", name="invocation"):
        self.newest = max(self.newest, position)
        data = {"id": f"{self.epoch}-{position}", "position": position, "text": text}
        return self.event(name, data, f"{self.epoch}-{position}" if name == "invocation" else None)

    @staticmethod
    def event(name, data, event_id=None):
        head = f"id: {event_id}\n" if event_id else ""
        return f"{head}event: {name}\ndata: {json.dumps(data)}\n\n".encode()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
