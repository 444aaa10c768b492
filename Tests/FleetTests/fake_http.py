# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""What servers of which a test decides each byte have in common."""
import http.server
import json
import threading


class FakeHTTP:
    """Gives each GET to `answer`."""

    def __init__(self):
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                fake.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    @staticmethod
    def reply(request, answer):
        body = json.dumps(answer).encode()
        request.send_response(200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    @staticmethod
    def stream(request, pieces):
        """Sends pieces of bytes, one after the other, until they end or the client leaves."""
        request.send_response(200)
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        try:
            for piece in pieces:
                request.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            request.wfile.write(b"0\r\n\r\n")
        except OSError:
            pass

    @staticmethod
    def event(name, data, identity=None):
        head = f"id: {identity}\n" if identity else ""
        return f"{head}event: {name}\ndata: {json.dumps(data)}\n\n".encode()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
