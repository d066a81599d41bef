#!/usr/bin/env python3
"""What it costs to read WARC files, beside gunzip alone; not a test. CPU is that of the process, which load does not
change much; seconds are those of the clock.

usage: warc.py DANAD FOLDER [MB] [SET...]
    Makes FOLDER/corpora.warc.gz of about MB megabytes, as stored (default 100), of the pages of sets of CORPORA (default:
    all), one after the other and again, with a request and a metadata record for each, as crawlers write them;
    a file that is there already is taken as it is. Then reads it in each way.
"""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "warc"))
import records as warc  # noqa: E402


def pages(corpora, sets):
    """URL, bytes and charset of the pages of the sets, for ever."""
    rows = []
    for name in sets or sorted(p.name for p in corpora.iterdir() if (p / "manifest.jsonl").exists()):
        with open(corpora / name / "manifest.jsonl", encoding="utf-8") as file:
            rows += [(corpora / name / "pages", json.loads(line)) for line in file]
    while True:
        for folder, row in rows:
            yield row.get("url") or f"http://{row['id']}.example/", folder / f"{row['id']}.html.gz", row.get("charset_used")


def make(path, corpora, sets, size):
    written, count = 0, 0
    with open(f"{path}.part", "wb") as out:
        out.write(warc.member(warc.warcinfo()))
        for url, page, charset in pages(corpora, sets):
            if written >= size:
                break
            with gzip.open(page) as file:
                html = file.read()
            kind = f"text/html; charset={charset}" if charset and count % 2 else "text/html"
            identity = {"identity": warc.name(f"{url} {count}")}
            block = warc.http(html, kind, more=[("Server", "tests"), ("X-Crawler-Content-Length", len(html))])
            for data in (warc.request(url), warc.record("response", block, warc.page_fields(url, block=block, **identity)),
                         warc.record("metadata", b"fetchTimeMs: 12\r\n", [("Content-Type", "application/warc-fields")])):
                written += out.write(warc.member(data))
            count += 1
    os.rename(f"{path}.part", path)


def run(name, command, path=None):
    """Runs a command; prints and returns what it took."""
    summary = f"{path}.summary" if path else None
    start = time.monotonic()
    with subprocess.Popen(command + (["--summary", summary] if summary else []), stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds, cpu = time.monotonic() - start, used.ru_utime + used.ru_stime
    if process.returncode != 0:
        sys.exit(f"{name}: exit status {process.returncode}")
    found = {}
    if summary:
        with open(summary, encoding="utf-8") as file:
            found = json.load(file)
        os.remove(summary)
    return cpu, seconds, used.ru_maxrss / 1024, found


def main():
    if len(sys.argv) < 3 or "CORPORA" not in os.environ:
        sys.exit(__doc__)
    danad, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    size = int(sys.argv[3]) * 10**6 if len(sys.argv) > 3 else 100 * 10**6
    path = folder / "corpora.warc.gz"
    if not path.exists():
        make(path, pathlib.Path(os.environ["CORPORA"]), sys.argv[4:], size)
    stored = path.stat().st_size
    extract = [danad, "extract", "--warc", str(path)]
    _, _, _, all_of_it = run("count", extract + ["--include", "headline"], path)
    html, count = all_of_it["page_bytes"], all_of_it["pages"]
    print(f"{path.name}: {stored / 1e6:.0f} MB stored, {count} pages of {html / 1e6:.0f} MB")
    print(f"{'':44} {'CPU s':>8} {'pages/s of a CPU':>17} {'HTML MB/s of a CPU':>19} {'clock s':>8} {'peak MiB':>9}")
    for name, command, summed in (
            ("gunzip", ["gzip", "-dc", str(path)], False),
            ("danad, reading alone (--max-page-bytes 1)", extract + ["--max-page-bytes", "1"], True),
            ("lines with text, one thread", extract + ["--include", "text", "--threads", "1"], True),
            ("lines with text, all CPUs", extract + ["--include", "text"], True),
            ("lines with text, addanag, all CPUs", extract + ["--include", "text", "--algorithm", "addanag"], True),
            ("lines with all that is there without --include", extract, True),
            ("--warc-out, compressed", extract + ["--warc-out", str(folder / "out.warc.wet.gz")], True)):
        cpu, seconds, peak, _ = run(name, command, path if summed else None)
        print(f"{name:44} {cpu:8.2f} {count / cpu:17.0f} {html / cpu / 1e6:19.1f} {seconds:8.2f} {peak:9.0f}", flush=True)


if __name__ == "__main__":
    main()
