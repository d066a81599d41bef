#!/usr/bin/env python3
"""Host names whose DNS answers change or mix, in a network namespace with its own name server. The server is confined as ever
(DANAD_SECCOMP=on, Landlock where the kernel has it): what it loads and opens only when it looks up a name or checks a certificate
must still be allowed then.

The program starts itself again in a namespace. If that is not permitted it prints so and skips.
Environment: DANAD_BIN the server.
"""

import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import harness
import upstream

INSIDE = "--inside"
# The networks of the namespace: fetches from the first are allowed, from the second not.
ALLOWED, REFUSED = "10.9.0.1", "10.8.0.1"
A, AAAA = 1, 28
# How long the resolver waits for a name server.
RESOLVER_S = 30
# What a client learns of a name, and of the target of a redirect.
NO_ADDRESS = "The host's name does not resolve, or to no address that is fetched from."
NO_TARGET = "The name does not resolve, or nothing answers there."
# fetch.c
LEFT_LOOKUPS_MAX = 64
# A name over TLS, and one that has to be written in ASCII first.
SECURE, UMLAUT, UMLAUT_ASCII = "secure.test", "b\u00fccher.test", "xn--bcher-kva.test"
# Where libcurl of Debian looks for certificates that are trusted.
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
# A module of the C library's for names, which knows no hosts: it is loaded with the first look-up.
LATE_MODULE = "compat"


class Names(threading.Thread):
    """A name server: for each name a list of answers, one for each query; the last one is repeated."""

    def __init__(self, answers, silent):
        super().__init__(daemon=True)
        self.silent = silent  # queries for this name get no answer
        self.answers = {name: list(lists) for name, lists in answers.items()}
        self.asked = []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 53))

    def run(self):
        while True:
            query, client = self.socket.recvfrom(4096)
            reply = self.reply(query)
            if reply:
                self.socket.sendto(reply, client)

    def reply(self, query):
        name, position = [], 12
        while query[position]:
            length = query[position]
            name.append(query[position + 1:position + 1 + length].decode())
            position += length + 1
        kind = struct.unpack(">H", query[position + 1:position + 3])[0]
        question = query[12:position + 5]
        asked = ".".join(name).lower()
        if asked == self.silent:
            return None
        addresses = self.addresses(asked, kind)
        code = 3 if addresses is None else 0
        records = b"".join(b"\xc0\x0c" + struct.pack(">HHIH", kind, 1, 0, len(data)) + data
                           for data in addresses or [])
        head = query[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, len(addresses or []), 0, 0)
        return head + question + records

    def addresses(self, name, kind):
        if name not in self.answers:
            return None
        family = socket.AF_INET if kind == A else socket.AF_INET6
        if kind == A:
            self.asked.append(name)
            lists = self.answers[name]
            current = lists.pop(0) if len(lists) > 1 else lists[0]
        else:
            current = self.answers[name][0]
        return [socket.inet_pton(family, a) for a in current if (":" in a) == (kind == AAAA)] \
            if kind in (A, AAAA) else []


def put_over(path, folder, name):
    """Puts a file of the folder in the place of another one, in this namespace."""
    subprocess.run(["mount", "--bind", os.path.join(folder, name), os.path.realpath(path)], check=True)


def certificate(folder):
    """A certificate of the names over TLS, which the machine trusts if it trusts any. Returns the site's context."""
    files = [os.path.join(folder, name) for name in ("certificate", "key")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=test",
                    "-addext", f"subjectAltName=DNS:{SECURE},DNS:{UMLAUT_ASCII}", "-out", files[0], "-keyout", files[1]],
                   check=True, capture_output=True)
    if os.path.exists(TRUSTED):
        put_over(TRUSTED, folder, "certificate")
    return upstream.tls_context(*files)


