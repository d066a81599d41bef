"""WARC records and files made for tests: every byte of a record can be other than it should be."""

import gzip
import hashlib
import base64
import uuid
import zlib

DATE = "2026-03-04T05:06:07Z"
NAMESPACE = uuid.UUID("6b1f6c0e-1d0f-4b8e-9f57-9a6c2f6f7a11")


def digest(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def name(text):
    """The id of a record, the same for the same text."""
    return f"<urn:uuid:{uuid.uuid5(NAMESPACE, ascii(text))}>"


def record(kind, block, fields=(), version="1.0", length=None, end=b"\r\n\r\n", line_end=b"\r\n"):
    """A record. fields: pairs behind its type; length: what it says of its block."""
    lines = [f"WARC/{version}", f"WARC-Type: {kind}"]
    lines += [f"{key}: {value}" for key, value in fields if value is not None]
    lines.append(f"Content-Length: {len(block) if length is None else length}")
    head = line_end.join(line.encode("utf-8", "surrogateescape") for line in lines)
    return head + 2 * line_end + block + end


def http(body, content_type="text/html", status="200 OK", more=()):
    """A response of HTTP."""
    lines = [f"HTTP/1.1 {status}"] + ([f"Content-Type: {content_type}"] if content_type is not None else [])
    lines += [f"{key}: {value}" for key, value in more]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def page_fields(url, date=DATE, identity=None, content_type="application/http; msgtype=response", block=None):
    return [("WARC-Target-URI", url), ("WARC-Date", date), ("WARC-Record-ID", identity or name(url)),
            ("WARC-Block-Digest", digest(block) if block is not None else None), ("Content-Type", content_type)]


def response(url, body, content_type="text/html", status="200 OK", more=(), fields=(), version="1.0", date=DATE, **made):
    """A response record with a page."""
    block = http(body, content_type, status, more)
    return record("response", block, page_fields(url, date, block=block) + list(fields), version, **made)


def resource(url, body, content_type="text/html", kind="resource", fields=(), **made):
    """A record that is the page itself."""
    return record(kind, body, page_fields(url, content_type=content_type, block=body) + list(fields), **made)


def warcinfo(text="software: tests\r\nformat: WARC File Format 1.0\r\n", version="1.0"):
    return record("warcinfo", text.encode(), [("WARC-Date", DATE), ("WARC-Record-ID", name("warcinfo" + text)),
                                              ("Content-Type", "application/warc-fields")], version)


def request(url):
    block = b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"
    return record("request", block, page_fields(url, identity=name("request " + url),
                                                content_type="application/http; msgtype=request"))


def member(data, level=6):
    """A gzip member."""
    return gzip.compress(data, level, mtime=0)


def members(records):
    """A file whose records are compressed one by one."""
    return b"".join(member(data) for data in records)


def chunks(data, size=1000, extension=b""):
    """The chunked coding."""
    parts = [data[i:i + size] for i in range(0, len(data), size)]
    return b"".join(b"%x%s\r\n%s\r\n" % (len(part), extension, part) for part in parts) + b"0\r\n\r\n"


def raw_deflate(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


def page(number, text=None):
    """A page of an invented site."""
    text = text or (f"The harbour of town {number} was dredged again this spring, and the ferries that had waited in the "
                    f"roads since the storm of last autumn came in one after the other.")
    return (f"<!doctype html><html lang=en><meta charset=utf-8><title>Harbour {number}</title>"
            f"<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul><h1>Harbour {number}</h1>"
            f"<p>{text}</p><p>Boats of the fleet followed on the next tide, says the harbour master, "
            f"who counted {number + 40} of them before dusk.</p></html>").encode()


def read_records(data):
    """The records of a file that is in order, as (fields, block): a reader of the tests' own, strict."""
    if data[:2] == b"\x1f\x8b":
        whole, rest = b"", data
        while rest:
            unpacker = zlib.decompressobj(wbits=31)
            part = unpacker.decompress(rest) + unpacker.flush()
            if not unpacker.eof or not part.startswith(b"WARC/1.0\r\n"):
                raise ValueError("a member that is no record")
            whole, rest = whole + part, unpacker.unused_data
        data = whole
    while data:
        head, data = data.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        if lines[0] != "WARC/1.0":
            raise ValueError(f"no record: {lines[0]!r}")
        fields = dict(line.split(": ", 1) for line in lines[1:])
        length = int(fields["Content-Length"])
        block, end, data = data[:length], data[length:length + 4], data[length + 4:]
        if len(block) < length or end != b"\r\n\r\n":
            raise ValueError("a record that does not end")
        yield fields, block
