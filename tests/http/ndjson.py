#!/usr/bin/env python3
"""`danad extract --ndjson`: reads one document a line, writes one result a line.

Thousands of generated documents: the results equal those of POST /v1/extract one by one, in order, with any
number of threads and processes; invalid lines, long lines, an output that nobody reads, memory.

Environment: DANAD_BIN the binary.
"""

import http.client
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time

import harness

# A run keeps at most 64 MiB of lines and results; these documents are far smaller.
RSS_GROWTH_KIB = 16 * 1024
WORDS = ("rain valley river weeks farmers first after nine dry season market price house street people "
         "council report morning evening said found مطر وادي نهر أسابيع naïve 雨 😀").split()


def page(number, rng):
    menu = "".join(f"<li><a href='/{i}'>{rng.choice(WORDS)}</a>" for i in range(rng.randint(5, 30)))
    text = "".join("<p>" + " ".join(rng.choices(WORDS, k=rng.randint(10, 60))) + ".</p>\n"
                   for _ in range(rng.randint(1, 15)))
    return f"<!doctype html><title>Page {number} | Site</title><ul>{menu}</ul><h1>Page {number}</h1>{text}"


def documents(count, seed=1):
    rng = random.Random(seed)
    return [{"id": f"page {i}", "html": page(i, rng)} for i in range(count)]


def lines_of(requests):
    return b"".join(json.dumps(r, ensure_ascii=i % 2 == 0).encode() + b"\n" for i, r in enumerate(requests))


def danad(*arguments, stdin=b"", **more):
    done = subprocess.run([harness.binary(), "extract", "--ndjson", *arguments], input=stdin,
                          capture_output=True, env=harness.clean_environment(), timeout=250, **more)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def strip(result):
    """A result without the members that differ between runs."""
    result = dict(result)
    for name in ("id", "timings_ms", "request_id", "instance"):
        result.pop(name, None)
    return result


def items_of(output):
    """The items of an output, as (index, id, status, result or problem) without the members that differ."""
    items = [json.loads(line) for line in output.splitlines()]
    return [(i["index"], i["id"], i["status"], strip(i.get("result") or i["problem"])) for i in items]


def one_by_one(requests):
    """The responses of POST /v1/extract to each request."""
    server = harness.Server(DANAD_WORKERS="1")
    try:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for request in requests:
            body = {k: v for k, v in request.items() if k != "id"}
            connection.request("POST", "/v1/extract", json.dumps(body), {"Content-Type": "application/json"})
            reply = connection.getresponse()
            yield reply.status, strip(json.loads(reply.read()))
        connection.close()
    finally:
        server.stop()


def same(found, wanted):
    if found == wanted:
        return []
    first = next((i for i, (f, w) in enumerate(zip(found, wanted)) if f != w), min(len(found), len(wanted)))
    return [f"{len(found)} results, not {len(wanted)}; the first difference is at {first}",
            str(found[first:first + 1])[:300], str(wanted[first:first + 1])[:300]]


def ended(result, status, *needles):
    code, _, err = result
    return ([] if code == status else [f"exit status {code}, not {status}: {err[:300]}"]) + \
        [f"no {n!r} in {err[:300]!r}" for n in needles if n not in err]


def many(tally):
    count = 300 if harness.has_thread_sanitizer() else 2000
    requests = documents(count)
    wanted = [(i, f"page {i}", status, result) for i, (status, result) in enumerate(one_by_one(requests))]
    data = lines_of(requests)
    summary = f"{count} results, {count} ok, 0 failed"
    for threads in (1, 2, 7):
        result = danad("--threads", str(threads), stdin=data)
        tally.run(f"{threads} threads end well", lambda r=result: ended(r, 0, summary))
        tally.run(f"{threads} threads give the server's results in order",
                  lambda r=result: same(items_of(r[1]), wanted))
    result = danad("--unordered", "--threads", "4", stdin=data)
    tally.run("unordered ends well", lambda: ended(result, 0, summary))
    tally.run("unordered gives the same results", lambda: same(sorted(items_of(result[1]), key=str),
                                                               sorted(wanted, key=str)))
    tally.run("two processes, each with half of the lines", two_processes, data, wanted)


def two_processes(data, wanted):
    """As with split and parallel: the concatenated results of the halves equal those of the whole."""
    lines = data.splitlines(keepends=True)
    half = len(lines) // 2
    parts = [b"".join(lines[:half]), b"".join(lines[half:])]
    results = [None, None]

    def work(i):
        results[i] = danad("--threads", "1", stdin=parts[i])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [items_of(r[1]) for r in results]
    joined = found[0] + [(index + half, *rest) for index, *rest in found[1]]
    return same([tuple(i) for i in joined], wanted) + ended(results[0], 0) + ended(results[1], 0)


