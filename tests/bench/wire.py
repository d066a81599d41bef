#!/usr/bin/env python3
"""What it costs to send a page in: CPU of the server's process a request, by form, beside an echo server on
libmicrohttpd and core alone (`bench_page`), in turns in one run; not a test. Several programs are compared side by side.

usage: wire.py BUILD ROUNDS SECONDS PAGE DANAD...      BUILD: the folder of load, echo and bench_page
       wire.py BUILD --sizes PAGE DANAD...             10 KB to 30 MB of the page again and again, raw and as JSON
       wire.py BUILD --many PAGE DANAD...              32 connections with the page as JSON
"""

import base64
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "http"))
import harness  # noqa: E402

TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000]


def cpu_ms(pid):
    """User and system time of a process (proc(5), fields 14 and 15 of stat)."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_MS


def status_of(pid, field):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(field))


def faults(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return int(file.read().rpartition(")")[2].split()[7])


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        return file.read()


def forms(page):
    """The same page in all ways in: media type and body."""
    text = page.decode("utf-8")
    return {"raw": ("text/html", page),
            "json": ("application/json", json.dumps({"html": text}, ensure_ascii=False).encode()),
            "json-ascii": ("application/json", json.dumps({"html": text}).encode()),
            "base64": ("application/json", json.dumps({"html_base64": base64.b64encode(page).decode()}).encode())}


def request_file(kind, body):
    file = tempfile.NamedTemporaryFile(suffix=".request")
    file.write(b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
               % (kind.encode(), len(body)) + body)
    file.flush()
    return file


def load(build, port, seconds, connections, file):
    out = subprocess.run([os.path.join(build, "load"), str(port), str(seconds), "0", str(connections), "0", file.name],
                         stdout=subprocess.PIPE, check=True)
    return json.loads(out.stdout)


class Echo:
    def __init__(self, build):
        self._process = subprocess.Popen([os.path.join(build, "echo")], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port, self.pid = int(self._process.stdout.readline()), self._process.pid

    def stop(self):
        self._process.stdin.close()
        self._process.wait()


def serve(program, **settings):
    os.environ["DANAD_BIN"] = program
    return harness.Server(DANAD_LOG_LEVEL="info", **settings)


def cost(build, server, seconds, kind, body, connections=1):
    """Milliseconds of CPU a request and page faults a request, once it is warm."""
    with request_file(kind, body) as file:
        load(build, server.port, min(seconds, .3), connections, file)
        began, faulted = cpu_ms(server.pid), faults(server.pid)
        result = load(build, server.port, seconds, connections, file)
    count = result["200"]["count"]
    return (cpu_ms(server.pid) - began) / count, (faults(server.pid) - faulted) / count


def spread(values):
    return f"{statistics.median(values):8.3f} ({min(values):.3f} to {max(values):.3f})"


def alone(build, page, seconds):
    """Milliseconds of core alone and of the API, without a server: {"core": ..., "raw": ..., "json": ...}."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(page)
        file.flush()
        out = subprocess.run([os.path.join(build, "bench_page"), file.name, str(int(seconds * 1000))],
                             stdout=subprocess.PIPE, check=True)
    return json.loads(out.stdout)


def compare(build, rounds, seconds, page, programs):
    ways = forms(page)
    echo, servers = Echo(build), [serve(program) for program in programs]
    rows, faulted = {}, {}
    for _ in range(rounds):
        rows.setdefault("echo", []).append(cost(build, echo, seconds, *ways["raw"])[0])
        for name, ms in alone(build, page, seconds).items():
            rows.setdefault(name, []).append(ms)
        for form, way in ways.items():
            for i, server in enumerate(servers):
                ms, faults_each = cost(build, server, seconds, *way)
                rows.setdefault((form, i), []).append(ms)
                faulted[form, i] = faults_each
    print(f"{len(page)} bytes; ms of CPU a request: median of {rounds} rounds (least to most)")
    print(f"echo {spread(rows['echo'])}\ncore {spread(rows['core'])}")
    print(f"API without a server, raw {spread(rows['raw'])}, json {spread(rows['json'])}")
    for i, program in enumerate(programs):
        raw = rows["raw", i]
        for form in ways:
            ratios = [a / b for a, b in zip(rows[form, i], raw)]
            print(f"{program} {form:11} {spread(rows[form, i])}  to raw {spread(ratios)}  page faults {faulted[form, i]:.2f}")
        beyond = [a - b for a, b in zip(raw, rows["core"])]
        service = [a - b for a, b in zip(raw, rows["raw"])]
        print(f"{program} raw beyond core {spread(beyond)}, beyond the API {spread(service)}; "
              f"{status_of(servers[i].pid, 'VmHWM') / 1024:.0f} MiB")
    for server in (echo, *servers):
        server.stop()


def sizes(build, page, programs):
    for program in programs:
        server = serve(program, DANAD_MAX_BODY_BYTES="64MiB", DANAD_MAX_LINES="10000000",
                       DANAD_MAX_NODES="100000000")
        for size in SIZES:
            text = (page * (size // len(page) + 1))[:size].decode("utf-8", "ignore").encode()
            ways = forms(text)
            row = {form: cost(build, server, 1 + size / 1e7, *ways[form])[0] for form in ("raw", "json", "base64")}
            print(f"{program} {size:9} " + "  ".join(f"{form} {ms:9.3f} ms {ms * 1e6 / size:6.3f} ms/MB"
                                                     for form, ms in row.items()), flush=True)
        server.stop()


def many(build, page, programs):
    echo, ways = Echo(build), forms(page)
    servers = [("echo", echo)] + [(program, serve(program)) for program in programs]
    core = alone(build, page, 2)["core"]
    print(f"core alone {core:.3f} ms: {1000 / core:.0f} a second on one CPU")
    for name, server in servers:
        with request_file(*ways["json"]) as file:
            load(build, server.port, .5, 32, file)
            began = cpu_ms(server.pid)
            result = load(build, server.port, 5, 32, file)["200"]
        ms = (cpu_ms(server.pid) - began) / result["count"]
        print(f"{name}: {result['count'] / 5:.0f} a second, p50 {result['p50_ms']:.2f} ms, p99 {result['p99_ms']:.2f} ms "
              f"({result['p99_ms'] / result['p50_ms']:.1f} times), {ms:.3f} ms of CPU each ({core / ms:.0%} of it core's), "
              f"{status_of(server.pid, 'VmHWM') / 1024:.0f} MiB")
    for _, server in servers:
        server.stop()


def main():
    build = sys.argv[1]
    if sys.argv[2] in ("--sizes", "--many"):
        {"--sizes": sizes, "--many": many}[sys.argv[2]](build, read(sys.argv[3]), sys.argv[4:])
    else:
        compare(build, int(sys.argv[2]), float(sys.argv[3]), read(sys.argv[4]), sys.argv[5:])


main()
