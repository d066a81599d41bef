#!/usr/bin/env python3
"""`danad extract --warc`: the pages of WARC files as lines, and their texts as conversion records.

Files are made here, record by record (tests/warc/records.py): whatever a record may be, in plain files, in members
of gzip that are records and that are not, from files and standard input; and whatever can be broken in them.

Environment: DANAD_BIN the binary, SAMPLES_DIR the sample pages.
"""

import gzip
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "warc"))

import harness
import records as warc

PAGE = warc.page(1)
# A run keeps at most 64 MiB of pages and results; these files have less on their way at a time.
RSS_GROWTH_KIB = 12 * 1024


def danad(*arguments, stdin=b"", command=("extract", "--warc")):
    done = subprocess.run([harness.binary(), *command, *arguments], input=stdin, capture_output=True,
                          env=harness.clean_environment(), timeout=250)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def lines_of(output):
    return [json.loads(line) for line in output.splitlines()]


def summary_of(folder, *arguments, stdin=b"", status=0):
    """The items and the summary of a run that must end with this status."""
    path = os.path.join(folder, "summary.json")
    code, out, err = danad("--include", "text,headline", "--summary", path, *arguments, stdin=stdin)
    if code != status:
        raise AssertionError(f"exit status {code}: {err}")
    with open(path, encoding="utf-8") as file:
        return lines_of(out), json.load(file), err


def brotli(data):
    """A Brotli stream (RFC 7932) of blocks that are not compressed."""
    out = b"\x00"  # WBITS 16, and no bits of the first block yet: one bit is used
    bits, count, out = 0, 1, b""
    for at in range(0, len(data), 60000):
        part = data[at:at + 60000]
        bits |= ((len(part) - 1) << 3 | 1 << 19) << count  # ISLAST 0, MNIBBLES 0, MLEN - 1, ISUNCOMPRESSED
        out += bits.to_bytes((count + 20 + 7) // 8, "little") + part
        bits, count = 0, 0
    return out + b"\x03"


def zstd(data):
    """A zstd frame (RFC 8878) of one block that is not compressed."""
    return b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data)) + struct.pack("<I", len(data) << 3 | 1)[:3] + data


def coded(names, body):
    return {"body": body, "more": [("Content-Encoding", names)]}


ARABIC = ("<title>مطر</title><h1>مطر على الوادي</h1><p>بعد تسعة أسابيع جافة نزل المطر الأول على الوادي، وكان الفلاحون "
          "ينتظرونه منذ نهاية أغسطس الماضي.</p>").encode("windows-1256")

