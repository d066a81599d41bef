#!/usr/bin/env python3
"""Requests of each kind, and the exact changes of all counters; /metrics itself in both formats, on both
listeners; Server-Timing.

Environment: DANAD_BIN the server.
"""

import concurrent.futures
import http.client
import json
import re
import socket
import sys
import tempfile
import time
import urllib.parse

import handover
import harness
import prometheus
import upstream

ENGLISH = ("<!doctype html><html lang='en'><head><title>Rain returns | Valley News</title></head><body>"
           "<h1>Rain returns</h1><p>After nine dry weeks the first rain fell on the valley on Monday.</p>"
           "<p>Farmers had waited for it since the end of August, and so had the river.</p></body></html>")
JSON = {"Content-Type": "application/json"}
SLOW = {"html": "<p>many words, " * 60000, "options": {"timeout_ms": 1}}
# Seconds after which an answered request must have been counted.
COUNT_TIMEOUT_S = 60
# Times are not compared: their buckets and sums differ in every run.
TIMES = re.compile(r"^(danad_\w+_seconds_(bucket|sum)|process_)")
GAUGES = re.compile(r"^danad_(connections|workers|queue_depth|queue_capacity|http_requests_in_flight)")


def requests(route, method, status, count=1):
    key = f'danad_http_requests_total{{route="{route}",method="{method}",status="{status}"}}'
    return {key: count, f'danad_http_request_duration_seconds_count{{route="{route}"}}': count}


def worked(waits=1):
    return {"danad_queue_wait_seconds_count": waits}


def document(result, encoding="utf-8", source="json", stages="decode parse extract headline serialize"):
    counts = {f'danad_documents_total{{result="{result}"}}': 1, "danad_document_bytes_count": 1,
              f'danad_input_encoding_total{{encoding="{encoding}",source="{source}"}}': 1}
    counts.update({f'danad_stage_duration_seconds_count{{stage="{s}"}}': 1 for s in stages.split()})
    return counts


def fetched(result):
    return {f'danad_fetch_total{{result="{result}"}}': 1,
            'danad_stage_duration_seconds_count{stage="fetch"}': 1}


def body(data):
    """The sizes of a body and its page are in sums and buckets, which are checked separately."""
    return {"danad_http_request_body_bytes_count": 1} if data else {}