class Dns:
    def __init__(self, context):
        self.tally = harness.Tally()
        self.names = Names({
            "plain.test": [[ALLOWED]], "private.test": [[REFUSED]], "loop.test": [["127.0.0.1"]],
            "mixed.test": [[REFUSED, ALLOWED]], "mixed2.test": [[ALLOWED, REFUSED]],
            "six.test": [["::1", ALLOWED]], "mapped.test": [["::ffff:" + REFUSED]],
            "rebind.test": [[ALLOWED], [REFUSED]], "metadata.test": [["169.254.169.254"]],
            "turn.test": [[REFUSED], [ALLOWED]], SECURE: [[ALLOWED]], UMLAUT_ASCII: [[ALLOWED]], "other.test": [[ALLOWED]],
        }, silent="silent.test")
        self.names.start()
        self.site = upstream.Site(ALLOWED)
        self.secret = upstream.Site(REFUSED)
        self.tls = upstream.Site(ALLOWED, context=context)
        ports = f"{self.site.port},{self.secret.port},{self.tls.port}"
        self.server = harness.Server(DANAD_FETCH_ALLOW_CIDRS="10.9.0.0/24", DANAD_FETCH_PORTS=ports,
                                     DANAD_FETCH_TIMEOUT="3s", DANAD_SECCOMP="on", LC_ALL="C.UTF-8")

    def get(self, name, path="/page", port=None, scheme="http"):
        name = urllib.parse.quote(name)
        reply = self.server.request("GET", f"/v1/extract?url={scheme}://{name}:{port or self.site.port}{path}")
        return reply.status, json.loads(reply.body)

    def fine(self, name, port=None, scheme="http"):
        status, answer = self.get(name, "/page", port, scheme)
        return [] if status == 200 and "nine dry weeks" in answer["content"]["text"] else [str(answer)[:300]]

    def refused(self, name, path="/page", port=None, detail=NO_ADDRESS):
        status, answer = self.get(name, path, port)
        return [] if (status, answer.get("code"), answer.get("detail")) == (502, "fetch-failed", detail) else \
            [str(answer)[:300]]

    def over_tls(self, name):
        """Certificates, and OpenSSL's settings and providers, are read by the confined process."""
        return self.fine(name, self.tls.port, "https")

    def refused_tls(self, name):
        status, answer = self.get(name, "/page", self.tls.port, "https")
        return [] if (status, answer.get("code")) == (502, "fetch-failed") and "certificate" in answer["detail"] else [str(answer)[:300]]

    def is_confined(self):
        """What was loaded late was loaded by a process with a filter."""
        with open(f"/proc/{self.server.pid}/status", encoding="utf-8") as file:
            filtered = "Seccomp:\t2" in file.read()
        with open(f"/proc/{self.server.pid}/maps", encoding="utf-8") as file:
            loaded = f"libnss_{LATE_MODULE}" in file.read()
        return ([] if filtered else ["there is no filter"]) + ([] if loaded else [f"libnss_{LATE_MODULE} was not loaded"])

    def once(self):
        """One resolution a connection: the address that was checked is the one that is connected to."""
        del self.names.asked[:]
        return self.fine("rebind.test") + \
            ([] if self.names.asked == ["rebind.test"] else [str(self.names.asked)])

    def hanging(self):
        """The resolver waits for RESOLVER_S and cannot be stopped; the fetch ends, and others go on."""
        began = time.monotonic()
        status, answer = self.get("silent.test")
        took = time.monotonic() - began
        problems = [] if (status, answer.get("code")) == (504, "fetch-timeout") else [str(answer)[:300]]
        return problems + ([] if took < RESOLVER_S - 5 else [f"it took {took:.1f} s"]) + self.fine("plain.test")

    def many_hanging(self):
        """Abandoned lookups are threads; their number is limited."""
        tasks = f"/proc/{self.server.pid}/task"
        before = len(os.listdir(tasks))
        codes = set()
        for _ in range(LEFT_LOOKUPS_MAX + 30):
            reply = self.server.request("GET", f"/v1/extract?url=http://silent.test:{self.site.port}/&fetch.timeout_ms=20")
            codes.add(json.loads(reply.body)["code"])
        more = len(os.listdir(tasks)) - before
        # An earlier one may have ended.
        return ([] if codes <= {"fetch-timeout", "fetch-failed"} else [str(codes)]) + \
            ([] if more <= LEFT_LOOKUPS_MAX else [f"{more} threads more"])

    def run(self):
        run = self.tally.run
        try:
            run("a name", self.fine, "plain.test")
            run("a name of a private address", self.refused, "private.test", "/page", self.secret.port)
            run("a name of loopback", self.refused, "loop.test")
            run("a name of the metadata service", self.refused, "metadata.test")
            run("a name that does not exist gets the same answer", self.refused, "nowhere.test")
            run("a refused address before an allowed one", self.fine, "mixed.test")
            run("a refused address behind an allowed one", self.fine, "mixed2.test")
            run("mixed, on the port of the refused one", self.refused, "mixed.test", "/page",
                self.secret.port)
            run("loopback by IPv6 beside an allowed address", self.fine, "six.test")
            run("a private address mapped into IPv6", self.refused, "mapped.test", "/page", self.secret.port)
            run("an answer that turns private is judged once", self.once)
            run("an answer that was private is refused", self.refused, "turn.test", "/page",
                self.secret.port)
            run("a redirect to a private name", self.refused, "plain.test",
                f"/to/302/http://private.test:{self.secret.port}/page", None, NO_TARGET)
            if os.path.exists(TRUSTED):
                run("a name over TLS", self.over_tls, SECURE)
                run("a name that is not ASCII, over TLS", self.over_tls, UMLAUT)
            run("a certificate of other names", self.refused_tls, "other.test")
            run("modules for names are loaded behind the filter", self.is_confined)
            run("a name server that says nothing", self.hanging)
            run("many lookups that hang", self.many_hanging)
            run("nobody asked the private site", lambda: [str(self.secret.asked)] if self.secret.asked else [])
        finally:
            status = self.server.stop()
        self.tally.check("the server stops cleanly", [] if status == 0 else [f"exit status {status}"])
        return self.tally.finish()


def inside():
    """Sets up the namespace: addresses on its loopback, this program as name server."""
    for command in (["ip", "link", "set", "lo", "up"], ["ip", "address", "add", ALLOWED + "/32", "dev", "lo"],
                    ["ip", "address", "add", REFUSED + "/32", "dev", "lo"]):
        subprocess.run(command, check=True)
    with tempfile.TemporaryDirectory() as folder:
        for path, text in (("/etc/resolv.conf", f"nameserver 127.0.0.1\noptions timeout:{RESOLVER_S} attempts:1\n"),
                           ("/etc/nsswitch.conf", f"hosts: files {LATE_MODULE} dns\n")):
            name = os.path.basename(path)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
            put_over(path, folder, name)
        return Dns(certificate(folder)).run()


def main():
    if INSIDE in sys.argv:
        return inside()
    if not os.path.exists("/etc/resolv.conf") or not os.path.exists("/etc/nsswitch.conf"):
        print("SKIP names: there is no /etc/resolv.conf or /etc/nsswitch.conf to put another one in the place of")
        print("tests: 0 passed, 0 failed, 1 skipped")
        return 0
    unshare = ["unshare", "--net", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    if subprocess.run(unshare + ["true"], capture_output=True, check=False).returncode != 0:
        print("SKIP names: network namespaces are not permitted here")
        print("tests: 0 passed, 0 failed, 1 skipped")
        return 0
    return subprocess.run(unshare + [sys.executable, __file__, INSIDE], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
