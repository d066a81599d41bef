#!/usr/bin/env python3
"""Access to a real server: who may send requests, how often, and with which headers the response is sent.

CORS, bearer tokens, headers of every response, ETags, compression, limits per client.
Environment: DANAD_BIN the server.
"""

import contextlib
import gzip
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from random import Random

import harness

ORIGIN, OTHER = "https://a.example", "http://127.0.0.1:8000"
PAGE = "<title>Rain</title><h1>Rain</h1>" + "<p>After nine dry weeks the first rain fell on Monday." * 200
SLOW_PAGE = "<p>many words, " * 100000
JSON = {"Content-Type": "application/json"}

# The headers of every response, as (header, value); None: any value.
ALWAYS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Request-Id": None,
          "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}


@contextlib.contextmanager
def server(**settings):
    running = harness.Server(**settings)
    try:
        yield running
    finally:
        status = running.stop()
        if status != 0:
            raise RuntimeError(f"exit status {status}\n" + "\n".join(running.log[-20:]))


@contextlib.contextmanager
def token_file(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokens")
        write(path, text)
        yield path


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def differ(reply, **expected):
    """Wrong headers; expected ones are given as Header_Name=value, None: must be absent."""
    problems = []
    for name, value in expected.items():
        name = name.replace("_", "-")
        if reply.headers[name] != value:
            problems.append(f"{name}: {reply.headers[name]!r}, not {value!r}")
    return problems


def status_is(reply, status, code=None):
    problems = [] if reply.status == status else [f"status {reply.status}, not {status}: {reply.body[:200]!r}"]
    if code is not None and not problems and json.loads(reply.body)["code"] != code:
        problems.append(f"{reply.body[:200]!r} is not {code}")
    return problems


# ------------------------------------------------------------------------------------------- CORS
def requests_of_all_kinds(s):
    """(name, reply, status) of responses from every part of the server that makes them."""
    origin = {"Origin": ORIGIN}
    body = json.dumps({"html": PAGE}).encode()
    yield "inline", s.request("GET", "/v1/info", headers=origin), 200
    yield "health", s.request("GET", "/livez", headers=origin), 200
    yield "a document", s.request("GET", "/openapi.yaml", headers=origin), 200
    yield "304", s.request("GET", "/openapi.yaml", headers={"If-None-Match": "*", **origin}), 304
    yield "a worker", s.request("POST", "/v1/extract", body, {**JSON, **origin}), 200
    yield "compressed", s.request("POST", "/v1/extract", body, {"Accept-Encoding": "gzip", **JSON, **origin}), 200
    yield "a worker's problem", s.request("POST", "/v1/extract", b"{", {**JSON, **origin}), 400
    yield "404", s.request("GET", "/nowhere", headers=origin), 404
    yield "405", s.request("DELETE", "/v1/info", headers=origin), 405
    yield "406", s.request("GET", "/v1/info", headers={"Accept": "audio/ogg", **origin}), 406
    yield "413", s.request("POST", "/v1/extract", b" " * 3000000, {**JSON, **origin}), 413
    yield "415", s.request("POST", "/v1/extract", b"a", origin), 415
    yield "501", s.request("BREW", "/v1/info", headers=origin), 501
    yield "framing", s.raw(b"GET /v1/info HTTP/1.1\r\nHost: a\r\nHost: b\r\nOrigin: " + ORIGIN.encode() +
                           b"\r\n\r\n"), 400
    yield "the reaper", s.raw(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nOrigin: " +
                              ORIGIN.encode() + b"\r\nContent-Length: 9\r\n\r\n{", "POST"), 408


# Those whose form depends on Accept.
NEGOTIATED = ("a worker", "compressed")


def allowed_everywhere(tally):
    with server(DANAD_CORS_ALLOW_ORIGINS=f"{OTHER},{ORIGIN}", DANAD_MAX_BODY_BYTES="2MiB",
                DANAD_READ_TIMEOUT="3s") as s:
        for name, reply, status in requests_of_all_kinds(s):
            tally.check(f"CORS and headers of {name}", status_is(reply, status) + differ(
                reply, Access_Control_Allow_Origin=ORIGIN, Timing_Allow_Origin=ORIGIN,
                Access_Control_Expose_Headers="X-Request-Id, Retry-After, Server-Timing, ETag",
                Access_Control_Allow_Credentials=None, Cross_Origin_Resource_Policy="cross-origin",
                Vary=("Accept, " if name in NEGOTIATED else "") + "Accept-Encoding, Origin", Server=None,
                Cache_Control="max-age=300" if name in ("a document", "304") else "no-store") + [
                    f"{k}: {reply.headers[k]}" for k, v in ALWAYS.items() if reply.headers[k] != (v or reply.headers[k])
                    or reply.headers[k] is None] + [f"{k} twice" for k in set(reply.headers)
                                                    if len(reply.headers.get_all(k)) > 1])
        tally.check("an origin that is not allowed", not_allowed_problems(s))
        tally.check("preflight", preflight_problems(s))


def not_allowed_problems(s):
    problems = []
    for origin in ("https://evil.example", ORIGIN + ".evil.example", ORIGIN.upper(), ORIGIN + "/", "null", ""):
        for method, path in (("GET", "/v1/info"), ("OPTIONS", "/v1/extract"), ("GET", "/nowhere")):
            reply = s.request(method, path, headers={"Origin": origin, "Access-Control-Request-Method": "POST"})
            problems += [f"{method} {path} from {origin!r}: {p}" for p in differ(
                reply, Access_Control_Allow_Origin=None, Timing_Allow_Origin=None, Access_Control_Allow_Methods=None,
                Access_Control_Expose_Headers=None, Cross_Origin_Resource_Policy="same-origin",
                Vary="Accept-Encoding, Origin")]
    return problems


def preflight_problems(s, origin=ORIGIN):
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST",
             "Access-Control-Request-Headers": "authorization,content-type",
             "Access-Control-Request-Private-Network": "true"}
    reply = s.request("OPTIONS", "/v1/extract", headers=asked)
    problems = status_is(reply, 204) + differ(
        reply, Access_Control_Allow_Origin=origin, Access_Control_Allow_Methods="GET, HEAD, POST, OPTIONS",
        Access_Control_Allow_Headers="Content-Type, Content-Encoding, Authorization, If-None-Match, X-Request-Id, traceparent, tracestate",
        Access_Control_Max_Age="7200", Access_Control_Allow_Private_Network=None, Content_Length=None,
        Allow="GET, HEAD, POST, OPTIONS", Access_Control_Expose_Headers=None)
    plain = s.request("OPTIONS", "/v1/extract", headers={"Origin": origin})
    problems += status_is(plain, 204) + differ(plain, Access_Control_Allow_Methods=None,
                                               Allow="GET, HEAD, POST, OPTIONS", Access_Control_Allow_Origin=origin)
    nowhere = s.request("OPTIONS", "/nowhere", headers=asked)
    return problems + status_is(nowhere, 404) + differ(nowhere, Access_Control_Allow_Methods=None)