class Metrics:
    def __init__(self):
        self.tally = harness.Tally()
        self.site = upstream.Site()
        self.closed = upstream.free_port()
        self.server = harness.Server(
            DANAD_WORKERS="2", DANAD_QUEUE_SIZE="17", DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32",
            DANAD_FETCH_PORTS=f"80,{self.site.port},{self.closed}", DANAD_FETCH_TIMEOUT="1s")

    def text(self, server=None, accept=None):
        headers = {"Accept": accept} if accept else {}
        reply = (server or self.server).request("GET", "/metrics", headers=headers)
        assert reply.status == 200, reply
        return reply.body.decode()

    def counts(self, server=None):
        return {k: v for k, v in prometheus.samples(self.text(server)).items()
                if not TIMES.match(k) and not GAUGES.match(k)
                and not k.startswith(("danad_document_bytes_", "danad_http_request_body_bytes_"))
                or k.endswith("_bytes_count")}

    def difference(self, before, server=None):
        after = self.counts(server)
        changed = {k: v - before.get(k, 0) for k, v in after.items() if v != before.get(k, 0)}
        # A finished scrape counts itself: the one before, and any that came too soon.
        scrape = requests("/metrics", "GET", 200)
        return {k: v for k, v in changed.items() if k not in scrape}

    def exact(self, name, send, *expected, server=None):
        """Sends a request, and expects these counters to change by these amounts, and no others."""
        def run():
            wanted = {}
            for part in expected:
                for key, value in part.items():
                    wanted[key] = wanted.get(key, 0) + value
            before = self.counts(server)
            send()
            end = time.monotonic() + COUNT_TIMEOUT_S
            got = self.difference(before, server)
            while got != wanted and time.monotonic() < end:
                time.sleep(.02)
                got = self.difference(before, server)
            return [f"{k}: {got.get(k, 0):g}, not {wanted.get(k, 0):g}" for k in sorted(got.keys() | wanted.keys())
                    if got.get(k, 0) != wanted.get(k, 0)]
        self.tally.run(name, run)

    # --------------------------------------------------------------------------- each kind of request
    def pages(self):
        server, extract = self.server, "/v1/extract"
        post = (extract, "POST")
        good = json.dumps({"html": ENGLISH}).encode()
        self.exact("a page", lambda: server.request("POST", extract, good, JSON),
                   requests(*post, 200), worked(), body(good), document("ok"))
        self.exact("a page without its headline",
                   lambda: server.extract({"html": ENGLISH, "include": ["text"]}),
                   requests(*post, 200), worked(), body(good),
                   document("ok", stages="decode parse extract serialize"))
        self.exact("a picture", lambda: server.request("POST", extract, good, {**JSON, "Accept": "image/svg+xml"}),
                   requests(*post, 200), worked(), body(good), document("ok", stages="decode serialize"))
        self.exact("an empty page", lambda: server.extract({"html": "<title>Nothing</title>"}),
                   requests(*post, 200), worked(), body(good), document("empty"))
        arabic = "<title>خبر</title><p>عاد المطر إلى الوادي يوم الاثنين".encode("cp1256")
        self.exact("windows-1256", lambda: server.request(
            "POST", extract, arabic, {"Content-Type": "text/html; charset=windows-1256"}),
            requests(*post, 200), worked(), body(arabic), document("ok", "windows-1256", "http"))
        self.exact("no JSON", lambda: server.request("POST", extract, b"{", JSON),
                   requests(*post, 400), worked(), body(b"{"))
        self.exact("too late", lambda: server.extract(SLOW), requests(*post, 422), worked(), body(good),
                   document("timeout", stages="decode parse"))
        self.exact("too complex", lambda: server.extract({"html": "<p>x" * 200001}),
                   requests(*post, 422), worked(), body(good), document("too_complex", stages="decode parse"))
        self.exact("a headline", lambda: server.request("POST", "/v1/headline", good, JSON),
                   requests("/v1/headline", "POST", 200), worked(), body(good),
                   document("ok", stages="headline serialize"))
        self.exact("an evaluation", lambda: server.request(
            "POST", "/v1/evaluate", json.dumps({"gold": "a b", "text": "a"}).encode(), JSON),
            requests("/v1/evaluate", "POST", 200), worked(), body(good))

    def refusals(self):
        server = self.server
        for method, path, status, route, label in (
                ("GET", "/wp-login.php?page=1", 404, "other", "GET"),
                ("GET", "/v1/extract/../../etc/passwd", 404, "other", "GET"),
                ("PUT", "/v1/extract", 405, "/v1/extract", "PUT"),
                ("BREW", "/v1/extract", 501, "/v1/extract", "other"),
                ("BREW", "/coffee", 501, "other", "other"),
                ("OPTIONS", "/v1/trends", 204, "/v1/trends", "OPTIONS"),
                ("HEAD", "/livez", 200, "/livez", "HEAD"),
                ("GET", "/readyz", 200, "/readyz", "GET"),
                ("GET", "/v1/info", 200, "/v1/info", "GET"),
                ("POST", "/v1/extract", 415, "/v1/extract", "POST")):
            self.exact(f"{method} {path}", lambda m=method, p=path: server.request(m, p),
                       requests(route, label, status))
        self.exact("two hosts", lambda: server.raw(b"GET /v1/info HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
                   requests("/v1/info", "GET", 400))
        self.exact("a client that leaves", self.leave, requests("/v1/extract", "POST", 499),
                   {"danad_http_request_body_bytes_count": 1})

    def leave(self):
        with socket.create_connection(("127.0.0.1", self.server.port)) as s:
            s.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\n"
                      b"Content-Length: 100\r\n\r\n<p>")
            self.server.wait_for_requests()

    def get(self, url):
        return self.server.request("GET", "/v1/extract?" + urllib.parse.urlencode({"url": url}))

    def fetches(self):
        get = ("/v1/extract", "GET")
        self.exact("a fetch", lambda: self.get(self.site.url("/page")), requests(*get, 200), worked(2),
                   fetched("ok"), document("ok", "utf-8", "http"))
        for url, status, result in (
                (self.site.url("/status/404"), 502, "status_4xx"), (self.site.url("/status/503"), 502, "status_5xx"),
                (self.site.url("/silent"), 504, "timeout"), (self.site.url("/loop"), 502, "redirect_limit"),
                (self.site.url("/type/image+png"), 422, "not_html"), ("http://10.0.0.1/", 403, "blocked"),
                (self.site.url("/declared/1000000000000"), 422, "too_large"), ("no url", 400, "invalid_url"),
                (f"http://127.0.0.1:{self.closed}/", 502, "connect"), (self.site.url("/garbage"), 502, "protocol")):
            self.exact(f"a fetch of {url}", lambda u=url: self.get(u), requests(*get, status), worked(2),
                       fetched(result))

    def batches(self):
        """Each item of a batch counts as a page, even if items are equal."""
        url = self.site.url("/page")
        items = [{"html": ENGLISH}, {"html": "<title>Nothing</title>"}, {"url": url}, {"url": "http://10.0.0.1/"},
                 {"nonsense": 1}]
        data = json.dumps({"items": items}).encode()
        self.exact("a batch", lambda: self.server.request("POST", "/v1/extract/batch", data, JSON),
                   requests("/v1/extract/batch", "POST", 200), worked(1 + len(items) + 2), body(data),
                   document("ok"), document("empty"), document("ok", "utf-8", "http"), fetched("ok"),
                   fetched("blocked"))

    # ------------------------------------------------------------------------------ values that are sizes
    def sizes(self):
        def run():
            before = prometheus.samples(self.text())
            page = b"<p>" + b"word " * 3000
            self.server.request("POST", "/v1/extract", page, {"Content-Type": "text/html"})
            after = prometheus.samples(self.text())
            wanted = {'{le="4096.0"}': 0, '{le="16384.0"}': 1, '{le="+Inf"}': 1}
            problems = []
            for name in ("danad_document_bytes", "danad_http_request_body_bytes"):
                for bound, count in wanted.items():
                    changed = after[f"{name}_bucket{bound}"] - before[f"{name}_bucket{bound}"]
                    problems += [] if changed == count else [f"{name} {bound}: {changed}"]
                changed = after[f"{name}_sum"] - before[f"{name}_sum"]
                problems += [] if changed == len(page) else [f"{name}_sum: {changed}"]
            return problems
        self.tally.run("sizes", run)

    def at_rest(self):
        """The metrics when no worker is busy: a response is sent a moment before its worker is free."""
        for _ in range(3000):
            now = prometheus.samples(self.text())
            if now["danad_workers_busy"] == 0:
                break
            time.sleep(.02)
        return now

    def gauges(self):
        def run():
            now = self.at_rest()
            wanted = {"danad_queue_capacity": 17, "danad_workers": 2, "danad_workers_busy": 0,
                      "danad_workers_stuck": 0, "danad_queue_depth": 0, "danad_http_requests_in_flight": 1}
            problems = [f"{k}: {now[k]}" for k, v in wanted.items() if now[k] != v]
            again = prometheus.samples(self.text())
            if again["process_start_time_seconds"] != now["process_start_time_seconds"]:
                problems.append("the start moves")
            age = time.time() - now["process_start_time_seconds"]
            problems += [] if 0 < age < 600 else [f"started {age} s ago"]
            problems += [] if again["process_cpu_seconds_total"] >= now["process_cpu_seconds_total"] > 0 else ["CPU"]
            return problems
        self.tally.run("gauges", run)
        self.tally.run("busy workers and a queue", self.busy_problems)

    def busy_problems(self):
        """The gauges show pages in progress; in the end they are back."""
        html = "<p>many words, " * 100000
        seen = {"danad_workers_busy": 0, "danad_queue_depth": 0}
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            jobs = [pool.submit(self.server.extract, {"html": html}) for _ in range(8)]
            while not all(job.done() for job in jobs):
                now = prometheus.samples(self.text())
                seen = {k: max(v, now[k]) for k, v in seen.items()}
        after = self.at_rest()
        problems = [f"{k} was {v} at most" for k, v in seen.items() if v < 1]
        problems += [] if seen["danad_workers_busy"] <= 2 else [f"{seen} of 2 workers"]
        return problems + [f"{k} is {after[k]}" for k in seen if after[k] != 0]

    # ------------------------------------------------------------------------------------------ overload
    def overload(self):
        server = harness.Server(DANAD_WORKERS="1", DANAD_QUEUE_SIZE="1", DANAD_QUEUE_TIMEOUT="30s",
                                DANAD_PROCESS_TIMEOUT="30s", DANAD_READ_TIMEOUT="4s")
        try:
            self.tally.run("a full queue", self.full_problems, server)
            slow = b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>"
            self.exact("a body that does not come", lambda: server.raw(slow, "POST"),
                       requests("/v1/extract", "POST", 408), body(b"<p>"),
                       {'danad_rejected_total{reason="read-timeout"}': 1}, server=server)
        finally:
            server.stop()

    def limited(self):
        """Requests of a client over its limit, and of one without a token."""
        with tempfile.NamedTemporaryFile("w", suffix=".tokens") as file:
            file.write("a-token-for-clients\n")
            file.flush()
            server = harness.Server(DANAD_AUTH_TOKENS_FILE=file.name)
            try:
                self.exact("no token", lambda: server.extract({"html": ENGLISH}),
                           requests("/v1/extract", "POST", 401), body(b"{"), server=server)
            finally:
                server.stop()
        server = harness.Server(DANAD_RATE_LIMIT="0.1", DANAD_RATE_BURST="1")
        try:
            self.exact("one request too many", lambda: [server.request("GET", "/v1/info") for _ in range(2)],
                       requests("/v1/info", "GET", 200), {**requests("/v1/info", "GET", 429),
                                                          'danad_rejected_total{reason="rate-limited"}': 1},
                       server=server)
        finally:
            server.stop()

    def full_problems(self, server):
        html = "<p>many words, " * 100000
        before = self.counts(server)
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            statuses = [r.status for r in pool.map(lambda _: server.extract({"html": html}), range(12))]
        refused, served = statuses.count(503), statuses.count(200)
        end = time.monotonic() + COUNT_TIMEOUT_S
        wanted = {'danad_rejected_total{reason="queue-full"}': refused,
                  'danad_http_requests_total{route="/v1/extract",method="POST",status="503"}': refused,
                  'danad_http_requests_total{route="/v1/extract",method="POST",status="200"}': served,
                  'danad_documents_total{result="ok"}': served, "danad_queue_wait_seconds_count": served}
        got = {}
        while got != wanted and time.monotonic() < end:
            changed = self.difference(before, server)
            got = {k: changed.get(k, 0) for k in wanted}
        return ([] if refused and served and refused + served == 12 else [f"answers {statuses}"]) + \
            ([] if got == wanted else [f"{got} is not {wanted}"])

    # ------------------------------------------------------------------------------------------ the texts
    def texts(self):
        self.tally.run("promtool check metrics", lambda: prometheus.lint(self.text()))
        self.tally.run("OpenMetrics", lambda: prometheus.lint_openmetrics(self.text(accept=prometheus.OPENMETRICS)))
        self.tally.run("both forms have the same series", self.series_problems)
        self.tally.run("labels are bounded", self.label_problems)
        for accept, media in ((None, "text/plain"), ("*/*", "text/plain"), ("text/html", "text/plain"),
                              ("text/plain, application/openmetrics-text;q=0.5", "text/plain"),
                              ("application/openmetrics-text;q=0, */*", "text/plain"),
                              ("application/openmetrics-text;version=1.0.0,text/plain;q=0.5", prometheus.OPENMETRICS)):
            self.tally.run(f"Accept: {accept}", self.accept_problems, accept, media)

    def series_problems(self):
        older = set(prometheus.samples(self.text()))
        newer = set(prometheus.samples(self.text(accept=prometheus.OPENMETRICS)))
        return [f"only in one: {k}" for k in sorted(older ^ newer)]

    def label_problems(self):
        """Nothing that clients sent has become a label."""
        labels = prometheus.labels(self.text())
        found = labels["danad_http_requests_total"]
        spec = labels["danad_http_request_duration_seconds_count"]["route"]  # has all routes from the start
        known = {"GET", "HEAD", "POST", "PUT", "OPTIONS", "other"}
        return [f"routes {found['route'] - spec}"] * bool(found["route"] - spec) + \
            [f"methods {found['method'] - known}"] * bool(found["method"] - known)

    def accept_problems(self, accept, media):
        reply = self.server.request("GET", "/metrics", headers={"Accept": accept} if accept else {})
        wanted = {"text/plain": "text/plain; version=0.0.4; charset=utf-8",
                  prometheus.OPENMETRICS: f"{prometheus.OPENMETRICS}; version=1.0.0; charset=utf-8"}[media]
        ended = reply.body.endswith(b"\n# EOF\n")
        return [f"{reply.headers['Content-Type']}"] * (reply.headers["Content-Type"] != wanted) + \
            ["# EOF"] * (ended != (media != "text/plain"))

    # -------------------------------------------------------------------------------- the admin listener
    def admin(self):
        for metrics, status in (("on", 200), ("off", 404)):
            server = harness.Server(DANAD_ADMIN_LISTEN="127.0.0.1:0", DANAD_METRICS=metrics, DANAD_LOG_LEVEL="debug")
            try:
                self.tally.run(f"an admin listener, metrics {metrics}", self.admin_problems, server, status)
                self.tally.run(f"idle clients of an admin listener, metrics {metrics}", self.crowd_problems, server)
            finally:
                self.tally.check(f"a server with metrics {metrics} ends", [str(s) for s in [server.stop()] if s])
        with tempfile.NamedTemporaryFile("w", suffix=".tokens") as file:
            file.write("a-token-for-scrapers\n")
            file.flush()
            server = harness.Server(DANAD_ADMIN_LISTEN="127.0.0.1:0", DANAD_AUTH_TOKENS_FILE=file.name,
                                    DANAD_METRICS_AUTH="on")
            try:
                self.tally.run("an admin listener with tokens", self.admin_token_problems, server)
            finally:
                server.stop()
        taken = f"127.0.0.1:{self.server.port}"
        self.tally.run("an admin listener of a server and its successor", self.shared_problems)
        self.tally.run("an admin address that is taken", self.taken_problems, taken)

    def crowd_problems(self, server):
        """One address has 16 connections at most: the next is closed, and another address is answered."""
        line = next(json.loads(line) for line in server.log if "admin listener" in line)
        port = int(line["address"].rpartition(":")[2])

        def ask(source):
            with socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0)) as client:
                try:
                    client.sendall(b"GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    return client.recv(12)
                except ConnectionError:
                    return b""
        idle = [socket.create_connection(("127.0.0.1", port), timeout=60, source_address=("127.0.0.2", 0)) for _ in range(16)]
        try:
            return [f"from {source}: {answer}" for source, wanted in (("127.0.0.2", b""), ("127.0.0.1", b"HTTP/1.1 200"))
                    for answer in [ask(source)] if answer != wanted]
        finally:
            for client in idle:
                client.close()

    def shared_problems(self):
        """Of two servers on one inherited socket, the one that stays gets the admin address."""
        port = upstream.free_port()
        problems, starts = [], set()
        with socket.create_server(("127.0.0.1", 0)) as listener:
            pair = []
            for _ in range(2):
                pair.append(handover.Instance(listener, DANAD_ADMIN_LISTEN=f"127.0.0.1:{port}"))
                problems += [] if pair[-1].ready.wait(harness.START_TIMEOUT_S) else ["no start"]
            for i, one in enumerate(pair):
                one.stop()
                problems += [f"server {i}: status {s}" for s in [one.wait()] if s != 0]
                for _ in range(20 if i == 0 else 0):
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                    connection.request("GET", "/metrics")
                    text = connection.getresponse().read().decode()
                    starts.add(prometheus.samples(text)["process_start_time_seconds"])
                    connection.close()
        return problems + [f"{len(starts)} servers answer"] * (len(starts) != 1)

    def admin_token_problems(self, server):
        line = next(json.loads(line) for line in server.log if "admin listener" in line)
        problems = []
        for path, token, status in (("/metrics", None, 401), ("/metrics", "another", 401), ("/livez", None, 200),
                                    ("/metrics", "a-token-for-scrapers", 200)):
            connection = http.client.HTTPConnection("127.0.0.1", int(line["address"].rpartition(":")[2]), timeout=60)
            connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
            response = connection.getresponse()
            response.read()
            problems += [f"{path} {token}: {response.status}"] if response.status != status else []
            if status == 401 and "danad" not in response.headers.get("WWW-Authenticate", ""):
                problems.append("no WWW-Authenticate")
            connection.close()
        return problems

    def taken_problems(self, address):
        try:
            server = harness.Server(DANAD_ADMIN_LISTEN=address)
        except RuntimeError as error:
            return [] if "cannot start the admin listener" in str(error) else [str(error)]
        return [f"it started and ended with {server.stop()}"]

    def admin_problems(self, server, metrics_status):
        line = next(json.loads(line) for line in server.log if "admin listener" in line)
        port = int(line["address"].rpartition(":")[2])

        def ask(method, path, data=None, headers=None):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                connection.request(method, path, data, headers or {})
                response = connection.getresponse()
                return response.status, response.headers, response.read()
            finally:
                connection.close()
        problems = []
        for method, path, status in (
                ("GET", "/metrics", metrics_status), ("HEAD", "/metrics", metrics_status), ("GET", "/livez", 200),
                ("GET", "/readyz", 200), ("GET", "/healthz", 200), ("OPTIONS", "/livez", 204),
                ("POST", "/metrics", 405), ("BREW", "/metrics", 501), ("POST", "/v1/extract", 404),
                ("OPTIONS", "/v1/extract", 404), ("GET", "/", 404)):
            got, headers, data = ask(method, path, b"<p>" if method == "POST" else None)
            problems += [f"{method} {path}: {got}"] if got != status else []
            problems += [f"{method} {path}: no {h}" for h in ("X-Request-Id", "Cache-Control") if not headers[h]]
            problems += [f"{method} {path}: a body"] if method == "HEAD" and data else []
        problems += [f"main: {r.status}" for r in [server.request("GET", "/metrics")] if r.status != 404]
        problems += [f"main: {r.status}" for r in [server.request("GET", "/livez")] if r.status != 200]
        if metrics_status == 200:
            problems += prometheus.lint(ask("GET", "/metrics")[2].decode())
            key = 'danad_http_requests_total{route="/livez",method="GET",status="200"}'
            count, end = 0, time.monotonic() + COUNT_TIMEOUT_S
            while count < 2 and time.monotonic() < end:  # a request of the other listener is counted when it is finished
                count = prometheus.samples(ask("GET", "/metrics")[2].decode())[key]
            problems += [] if count == 2 else [f"{count} /livez of both listeners"]
        length = len(ask("GET", "/livez", headers={"X-Request-Id": "admin-1"})[2])
        return problems + self.admin_line_problems(server, {
            "level": "debug", "msg": "admin request", "request_id": "admin-1", "method": "GET", "route": "/livez", "status": 200,
            "bytes_out": length})

    def admin_line_problems(self, server, wanted):
        """What the log says of a request to the admin listener."""
        found, end = [], time.monotonic() + COUNT_TIMEOUT_S
        while not found and time.monotonic() < end:
            found = [line for line in list(server.log) if '"admin-1"' in line]
        got = json.loads(found[0]) if found else {}
        return [f"{name}: {got.get(name)!r}" for name, value in wanted.items() if got.get(name) != value] + \
            ([] if isinstance(got.get("duration_ms"), float) else [str(found)])

    # ------------------------------------------------------------------------------------- Server-Timing
    def timing(self):
        stages = "decode parse extract headline serialize"
        for name, send, wanted in (
                ("a page", lambda: self.server.extract({"html": ENGLISH}), "queue " + stages),
                ("a fetch", lambda: self.get(self.site.url("/page")), "queue fetch " + stages),
                ("a fetch that failed", lambda: self.get(self.site.url("/status/404")), "queue fetch"),
                ("no JSON", lambda: self.server.request("POST", "/v1/extract", b"{", JSON), "queue"),
                ("too late", lambda: self.server.extract(SLOW), "queue decode parse"),
                ("a refusal", lambda: self.server.request("GET", "/nothing"), ""),
                ("health", lambda: self.server.request("GET", "/livez"), "")):
            self.tally.run(f"Server-Timing of {name}", self.timing_problems, send, wanted.split())

    def timing_problems(self, send, wanted):
        started = time.monotonic()
        header = send().headers["Server-Timing"] or ""
        elapsed_ms = 1000 * (time.monotonic() - started)
        parts = [part.split(";dur=") for part in header.split(", ") if part]
        problems = [] if [name for name, _ in parts] == wanted else [f"{header!r}"]
        total = sum(float(ms) for _, ms in parts)
        return problems + ([] if total <= elapsed_ms else [f"{total} ms of {elapsed_ms}"])

    def run(self):
        try:
            self.pages()
            self.refusals()
            self.fetches()
            self.batches()
            self.sizes()
            self.gauges()
            self.texts()
            self.timing()
            self.overload()
            self.limited()
            self.admin()
        finally:
            self.tally.check("the server ends", [str(s) for s in [self.server.stop()] if s])
            self.site.stop()
        return self.tally.finish()


if __name__ == "__main__":
    sys.exit(Metrics().run())
