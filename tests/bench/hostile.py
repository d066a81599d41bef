#!/usr/bin/env python3
"""Processing time of hostile pages in the server, compared with ordinary pages of the same size.

usage: hostile.py DANAD PATHOLOGICAL ORDINARY.html
Posts each page of `pathological --write` several times and requests all parts that cost time. Prints the best
processing time in ms per MB and its ratio to that of the ordinary page. The time is timings_ms without the queue; if
the page was rejected, the time that the client waited. Not a test: a slow page is no failure.
"""

import glob
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "http"))
os.environ["DANAD_BIN"] = sys.argv[1]
import harness  # noqa: E402  (needs DANAD_BIN)

ROUNDS = 5
QUERY = "?include=text,headline,ranges,density,candidates"


def best(server, path):
    """(ms per MB, status, problem) of a page."""
    with open(path, "rb") as file:
        page = file.read()
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        reply = server.request("POST", "/v1/extract" + QUERY, page, {"Content-Type": "text/html; charset=utf-8"})
        times.append((time.perf_counter() - began) * 1e3)
    answer = json.loads(reply.body)
    return min(times) / (len(page) / 1e6), reply.status, answer.get("limit_name", answer.get("code", ""))


def main():
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[2], sys.argv[3], "--write", folder], check=True, stdout=subprocess.DEVNULL)
        server = harness.Server(DANAD_WORKERS="1", DANAD_MAX_BODY_BYTES="16MiB")
        try:
            for path in sorted(glob.glob(folder + "/*.hostile.html")):
                hostile, status, limit = best(server, path)
                ordinary, _, _ = best(server, path.replace("hostile", "ordinary"))
                with open(path, "rb") as file:
                    start = file.read(48)
                rows.append((hostile / ordinary, hostile, ordinary, status, limit, start))
        finally:
            server.stop()
    for ratio, hostile, ordinary, status, limit, start in sorted(rows, reverse=True):
        print(f"{ratio:6.2f}  {hostile:7.2f} ms/MB  ordinary {ordinary:6.2f}  {status} {limit:8} {start!r}")


if __name__ == "__main__":
    main()