def any_origin_problems():
    with server(DANAD_CORS_ALLOW_ORIGINS="*", DANAD_CORS_MAX_AGE="0", DANAD_CORS_PRIVATE_NETWORK="on") as s:
        problems = []
        for headers in ({}, {"Origin": ORIGIN}, {"Origin": "null"}):
            reply = s.request("GET", "/v1/info", headers=headers)
            problems += differ(reply, Access_Control_Allow_Origin="*", Vary="Accept-Encoding",
                               Cross_Origin_Resource_Policy="cross-origin")
        asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "GET"}
        reply = s.request("OPTIONS", "/v1/info", headers=asked)
        problems += differ(reply, Access_Control_Max_Age="0", Access_Control_Allow_Private_Network=None)
        asked["Access-Control-Request-Private-Network"] = "true"
        reply = s.request("OPTIONS", "/v1/info", headers=asked)
        return problems + differ(reply, Access_Control_Allow_Private_Network="true")


def off_problems():
    with server() as s:
        reply = s.request("OPTIONS", "/v1/extract", headers={"Origin": ORIGIN, "Access-Control-Request-Method": "POST"})
        return status_is(reply, 204) + differ(
            reply, Access_Control_Allow_Origin=None, Access_Control_Allow_Methods=None, Vary="Accept-Encoding",
            Cross_Origin_Resource_Policy="same-origin", Allow="GET, HEAD, POST, OPTIONS")


