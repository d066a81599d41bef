#!/usr/bin/env python3
"""A server under many requests of all kinds: pages in several encodings, compressed and not, raw, in JSON and in base64, valid
and invalid, small and large, and URLs. Prints memory, descriptors and threads at the start and after each quarter, and how
many answers were other than the first one to the same request; exit status 1 where there were any. Not a test: 3 000 000
requests take about an hour.

usage: soak.py DANAD [REQUESTS [WORKERS]]
"""

import base64
import collections
import glob
import gzip
import http.client
import json
import os
import random
import re
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "http"))
os.environ["DANAD_BIN"] = sys.argv[1]
import harness  # noqa: E402  (needs DANAD_BIN)
import upstream  # noqa: E402

REQUESTS = int(sys.argv[2]) if len(sys.argv) > 2 else 100000
WORKERS = sys.argv[3] if len(sys.argv) > 3 else "2"
# What differs between two answers to one request.
CHANGING = re.compile(rb'"(?:id|request_id|instance|uptime_s|checks)":(?:"[^"]*"|[\d.]+|\{[^}]*\}|\[[^]]*\])|"timings_ms":\{[^}]*\}|'
                      rb'"fetch(?:ed)?_(?:ms|at)":[^,}]*|"elapsed_ms":[\d.]+')
CLIENTS = 4
EVERYTHING = ["text", "headline", "ranges", "density", "candidates", "line_offsets", "source", "links", "images"]


def rss_kib(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


def state(pid):
    """Memory, descriptors and threads, as a text."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        threads = re.search(r"Threads:\s+(\d+)", file.read())[1]
    return f"{rss_kib(pid):8} KiB {len(os.listdir(f'/proc/{pid}/fd')):4} descriptors {threads:>3} threads"


def kinds(site):
    """(weight, method, path, body, headers)"""
    pages = {}
    for path in glob.glob(os.path.join(HERE, "../../deploy/samples/*.html")):
        with open(path, encoding="utf-8") as file:
            pages[os.path.basename(path)[:-5]] = file.read()
    kind = {"Content-Type": "application/json"}
    html = {"Content-Type": "text/html"}
    arabic = pages["arabic"].encode("cp1256", "xmlcharrefreplace")
    large = pages["english"] * 60
    yield 30, "POST", "/v1/extract", json.dumps({"html": pages["farsi"]}).encode(), kind
    yield 10, "POST", "/v1/extract", json.dumps({"html": pages["urdu"], "include": EVERYTHING,
                                                 "base_url": "http://a.example/",
                                                 "options": {"offset_unit": "utf16"}}).encode(), kind
    yield 10, "POST", "/v1/extract", arabic, {"Content-Type": "text/html; charset=windows-1256"}
    yield 10, "POST", "/v1/extract", gzip.compress(pages["hebrew"].encode()), {"Content-Encoding": "gzip", **html}
    yield 5, "POST", "/v1/extract", json.dumps({"html_base64": base64.b64encode(arabic).decode()}).encode(), kind
    yield 5, "POST", "/v1/extract?algorithm=dana&params.gap=auto", pages["pashto"].encode("utf-16"), html
    yield 2, "POST", "/v1/extract", json.dumps({"html": large}).encode(), kind
    yield 2, "POST", "/v1/extract", b"<p>x" * 250000, html
    yield 5, "POST", "/v1/extract", b'{"html": 1, "nonsense": [2', kind
    yield 3, "POST", "/v1/extract", gzip.compress(bytes(20 << 20)), {"Content-Encoding": "gzip", **html}
    yield 3, "POST", "/v1/extract", b"", kind
    yield 5, "GET", "/v1/extract?url=" + site.url("/hop/2"), None, {}
    yield 2, "GET", "/v1/extract?url=" + site.url("/missing"), None, {}
    yield 2, "GET", "/v1/extract?url=http://10.0.0.1/", None, {}
    yield 4, "GET", "/livez", None, {}
    yield 2, "GET", "/v1/algorithms", None, {}


def compare(row, response, body, firsts, statuses):
    """Counts an answer that is not the first one to the same request."""
    if row[2] == "/livez":
        return
    answer = (response.status, CHANGING.sub(b"", body))
    if firsts.setdefault(id(row), answer) != answer:
        statuses["other than the first"] += 1


def client(port, table, count, statuses, firsts, seed):
    choose = random.Random(seed)
    weights = [row[0] for row in table]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(count):
        row = choose.choices(table, weights)[0]
        _, method, path, body, headers = row
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            compare(row, response, response.read(), firsts, statuses)
            statuses[response.status] += 1
        except (http.client.HTTPException, OSError):
            statuses["dropped"] += 1
            connection.close()
    connection.close()


def run(server, table, count, firsts, seed):
    statuses = collections.Counter()
    threads = [threading.Thread(target=client, args=(server.port, table, count // CLIENTS, statuses, firsts, seed + i))
               for i in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def main():
    site = upstream.Site()
    server = harness.Server(DANAD_WORKERS=WORKERS, DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32",
                            DANAD_FETCH_PORTS=str(site.port))
    table, firsts, others = list(kinds(site)), {}, 0
    try:
        print(f"at the start         {state(server.pid)}")
        run(server, table, 2000, firsts, 1)
        print(f"after   2000         {state(server.pid)}")
        began = time.monotonic()
        for part in range(4):
            statuses = run(server, table, REQUESTS // 4, firsts, 100 + 10 * part)
            others += statuses["other than the first"]
            print(f"after {REQUESTS // 4 * (part + 1) + 2000:7}        {state(server.pid)}  {dict(statuses)}")
        print(f"{REQUESTS / (time.monotonic() - began):.0f} requests a second")
    finally:
        print(f"exit status {server.stop()}")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