BAD = [
    # line, status, id, pointer or text of the problem
    (b'{"html":"<p>a","id":7}', 200, 7, None),
    (b'{bad', 400, None, "line 2, column"),
    (b'[]', 400, None, "object"),
    (b'"html"', 400, None, "object"),
    (b'{"html":"a"} {"html":"b"}', 400, None, "line 5"),
    (b'{"html":"a","html":"b"}', 400, None, "duplicate"),
    (b'{"html":"a","id":{}}', 400, None, "#/id"),
    (b'{"html":"a","id":"' + b"x" * 1100 + b'"}', 400, None, "#/id"),
    (b'{"html":"a","nonsense":1,"id":"q"}', 400, "q", "#/nonsense"),
    (b'{"id":"\\u0000\\u00e9"}', 400, "\0é", "one of html"),
    (b'{"html":"a","options":{"algorithm":"nosuch"},"id":null}', 400, None, "#/options/algorithm"),
    (b'{"url":"http://site.example/","id":1}', 404, 1, "does not fetch"),
    (b'{"html_base64":"*","id":2}', 400, 2, "#/html_base64"),
    (b'\xff\xfe', 400, None, "line 14"),
    (b'{"html":"\xff"}', 400, None, "line 15"),
    (b'{"html":"\\ud800","id":3}', 200, 3, None),
]


def bad_lines(tally):
    result = danad(stdin=b"\n".join(line for line, *_ in BAD) + b"\n")
    tally.run("bad lines end well", lambda: ended(result, 0, f"{len(BAD)} results, 2 ok"))
    items = [json.loads(line) for line in result[1].splitlines()]
    tally.run("a result for each", lambda: [] if [i["index"] for i in items] == list(range(len(BAD))) else [str(items)])
    for (line, status, name, needle), item in zip(BAD, items):
        tally.run(f"bad line {line[:40]!r}", lambda s=status, n=name, needle=needle, i=item: (
            [] if (i["status"], i["id"]) == (s, n) and ("problem" in i) == (s != 200)
            and ("result" in i) == (s == 200) and (needle is None or needle in json.dumps(i["problem"]))
            else [json.dumps(i)[:600]]))


def shapes(tally):
    good = b'{"html":"<p>one"}'
    for name, data, indexes in (
            ("no last line feed", good + b"\n" + good, [0, 1]), ("CRLF", good + b"\r\n" + good + b"\r\n", [0, 1]),
            ("blank lines", b"\n \t\r\n" + good + b"\n\n\n" + good + b"\n\n", [2, 5]), ("nothing", b"", []),
            ("one line feed", b"\n", []), ("byte order mark", b"\xef\xbb\xbf" + good, [0])):
        def run(data=data, indexes=indexes):
            result = danad(stdin=data)
            items = items_of(result[1])
            return ended(result, 0) + ([] if [i[0] for i in items] == indexes and all(i[2] == 200 for i in items)
                                       else [str(items)[:300]])
        tally.run(name, run)
    tally.run("a last line that is cut off", lambda: ended(
        danad(stdin=good + b"\n" + good[:-3]), 0, "2 results, 1 ok, 1 failed"))
    tally.run("a line that is too long", long_line)
    tally.run("defaults", default_problems)


def long_line():
    limit = 100000
    good = b'{"html":"' + b"x" * (limit - 11) + b'"}'
    result = danad("--max-line-bytes", str(limit), stdin=good + b"\n" + good + b" \n" + b"y" * 5000000 + b"\n" + good)
    problems = ended(result, 0, "4 results, 2 ok, 2 failed")
    items = [json.loads(line) for line in result[1].splitlines()]
    if [i["status"] for i in items] != [200, 413, 413, 200] or items[1]["problem"]["limit"] != limit:
        problems.append(str([i["status"] for i in items]))
    return problems


def default_problems():
    """Flags apply to lines without their own options."""
    html = "<title>a</title><p>one two"
    requests = [{"html": html}, {"html": html, "include": ["text"]},
                {"html": html, "options": {"algorithm": "dana"}}, {"html": html, "include": None, "options": None}]
    result = danad("--algorithm", "r2l", "--param", "gap=7", "--include", "ranges", stdin=lines_of(requests))
    found = [(i["algorithm"]["id"], i["content"] is None, i["ranges"] is None)
             for i in (json.loads(line)["result"] for line in result[1].splitlines())]
    wanted = [("r2l", True, False), ("r2l", False, True), ("dana", True, False), ("r2l", True, False)]
    return ended(result, 0) + ([] if found == wanted else [str(found)])


def usage(tally):
    for arguments, needle in ((("--threads", "0"), "--threads"), (("--threads", "x"), "--threads"),
                              (("--max-line-bytes", "-1"), "--max-line-bytes"), (("page.html",), "no files"),
                              (("--algorithm", "nosuch"), "#/options/algorithm"),
                              (("--include", "nosuch"), "#/include/0"), (("--nonsense",), "--nonsense")):
        result = danad(*arguments)
        tally.run("usage " + " ".join(arguments), lambda r=result, n=needle: ended(r, 2, n) + (
            [str(r[1])] if r[1] else []))
    done = subprocess.run([harness.binary(), "extract", "--unordered", "page.html"], capture_output=True,
                          env=harness.clean_environment(), timeout=60, check=False)
    tally.run("--unordered of files", lambda: ended((done.returncode, b"", done.stderr.decode()), 2, "--ndjson"))