# ----------------------------------------------------------------------------------------- tokens
def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def tokens(tally):
    with token_file("# who may\none-token\nother~token==\n") as path, \
            server(DANAD_AUTH_TOKENS_FILE=path, DANAD_CORS_ALLOW_ORIGINS=ORIGIN) as s:
        tally.run("a right token", lambda: status_is(s.request("GET", "/v1/info", headers=bearer("one-token")), 200) +
                  status_is(s.request("GET", "/v1/info", headers=bearer("other~token==")), 200))
        tally.run("no token, wrong tokens", wrong_token_problems, s)
        tally.run("what needs no token", open_problems, s)
        tally.run("refused before the body", early_problems, s)
        tally.run("a refusal can be read by an allowed origin", lambda: differ(
            s.request("GET", "/v1/info", headers={"Origin": ORIGIN}), Access_Control_Allow_Origin=ORIGIN))
        tally.run("other tokens without a lost request", reload_problems, s, path)
        tally.run("a file that never comes holds up nothing", pipe_problems, s, path)
        tally.run("no token in the log", lambda: [
            line for line in s.log if any(t in line for t in ("one-token", "other~token", "sesame"))])
    tally.run("files that are refused", bad_file_problems)
    tally.run("no token in --print-config", printed_problems)


def wrong_token_problems(s):
    problems = []
    plain, invalid = 'Bearer realm="danad"', 'Bearer realm="danad", error="invalid_token"'
    for headers, challenge in (({}, plain), ({"Authorization": "Basic b25lLXRva2VuOg=="}, plain),
                               (bearer("sesame"), invalid), (bearer("# who may"), invalid),
                               (bearer("one-token\t,other~token=="), invalid), (bearer(""), invalid)):
        for method, path in (("GET", "/v1/info"), ("POST", "/v1/extract"), ("GET", "/nowhere"), ("PUT", "/v1/info")):
            reply = s.request(method, path, headers=headers)
            problems += [f"{method} {path} {headers}: {p}" for p in status_is(reply, 401, "unauthorized") + differ(
                reply, WWW_Authenticate=challenge, Content_Type="application/problem+json")]
    return problems


def open_problems(s):
    problems = []
    for method, path in (("GET", "/livez"), ("GET", "/readyz"), ("HEAD", "/healthz"), ("GET", "/openapi.yaml")):
        problems += status_is(s.request(method, path), 200)
        problems += status_is(s.request(method, path, headers=bearer("wrong")), 200)
    asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    return problems + status_is(s.request("OPTIONS", "/v1/extract", headers=asked), 204) + \
        status_is(s.request("OPTIONS", "/v1/extract"), 204)


def early_problems(s):
    """A client that waits for 100 (Continue) gets 401 and never sends its body."""
    head = (b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            b"Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n")
    return status_is(s.raw(head, "POST"), 401, "unauthorized")


