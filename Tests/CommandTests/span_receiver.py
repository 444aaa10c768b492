# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""A receiver of spans that reads them with OpenTelemetry's own messages, and that can be taken away and come back."""
import gzip
import http.server
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


class SpanReceiver:
    """Keeps all requests that it accepted, in their order."""

    def __init__(self, port=0, certificate=None):
        self.requests = []
        self.refusals = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.refusals.pop(0) if receiver.refusals else 200
                if status is None:  # no answer
                    self.close_connection = True
                    return
                if status == 200:
                    receiver.requests.append(Request(self.path, self.headers, body))
                answer = ExportTraceServiceResponse().SerializeToString()
                self.send_response(status)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        if certificate:
            self.server.socket = certificate.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def spans(self):
        return [span for request in list(self.requests) for span in request.spans]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Request:
    def __init__(self, path, headers, body):
        self.path = path
        self.headers = headers
        content = gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body
        self.message = ExportTraceServiceRequest()
        if headers["Content-Type"] == "application/json":
            json_format.Parse(with_base64_ids(content), self.message)
        else:
            self.message.ParseFromString(content)

    @property
    def spans(self):
        return [span for group in self.message.resource_spans for scope in group.scope_spans for span in scope.spans]


def with_base64_ids(content):
    """JSON of OTLP has ids in hexadecimal, where protobuf's own JSON has base64."""
    import base64
    import json

    value = json.loads(content)
    for group in value["resourceSpans"]:
        for scope in group["scopeSpans"]:
            for span in scope["spans"]:
                for key in ("traceId", "spanId", "parentSpanId"):
                    if key in span:
                        span[key] = base64.b64encode(bytes.fromhex(span[key])).decode()
    return json.dumps(value)


def attributes(span):
    return {
        pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in span.attributes
    }
