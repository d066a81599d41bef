#!/usr/bin/env python3
"""Faults of the machine that no other test brings about: a clock that is set, and storms of signals. tests/README.md has the table of
all faults. Environment: DANAD_BIN the server, MOVED_CLOCK the library of clock.c.
"""

import json
import os
import re
import signal
import socket
import struct
import sys
import tempfile
import threading
import time

import harness

YEAR_S = 365 * 86400
PAGE = {"html": "<h1>Rain</h1><p>After nine dry weeks the first rain fell.", "include": ["text"]}
SIGNALS = (signal.SIGHUP, signal.SIGPIPE, signal.SIGCHLD, signal.SIGURG, signal.SIGWINCH)


class MovedServer:
    """A server whose wall clock is where the test puts it."""

    def __init__(self, folder, **settings):
        self._path = os.path.join(folder, "clock")
        self.move(0)
        self.server = harness.Server(LD_PRELOAD=os.environ["MOVED_CLOCK"], CLOCK_FILE=self._path,
                                     ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0", **settings)

    def move(self, seconds):
        with open(self._path, "r+b" if os.path.exists(self._path) else "wb") as file:
            file.write(struct.pack("q", seconds))


def years_of_log(server):
    return {line[7:11] for line in list(server.log) if line.startswith('{"ts":')}


def limits_keep_their_time(folder):
    """A limit of requests is that of seconds that pass, whatever the clock says."""
    moved = MovedServer(folder, DANAD_RATE_LIMIT="0.2", DANAD_RATE_BURST="1")
    s, problems = moved.server, []
    begin = time.monotonic()
    first = s.request("GET", "/v1/info").status
    for seconds in (YEAR_S, -YEAR_S, 0):
        moved.move(seconds)
        reply = s.request("GET", "/v1/info")
        waited = time.monotonic() - begin
        if waited < 5 and (reply.status != 429 or not 1 <= int(reply.headers["Retry-After"]) <= 5):
            problems.append(f"{seconds} s: {reply.status} {reply.headers['Retry-After']}")
    problems += [] if first == 200 else [f"the first: {first}"]
    status = s.stop()
    return problems + ([] if status == 0 else [f"exit status {status}"])


def deadlines_keep_their_time(folder):
    """A request that does not come whole is let go in time; pages are done, and logs have the clock's time."""
    moved = MovedServer(folder, DANAD_READ_TIMEOUT="2s", DANAD_PROCESS_TIMEOUT="60s")
    s, problems = moved.server, []
    for seconds in (-YEAR_S, YEAR_S):
        with socket.create_connection(("127.0.0.1", s.port), timeout=60) as waiting:
            begin = time.monotonic()
            waiting.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
            time.sleep(.3)
            moved.move(seconds)
            reply = s.extract(PAGE)
            if reply.status != 200 or b"nine dry weeks" not in reply.body:
                problems.append(f"{seconds} s: {reply.status}")
            answer = waiting.recv(4096)
            took = time.monotonic() - begin
            if b"408" not in answer[:20] or not 1.5 < took < 30:
                problems.append(f"{seconds} s: {answer[:40]} after {took:.1f} s")
        uptime = json.loads(s.request("GET", "/v1/info").body).get("uptime_s", 0)
        problems += [] if 0 <= uptime < 3600 else [f"up for {uptime} s"]
    status = s.stop()
    years = years_of_log(s)
    problems += [] if len(years) >= 2 else [f"the log is of {years}"]
    return problems + ([] if status == 0 else [f"exit status {status}"])


def storm(folder):
    """Signals in storms end nothing and lose nothing; of many SIGTERM at once the server ends, and in time."""
    tokens = os.path.join(folder, "tokens")
    with open(tokens, "w", encoding="ascii") as file:
        file.write("a-token-of-at-least-some-length-0123456789\n")
    s = harness.Server(DANAD_AUTH_TOKENS_FILE=tokens)
    headers = {"Authorization": "Bearer a-token-of-at-least-some-length-0123456789"}
    problems, over = [], threading.Event()

    def send():
        while not over.is_set():
            for number in SIGNALS:
                os.kill(s.pid, number)
            time.sleep(.001)

    sender = threading.Thread(target=send)
    sender.start()
    for _ in range(60):
        reply = s.extract(PAGE, headers)
        if reply.status != 200 or b"nine dry weeks" not in reply.body:
            problems.append(f"{reply.status} {reply.body[:100]}")
    over.set()
    sender.join()
    for _ in range(50):
        try:
            os.kill(s.pid, signal.SIGTERM)
        except ProcessLookupError:
            break
    begin = time.monotonic()
    status = s.stop()
    took = time.monotonic() - begin
    hurried = status == 1 and any("second signal" in line for line in s.log)  # it came while the server drained
    problems += [] if status in (0, -signal.SIGTERM) or hurried else [f"exit status {status}"]
    problems += [] if took < 20 else [f"ends after {took:.1f} s"]
    problems += [line for line in s.log if re.search("Sanitizer|runtime error", line)]
    return problems


def main():
    tally = harness.Tally()
    with tempfile.TemporaryDirectory() as folder:
        for check in (limits_keep_their_time, deadlines_keep_their_time, storm):
            tally.run(check.__doc__, check, folder)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