def reload_problems(s, path):
    """SIGHUP reads the file again, under load, on kept connections; an invalid file changes nothing."""
    statuses, stop = [], threading.Event()

    def ask():
        connection = http.client.HTTPConnection("127.0.0.1", s.port, timeout=120)
        while not stop.is_set():
            connection.request("POST", "/v1/extract", json.dumps({"html": PAGE}), {**JSON, **bearer("one-token")})
            response = connection.getresponse()
            response.read()
            statuses.append(response.status)
        connection.close()

    def hang_up(line, text):
        seen = len(s.log)
        write(path, text)
        os.kill(s.pid, signal.SIGHUP)
        wait_for(lambda: any(line in entry for entry in s.log[seen:]))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for i in range(10):
        hang_up("tokens read again", f"one-token\ntoken-{i}\n")
        wanted = len(statuses) + 3
        wait_for(lambda: len(statuses) >= wanted)
    stop.set()
    for thread in threads:
        thread.join()
    problems = [f"a status {status}" for status in set(statuses) - {200}]
    problems += [] if len(statuses) > 20 else [f"only {len(statuses)} requests"]
    problems += status_is(s.request("GET", "/v1/info", headers=bearer("token-9")), 200)
    problems += status_is(s.request("GET", "/v1/info", headers=bearer("token-8")), 401)
    hang_up("the tokens stay as they were", "two words\n")
    problems += [] if any("line 1" in entry and "is not a token" in entry for entry in s.log) else ["the log does not say which line is no token"]
    problems += status_is(s.request("GET", "/v1/info", headers=bearer("token-9")), 200)
    hang_up("tokens read again", "new-token\n")
    return problems + status_is(s.request("GET", "/v1/info", headers=bearer("token-9")), 401) + \
        status_is(s.request("GET", "/v1/info", headers=bearer("new-token")), 200)


def pipe_problems(s, path):
    """SIGHUP and a pipe that nobody writes to: the tokens stay, and later signals are heard."""
    os.remove(path)
    os.mkfifo(path)
    os.kill(s.pid, signal.SIGHUP)
    wait_for(lambda: any("timed out" in entry for entry in s.log))
    return status_is(s.request("GET", "/v1/info", headers=bearer("new-token")), 200)


def wait_for(condition):
    for _ in range(2400):
        if condition():
            return
        time.sleep(.025)
    raise RuntimeError("it did not come")


def start_fails(*needles, **settings):
    run = subprocess.run([harness.binary(), "serve"], env=harness.clean_environment(
        DANAD_LISTEN="127.0.0.1:0", **settings), capture_output=True, text=True, timeout=30, check=False)
    lines = run.stderr.splitlines()
    problems = [] if run.returncode in (1, 2) else [f"exit status {run.returncode}"]
    problems += [] if len(lines) == 1 else [f"{len(lines)} lines: {lines}"]
    return problems + [f"no {n!r} in {lines}" for n in needles if n not in run.stderr]


def bad_file_problems():
    problems = start_fails("/nonexistent", "No such file", DANAD_AUTH_TOKENS_FILE="/nonexistent")
    problems += start_fails("AUTH_TOKENS_FILE", DANAD_METRICS_AUTH="on")
    for text, needle in (("", "no token"), ("# only\n", "no token"), ("good\nnot good\n", "line 2")):
        with token_file(text) as path:
            problems += start_fails(path, needle, DANAD_AUTH_TOKENS_FILE=path)
    with tempfile.TemporaryDirectory() as folder:
        pipe = os.path.join(folder, "pipe")
        os.mkfifo(pipe)
        problems += start_fails(pipe, "timed out", DANAD_AUTH_TOKENS_FILE=pipe)
    return problems


def printed_problems():
    with token_file("one-token\n") as path:
        run = subprocess.run([harness.binary(), "serve", "--print-config", "--auth-tokens-file", path],
                             env=harness.clean_environment(), capture_output=True, text=True, check=True)
    return ([] if f"DANAD_AUTH_TOKENS_FILE={path}\n" in run.stdout else ["no path"]) + \
        (["the token"] if "one-token" in run.stdout else [])


