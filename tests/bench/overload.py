#!/usr/bin/env python3
"""A server with ten times the load it can handle: only 200 and 503, probes answered immediately, the same throughput as
without overload, no more memory.

usage: overload.py LOAD [SECONDS] [--strict]     LOAD is the program of load.c; DANAD_BIN names the server

    cmake --preset bench && cmake --build --preset bench --target danad load
    DANAD_BIN=build/bench/danad python3 tests/bench/overload.py build/bench/load 60 --strict

First the peak is measured: the rate of 16 connections that wait for each response, for a third of SECONDS (60). Then
the load is ten times that rate, in an open loop, with 50 requests a second of /livez on new connections. The load runs
at nice 19, because it shares the CPUs with the server; the probes do not, or they would measure their own wait. Without
--strict only results that do not depend on other work on the machine can fail. With --strict also: p99 of /livez under
50 ms, at least 80 % of the peak, 90 % of the load really sent, memory growth of at most a tenth in the second half.
"""

import gzip
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "http"))
import harness  # noqa: E402  (needs the path)

STRICT = "--strict" in sys.argv
ARGUMENTS = [a for a in sys.argv[1:] if a != "--strict"]
LOAD = ARGUMENTS[0]
SECONDS = float(ARGUMENTS[1]) if len(ARGUMENTS) > 1 else 60.0
EXCESS = 10
CONNECTIONS = 700
LIVEZ_RATE = 50
LIVEZ_P99_MS = 50
GOODPUT_SHARE = .8
SENT_SHARE = .9
GROWTH = 1.1
# Pages are compressed: the load should cost the server CPU time, not the machine bandwidth.
PAGE_COPIES = int(os.environ.get("OVERLOAD_PAGE_COPIES", "48"))


def write_requests(folder):
    with open(os.path.join(HERE, "../../deploy/samples/english.html"), "rb") as file:
        body = gzip.compress(file.read() * PAGE_COPIES, 9, mtime=0)
    work, livez = os.path.join(folder, "work"), os.path.join(folder, "livez")
    with open(work, "wb") as file:
        file.write(b"POST /v1/extract?algorithm=auto&include=headline HTTP/1.1\r\nHost: a\r\n"
                   b"Content-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    with open(livez, "wb") as file:
        file.write(b"GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    return work, livez


class Server:
    """danad with its log discarded: the server still writes it, but this program need not read it."""

    def __init__(self):
        with socket.create_server(("127.0.0.1", 0)) as holder:
            self.port = holder.getsockname()[1]
        self.process = subprocess.Popen(
            [harness.binary(), "serve"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=harness.clean_environment(DANAD_LISTEN=f"127.0.0.1:{self.port}", DANAD_DRAIN_DELAY="0",
                                          DANAD_PROCESS_TIMEOUT="60s"))  # a busy machine must not cause failures
        self.pid = self.process.pid
        end = time.monotonic() + harness.START_TIMEOUT_S
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(.05)
        self.process.kill()
        raise RuntimeError("danad did not start")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(harness.STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "none: it did not stop"


def start(server, seconds, rate, connections, nice, request):
    return subprocess.Popen([LOAD, str(server.port), str(seconds), str(rate), str(connections), str(nice), request],
                            stdout=subprocess.PIPE, text=True)


def result(process, seconds):
    out, _ = process.communicate(timeout=seconds + 60)
    if process.returncode != 0:
        raise RuntimeError(f"the load ended with status {process.returncode}")
    return json.loads(out)


def rss_kib(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


def cpu_s(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Memory(threading.Thread):
    """Resident memory, twice a second."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid = pid
        self.samples = []
        self.ended = threading.Event()
        self.start()

    def run(self):
        while not self.ended.wait(.5):
            self.samples.append(rss_kib(self.pid))

    def quarter(self, number):
        samples = self.samples[len(self.samples) * number // 4:len(self.samples) * (number + 1) // 4]
        return sum(samples) / max(1, len(samples))


def overload_problems(server, folder):
    work, livez = write_requests(folder)
    result(start(server, 1, 0, 16, 19, work), 1)
    peak_s = SECONDS / 3
    peak = result(start(server, peak_s, 0, 16, 19, work), peak_s)
    peak_rate = peak["200"]["count"] / peak_s
    print(f"peak       {peak_rate:8.1f} pages a second, p50 {peak['200']['p50_ms']:.1f} ms")
    memory = Memory(server.pid)
    before_s = cpu_s(server.pid)
    began = time.monotonic()
    load = start(server, SECONDS, EXCESS * peak_rate, CONNECTIONS, 19, work)
    probe = start(server, SECONDS, LIVEZ_RATE, 64, 0, livez)
    load, probe = result(load, SECONDS), result(probe, SECONDS)
    cpus = (cpu_s(server.pid) - before_s) / (time.monotonic() - began)
    memory.ended.set()
    rate = load["200"]["count"] / SECONDS
    print(f"overload   {rate:8.1f} pages a second ({rate / peak_rate:.0%} of the peak), p50 {load['200']['p50_ms']:.1f} ms, "
          f"p99 {load['200']['p99_ms']:.1f} ms")
    print(f"sent       {load['sent'] / SECONDS:8.1f} requests a second ({load['sent'] / SECONDS / peak_rate:.1f} times the "
          f"peak), {load['skipped']} found no connection")
    print(f"503        {load['503']['count'] / SECONDS:8.1f} a second, p50 {load['503']['p50_ms']:.1f} ms, "
          f"p99 {load['503']['p99_ms']:.1f} ms, Retry-After up to {load['retry_after_max']} s")
    print(f"/livez     p50 {probe['200']['p50_ms']:.2f} ms, p99 {probe['200']['p99_ms']:.2f} ms, "
          f"max {probe['200']['max_ms']:.2f} ms of {probe['200']['count']}")
    quarters = ", ".join(f"{memory.quarter(i) / 1024:.1f}" for i in range(4))
    print(f"memory     {quarters} MiB in the quarters of the time; {cpus:.2f} CPUs")
    return judge(load, probe, memory, peak_rate, rate)


def judge(load, probe, memory, peak_rate, rate):
    problems = []
    for name, one in (("load", load), ("probe", probe)):
        problems += [f"{name}: {one[what]} {what}" for what in ("broken", "unanswered", "without_retry_after")
                     if one[what]]
        problems += [f"{name}: {one['other']['count']} other statuses"] if one["other"]["count"] else []
    problems += [f"{probe['503']['count']} probes were refused"] if probe["503"]["count"] else []
    problems += ["no 200"] if not load["200"]["count"] else []
    problems += ["Retry-After over 5 s"] if load["retry_after_max"] > 5 else []
    if STRICT:
        problems += ["no 503"] if not load["503"]["count"] else []
        problems += ["/livez is slow"] if probe["200"]["p99_ms"] >= LIVEZ_P99_MS else []
        problems += ["too little work is done"] if rate < GOODPUT_SHARE * peak_rate else []
        problems += ["the load was less"] if load["sent"] < SENT_SHARE * EXCESS * peak_rate * SECONDS else []
        problems += ["memory grows"] if memory.quarter(3) > GROWTH * memory.quarter(1) else []
    return problems


def main():
    tally = harness.Tally()
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            tally.run("ten times the capacity", overload_problems, server, folder)
    finally:
        status = server.stop()
    tally.check("exit status", [] if status == 0 else [f"{status}"])
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
