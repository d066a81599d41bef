#!/usr/bin/env python3
"""The log of a running server: each line as JSON, or as text for people; what the line of a request
contains, and what it never contains.

Environment: DANAD_BIN the server.
"""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

import harness
import upstream

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{SPAN}-01"
# Must never be logged; it is put into pages, paths, queries and a URL.
SECRET = "Hunter2Hunter2"
PAGE = f"<title>T {SECRET}</title><p>the text of {SECRET} and more words of it</p>"
LINE_TIMEOUT_S = 60
STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
# The members of each request's line, in order, with their types.
ALWAYS = {"ts": str, "level": str, "msg": str, "request_id": str, "method": str, "status": int, "bytes_in": int,
          "bytes_out": int, "duration_ms": float, "queue_ms": float, "client": str}


class Logs:
    def __init__(self):
        self.tally = harness.Tally()
        self.site = upstream.Site()
        self.settings = {"DANAD_WORKERS": "2", "DANAD_LOG_LEVEL": "debug", "DANAD_READ_TIMEOUT": "3s",
                         "DANAD_TRUSTED_PROXIES": "127.0.0.1",
                         "DANAD_FETCH_ALLOW_CIDRS": "127.0.0.1/32", "DANAD_FETCH_PORTS": str(self.site.port)}
        self.server = harness.Server(**self.settings)
        self.count = 0

    def sent(self, method, path, body=None, server=None, **headers):
        """Sends a request with its own id; returns its reply and its log line."""
        server = server or self.server
        self.count += 1
        request_id = f"log-{self.count}"
        headers = {k.replace("_", "-"): v for k, v in headers.items()}
        reply = server.request(method, path, body, {"X-Request-Id": request_id, **headers})
        return reply, self.line_of(request_id, server)

    def line_of(self, request_id, server):
        end = time.monotonic() + LINE_TIMEOUT_S
        while time.monotonic() < end:
            for line in list(server.log):
                if request_id in re.split(r'[^\w-]', line):
                    return line
            time.sleep(.01)
        raise AssertionError(f"no line of {request_id}")

    def fields(self, name, request, reply_has=None, absent=(), **wanted):
        """A request, and expected members of its line; a type stands for any value of that type."""
        def run():
            reply, line = self.sent(*request[:3], **(request[3] if len(request) > 3 else {}))
            got = json.loads(line)
            problems = [f"{k} is {got.get(k)!r}" for k, v in wanted.items()
                        if (not isinstance(got.get(k), v) if isinstance(v, type) else got.get(k) != v)]
            problems += [f"{k} is {got.get(k)!r}" for k, v in ALWAYS.items() if not isinstance(got.get(k), v)]
            problems += [f"{k} is there" for k in absent if k in got]
            problems += [] if re.fullmatch(STAMP, got["ts"]) else [got["ts"]]
            problems += [] if got["bytes_out"] == len(reply.body) or request[0] == "HEAD" else ["bytes_out"]
            problems += [] if got["status"] == reply.status else ["status"]
            return problems + [line] * bool(problems)
        self.tally.run(name, run)

    def requests(self):
        html = {"Content_Type": "text/html", "User_Agent": "test/1.0 (of logs)"}
        page = PAGE.encode()
        self.fields("a page", ("POST", "/v1/extract", page, {**html, "traceparent": TRACEPARENT}),
                    level="info", msg="request", method="POST", route="/v1/extract", status=200, bytes_in=len(page),
                    trace_id=TRACE, span_id=SPAN, client="127.0.0.1", ua="test/1.0 (of logs)",
                    doc={"bytes": len(page), "lines": 1, "encoding": "utf-8"}, absent=("code", "target_host", "fetch"))
        arabic = "<p>عاد المطر إلى الوادي".encode("cp1256")
        self.fields("windows-1256", ("POST", "/v1/extract", arabic, {"Content_Type": "text/html;charset=cp1256"}),
                    doc={"bytes": len(arabic), "lines": 1, "encoding": "windows-1256"}, absent=("trace_id", "ua"))
        for path, code in ((f"/{SECRET}?q={SECRET}", "not-found"), (f"/v1/extract/{SECRET}", "not-found")):
            self.fields(path, ("GET", path, None), code=code, status=404, absent=("route", "doc"))
        self.fields("a wrong method", ("PUT", "/v1/extract", None), code="method-not-allowed", route="/v1/extract")
        self.fields("no JSON", ("POST", "/v1/extract", b'{"html": ' + SECRET.encode(),
                                {"Content_Type": "application/json"}), code="invalid-json", absent=("doc",))
        url = self.site.url(f"/page?{SECRET}")
        query = "/v1/extract?" + urllib.parse.urlencode({"url": url})
        self.fields("a fetch", ("GET", query, None), status=200, target_host="127.0.0.1", fetch="ok", fetch_ms=float,
                    doc=dict)
        query = "/v1/extract?" + urllib.parse.urlencode({"url": f"http://u:{SECRET}@host.example/{SECRET}?{SECRET}"})
        self.fields("a user in a URL", ("GET", query, None), code="invalid-url", target_host="host.example",
                    fetch="invalid_url", absent=("doc",))
        for path in ("/livez", "/readyz", "/healthz", "/metrics"):
            self.fields(path, ("GET", path, None), level="debug", route=path, status=200)
        self.fields("a long user agent", ("GET", "/v1/info", None, {"User_Agent": "x" * 5000}), ua="x" * 256)
        self.fields("a long method", ("X" * 2000, "/v1/info", None), method="X" * 32, route="/v1/info", status=501)
        self.fields("long values", ("X" * 2000, "/v1/info", None, {"User_Agent": "\x1b" * 2000}), method="X" * 32,
                    ua="\x1b" * 42, route="/v1/info")
        self.tally.run("a reader that has stopped", self.stalled_problems)
        self.fields("a client behind a proxy", ("GET", "/v1/info", None, {"X_Forwarded_For": "192.0.2.7"}),
                    client="192.0.2.7")
        self.fields("quotes", ("GET", "/v1/info", None, {"User_Agent": 'a "b" \\ \t c'}), ua='a "b" \\ \t c')

    def stalled_problems(self):
        """Nobody waits for who reads the log; it is told later how many lines are missing."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        done = subprocess.Popen([harness.binary(), "serve", "--listen", f"127.0.0.1:{port}"],
                                env=harness.clean_environment(), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
        lines = [done.stderr.readline()]
        while b"listening on" not in lines[-1]:
            lines.append(done.stderr.readline())
        count = 1000  # 300 KB of lines, where a pipe holds 64 KiB
        with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
            for _ in range(count):
                client.sendall(b"GET /v1/info HTTP/1.1\r\nHost: a\r\nUser-Agent: " + b"a" * 250 + b"\r\n\r\n")
            data, more = b"", b"-"
            while data.count(b"HTTP/1.1 200 OK") < count and more:
                more = client.recv(1 << 20)
                data += more
            answers = data.count(b"HTTP/1.1 200 OK")
        os.set_blocking(done.stderr.fileno(), False)
        text = b"".join(iter(lambda: os.read(done.stderr.fileno(), 65536) if select.select([done.stderr], [], [], 0)[0] else b"", b""))
        os.set_blocking(done.stderr.fileno(), True)
        done.send_signal(signal.SIGINT)
        text += done.stderr.read()
        status = done.wait(60)
        done.stderr.close()
        logged = [json.loads(line) for line in text.splitlines()]
        kept = sum(line["msg"] == "request" for line in logged)
        missing = sum(line["lines"] for line in logged if line["msg"].startswith("log lines lost"))
        return [f"{answers} answers, {kept} lines, {missing} missing, exit status {status}"] * (
            answers != count or kept + missing != count or missing == 0 or status != 0)

    def traces(self):
        def run(value, taken):
            _, line = self.sent("GET", "/v1/info", traceparent=value)
            return [] if ("trace_id" in json.loads(line)) == taken else [line]
        for value, taken in ((TRACEPARENT, True), (f"cc-{TRACE}-{SPAN}-01-more", True),
                             (TRACEPARENT + "-more", False), (TRACEPARENT.upper(), False), ("", False),
                             (f"00-{'0' * 32}-{SPAN}-01", False)):
            self.tally.run(f"traceparent {value}", run, value, taken)
        self.tally.run("two traceparents", self.two_problems)
        self.tally.run("no trace is passed on", self.passed_on_problems)

    def two_problems(self):
        head = f"traceparent: {TRACEPARENT}\r\n" * 2
        self.server.raw(f"GET /v1/info HTTP/1.1\r\nHost: a\r\nX-Request-Id: two\r\n{head}\r\n".encode())
        line = self.line_of("two", self.server)
        return [] if "trace_id" not in json.loads(line) else [line]

    def passed_on_problems(self):
        query = "/v1/extract?" + urllib.parse.urlencode({"url": self.site.url("/page?traced")})
        self.sent("GET", query, traceparent=TRACEPARENT, tracestate="a=b")
        headers = next(h for path, h in self.site.asked if path == "/page?traced")
        return [f"{k}: {v}" for k, v in headers.items() if k.lower().startswith("trace") or TRACE in v]

    def late(self):
        def run():
            data = (b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nX-Request-Id: late\r\nContent-Type: text/html\r\n"
                    b"Content-Length: 100\r\n\r\n<p>")
            self.server.raw(data, "POST")
            got = json.loads(self.line_of("late", self.server))
            return [] if (got["status"], got["code"], got["bytes_in"]) == (408, "read-timeout", 3) else [str(got)]
        self.tally.run("a body that does not come", run)
        self.tally.run("a client that leaves", self.gone_problems)

    def gone_problems(self):
        with socket.create_connection(("127.0.0.1", self.server.port)) as s:
            s.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nX-Request-Id: gone\r\nContent-Type: text/html\r\n"
                      b"Content-Length: 100\r\n\r\n<p>")
            self.server.wait_for_requests()
        got = json.loads(self.line_of("gone", self.server))
        return [] if (got["msg"], got["status"]) == ("client gone", 0) else [str(got)]

    def whole(self):
        """Every line that this server has logged, from start to end."""
        def run():
            problems = [line for line in self.server.log if not line.startswith("{")]
            for line in self.server.log if not problems else ():
                got = json.loads(line)
                problems += [line for part in ("ts", "level", "msg") if part not in got]
            return problems + [line for line in self.server.log if SECRET in line or "<p>" in line]
        self.tally.run("all lines are JSON without what was sent", run)

    def text(self):
        server = harness.Server(**{**self.settings, "DANAD_LOG_FORMAT": "text", "DANAD_LOG_LEVEL": "info"})
        try:
            self.tally.run("text for people", self.text_problems, server)
        finally:
            server.stop()
        form = re.compile(STAMP + r" (error|warn |info |debug) \S.*")
        self.tally.check("all lines are text", [line for line in server.log if not form.fullmatch(line)])
        self.tally.check("nothing that was sent", [line for line in server.log if SECRET in line])

    def text_problems(self, server):
        server.request("GET", "/livez", headers={"X-Request-Id": "quiet"})
        _, line = self.sent("POST", "/v1/extract", PAGE.encode(), server, Content_Type="text/html",
                            User_Agent='a "b" status=500', traceparent=TRACEPARENT)
        got = re.fullmatch(STAMP + r' info  request (.*)', line)
        if not got:
            return [line]
        members = dict(re.findall(r'([\w.]+)=("(?:[^"\\]|\\.)*"|[^\s"]+)(?: |$)', got.group(1)))
        wanted = {"method": "POST", "route": "/v1/extract", "status": "200", "trace_id": TRACE, "span_id": SPAN,
                  "ua": '"a \\"b\\" status=500"', "doc.bytes": str(len(PAGE)), "doc.encoding": "utf-8"}
        return [f"{k}: {members.get(k)!r}" for k, v in wanted.items() if members.get(k) != v] + \
            [line for line in server.log if "quiet" in line]

    def run(self):
        try:
            self.requests()
            self.traces()
            self.late()
        finally:
            self.tally.check("the server ends", [str(s) for s in [self.server.stop()] if s])
            self.whole()
            self.text()
            self.site.stop()
        return self.tally.finish()


if __name__ == "__main__":
    sys.exit(Logs().run())