# ------------------------------------------------------------------------------------------- tags
def tag_problems():
    with server() as s:
        problems, tags = [], {}
        plain = s.request("GET", "/openapi.yaml")
        for coding in ("identity", "gzip", "zstd"):
            asked = {"Accept-Encoding": coding}
            full = s.request("GET", "/openapi.yaml", headers=asked)
            head = s.request("HEAD", "/openapi.yaml", headers=asked)
            tags[coding] = full.headers["ETag"]
            problems += status_is(full, 200) + differ(
                head, ETag=tags[coding], Content_Length=str(len(full.body)), Content_Type="application/yaml",
                Content_Encoding=None if coding == "identity" else coding)
            problems += [f"{coding}: {p}" for p in known_problems(s, asked, tags[coding])]
            for header in (f'"{tags[coding].strip(chr(34))}x"', '"other"', tags[coding].strip('"'), ""):
                again = s.request("GET", "/openapi.yaml", headers={**asked, "If-None-Match": header})
                problems += [f"{header}: {p}" for p in status_is(again, 200)]
            body = gzip.decompress(full.body) if coding == "gzip" else full.body
            if coding != "zstd" and body != plain.body:
                problems.append(f"{coding}: another body")
            problems += [f"two lines of others: {p}" for p in status_is(s.raw(
                b'GET /openapi.yaml HTTP/1.1\r\nHost: a\r\nConnection: close\r\nIf-None-Match: "a"\r\nIf-None-Match: "b"\r\n\r\n'),
                200)]
        swapped = {"Accept-Encoding": "gzip", "If-None-Match": tags["identity"]}
        problems += status_is(s.request("GET", "/openapi.yaml", headers=swapped), 200)
        post = s.request("POST", "/v1/extract", b"{", {"If-None-Match": "*", **JSON})
        info = s.request("GET", "/v1/info", headers={"If-None-Match": "*"})
        problems += status_is(post, 400) + status_is(info, 200) + differ(info, ETag=None, Cache_Control="no-store")
        return problems + ([] if len(set(tags.values())) == 3 else [f"tags {tags}"])


def known_problems(s, asked, tag):
    """304 for each way to name the tag, in one header line or in several, and the connection can be used after it."""
    problems = []
    connection = http.client.HTTPConnection("127.0.0.1", s.port, timeout=120)
    for method in ("GET", "HEAD"):
        for known in ((tag,), (f"W/{tag}",), (f'"a", {tag}',), (f'"a,b" ,W/{tag},"c"',), ("*",), ('"a"', tag),
                      ("", '"a"', f'"b", W/{tag}')):
            connection.putrequest(method, "/openapi.yaml")
            for name, value in (*asked.items(), *(("If-None-Match", line) for line in known)):
                connection.putheader(name, value)
            connection.endheaders()
            response = connection.getresponse()
            reply = harness.Reply(response.status, response.headers, response.read())
            problems += [f"{method} {known}: {p}" for p in status_is(reply, 304) + differ(
                reply, ETag=tag, Content_Type=None, Cache_Control="max-age=300", Vary="Accept-Encoding",
                Content_Encoding=None) + (["a body"] if reply.body else [])]
    connection.request("GET", "/livez")
    problems += [] if connection.getresponse().status == 200 else ["the connection is broken"]
    connection.close()
    return problems


# ------------------------------------------------------------------------------------ compression
def same_answer(a, b):
    """Whether two responses are equal except for their ids and times."""
    a, b = json.loads(a), json.loads(b)
    return all(a[name] == b[name] for name in set(a) | set(b) if name not in ("id", "timings_ms"))


