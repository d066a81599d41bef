#!/usr/bin/env python3
"""Hundreds of slow clients (slowhttptest): slow headers, bodies and readers. Other requests are answered meanwhile, and
the slow connections are closed. Needs slowhttptest."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time

import harness

CLIENTS = 200
SECONDS = 30
PROBE_S = 5
PAGE = json.dumps({"html": "<title>Rain</title><h1>Rain</h1><p>After nine dry weeks the first rain fell."}).encode()

# Name, arguments of slowhttptest.
ATTACKS = (
    ("slow heads", "-H -u {url}/livez"),
    ("slow bodies", "-B -s 65536 -f application/json -u {url}/v1/extract"),
    ("slow readers", "-X -w 512 -y 1024 -n 1 -z 32 -k 3 -u {url}/openapi.yaml"),
)


def open_connections(port):
    """Established connections of a server, as seen by the kernel."""
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split() for line in file.readlines()[1:]]
    return sum(1 for row in rows if int(row[1].split(":")[1], 16) == port and row[3] == "01")


def answer_time(server, method, path, body):
    began = time.monotonic()
    reply = server.request(method, path, body, {"Content-Type": "application/json"} if body else None)
    if reply.status != 200:
        raise RuntimeError(f"{path}: {reply.status} {reply.body[:200]}")
    return time.monotonic() - began


def attack_problems(server, arguments):
    """Runs an attack, sends requests meanwhile, and waits until its connections are closed."""
    command = ["slowhttptest", *arguments.format(url=f"http://127.0.0.1:{server.port}").split(), "-c", str(CLIENTS),
               "-r", str(CLIENTS), "-i", "1", "-l", str(SECONDS), "-p", str(PROBE_S)]
    slowest, most, gone, asked = 0.0, 0, None, 0
    with tempfile.TemporaryFile("w+") as out, \
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT) as attack:
        began = time.monotonic()
        try:
            while attack.poll() is None and gone is None and time.monotonic() - began < SECONDS:
                slowest = max(slowest, answer_time(server, "GET", "/livez", None),
                              answer_time(server, "POST", "/v1/extract", PAGE))
                asked += 1
                now = open_connections(server.port)
                most = max(most, now)
                if most > CLIENTS // 2 and now < CLIENTS // 20:
                    gone = time.monotonic() - began
                time.sleep(.1)
        finally:
            attack.kill()
        out.seek(0)
        said = re.sub(r"\x1b\[[0-9;]*m", "", out.read())
    if gone is None and "No open connections left" in said:
        gone = time.monotonic() - began  # it noticed first and ended
    print(f"{arguments.split()[0]}: {most} slow clients at once, gone after {gone or -1:.1f} s, {asked} others asked, "
          f"slowest answer {slowest * 1e3:.0f} ms")
    problems = [] if most > CLIENTS // 2 else [f"only {most} slow clients", *said.splitlines()[-12:]]
    problems += [] if gone is not None else ["the slow clients were not closed"]
    return problems + ([] if slowest < PROBE_S else [f"another client waited {slowest:.1f} s"])


def main():
    if shutil.which("slowhttptest") is None:
        sys.exit("slowhttptest is missing: deploy/install test")
    tally = harness.Tally()
    for name, arguments in ATTACKS:
        server = harness.Server(DANAD_READ_TIMEOUT="2s", DANAD_IDLE_TIMEOUT="1s", DANAD_WRITE_TIMEOUT="2s",
                                DANAD_LOG_LEVEL="info")
        try:
            tally.run(name, attack_problems, server, arguments)
        finally:
            status = server.stop()
        tally.check(f"{name}: exit status", [] if status == 0 else [f"{status}"])
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