# What a response may be: name, the made record's settings, what becomes of it (a reason, or "" for a page).
RESPONSES = [
    ("plain", {"body": PAGE}, ""),
    ("xhtml", {"body": PAGE, "content_type": "application/xhtml+xml; charset=utf-8"}, ""),
    ("type in capitals", {"body": PAGE, "content_type": "Text/HTML;charset=UTF-8"}, ""),
    ("WARC 1.1", {"body": PAGE, "version": "1.1", "date": "2026-03-04T05:06:07.123456Z"}, ""),
    ("chunked", {"body": warc.chunks(PAGE), "more": [("Transfer-Encoding", "chunked")]}, ""),
    ("chunks with extensions", {"body": warc.chunks(PAGE, 100, b";a=b"), "more": [("Transfer-Encoding", "Chunked")]}, ""),
    ("chunks undone before", {"body": PAGE, "more": [("Transfer-Encoding", "chunked")]}, ""),
    ("chunks cut", {"body": warc.chunks(PAGE)[:-20], "more": [("Transfer-Encoding", "chunked")]}, ""),
    ("gzip", coded("gzip", warc.member(PAGE)), ""),
    ("x-gzip", coded("x-gzip", warc.member(PAGE)), ""),
    ("gzip undone before", coded("gzip", PAGE), ""),
    ("gzip cut", coded("gzip", warc.member(PAGE)[:-60]), ""),
    ("two members", coded("gzip", warc.member(PAGE[:100]) + warc.member(PAGE[100:])), ""),
    ("gzip, broken", coded("gzip", warc.member(PAGE)[:10] + b"\xff" * 50), "broken-coding"),
    ("deflate in a frame", coded("deflate", zlib.compress(PAGE)), ""),
    ("deflate", coded("deflate", warc.raw_deflate(PAGE)), ""),
    ("deflate undone before", coded("deflate", PAGE), ""),
    ("zstd", coded("zstd", zstd(PAGE)), ""),
    ("brotli", coded("br", brotli(PAGE)), ""),
    ("brotli undone before", coded("br", PAGE), ""),
    ("brotli, broken", coded("br", b"\xff" * 80), "broken-coding"),
    ("gzip over brotli", coded("br, gzip", warc.member(brotli(PAGE))), ""),
    ("gzip over chunks", {"body": warc.chunks(warc.member(PAGE)), "more": [
        ("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")]}, ""),
    ("codings under another name", {"body": PAGE, "more": [("X-Crawler-Content-Encoding", "gzip")]}, ""),
    ("unknown coding", coded("compress", b"\x1f\x9d" * 40), "unknown-coding"),
    ("unknown coding, undone before", coded("dcb", PAGE), ""),
    ("identity", coded("identity", PAGE), ""),
    ("no type", {"body": PAGE, "content_type": None}, ""),
    ("no type, no markup", {"body": b"just words", "content_type": None}, "not-html"),
    ("no type, found by the crawler", {"body": b"just words of a page", "content_type": None,
                                       "fields": [("WARC-Identified-Payload-Type", "text/html")]}, ""),
    ("no type, another one found", {"body": PAGE, "content_type": None,
                                    "fields": [("WARC-Identified-Payload-Type", "image/png")]}, "not-html"),
    ("text", {"body": PAGE, "content_type": "text/plain"}, "not-html"),
    ("picture", {"body": b"\x89PNG\r\n\x1a\n", "content_type": "image/png"}, "not-html"),
    ("a PDF that says it is HTML", {"body": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"}, "not-html"),
    ("nothing", {"body": b""}, "empty"),
    ("nothing in a coding", coded("gzip", warc.member(b"")), "empty"),
    ("not found", {"body": PAGE, "status": "404 Not Found"}, "http-status"),
    ("redirect", {"body": PAGE, "status": "301 Moved Permanently"}, "http-status"),
    ("204", {"body": b"", "status": "204 No Content"}, "empty"),
    ("203", {"body": PAGE, "status": "203"}, ""),
    ("segment", {"body": PAGE, "fields": [("WARC-Segment-Number", "1")]}, "segment"),
    ("truncated", {"body": PAGE, "fields": [("WARC-Truncated", "length")]}, ""),
    ("many fields of HTTP", {"body": PAGE, "more": [(f"X-Field-{i}", "v" * 50) for i in range(300)]}, ""),
    ("one record end", {"body": PAGE, "end": b"\r\n"}, ""),
    ("charset of the head", {"body": ARABIC, "content_type": "text/html; charset=windows-1256"}, ""),
]
BY_HAND = [
    ("folded field", b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/folded\r\nX: a\r\n b\r\n"
     b"Content-Type: application/http;\r\n\tmsgtype=response\r\nWARC-Record-ID: <urn:uuid:f>\r\nContent-Length: %d\r\n\r\n"
     b"%s\r\n\r\n" % (len(warc.http(PAGE)), warc.http(PAGE)), ""),
    ("LF alone", warc.record("response", warc.http(PAGE).replace(b"\r\n", b"\n", 3), warc.page_fields("http://a.example/lf"),
                             line_end=b"\n", end=b"\n\n"), ""),
    ("names in any case", warc.response("http://a.example/c", PAGE).replace(b"WARC-Target-URI", b"warc-target-uri").replace(
        b"Content-Length", b"CONTENT-LENGTH"), ""),
    ("URI in brackets", warc.response("<http://a.example/brackets>", PAGE), ""),
    ("no URI", warc.record("response", warc.http(PAGE), [("WARC-Record-ID", "<urn:uuid:0>")]), ""),
    ("no id", warc.record("resource", PAGE, [("WARC-Target-URI", "http://a.example/x"), ("Content-Type", "text/html")]), ""),
    ("bytes in the URI", warc.response("http://a.example/\udcff\"\\ é", PAGE), ""),
    ("resource", warc.resource("http://a.example/r", PAGE, "text/html; charset=utf-8"), ""),
    ("file", warc.resource("file:///tmp/a.html", PAGE), ""),
    ("conversion", warc.resource("http://a.example/v", PAGE, kind="conversion"), ""),
    ("text of a page", warc.resource("http://a.example/v", b"words", "text/plain", kind="conversion"), "not-html"),
    ("resource without type", warc.resource("http://a.example/r2", PAGE, None), ""),
    ("DNS", warc.record("response", b"20260304050607\na.example. 3600 IN A 192.0.2.1\n",
                        warc.page_fields("dns:a.example", content_type="text/dns")), "not-html"),
    ("no head of HTTP", warc.record("response", PAGE, warc.page_fields("http://a.example/n")), "no-http-head"),
    ("a head that does not end", warc.record("response", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
                                             warc.page_fields("http://a.example/n")), "no-http-head"),
    ("a long head that does not end", warc.record("response", b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 30000,
                                                  warc.page_fields("http://a.example/n")), "no-http-head"),
    ("revisit", warc.record("revisit", b"HTTP/1.1 200 OK\r\n\r\n", warc.page_fields("http://a.example/1")), "revisit"),
    ("continuation", warc.record("continuation", PAGE, [("WARC-Segment-Number", "2")]), "segment"),
    ("request", warc.request("http://a.example/1"), None),
    ("info", warc.warcinfo(), None),
    ("metadata", warc.record("metadata", b"fetchTimeMs: 3\r\n", [("Content-Type", "application/warc-fields")]), None),
    ("of another type", warc.record("screenshot", PAGE, warc.page_fields("http://a.example/1")), None),
    ("nothing in it", warc.record("metadata", b""), None),
]


def cases():
    return [(name, warc.response(f"http://a.example/{i}", **made), becomes)
            for i, (name, made, becomes) in enumerate(RESPONSES)] + BY_HAND


def sliced(data, size):
    """Members that begin anywhere, as other programs than crawlers make them."""
    return b"".join(warc.member(data[i:i + size]) for i in range(0, len(data), size))


def kinds(tally, folder):
    made = cases()
    wanted = [i for i, (_, _, becomes) in enumerate(made) if becomes == ""]
    reasons = sorted(becomes for _, _, becomes in made if becomes)
    plain = b"".join(data for _, data, _ in made)
    files = {"plain": plain, "members": warc.members([data for _, data, _ in made]), "one member": warc.member(plain),
             "members anywhere": sliced(plain, 700), "empty lines between": b"\r\n\r\n".join(d for _, d, _ in made)}
    first = None
    for name, data in files.items():
        for way in ("file", "standard input") if name in ("plain", "members") else ("file",):
            path = os.path.join(folder, "a.warc")
            with open(path, "wb") as file:
                file.write(data)
            items, found, err = summary_of(folder, path) if way == "file" else summary_of(folder, stdin=data)
            where = f"{name}, {way}"
            tally.check(f"{where}: each page and no other", [] if [i["index"] for i in items] == wanted else [
                made[i][0] for i in set(wanted) ^ {i["index"] for i in items}] + [err])
            skipped = sorted(r for r, n in found["skipped"].items() for _ in range(n))
            tally.check(f"{where}: reasons", [] if skipped == reasons else [str(skipped), str(reasons)])
            tally.check(f"{where}: nothing broken", [] if found["broken"] == 0 and found["records"] == len(made) and
                        found["ok"] == len(wanted) and found["bytes"] == len(data) else [str(found)])
            texts = [(i["id"], i["result"]["content"]["text"], i["result"]["url"]["final"]) for i in items]
            first = first or (texts, items)
            tally.check(f"{where}: the same texts", [] if texts == first[0] else ["other texts"])
            tally.check(f"{where}: offsets", wrong_offsets(data, items, way))
    each_page(tally, made, first[1])


def wrong_offsets(data, items, way):
    """Whoever goes to an offset finds the record: at once, or somewhere in the member."""
    for item in items:
        at = item["warc"]["offset"]
        record = data[at:]
        if data[:2] == b"\x1f\x8b":
            record = zlib.decompressobj(wbits=31).decompress(record)
        if not record.startswith(b"WARC/1.") and way == "file" and b"WARC/1." not in record:
            return [f"no record at {at}"]
        if (item["warc"]["file"] is None) != (way == "standard input"):
            return [str(item["warc"])]
    return []


def each_page(tally, made, items):
    """The text of each is that of the page, whatever the way to it; and what is said of the record."""
    by_name = {made[item["index"]][0]: item for item in items}
    sentence = "The harbour of town 1 was dredged again this spring"
    for name, item in by_name.items():
        if name not in ("charset of the head", "no type, found by the crawler", "gzip cut", "chunks cut"):
            tally.check(f"{name}: the page's text", [] if sentence in item["result"]["content"]["text"] and
                        item["result"]["headline"]["text"] == "Harbour 1" else [str(item)[:300]])
    arabic = by_name["charset of the head"]["result"]
    tally.check("the charset of the head counts", [] if arabic["encoding"]["source"] == "http" and
                arabic["encoding"]["name"] == "windows-1256" and "بعد تسعة أسابيع" in arabic["content"]["text"] else [str(arabic)])
    said = {name: item["warc"] for name, item in by_name.items()}
    wanted = {"type": "response", "url": "http://a.example/0", "date": warc.DATE, "truncated": None, "http_status": 200}
    tally.check("what is said", [] if wanted.items() <= said["plain"].items() and by_name["plain"]["id"] == warc.name(
        "http://a.example/0") else [str(by_name["plain"])[:400]])
    tally.check("truncated", [] if said["truncated"]["truncated"] == "length" else [str(said["truncated"])])
    tally.check("resource", [] if (said["resource"]["type"], said["resource"]["http_status"]) == ("resource", None) else [
        str(said["resource"])])
    tally.check("brackets", [] if said["URI in brackets"]["url"] == "http://a.example/brackets" else [str(said["URI in brackets"])])
    tally.check("no URI, no id", [] if said["no URI"]["url"] is None and by_name["no id"]["id"] is None else [str(said)[:300]])
    odd = by_name["bytes in the URI"]
    tally.check("bytes in the URI", [] if odd["warc"]["url"] == "http://a.example/\ufffd\"\\ é" and
                odd["result"]["url"]["final"] == "http://a.example/%FF\"\\%20%C3%A9" else [str(odd)[:400]])


def numbered(count, start=0):
    return [warc.response(f"http://a.example/{i}", warc.page(i)) for i in range(start, start + count)]


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1:]


def broken_files():
    """Name, file, numbers of the pages that must come, least number of broken places."""
    five = numbered(5)
    zipped = [warc.member(r) for r in five]
    block = warc.http(warc.page(2))
    fields = warc.page_fields("http://a.example/2")
    headless = warc.record("response", block, fields).replace(b"Content-Length", b"Content-Size")
    inner = warc.resource("http://a.example/inner", b"".join(numbered(2, 90)), "application/warc")
    rest = [0, 1, 3, 4]
    yield "words before", b"some words\nof a log\n" + b"".join(five), [0, 1, 2, 3, 4], 1
    yield "words between", b"".join(five[:2]) + b"some words\n\nWARC\nWARC/\n" + b"".join(five[2:]), [0, 1, 2, 3, 4], 1
    yield "a length that is too small", b"".join(five[:2]) + warc.record("response", block, fields, length=len(block) - 40) + \
        b"".join(five[3:]), rest, 1
    yield "a length that is too large", b"".join(five[:2]) + warc.record("response", block, fields, length=len(block) + 900) + \
        b"".join(five[3:]), rest, 1
    yield "a length beyond the end", b"".join(five[:2]) + warc.record("response", block, fields, length=10**7) + \
        b"".join(five[3:]), [0, 1], 1
    yield "no length", b"".join(five[:2]) + headless + b"".join(five[3:]), rest, 1
    yield "a length that is none", b"".join(five[:2]) + warc.record("response", block, fields, length="-1") + b"".join(five[3:]), rest, 1
    yield "no type", b"".join(five[:2]) + five[2].replace(b"WARC-Type", b"WARC-Kind") + b"".join(five[3:]), rest, 1
    yield "a head that another one interrupts", five[0] + five[1] + five[2][:90] + b"\r\n" + b"".join(five[3:]), rest, 1
    yield "a head without an end", five[0] + five[1] + b"WARC/1.0\r\n" + b"X: y\r\n" * 20000 + b"\r\n".join(five[3:]), rest, 1
    yield "cut in a block", b"".join(five)[:-100], [0, 1, 2, 3], 1
    yield "cut in a head", b"".join(five[:4]) + five[4][:60], [0, 1, 2, 3], 1
    yield "records in a record", five[0] + inner + b"".join(five[1:]), [0, 1, 2, 3, 4], 0
    yield "of NUL", b"".join(five[:2]) + b"\0" * 70000 + b"\n" + b"".join(five[2:]), [0, 1, 2, 3, 4], 1
    for at in (3, 12, 40, len(zipped[2]) // 2, len(zipped[2]) - 6):
        yield f"member with a wrong byte at {at}", b"".join(zipped[:2]) + flipped(zipped[2], at) + b"".join(zipped[3:]), rest, 1
    for cut in (5, 30, len(zipped[2]) // 2, len(zipped[2]) - 3):
        yield f"member cut at {cut}", b"".join(zipped[:2]) + zipped[2][:cut] + b"".join(zipped[3:]), rest, 1
    yield "bytes between members", b"".join(zipped[:2]) + b"\x1f\x8b\x08junk" * 50 + b"".join(zipped[2:]), [0, 1, 2, 3, 4], 1
    yield "NUL after members", b"".join(zipped) + b"\0" * 512, [0, 1, 2, 3, 4], 1
    yield "last member cut", b"".join(zipped)[:-30], [0, 1, 2, 3], 1
    for length in (-40, 300, 10**7):
        bad = warc.record("response", block, fields, length=len(block) + length)
        yield f"member with a length of {length} more", warc.members(five[:2] + [bad] + five[3:]), rest, 1
    noise = zlib.compressobj(9, wbits=31)
    big = noise.compress(os.urandom(300000).hex().encode())  # cut in the middle of what is not yet over
    yield "a large member cut", b"".join(zipped[:2]) + big[:100000] + b"".join(zipped[3:]), rest, 1


def broken(tally, folder):
    for name, data, wanted, places in broken_files():
        def run(data=data, wanted=wanted, places=places):
            items, found, err = summary_of(folder, stdin=data)
            numbers = [int(i["warc"]["url"].rsplit("/", 1)[1]) for i in items]
            problems = [] if numbers == wanted else [f"pages {numbers}, not {wanted}"]
            problems += [] if found["broken"] >= places and (places > 0) == (found["broken"] > 0) else [f"broken {found['broken']}"]
            problems += [] if (found["broken"] > 0) == ("broken in" in err) else [err]
            return problems + ([] if all(i["status"] == 200 for i in items) else ["a page has failed"])
        tally.run(f"broken: {name}", run)
    for name, data in (("HTML", PAGE), ("gzip of HTML", warc.member(PAGE)), ("noise", bytes(range(256)) * 40)):
        tally.run(f"no WARC: {name}", lambda d=data: [] if summary_of(folder, stdin=d, status=1)[1][
            "unreadable_files"] == 1 else ["not counted"])
    tally.run("nothing at all", lambda: [] if summary_of(folder)[1]["records"] == 0 else ["records"])


def several_files(tally, folder):
    paths = [os.path.join(folder, f"{i}.warc.gz") for i in range(4)]
    for i in (0, 1, 3):
        with open(paths[i], "wb") as file:
            file.write(warc.members(numbered(30, 100 * i)))

    def run():
        items, found, err = summary_of(folder, "--threads", "3", *paths, status=1)
        got = [(i["warc"]["file"], i["index"]) for i in items]
        wanted = [(paths[f], i) for f in (0, 1, 3) for i in range(30)]
        return ([] if got == wanted else ["other pages"]) + ([] if (found["files"], found["unreadable_files"]) == (
            3, 1) and not found["complete"] else [str(found)]) + ([] if f"{paths[2]}: No such file" in err else [err])
    tally.run("a file that is not there does not stop the others", run)


def order(tally):
    data = warc.members(numbered(300))
    one = danad("--threads", "1", "--include", "text", stdin=data)[1]
    for flags in (("--threads", "5"), ("--threads", "5", "--unordered")):
        def run(flags=flags):
            strip = [[(i["index"], i["id"], i["result"]["content"]["text"]) for i in lines_of(out)]
                     for out in (one, danad(*flags, "--include", "text", stdin=data)[1])]
            return [] if strip[0] == (sorted(strip[1]) if "--unordered" in flags else strip[1]) else ["other results"]
        tally.run(f"the same with {' '.join(flags)}", run)


def options(tally, folder):
    body = b"<title>t</title><article><p>First words of the page, and some more of them here.</p><a href='b/c?d'>on</a></article>"
    data = warc.response("http://a.example/x/y", body)
    items = lines_of(danad("--include", "text,links", "--select", "article", "--option", "links=true", stdin=data)[1])
    link = items[0]["result"]["links"][0]
    tally.check("links are absolute by the record's URL", [] if "http://a.example/x/b/c?d" in json.dumps(link) else [str(link)])
    items, found, _ = summary_of(folder, "--max-page-bytes", "1000", stdin=warc.response("http://a/1", b"<p>" + b"a " * 498) +
                                 warc.response("http://a/2", b"<p>" + b"a " * 500) +
                                 warc.response("http://a/3", warc.member(b"<p>" + b"a " * 500), more=[("Content-Encoding", "gzip")]) +
                                 warc.response("http://a/4", b"x" * 5000, "video/mp4"))
    tally.check("limit of a page", [] if [i["index"] for i in items] == [0] and found["skipped"]["too-large"] == 2 and
                found["skipped"]["not-html"] == 1 else [str(found)])
    long_url = "http://a.example/" + "a" * 9000
    items = lines_of(danad("--include", "text", stdin=warc.response(long_url, PAGE))[1])
    tally.check("a URL that is too long for a base", [] if items[0]["status"] == 200 and items[0]["warc"]["url"] == long_url else [
        str(items)[:300]])
    items = lines_of(danad("--include", "text", stdin=warc.record("resource", PAGE, warc.page_fields(
        "http://a/1", identity="<" + "i" * 2000 + ">", content_type="text/html")))[1])
    tally.check("an id that is too long is a problem", [] if items[0]["status"] == 400 and items[0]["warc"]["url"] == "http://a/1" else [
        str(items)[:300]])


def usage(tally):
    for arguments, needle in ((("--ndjson",), "two kinds"), (("--site",), "--site"), (("--base-url", "http://a/"), "--base-url"),
                              (("--threads", "0"), "--threads"), (("--max-page-bytes", "x"), "--max-page-bytes"),
                              (("--max-line-bytes", "5"), "--max-line-bytes"), (("--algorithm", "nosuch"), "#/options/algorithm"),
                              (("--warc-out", "a", "--output", "b"), "--output")):
        code, out, err = danad(*arguments)
        tally.check("usage " + " ".join(arguments), [] if code == 2 and needle in err and not out else [f"{code}: {err}"])
    for arguments in (("--warc-out", "a"), ("--summary", "a"), ("--max-page-bytes", "5"), ("--output", "a")):
        code, _, err = danad(*arguments, "page.html", command=("extract",))
        tally.check("without --warc: " + arguments[0], [] if code == 2 and "--warc" in err else [f"{code}: {err}"])
    for flag in ("--output", "--warc-out", "--summary"):
        code, _, err = danad(flag, "/nowhere/a", stdin=warc.warcinfo())
        tally.check(f"{flag} that cannot be written", [] if code == 1 and "No such file" in err else [f"{code}: {err}"])


def written(tally, folder):
    """Conversion records: in order, with the texts of `extract`, and what they refer to."""
    pages = [(name, data) for name, data, becomes in cases() if becomes == ""]
    empty = warc.response("http://a.example/empty", b"<title></title><nav></nav>")
    data = warc.members([data for _, data in pages] + [empty])
    texts = {}
    for suffix in ("warc", "warc.gz"):
        path = os.path.join(folder, f"out.{suffix}")
        summary = os.path.join(folder, "summary.json")
        code, out, err = danad("--warc-out", path, "--summary", summary, stdin=data)
        found = json.load(open(summary, encoding="utf-8"))
        tally.check(f"{suffix}: written", [] if code == 0 and not out and found["ok"] == len(pages) and
                    found["skipped"]["no-text"] == 1 else [str(code), err, str(found)])
        with open(path, "rb") as file:
            records = list(warc.read_records(file.read()))
        texts[suffix] = records[1:]
        tally.check(f"{suffix}: info first", wrong_info(records[0], os.path.basename(path)))
        tally.check(f"{suffix}: a record a page", [] if len(records) == len(pages) + 1 else [str(len(records))])
        tally.check(f"{suffix}: digests", [f"digest of {f}" for f, b in records if f["WARC-Block-Digest"] != warc.digest(b)])
    tally.check("the same in both", [] if texts["warc"] == texts["warc.gz"] else ["other records"])
    fields, block = texts["warc"][0]
    wanted = ["WARC-Type", "WARC-Target-URI", "WARC-Date", "WARC-Record-ID", "WARC-Refers-To", "WARC-Block-Digest",
              "WARC-Identified-Content-Language", "Content-Type", "Content-Length"]
    tally.check("fields in the order of Common Crawl", [] if list(fields) == wanted else [str(list(fields))])
    refers = {"WARC-Type": "conversion", "WARC-Target-URI": "http://a.example/0", "WARC-Date": warc.DATE, "WARC-Refers-To": warc.name(
        "http://a.example/0"), "WARC-Identified-Content-Language": "eng", "Content-Type": "text/plain"}
    tally.check("what it refers to", [] if refers.items() <= fields.items() else [str(fields)])
    tally.check("a date of 1.1 in 1.0", [] if all(f["WARC-Date"] == warc.DATE for f, _ in texts["warc"] if "WARC-Date" in f) else ["dates"])
    tally.check("Arabic", [] if any(f.get("WARC-Identified-Content-Language") == "ara" for f, _ in texts["warc"]) else ["no ara"])
    plain = danad("-", stdin=PAGE, command=("extract",))[1]
    tally.check("the text of extract", [] if block == plain else [str(block), str(plain)])
    ids = [f["WARC-Record-ID"] for f, _ in texts["warc"]]
    tally.check("ids differ", [] if len(set(ids)) == len(ids) else ["the same id twice"])
    code, out, _ = danad("--warc-out", "-", stdin=data)
    again = list(warc.read_records(out))[1:]
    tally.check("standard output, the same records again", [] if code == 0 and again == texts["warc"] else ["other records"])
    code, out, _ = danad(stdin=out)
    tally.check("its own files are read", [] if code == 0 and not out else [f"{code}"])


def wrong_info(record, name):
    fields, block = record
    fine = fields["WARC-Type"] == "warcinfo" and fields["WARC-Filename"] == name and b"software: danad/" in block and \
        fields["Content-Type"] == "application/warc-fields"
    return [] if fine else [str(record)]


def names_when_complete(tally, folder):
    path = os.path.join(folder, "late.ndjson")
    run = subprocess.Popen([harness.binary(), "extract", "--warc", "--output", path], stdin=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, env=harness.clean_environment())
    run.stdin.write(b"".join(numbered(30)))
    run.stdin.flush()
    while not any(n.startswith("late.ndjson.part-") and os.path.getsize(os.path.join(folder, n)) for n in os.listdir(folder)):
        time.sleep(0.01)
    early = os.path.exists(path)
    run.send_signal(signal.SIGKILL)
    run.wait()
    run.stdin.close()
    tally.check("a run that is killed leaves no result", ["there is one"] if early or os.path.exists(path) else [])
    code, out, _ = danad("--output", path, stdin=b"".join(numbered(30)))
    with open(path, "rb") as file:
        count = len(lines_of(file.read()))
    tally.check("the next one does", [] if (code, out, count) == (0, b"", 30) else [f"{code}, {count}"])
    os.umask(0o027)
    code, out, err = danad("--output", path, "/nowhere.warc")
    parts = [n for n in os.listdir(folder) if n.startswith("late.ndjson.part-")]
    tally.check("one that fails leaves the file as it was, and nothing else", [] if code == 1 and len(parts) == 1 and
                os.path.getsize(path) > 0 else [f"{code}, {parts}, {err}"])
    lines = os.path.join(folder, "lines.ndjson")
    code, out, _ = danad("--output", lines, stdin=b'{"html":"<p>a"}\n', command=("extract", "--ndjson"))
    tally.check("--ndjson has it, too", [] if (code, out) == (0, b"") and os.stat(lines).st_mode & 0o777 == 0o640 else [f"{code}"])


def ends(tally):
    data = warc.members(numbered(300))
    with open("/dev/full", "wb") as full:
        done = subprocess.run([harness.binary(), "extract", "--warc"], input=data, stdout=full, stderr=subprocess.PIPE,
                              env=harness.clean_environment(), timeout=100)
    tally.check("a full disk", [] if done.returncode == 1 and b"No space left" in done.stderr else [str(done)])
    run = subprocess.Popen([harness.binary(), "extract", "--warc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, env=harness.clean_environment())
    run.stdin.write(b"".join(numbered(3)))
    run.stdin.flush()
    first = json.loads(run.stdout.readline())
    run.stdout.close()
    status = run.wait(30)  # the input stays open: only the end of the output can end the run
    run.stdin.close()
    run.stderr.close()
    tally.check("nobody reads the output", [] if status == 1 and first["index"] == 0 else [str(status)])


def peak_kib(data, repeat):
    """The largest resident size (KiB) of a run over a file's bytes, again and again; its lines and status.

    What a sanitizer keeps of the past is not the program's memory: it is told to forget it.
    """
    environment = harness.clean_environment()
    environment["ASAN_OPTIONS"] = ":".join((environment.get("ASAN_OPTIONS", ""), "quarantine_size_mb=0",
                                            "thread_local_quarantine_size_kb=0"))
    environment["TSAN_OPTIONS"] = ":".join((environment.get("TSAN_OPTIONS", ""), "flush_memory_ms=100"))
    with tempfile.NamedTemporaryFile() as file:
        for _ in range(repeat):
            file.write(data)
        file.flush()
        run = subprocess.Popen([harness.binary(), "extract", "--warc", "--threads", "2", "--include", "headline", file.name],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        peak, count = 0, 0
        for line in run.stdout:
            count += 1
            if count % 20 == 0:
                with open(f"/proc/{run.pid}/status", encoding="ascii") as status:
                    peak = max([peak] + [int(row.split()[1]) for row in status if row.startswith("VmHWM:")])
        run.stdout.close()
        return peak, count, run.wait(60)


def memory(tally):
    large = warc.response("http://a.example/large", os.urandom(1000000).hex().encode(), "video/mp4")
    data = warc.members(numbered(40) + [large])
    few, many = peak_kib(data, 20), peak_kib(data, 42)  # by then each block has had the large one
    print(f"peak of 800 pages {few[0]} KiB, of 1680 {many[0]} KiB")
    tally.check("memory does not grow with the input", [] if few[1:] == (800, 0) and many[1:] == (1680, 0) and
                many[0] < few[0] + RSS_GROWTH_KIB else [str((few, many))])


def hostile(tally, folder):
    """What is made to be slow: heads in heads, members in members, lengths that swallow what follows."""
    bad = warc.record("response", warc.http(b"x"), warc.page_fields("http://a/1"), length=900000)
    member = warc.member(warc.response("http://a/1", PAGE))[:60]
    files = {"heads": b"WARC/1.0\r\n" * 100000, "lines of heads": b"WARC/1.0\r\nWARC-Type: a\r\n\r\n" * 40000,
             "swallowing lengths": bad * 4000, "begins of members": member * 20000, "magic": member + b"\x1f\x8b\x08\x08" * 150000}
    for name, data in files.items():
        start = time.process_time(), time.monotonic()
        summary_of(folder, stdin=data, status=1 if name in ("heads", "lines of heads", "magic", "begins of members") else 0)
        took = time.monotonic() - start[1]
        tally.check(f"hostile: {name}", [] if took < 30 else [f"{took:.1f} s for {len(data)} bytes"])
        print(f"hostile: {name}: {took:.2f} s for {len(data) / 1e6:.1f} MB")


def main():
    tally = harness.Tally()
    with tempfile.TemporaryDirectory() as folder:
        kinds(tally, folder)
        broken(tally, folder)
        several_files(tally, folder)
        order(tally)
        options(tally, folder)
        usage(tally)
        written(tally, folder)
        names_when_complete(tally, folder)
        ends(tally)
        memory(tally)
        hostile(tally, folder)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