def compression(tally):
    with server() as s:
        request = {"html": PAGE, "include": ["text", "density", "source"]}
        plain = s.extract(request, {"Accept-Encoding": "identity"})
        packed = s.extract(request, {"Accept-Encoding": "gzip"})
        tally.check("no coding unless asked for", differ(plain, Content_Encoding=None) +
                    differ(s.extract(request), Content_Encoding=None, Vary="Accept, Accept-Encoding"))
        tally.check("gzip", differ(packed, Content_Encoding="gzip", Vary="Accept, Accept-Encoding",
                                   Content_Length=str(len(packed.body))) +
                    ([] if len(packed.body) * 4 < len(plain.body) else [f"{len(packed.body)} bytes"]) +
                    ([] if same_answer(gzip.decompress(packed.body), plain.body) else ["another answer"]))
        tally.run("zstd", zstd_problems, s, request, plain)
        for accept, coding in (("gzip;q=0", None), ("*", "gzip"), ("br, *;q=0.1", "gzip"), ("zstd, gzip", "zstd"),
                               ("gzip, zstd;q=0.9", "gzip"), ("*;q=0", None), ("deflate", None)):
            tally.check(f"coding for {accept}", differ(s.extract(request, {"Accept-Encoding": accept}),
                                                       Content_Encoding=coding))
        small = {"html": "<p>a", "include": []}
        bad = json.dumps({f"m{i}": 1 for i in range(100)}).encode()
        tally.check("a short answer", differ(s.extract(small, {"Accept-Encoding": "gzip"}), Content_Encoding=None))
        tally.check("a short answer without identity", differ(
            s.extract(small, {"Accept-Encoding": "gzip, identity;q=0"}), Content_Encoding="gzip"))
        tally.check("a long problem", differ(s.request("POST", "/v1/extract", bad, {"Accept-Encoding": "gzip", **JSON}),
                                             Content_Encoding="gzip", Content_Type="application/problem+json"))
    with server(DANAD_COMPRESS_MIN_BYTES="1MiB") as s:
        tally.check("shorter than COMPRESS_MIN_BYTES", differ(s.extract(request, {"Accept-Encoding": "gzip"}),
                                                              Content_Encoding=None))


def zstd_problems(s, request, plain):
    """Python has no zstd here, but the server accepts it: the compressed response is sent back as a page."""
    packed = s.extract(request, {"Accept-Encoding": "zstd"})
    back = s.request("POST", "/v1/extract?include=source", packed.body,
                     {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "zstd"})
    problems = differ(packed, Content_Encoding="zstd") + status_is(back, 200)
    return problems or ([] if same_answer(json.loads(back.body)["source"], plain.body) else ["another answer"])


# ---------------------------------------------------------------------------------- invalid headers
def noise_problems():
    """Invalid values of all headers that the server reads: each gets a response, and the server goes on."""
    random, problems, statuses = Random(5), [], set()
    names = ("Authorization", "Accept-Encoding", "If-None-Match", "Origin", "X-Forwarded-For",
             "Access-Control-Request-Method")
    pieces = ["Bearer ", "one-token", ",", ";", "q=", "0.5", "*", '"', "W/", "gzip", "zstd", "identity", "[", "]", ":",
              "::1", "127.0.0.1", "10.0.0.1", "https://", "a.example", "=", "\t", " ", "x" * 300, "\xff", "1" * 40, "/"]
    with token_file("one-token\n") as path, \
            server(DANAD_AUTH_TOKENS_FILE=path, DANAD_CORS_ALLOW_ORIGINS=ORIGIN, DANAD_RATE_LIMIT="100000",
                   DANAD_TRUSTED_PROXIES="127.0.0.0/8") as s:
        for _ in range(2400):
            lines = [f"{random.choice(names)}: {''.join(random.choices(pieces, k=random.randrange(12)))}"
                     for _ in range(random.randrange(1, 8))]
            lines.append(random.choice(["If-None-Match: *", "If-None-Match: \"a\""]))
            head = "\r\n".join(["GET /openapi.yaml HTTP/1.1", "Host: a", "Connection: close", *lines, "", ""])
            reply = s.raw(head.encode("latin-1"))
            statuses.add(reply.status)
            if reply.status not in (200, 304) or not reply.headers["ETag"]:
                problems.append(f"{reply.status} to {head!r}")
    return problems + ([] if statuses == {200, 304} else [f"statuses {statuses}"])


