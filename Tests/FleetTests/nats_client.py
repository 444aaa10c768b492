# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Reads streams of JetStream message by message, with nothing but sockets and libzstd."""
import ctypes
import ctypes.util
import json
import socket
import time
import uuid


class NatsClient:
    """A connection to a NATS server; see docs.nats.io, "NATS client protocol"."""

    def __init__(self, port, patience=20):
        """`patience` is how many seconds an answer may take."""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self.file = self.socket.makefile("rb")
        self.inbox = f"_INBOX.{uuid.uuid4().hex}"
        self.requests = 0
        assert self.file.readline().startswith(b"INFO ")
        self.send(b'CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true}\r\n'
                  + f"SUB {self.inbox}.* 1\r\n".encode())

    def send(self, data):
        self.socket.sendall(data)

    def close(self):
        self.file.close()
        self.socket.close()

    def request(self, subject, body):
        """Returns the headers and the body of the answer; the first line of the headers is under ""."""
        self.requests += 1
        reply = f"{self.inbox}.{self.requests}"
        self.send(f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")
        while True:
            line = self.file.readline()
            assert line, "the broker closed the connection"
            words = line.split()
            if words[0] == b"PING":
                self.send(b"PONG\r\n")
            elif words[0] in (b"MSG", b"HMSG"):
                size = int(words[-1])
                head = int(words[-2]) if words[0] == b"HMSG" else 0
                data = self.file.read(size + 2)[:size]
                if words[1].decode() == reply:
                    return parse_headers(data[:head]), data[head:]

    def publish(self, subject, headers, body):
        """Stores a message; returns the acknowledgment."""
        self.requests += 1
        reply = f"{self.inbox}.{self.requests}"
        head = b"NATS/1.0\r\n" + b"".join(f"{k}: {v}\r\n".encode() for k, v in headers.items()) + b"\r\n"
        self.send(f"HPUB {subject} {reply} {len(head)} {len(head) + len(body)}\r\n".encode() + head + body + b"\r\n")
        while True:
            words = self.file.readline().split()
            if words[0] == b"MSG" and words[1].decode() == reply:
                return json.loads(self.file.read(int(words[-1]) + 2))

    def next(self, stream, sequence, pattern=">"):
        """The first message from a sequence on; None if there is none."""
        body = json.dumps({"seq": sequence, "next_by_subj": pattern}).encode()
        headers, data = self.request(f"$JS.API.DIRECT.GET.{stream}", body)
        if headers[""].startswith("NATS/1.0 404"):
            return None
        assert "Nats-Sequence" in headers, headers
        return Message(headers, data)

    def messages(self, stream, after=0, pattern=">"):
        """All messages after a sequence; none if there is no such stream, which a direct get would not say."""
        found = []
        if b'"error"' in self.request(f"$JS.API.STREAM.INFO.{stream}", b"")[1]:
            return found
        while message := self.next(stream, after + 1, pattern):
            found.append(message)
            after = message.sequence
        return found


class Message:
    def __init__(self, headers, data):
        self.headers = headers
        self.data = data
        self.sequence = int(headers["Nats-Sequence"])
        self.subject = headers["Nats-Subject"]

    @property
    def content(self):
        encoding = self.headers.get("Inspector-Encoding", "identity")
        return decompressed(self.data) if encoding == "zstd" else self.data

    @property
    def lines(self):
        """The lines of a batch as JSON."""
        content = self.content
        assert content.endswith(b"\n")
        return [json.loads(line) for line in content[:-1].split(b"\n")]


def parse_headers(head):
    lines = head.decode().split("\r\n")
    return {"": lines[0], **dict(line.split(": ", 1) for line in lines[1:] if line)}


def decompressed(data):
    """The content of a Zstandard frame that says how long it is."""
    library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
    library.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
    library.ZSTD_decompress.restype = ctypes.c_size_t
    size = library.ZSTD_getFrameContentSize(data, ctypes.c_size_t(len(data)))
    assert size < 1 << 30, "the frame does not say how long it is"
    output = ctypes.create_string_buffer(size)
    count = library.ZSTD_decompress(output, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    assert count == size
    return output.raw


def connect(port, seconds=20, patience=20):
    """Connects to a broker that may be starting."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return NatsClient(port, patience)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
