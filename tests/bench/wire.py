#!/usr/bin/env python3
"""What it costs to send a page in: CPU of the server's process a request, by form, beside an echo server on
libmicrohttpd and core alone (`bench_page`), in turns in one run; not a test. Several programs are compared side by side.

usage: wire.py BUILD ROUNDS SECONDS PAGE DANAD...      BUILD: the folder of load, echo and bench_page
       wire.py BUILD --sizes PLOT.svg PAGE DANAD...    10 KB to 30 MB, the body of the page again and again, by form;
                                                       the last program's as a plot
       wire.py BUILD --many WORKERS PAGE DANAD...      32 connections with the page as JSON; 0: as many as CPUs
       wire.py BUILD --thread ROUNDS PAGE DANAD...     1 and 32 connections: CPU and switches of each thread a request
       wire.py BUILD --windows COUNT PAGE DANAD...     raw, one connection: short turns, of which others disturb few
"""

import base64
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "http"))
import curves  # noqa: E402
import harness  # noqa: E402

SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000]
SIZE_NAMES = ["10 KB", "30 KB", "100 KB", "300 KB", "1 MB", "3 MB", "10 MB", "30 MB"]
TURNS = 3  # of --sizes; the best one counts, as whatever else runs makes a turn dearer
WINDOW_S = .15  # of --windows
WINDOW_PAGES = 100  # of bench_page
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cpu_ms(pid):
    """CPU time of a process: its clock, as clock_getcpuclockid(3) makes it."""
    return time.clock_gettime((~pid << 3) | 2) * 1e3


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
    print(f"echo {spread(rows['echo'])}\ncore {spread(rows['core'])}, on a thread that is woken {spread(rows['core_woken'])}")
    print(f"API without a server, raw {spread(rows['raw'])}, json {spread(rows['json'])}, "
          f"raw on a thread that is woken {spread(rows['woken'])}")
    for i, program in enumerate(programs):
        raw = rows["raw", i]
        for form in ways:
            ratios = [a / b for a, b in zip(rows[form, i], raw)]
            print(f"{program} {form:11} {spread(rows[form, i])}  to raw {spread(ratios)}  page faults {faulted[form, i]:.2f}")
        beyond = [a - b for a, b in zip(raw, rows["core"])]
        service = [a - b for a, b in zip(raw, rows["raw"])]
        asleep = [a - b for a, b in zip(raw, rows["woken"])]
        woken = [a - b for a, b in zip(raw, rows["core_woken"])]
        print(f"{program} raw beyond core {spread(beyond)}, beyond core on a thread that is woken {spread(woken)}, "
              f"beyond the API {spread(service)}, "
              f"beyond the API on a thread that is woken {spread(asleep)}, "
              f"in times of an echo {spread([a / b for a, b in zip(asleep, rows['echo'])])}; "
              f"{status_of(servers[i].pid, 'VmHWM') / 1024:.0f} MiB")
    for server in (echo, *servers):
        server.stop()