# ----------------------------------------------------------------------------------------- limits
def rate_problems():
    """Five at once, then one a second; some paths have no limit."""
    with server(DANAD_RATE_LIMIT="1", DANAD_RATE_BURST="5") as s:
        def burst():
            start = time.monotonic()
            replies = [s.request("GET", "/v1/info", headers={"Origin": ORIGIN}) for _ in range(6)]
            replies.append(s.extract({"html": "a"}))
            replies.append(s.request("GET", "/v1/info", headers={"X-Forwarded-For": "192.0.2.1"}))
            if time.monotonic() - start < .9:
                return replies
            time.sleep(6)  # until all five are available again
            return None

        replies = until(burst)
        problems = [p for reply in replies[:5] for p in status_is(reply, 200)]
        for refused in replies[5:]:
            problems += status_is(refused, 429, "rate-limited") + differ(refused, Retry_After="1")
            problems += [] if json.loads(refused.body).get("retry_after") == 1 else ["no retry_after"]
        for path in ("/livez", "/readyz", "/healthz") * 5:
            problems += status_is(s.request("GET", path), 200)
        problems += status_is(s.request("OPTIONS", "/v1/extract"), 204)
        time.sleep(1.1)
        return problems + status_is(s.request("GET", "/v1/info"), 200)


def batch_rate_problems():
    """A batch is admitted as one request and counts as its documents; a rate may be a fraction."""
    batch = json.dumps({"items": [{"html": f"<p>{i}"} for i in range(8)]}).encode()
    with server(DANAD_RATE_LIMIT="0.5", DANAD_RATE_BURST="2") as s:
        first = s.request("POST", "/v1/extract/batch", batch, {"Content-Type": "application/json"})
        start = time.monotonic()
        refused = s.request("GET", "/v1/info")
        problems = status_is(first, 200) + status_is(refused, 429, "rate-limited")
        problems += [] if json.loads(first.body)["summary"]["ok"] == 8 else ["not all documents are answered"]
        # Eight requests at two seconds each, two of them in advance: 14 s, less what has passed.
        wait = int(refused.headers["Retry-After"])
        problems += [] if 14 - (time.monotonic() - start) - 3 < wait <= 15 else [f"Retry-After: {wait}"]
        return problems + status_is(s.request("GET", "/livez"), 200)


def until(attempt):
    """The first result that is not None: an attempt that took too long does not test a limit."""
    for _ in range(20):
        found = attempt()
        if found is not None:
            return found
    raise RuntimeError("the machine is too slow for this test")


