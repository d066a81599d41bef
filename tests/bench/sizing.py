#!/usr/bin/env python3
"""CPU time and memory that pages cost a server, for deploy/RUNBOOK.md. Not a test: it only prints. CPU time is that of
the process, so that other work on the machine has little effect.

usage: sizing.py DANAD WORKERS [--json] PAGE...     pages, plain or .gz, sent one after another by WORKERS clients;
with --json as JSON, bytes that are not UTF-8 replaced
"""

import gzip
import json
import os
import queue
import re
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "http"))
os.environ["DANAD_BIN"] = sys.argv[1]
import harness  # noqa: E402  (needs DANAD_BIN)

WORKERS = int(sys.argv[2])
AS_JSON = "--json" in sys.argv
KIND = "application/json" if AS_JSON else "text/html"


def cpu_ms(pid):
    """User and system time (proc(5), /proc/PID/stat, fields 14 and 15)."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def memory_mib(pid, field):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(rf"{field}:\s+(\d+)", file.read())[1]) / 1024


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        page = file.read()
    return json.dumps({"html": page.decode("utf-8", "replace")}, ensure_ascii=False).encode() if AS_JSON else page


def send(server, pages, statuses):
    while True:
        try:
            page = pages.get_nowait()
        except queue.Empty:
            return
        reply = server.request("POST", "/v1/extract", page, {"Content-Type": KIND})
        statuses.append(reply.status)


def main():
    server = harness.Server(DANAD_WORKERS=str(WORKERS), DANAD_DRAIN_DELAY="0s")
    pages, statuses, size = queue.Queue(), [], 0
    for path in sys.argv[4 if AS_JSON else 3:]:
        pages.put(read(path))
    count, size = pages.qsize(), sum(len(page) for page in pages.queue)
    idle, began = memory_mib(server.pid, "VmRSS"), cpu_ms(server.pid)
    clients = [threading.Thread(target=send, args=(server, pages, statuses)) for _ in range(WORKERS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    used = cpu_ms(server.pid) - began
    print(f"{count} pages, {size / count / 1024:.0f} KiB each, {statuses.count(200)} answered 200")
    print(f"CPU: {used / count:.2f} ms a page, {size / used / 1000:.1f} MB a second of CPU")
    print(f"memory: {idle:.0f} MiB idle, {memory_mib(server.pid, 'VmHWM'):.0f} MiB at most")
    server.stop()


main()