def enlarge(page, size):
    """A page of about that size: its body again and again, the letters of each text moved on, so that no copy repeats another."""
    begin, end = page.find(b">", page.find(b"<body")) + 1, page.rfind(b"</body")
    texts, out, length = page[begin:end].decode("utf-8", "replace").split("<"), [page[:begin]], end - begin
    tables = [str.maketrans(LETTERS, LETTERS[i:] + LETTERS[:i]) for i in range(26)]
    for i in range(max(1, (size - len(page) + length) // length)):
        parts = (text.partition(">") for text in texts)
        out.append("<".join(tag + mark + rest.translate(tables[(i * (k % 25 + 1) + i // 26) % 26])
                            for k, (tag, mark, rest) in enumerate(parts)).encode())
    return b"".join(out + [page[end:]])[:size]


def steepest(values):
    """How much dearer a MB of any size is than one of a smaller size, at most."""
    return max(later / min(values[:i]) for i, later in enumerate(values) if i > 0)


def sizes(build, plot, page, programs):
    for program in programs:
        server = serve(program, DANAD_MAX_BODY_BYTES="64MiB", DANAD_MAX_LINES="10000000",
                       DANAD_MAX_NODES="100000000")
        lengths, rows = [], {"raw": [], "json": [], "base64": []}
        for size in SIZES:
            text = enlarge(page, size)
            ways = forms(text)
            lengths.append(len(text))
            turns = [{form: cost(build, server, .3 + size / 2e7, *ways[form])[0] for form in rows} for _ in range(TURNS)]
            for form, row in rows.items():
                row.append(min(turn[form] for turn in turns) * 1e6 / len(text))
            print(f"{program} {len(text):9} " + "  ".join(f"{form} {row[-1]:6.3f} ms/MB" for form, row in rows.items()),
                  flush=True)
        print(f"{program} a MB against one of any smaller page, at most: " +
              ", ".join(f"{form} {steepest(row):.2f}" for form, row in rows.items()))
        server.stop()
    with open(plot, "w", encoding="ascii") as file:
        file.write(curves.draw("CPU of a request, ms a MB, by the size of the page", lengths, SIZE_NAMES, rows))


def many(build, workers, page, programs):
    echo, ways = Echo(build), forms(page)
    settings = {"DANAD_WORKERS": str(workers)} if workers > 0 else {}
    servers = [("echo", echo)] + [(program, serve(program, **settings)) for program in programs]
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


def threads(pid):
    """By thread: its name, microseconds on a CPU, voluntary and other switches."""
    out = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        base = f"/proc/{pid}/task/{thread}/"
        with open(base + "comm", encoding="ascii") as comm, open(base + "schedstat", encoding="ascii") as stat, \
                open(base + "status", encoding="ascii") as status:
            switches = [int(line.split()[1]) for line in status if "ctxt_switches" in line]
            out[thread] = (comm.read().strip(), int(stat.read().split()[0]) / 1e3, *switches)
    return out


def by_thread(build, rounds, page, programs):
    ways = forms(page)
    servers = [("echo", Echo(build))] + [(program, serve(program)) for program in programs]
    for turn in range(2 * rounds):
        connections = 32 if turn % 2 else 1
        for name, server in servers:
            with request_file(*ways["json"]) as file:
                load(build, server.port, .3, connections, file)
                before = threads(server.pid)
                result = load(build, server.port, 2, connections, file)["200"]
            for thread, now in threads(server.pid).items():
                each = [(b - a) / result["count"] for a, b in zip(before[thread][1:], now[1:])]
                if each[0] > 1:
                    print(f"{name}, {connections} connections: {now[0]:12} {each[0]:7.1f} us, "
                          f"switches {each[1]:.2f} of its own, {each[2]:.2f} others; {result['count'] / 2:.0f} a second")
    for _, server in servers:
        server.stop()


def io_us(pid):
    """Microseconds of libmicrohttpd's thread, and of the process."""
    now = threads(pid)
    return sum(row[1] for row in now.values() if row[0].startswith("MHD")), cpu_ms(pid) * 1e3


def windows(build, count, path, programs):
    servers = [("echo", Echo(build))] + [(program, serve(program)) for program in programs]
    rows = {}
    with request_file(*forms(read(path))["raw"]) as file:
        for _, server in servers:
            load(build, server.port, .5, 1, file)
        for _ in range(count):
            for name, server in servers:
                before = io_us(server.pid)
                answered = load(build, server.port, WINDOW_S, 1, file)["200"]["count"]
                for part, a, b in zip(("I/O thread", "in all"), before, io_us(server.pid)):
                    rows.setdefault(f"{name}, {part}", []).append((b - a) / answered / 1e3)
            for name, ms in alone(build, read(path), WINDOW_PAGES / 1e3).items():
                rows.setdefault(f"bench_page {name}", []).append(ms)
    for name, row in rows.items():
        row.sort()
        print(f"{name}: ms of CPU, least {row[0]:.3f}, quarter {row[count // 4]:.3f}, median {row[count // 2]:.3f}")
    for _, server in servers:
        server.stop()


def main():
    build, mode = sys.argv[1:3]
    if mode == "--sizes":
        sizes(build, sys.argv[3], read(sys.argv[4]), sys.argv[5:])
    elif mode == "--windows":
        windows(build, int(sys.argv[3]), sys.argv[4], sys.argv[5:])
    elif mode in ("--many", "--thread"):
        {"--many": many, "--thread": by_thread}[mode](build, int(sys.argv[3]), read(sys.argv[4]), sys.argv[5:])
    else:
        compare(build, int(mode), float(sys.argv[3]), read(sys.argv[4]), sys.argv[5:])


main()