def proxy_problems():
    """Behind a trusted proxy each client has its own limit, and cannot choose its address."""
    wanted = [(("192.0.2.1",), 200), (("192.0.2.2",), 200), (("192.0.2.1",), 429),
              (("198.51.100.9, 192.0.2.1",), 429), (("198.51.100.9", "192.0.2.1, 10.0.0.7"), 429),
              (("2001:db8::1",), 200), (("[2001:db8::2]:99",), 429), (("2001:db8:0:1::1",), 200),
              ((), 200), ((), 429)]
    with server(DANAD_RATE_LIMIT="1", DANAD_TRUSTED_PROXIES="127.0.0.0/8,10.0.0.0/8") as s:
        def ask(*forwarded):
            lines = b"".join(b"X-Forwarded-For: " + f.encode() + b"\r\n" for f in forwarded)
            return s.raw(b"GET /v1/info HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + lines + b"\r\n").status

        def ask_all():
            time.sleep(1.1)  # until every client may send again
            start = time.monotonic()
            found = [ask(*forwarded) for forwarded, _ in wanted]
            return found if time.monotonic() - start < .9 else None

        found = until(ask_all)
    return [f"{forwarded}: {status}" for (forwarded, expected), status in zip(wanted, found) if status != expected]


def per_ip_problems():
    with server(DANAD_MAX_PER_IP="2") as s:
        held = [http.client.HTTPConnection("127.0.0.1", s.port, timeout=120) for _ in range(2)]
        for connection in held:
            connection.request("GET", "/v1/info")
            connection.getresponse().read()
        refused = s.request("GET", "/v1/info")
        problems = status_is(refused, 429, "rate-limited") + differ(refused, Retry_After="1", Connection="close")
        problems += status_is(s.request("GET", "/livez"), 200)
        held[0].request("GET", "/v1/info")
        problems += [] if held[0].getresponse().status == 200 else ["a kept connection is refused"]
        for connection in held:
            connection.close()
        wait_for(lambda: s.request("GET", "/v1/info").status == 200)
        return problems


def overload_problems(status):
    """One worker and one slot in the queue: further requests get the status that was chosen."""
    with server(DANAD_WORKERS="1", DANAD_QUEUE_SIZE="1", DANAD_OVERLOAD_STATUS=str(status), DANAD_QUEUE_TIMEOUT="2s",
                DANAD_CORS_ALLOW_ORIGINS=ORIGIN) as s:
        replies = []
        threads = [threading.Thread(target=lambda: replies.append(
            s.extract({"html": SLOW_PAGE, "include": []}, {"Origin": ORIGIN}))) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        refused = [reply for reply in replies if reply.status != 200]
        problems = [] if refused else ["nothing was refused"]
        for reply in refused:
            problems += status_is(reply, status) + differ(reply, Access_Control_Allow_Origin=ORIGIN)
            problem = json.loads(reply.body)
            if problem["code"] not in ("queue-full", "queue-timeout") or problem["status"] != status or \
                    reply.headers["Retry-After"] != str(problem["retry_after"]):
                problems.append(str(problem))
        return problems


# ---------------------------------------------------------------------------------------- warning
def first_lines(prefix, **settings):
    """The log of a server up to the line with its address."""
    process = subprocess.Popen([*prefix, harness.binary(), "serve"], env=harness.clean_environment(DANAD_DRAIN_DELAY="0s", **settings),
                               stderr=subprocess.PIPE, text=True)
    lines = []
    for line in process.stderr:
        lines.append(line)
        if "listening on" in line:
            break
    process.terminate()
    process.communicate(timeout=120)
    return "".join(lines)


def warning_problems(prefix):
    def warns(**settings):
        return "asks for no token" in first_lines(prefix, **settings)

    with token_file("one-token\n") as path:
        found = [warns(DANAD_LISTEN="0.0.0.0:0"), warns(DANAD_LISTEN="[::]:0"), warns(DANAD_LISTEN="127.0.0.1:0"),
                 warns(DANAD_LISTEN="0.0.0.0:0", DANAD_FETCH="off"),
                 warns(DANAD_LISTEN="0.0.0.0:0", DANAD_AUTH_TOKENS_FILE=path)]
    return [] if found == [True, True, False, False, False] else [str(found)]


def warnings(tally):
    """In a separate network namespace, so that nobody can reach the server, which listens on all addresses."""
    prefix = ["unshare", "--net"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    script = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    if subprocess.run(prefix + script + ["true"], capture_output=True, check=False).returncode != 0:
        print("SKIP the warning of an open server: network namespaces are not permitted here")
        return
    tally.run("an open server that fetches is warned of", warning_problems, prefix + script)


def main():
    tally = harness.Tally()
    allowed_everywhere(tally)
    tally.run("CORS for any origin", any_origin_problems)
    tally.run("CORS off", off_problems)
    tokens(tally)
    tally.run("entity tags", tag_problems)
    compression(tally)
    tally.run("strange headers", noise_problems)
    tally.run("requests per second", rate_problems)
    tally.run("documents of batches per second", batch_rate_problems)
    tally.run("clients behind a proxy", proxy_problems)
    tally.run("connections per address", per_ip_problems)
    for status in (503, 429):
        tally.run(f"overload is {status}", overload_problems, status)
    warnings(tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