def failing_ends(tally):
    data = lines_of(documents(400))
    with open("/dev/full", "wb") as full:
        done = subprocess.run([harness.binary(), "extract", "--ndjson"], input=data, stdout=full,
                              stderr=subprocess.PIPE, env=harness.clean_environment(), timeout=100)
    tally.run("a full disk", lambda: ended((done.returncode, b"", done.stderr.decode()), 1, "No space left"))
    with tempfile.TemporaryDirectory() as folder:
        descriptor = os.open(folder, os.O_RDONLY)
        done = subprocess.run([harness.binary(), "extract", "--ndjson"], stdin=descriptor, capture_output=True,
                              env=harness.clean_environment(), timeout=100)
        os.close(descriptor)
        tally.run("an input that cannot be read", lambda: ended(
            (done.returncode, b"", done.stderr.decode()), 1, "Is a directory"))
    for name, first in (("while lines come", data), ("before a line came", b"")):
        tally.run(f"nobody reads the output, {name}", closed_output, first)


def closed_output(first):
    """The input stays open: only the end of the output can end the run."""
    run = subprocess.Popen([harness.binary(), "extract", "--ndjson"], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=harness.clean_environment())

    def feed():
        try:
            run.stdin.write(first)
            run.stdin.flush()
        except BrokenPipeError:
            pass

    feeder = threading.Thread(target=feed)
    feeder.start()
    if first:
        json.loads(run.stdout.readline())
    run.stdout.close()
    try:
        status = run.wait(30)
    except subprocess.TimeoutExpired:
        run.kill()
        return ["it did not end"]
    finally:
        feeder.join()
        try:
            run.stdin.close()
        except BrokenPipeError:
            pass
    error = run.stderr.read().decode()
    run.stderr.close()
    return ended((status, b"", error), 1, "nobody reads the output")


def results_come_at_once():
    """A result does not wait for the next line."""
    run = subprocess.Popen([harness.binary(), "extract", "--ndjson"], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=harness.clean_environment())
    problems = []
    for i in range(3):
        run.stdin.write(b'{"html":"<p>a"}\n')
        run.stdin.flush()
        if json.loads(run.stdout.readline())["index"] != i:
            problems.append(f"not {i}")
    run.stdin.close()
    run.stdout.close()
    return problems + ([] if run.wait(30) == 0 else ["exit status"])


def peak_kib(lines, repeat, reader_waits_s=0.0):
    """The largest resident size (KiB) of a run over `lines`, `repeat` times; its results and status."""
    environment = harness.clean_environment()
    # ASan keeps freed memory; that must not be measured.
    environment["ASAN_OPTIONS"] = ":".join((environment.get("ASAN_OPTIONS", ""), "quarantine_size_mb=0",
                                            "thread_local_quarantine_size_kb=0"))
    run = subprocess.Popen([harness.binary(), "extract", "--ndjson", "--threads", "2", "--include", "text"],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)

    def feed():
        for _ in range(repeat):
            run.stdin.write(lines)
        run.stdin.flush()

    feeder = threading.Thread(target=feed)
    feeder.start()
    time.sleep(reader_waits_s)
    wanted, count = repeat * lines.count(b"\n"), 0
    while count < wanted:
        block = os.read(run.stdout.fileno(), 1 << 20)
        if not block:
            break
        count += block.count(b"\n")
    # Not ru_maxrss: a child starts with the value of its parent.
    with open(f"/proc/{run.pid}/status", encoding="ascii") as file:
        peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM:"))
    feeder.join()
    run.stdin.close()
    rest = run.stdout.read()
    run.stdout.close()
    return peak, count + rest.count(b"\n"), run.wait(60)


def memory(tally):
    lines = lines_of(documents(500))
    small = peak_kib(lines, 2)
    large = peak_kib(lines, 40)
    slow = peak_kib(lines, 8, reader_waits_s=2.0)
    print(f"peak of 1 000 documents {small[0]} KiB, of 20 000 {large[0]} KiB, of 4 000 read late {slow[0]} KiB")
    tally.run("all results came", lambda: [] if (small[1:], large[1:], slow[1:]) == (
        (1000, 0), (20000, 0), (4000, 0)) else [str((small, large, slow))])
    tally.run("memory does not grow with the input", lambda: [] if large[0] < small[0] + RSS_GROWTH_KIB else [
        f"{small[0]} KiB for 1 000 documents, {large[0]} KiB for 20 000"])
    tally.run("memory does not grow with a slow reader", lambda: [] if slow[0] < small[0] + RSS_GROWTH_KIB else [
        f"{small[0]} KiB read at once, {slow[0]} KiB read late"])


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    tally = harness.Tally()
    many(tally)
    bad_lines(tally)
    shapes(tally)
    usage(tally)
    failing_ends(tally)
    tally.run("results come at once", results_come_at_once)
    if not harness.has_thread_sanitizer():
        memory(tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
