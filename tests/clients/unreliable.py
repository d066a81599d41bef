"""What stands between a client and danad in these tests: a proxy that fails as the path says, and remembers what it saw.

http://HOST:PORT/SCENARIO/KEY/... is the base URL of a client. KEY is the test's own, so that tests do not meet.

    fine      all is forwarded, as it comes
    busy-N    the first N requests get 503 with Retry-After: 1
    wait      every request gets 503 with Retry-After: 3600
    drop      the first request gets no answer, the connection is closed
    cut       the first answer ends after its second line, without an end
    items     in the first answer each second item of a batch has a 503 of its own
    refuse    an error that is no problem document
    text      200 with something that is no JSON
    odd-NAME  the answer of ODD
    silent    no answer, until the client leaves
    stall     the head of an answer and one line of a batch, then silence

GET /seen/KEY says what came: connections, requests, their headers, whether a client has left.
"""

import collections
import http.client
import http.server
import json
import select
import socket
import threading
import time

CORS = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "X-Request-Id, Retry-After",
        "Access-Control-Allow-Headers": "Content-Type, Authorization, X-Request-Id", "Access-Control-Allow-Methods": "GET, POST"}
SILENCE_S = 20
JSON, LINES = "application/json", "application/x-ndjson"


def problem(code, status, title, retry_after):
    return {"type": f"/problems/{code}", "title": title, "status": status, "detail": "Send it again later.", "instance": "urn:uuid:0",
            "code": code, "request_id": "from-the-proxy", "retry_after": retry_after}


# Answers that danad does not give: status, body, media type, headers.
ODD = {
    "deep": (200, b"[" * 100000, JSON, {}),
    "errors": (400, {**problem("invalid-request", 400, "It is wrong", None), "errors": [5]}, JSON, {}),
    "soon": (503, {**problem("queue-full", 503, "The server is busy", "soon")}, JSON, {"Retry-After": "\xb2"}),
    "later": (503, problem("queue-full", 503, "The server is busy", None), JSON, {"Retry-After": "99999999999"}),
    "headers": (200, b"{}", JSON, {f"X-{i}": "y" for i in range(200)}),
    "index": (200, b'{"index":-1,"id":null,"status":200,"result":{}}\n{"summary":{"ok":1,"failed":0}}\n', LINES, {}),
    "summary": (200, b'{"summary":{"ok":0,"failed":0}}\n', LINES, {}),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 0
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def setup(self):
        super().setup()
        self.number = self.server.count_connection()

    def answer(self, status, body, kind="application/problem+json", headers=()):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {**CORS, "Content-Type": kind, "Content-Length": str(len(data)), **dict(headers)}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_OPTIONS(self):
        self.send_response(204)
        for name, value in CORS.items():
            self.send_header(name, value)
        self.end_headers()

    def do_GET(self):
        _, scenario, key, *_ = self.path.split("/", 3) + ["", ""]
        if scenario == "seen":
            self.answer(200, self.server.seen[key], "application/json")
        else:
            self.handle_call(scenario, key)

    do_POST = do_GET

    def handle_call(self, scenario, key):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        seen = self.server.seen[key]
        seen["requests"].append({name.lower(): value for name, value in self.headers.items()})
        seen["lines"].append(body.count(b"\n"))
        seen["connections"] = sorted({*seen["connections"], self.number})
        first = len(seen["requests"]) == 1
        name, _, count = scenario.partition("-")
        if name == "busy" and len(seen["requests"]) <= int(count):
            self.answer(503, problem("queue-full", 503, "The server is busy", 1), headers={"Retry-After": "1"})
        elif name == "wait":
            self.answer(503, problem("draining", 503, "The server is busy", 3600), headers={"Retry-After": "3600"})
        elif name == "refuse":
            self.answer(502, b"<h1>Bad gateway</h1>", "text/html")
        elif name == "text":
            self.answer(200, b"<h1>It works</h1>", "text/html")
        elif name == "odd":
            self.answer(*ODD[count])
        elif name == "drop" and first:
            self.close_connection = True
        elif name == "silent":
            self.be_silent(seen)
        else:
            self.forward(body, key, name if first or name == "stall" else "fine", seen)

    def be_silent(self, seen):
        """Waits until the client leaves."""
        gone = select.select([self.connection], [], [], SILENCE_S)[0]
        try:
            seen["left"] = bool(gone) and self.connection.recv(1, socket.MSG_PEEK) == b""
        except ConnectionResetError:
            seen["left"] = True
        self.close_connection = True

    def forward(self, body, key, how, seen):
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=60)
        path = "/" + self.path.split("/", 3)[3]
        headers = {n: v for n, v in self.headers.items() if n.lower() not in ("host", "connection", "accept-encoding", "content-length")}
        upstream.request(self.command, path, body or None, headers)
        reply = upstream.getresponse()
        self.send_response(reply.status)
        for name, value in reply.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", *map(str.lower, CORS)):
                self.send_header(name, value)
        for name, value in CORS.items():
            self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.copy(reply, how, seen)
        upstream.close()

    def copy(self, reply, how, seen):
        """The body, line by line."""
        for number, line in enumerate(reply):
            if how == "cut" and number == 2:
                time.sleep(1)  # browsers throw away what was not read before the connection broke
                self.close_connection = True
                return
            if how == "stall" and number == 1:
                self.be_silent(seen)
                return
            if how == "items" and b'"status":200' in line and json.loads(line)["index"] % 2:
                result = json.loads(line)
                del result["result"]
                result.update(status=503, problem=problem("queue-full", 503, "The server is busy", 1))
                line = json.dumps(result).encode() + b"\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
        self.wfile.write(b"0\r\n\r\n")


class Unreliable(http.server.ThreadingHTTPServer):
    """The proxy on a free port of 127.0.0.1, in front of a port."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, upstream):
        super().__init__(("127.0.0.1", 0), Handler)
        self.upstream = upstream
        self.seen = collections.defaultdict(lambda: {"requests": [], "lines": [], "connections": [], "left": False})
        self._lock = threading.Lock()
        self._connections = 0
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": .05}, daemon=True).start()

    def count_connection(self):
        with self._lock:
            self._connections += 1
            return self._connections

    def handle_error(self, request, client_address):
        pass  # clients leave: that is what is tested

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def has_left(self, key, seconds=5):
        """Whether the client of a key has left."""
        end = time.monotonic() + seconds
        while not self.seen[key]["left"] and time.monotonic() < end:
            time.sleep(.02)
        return self.seen[key]["left"]
