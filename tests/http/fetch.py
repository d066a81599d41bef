#!/usr/bin/env python3
"""Requests that name a url, against a danad that may fetch from sites on loopback.

Environment: DANAD_BIN the server, OPENAPI_YAML the spec.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import harness
import upstream
from spec import Spec

MAX_BYTES = 2 << 20
TIMEOUT_MS = 2000
RESPONSE = "/components/schemas/ExtractResponse"


class Fetch:
    def __init__(self):
        self.tally = harness.Tally()
        self.spec = Spec(os.environ["OPENAPI_YAML"])
        # Freed memory that a sanitizer keeps must not count in the test of memory.
        os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=8"
        self.site = upstream.Site()
        self.other = upstream.Site("127.0.0.2")
        self.closed = upstream.free_port()
        self.folder = tempfile.TemporaryDirectory()
        self.tls = self.tls_site()
        ports = [s.port for s in (self.site, self.other, self.tls)] + [self.closed]
        os.environ["http_proxy"] = os.environ["https_proxy"] = os.environ["ALL_PROXY"] = \
            f"http://127.0.0.1:{self.closed}/"
        self.settings = {
            "DANAD_FETCH_ALLOW_CIDRS": "127.0.0.1/32", "DANAD_FETCH_PORTS": ",".join(map(str, ports)),
            "DANAD_FETCH_ALLOW_HOSTS": "localhost", "DANAD_FETCH_MAX_BYTES": str(MAX_BYTES),
            "DANAD_FETCH_TIMEOUT": f"{TIMEOUT_MS}ms", "DANAD_WORKERS": "2"}
        self.server = harness.Server(**self.settings)

    def tls_site(self):
        """A site with a self-signed certificate."""
        names = [os.path.join(self.folder.name, name) for name in ("certificate", "key")]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                        "-nodes", "-subj", "/CN=localhost", "-out", names[0], "-keyout", names[1]],
                       check=True, capture_output=True)
        return upstream.Site(context=upstream.tls_context(*names))

    # ---------------------------------------------------------------------------------- helpers
    def get(self, url, server=None, **query):
        query = urllib.parse.urlencode({"url": url, **query})
        return (server or self.server).request("GET", "/v1/extract?" + query)

    def problem(self, name, url, status, code, server=None, upstream_status=None, detail=None, **query):
        def run():
            reply = self.get(url, server, **query)
            if reply.status != status:
                return [f"status {reply.status}, not {status}: {reply.body[:300]!r}"]
            problem = json.loads(reply.body)
            wrong = self.spec.errors("/components/schemas/Problem", problem)
            if problem["code"] != code:
                wrong.append(f"code {problem['code']}")
            if problem.get("upstream", {}).get("status") != upstream_status:
                wrong.append(f"upstream {problem.get('upstream')}")
            if detail is not None and problem["detail"] != detail:
                wrong.append(f"detail {problem['detail']!r}")
            return wrong
        self.tally.run(name, run)

    def page(self, name, url, final=None, redirects=0, status=200, text="nine dry weeks", server=None,
             **query):
        def run():
            reply = self.get(url, server, **query)
            if reply.status != 200:
                return [f"status {reply.status}: {reply.body[:300]!r}"]
            answer = json.loads(reply.body)
            wrong = self.spec.errors(RESPONSE, answer)
            expected = {"requested": url, "final": final or url, "status": status, "redirects": redirects}
            wrong += [f"{k}: {answer['url'][k]!r} is not {v!r}" for k, v in expected.items()
                      if answer["url"][k] != v]
            if text not in answer["content"]["text"]:
                wrong.append(f"text {answer['content']['text'][:200]!r}")
            if not answer["timings_ms"]["fetch"] > 0:
                wrong.append("no time for the fetch")
            return wrong
        self.tally.run(name, run)

    # ------------------------------------------------------------------------------------ pages
    def pages(self):
        site = self.site
        self.page("a page", site.url("/page"))
        self.page("a page by name", site.url("/page", "localhost"))
        self.page("a page by an odd address", site.url("/page", "0x7f.1"), site.url("/page"))
        self.page("a fragment is not sent", site.url("/page#a"), site.url("/page"))
        self.page("letters outside ASCII", site.url("/page?ب"), site.url("/page?%D8%A8"))
        self.page("gzip", site.url("/gzip"))
        self.page("gzip of two members", site.url("/members"))
        self.page("charset of the site", site.url("/arabic"), text="عاد المطر")
        self.page("no media type, but markup", site.url("/type"))
        self.page("plain, but markup", site.url("/type/text+plain"))
        self.page("HTML, named twice", site.url("/type/text+html,text/html"))
        self.page("xhtml", site.url("/type/application+xhtml+xml"))
        self.page("an empty page", site.url("/empty"), text="")
        self.page("an error page that is wanted", site.url("/missing"), status=404,
                  text="nothing of that name", **{"fetch.accept_error_status": "true"})
        self.page("as large as allowed", site.url("/large/31"), text="word")
        self.tally.run("links, images and the canonical address", self.link_problems)
        self.tally.run("a POST", self.post_problems)
        self.tally.run("HEAD", self.head_problems)
        self.tally.run("what the site is asked", self.asked_problems)
        self.tally.run("the log", self.log_problems)
        self.tally.run("/v1/info", self.info_problems)

    def link_problems(self):
        answer = json.loads(self.get(self.site.url("/hop/1"), include="links,images").body)
        links = [(link["href"], link["text"]) for link in answer["links"]]
        wrong = [] if links == [(self.site.url("/r"), "river")] else [str(links)]
        wrong += [] if answer["url"]["canonical"] == self.site.url("/rain") else [str(answer["url"])]
        return wrong + ([] if answer["images"] == [] else [str(answer["images"])])

    def post_problems(self):
        reply = self.server.extract({"url": self.site.url("/hop/2"), "include": ["text"],
                                     "options": {"fetch": {"max_redirects": 2, "timeout_ms": 1500}}})
        answer = json.loads(reply.body)
        return [] if reply.status == 200 and answer["url"]["redirects"] == 2 and \
            "nine dry weeks" in answer["content"]["text"] else [reply.body.decode()[:300]]

    def head_problems(self):
        reply = self.server.request("HEAD", "/v1/extract?url=" + self.site.url("/page"))
        return [] if reply.status == 200 and reply.headers["Content-Type"] == "application/json" and \
            not reply.body else [f"{reply.status} {reply.body[:100]!r}"]

    def asked_problems(self):
        del self.site.asked[:]
        self.get(self.site.url("/page"))
        headers = self.site.asked[-1][1]
        version = self.spec.document["info"]["version"]
        expected = {"User-Agent": f"danad/{version}", "X-Danad-Hop": "1",
                    "Host": f"127.0.0.1:{self.site.port}"}
        wrong = [f"{n}: {headers.get(n)}" for n, v in expected.items() if headers.get(n) != v]
        return wrong + [f"{n} was sent" for n in ("Cookie", "Authorization", "Referer", "Proxy-Connection",
                                                  "traceparent") if n in headers]

    def log_problems(self):
        self.server.request("GET", "/v1/extract?url=" + self.site.url("/page"), headers={"X-Request-Id": "f-1"})
        for _ in range(1000):
            lines = [json.loads(line) for line in self.server.log if '"f-1"' in line]
            if lines:
                return [] if lines[-1].get("fetch") == "ok" and lines[-1]["fetch_ms"] > 0 else [str(lines)]
            time.sleep(.05)
        return ["no line"]

    def info_problems(self):
        info = json.loads(self.server.request("GET", "/v1/info").body)
        return [] if info["features"]["fetch"] is True else [str(info["features"])]

    # -------------------------------------------------------------------------------- redirects
    def redirects(self):
        site = self.site
        for status in (301, 302, 303, 307, 308):
            self.page(f"a redirect by {status}", site.url(f"/to/{status}//page"), site.url("/page"), 1)
        self.page("a relative redirect", site.url("/relative/a"), site.url("/page"), 1)
        self.page("dots in a path", site.url("/a/../b/./../page"), site.url("/page"))
        self.page("an absolute redirect", site.url(f"/to/302/{site.url('/page')}"), site.url("/page"), 1)
        self.page("five redirects", site.url("/hop/5"), site.url("/page"), 5)
        self.problem("six redirects", site.url("/hop/6"), 502, "redirect-limit", upstream_status=302)
        self.problem("a loop", site.url("/loop"), 502, "redirect-limit", upstream_status=302)
        self.problem("fewer redirects on request", site.url("/hop/2"), 502, "redirect-limit",
                     upstream_status=302, **{"fetch.max_redirects": 1})
        self.problem("no more redirects on request", site.url("/hop/6"), 502, "redirect-limit",
                     upstream_status=302, **{"fetch.max_redirects": 20})
        for target in ("file:///etc/passwd", "gopher://127.0.0.1/", "data:text/html,a", "javascript:a",
                       "http://169.254.169.254/", f"//127.0.0.2:{self.other.port}/page",
                       f"http://127.0.0.2:{self.other.port}/page", "http://[::1]/", "http://10.0.0.1/",
                       "http://127.0.0.1:1/", "http://2130706434/", "http://metadata.google.internal/",
                       "//example.com:22/", "http://"):
            self.problem(f"a redirect to {target}", site.url(f"/to/302/{target}"), 502, "fetch-failed",
                         upstream_status=302,
                         detail="The name does not resolve, or nothing answers there.")
        self.problem("a redirect with a user", site.url("/user"), 502, "fetch-failed", upstream_status=302)
        self.tally.run("nobody asked the other site", lambda: [str(self.other.asked)] if self.other.asked else [])
        for body in ("miscoded", "unknown", "cut"):
            self.page(f"a redirect whose body is wrong: {body}", site.url("/raw/moved-" + body), site.url("/page"), 1)
        self.problem("a place in a 103 is not the redirect's", site.url("/raw/early"), 502, "upstream-status",
                     upstream_status=302)
        self.problem("a redirect status without a place", site.url("/status/302"), 502, "upstream-status",
                     upstream_status=302)

    # ------------------------------------------------------------------------------------ errors
    def refusals(self):
        site = self.site
        no_address = "The host's name does not resolve, or to no address that is fetched from."
        self.problem("an address that is not allowed", self.other.url("/page"), 403, "target-forbidden")
        self.problem("metadata", "http://169.254.169.254/latest/", 403, "target-forbidden")
        self.problem("a port that is not allowed", "http://127.0.0.1:1/", 403, "target-forbidden")
        self.problem("a name that is special", "http://a.localhost/", 403, "target-forbidden")
        self.problem("no URL", "127.0.0.1", 400, "invalid-url")
        self.problem("a user", "http://a@127.0.0.1/", 400, "invalid-url")
        self.problem("another scheme", "file:///etc/passwd", 400, "invalid-url")
        self.problem("a name that does not resolve", f"http://nowhere.invalid:{site.port}/", 502,
                     "fetch-failed", detail=no_address)
        self.problem("nothing answers", f"http://127.0.0.1:{self.closed}/", 502, "fetch-failed",
                     detail="Nothing answers at the host's address and port.")
        self.problem("a redirect to what does not answer", site.url(f"/to/302/http://127.0.0.1:{self.closed}/"), 502,
                     "fetch-failed", detail="The name does not resolve, or nothing answers there.")
        self.problem("a certificate that nobody signed", f"https://127.0.0.1:{self.tls.port}/page", 502,
                     "fetch-failed", detail="The host's certificate is not valid.")
        self.problem("no TLS", f"https://127.0.0.1:{site.port}/page", 502, "fetch-failed", detail="No TLS with the host.")
        self.problem("a redirect to a page that is cut", site.url("/to/302/" + site.url("/cut")), 502, "fetch-failed",
                     upstream_status=200, detail="The site's answer is cut short: less came than it said.")
        self.problem("no answer", site.url("/nothing"), 502, "fetch-failed",
                     detail="The site closed the connection without an answer.")
        codings = "The site's answer is not in the content coding that it names, or in too many."
        self.problem("many codings", site.url("/codings"), 502, "fetch-failed", upstream_status=200, detail=codings)
        self.problem("another coding", site.url("/miscoded"), 502, "fetch-failed", upstream_status=200, detail=codings)
        for left_out in ("/4", "/9", "/12", ""):
            self.problem("a gzip body that ends early " + left_out, site.url("/short" + left_out), 502, "fetch-failed",
                         upstream_status=200, detail="The site's answer is cut short: less came than it said.")
        self.problem("no Brotli", site.url("/raw/brotli"), 502, "fetch-failed", upstream_status=200, detail=codings)
        for status in (400, 401, 403, 404, 429, 500, 503):
            self.problem(f"status {status}", site.url(f"/status/{status}"), 502, "upstream-status",
                         upstream_status=status)
        for media in ("image+png", "application+pdf", "application+json", "text+htmlx"):
            self.problem(media, site.url("/type/" + media), 422, "not-html", upstream_status=200)
        self.problem("no media type, no markup", site.url("/binary"), 422, "not-html", upstream_status=200)
        self.problem("no HTTP", site.url("/garbage"), 502, "fetch-failed", detail="What came is not HTTP.")
        self.problem("a page that is cut", site.url("/cut"), 502, "fetch-failed", upstream_status=200,
                     detail="The site's answer is cut short: less came than it said.")

        for path, status in (("cut-head", 200), ("cut-redirect", 302)):
            self.problem(path, site.url("/raw/" + path), 502, "fetch-failed", upstream_status=status,
                         detail="The site's answer is cut short: less came than it said.")

    # ------------------------------------------------------------------------------------ limits
    def limits(self):
        site = self.site
        self.problem("too large", site.url("/large/40"), 422, "upstream-too-large", upstream_status=200)
        self.problem("declared too large", site.url("/declared/1000000000000"), 422, "upstream-too-large",
                     upstream_status=200)
        self.problem("a gzip bomb", site.url("/bomb"), 422, "upstream-too-large", upstream_status=200)
        self.problem("a gzip bomb of two layers", site.url("/layers"), 422, "upstream-too-large",
                     upstream_status=200)
        self.problem("headers without an end", site.url("/heads"), 422, "upstream-too-large",
                     upstream_status=200)
        self.problem("a header line without an end", site.url("/line"), 422, "upstream-too-large",
                     upstream_status=200)
        self.problem("a status line without an end", site.url("/raw/status-line"), 422, "upstream-too-large")
        self.problem("1xx without an end", site.url("/informational"), 422, "upstream-too-large")
        self.problem("a body that drips", site.url("/drip"), 504, "fetch-timeout", upstream_status=200)
        self.problem("a site that says nothing", site.url("/silent"), 504, "fetch-timeout")
        self.with_server("with time", {**self.settings, "DANAD_FETCH_TIMEOUT": "100s"},
                         lambda s: self.tally.run("a shorter time on request", self.time_problems, s))
        self.tally.run("memory stays", self.memory_problems)
        self.with_server("with slow sites", {**self.settings, "DANAD_FETCH_TIMEOUT": "100s", "DANAD_FETCH_PER_HOST": "8"},
                         lambda s: self.tally.run("slow sites do not hold up others", self.slow_problems, s))

    def time_problems(self, server):
        began = time.monotonic()
        reply = self.get(self.site.url("/silent"), server, **{"fetch.timeout_ms": 300})
        took = time.monotonic() - began
        return [] if reply.status == 504 and .25 < took < 60 else [f"{reply.status} after {took:.2f} s"]

    def rss_kib(self):
        with open(f"/proc/{self.server.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def memory_problems(self):
        """After several decompression bombs the server's memory has not grown; a sanitizer's heap is larger."""
        for _ in range(5):
            self.get(self.site.url("/bomb"))
        before = self.rss_kib()
        for _ in range(30):
            self.get(self.site.url("/bomb"))
        grown = self.rss_kib() - before
        return [] if grown < 64 << 10 else [f"{grown} KiB more"]

    def slow_problems(self, server):
        """Two workers, eight requests that wait for a silent site: other pages are extracted meanwhile."""
        waiting = [threading.Thread(target=self.get, args=(self.site.url("/silent"), server)) for _ in range(8)]
        for thread in waiting:
            thread.start()
        time.sleep(.2)
        reply = server.extract({"html": upstream.PAGE.decode()})
        left = sum(thread.is_alive() for thread in waiting)
        for thread in waiting:
            thread.join()
        return [] if reply.status == 200 and left == 8 else [f"{reply.status}, and {left} of 8 were waiting"]

    # ------------------------------------------------------------------------------- other servers
    def servers(self):
        settings = {k: v for k, v in self.settings.items() if "ALLOW" not in k}
        self.with_server("without an allowance", settings, lambda s: [
            self.problem("loopback", self.site.url("/page"), 403, "target-forbidden", s),
            self.problem("localhost", self.site.url("/page", "localhost"), 403, "target-forbidden", s)])
        self.with_server("with a proxy", {**self.settings, "DANAD_FETCH_PROXY": self.site.url("/")}, lambda s: [
            self.page("through the proxy", f"http://a.example:{self.other.port}/page", server=s),
            self.problem("not even through it", "http://10.0.0.1/", 403, "target-forbidden", s)])
        self.with_server("with another name", {**self.settings, "DANAD_FETCH_USER_AGENT": "spider 1"},
                         lambda s: self.tally.run("User-Agent", self.agent_problems, s))
        self.tally.run("a danad that fetches from itself", self.self_problems)
        self.tally.run("the end while sites are silent", self.end_problems)

    def with_server(self, name, settings, tests):
        server = harness.Server(**settings)
        try:
            tests(server)
        finally:
            status = server.stop()
        self.tally.check(f"{name}: the server stops", [] if status == 0 else [f"status {status}"])

    def agent_problems(self, server):
        self.get(self.site.url("/page"), server)
        agent = self.site.asked[-1][1]["User-Agent"]
        return [] if agent == "spider 1" else [agent]

    def self_problems(self):
        """If allowed, danad fetches from itself, and rejects its own request."""
        port = upstream.free_port()
        server = harness.Server(**{**self.settings, "DANAD_LISTEN": f"127.0.0.1:{port}",
                                   "DANAD_FETCH_PORTS": str(port)})
        inner = f"http://127.0.0.1:{port}/v1/extract?url=http://127.0.0.1:{port}/livez"
        try:
            reply = self.get(inner, server)
        finally:
            server.stop()
        problem = json.loads(reply.body)
        return [] if (reply.status, problem["code"], problem["upstream"]) == \
            (502, "upstream-status", {"status": 502}) else [str(problem)]

    def end_problems(self):
        """A drain waits for fetches; each gets a response, then the server ends."""
        server = harness.Server(**{**self.settings, "DANAD_FETCH_TIMEOUT": "1500ms"})
        replies = []
        del self.site.asked[:]
        threads = [threading.Thread(target=lambda: replies.append(self.get(self.site.url("/silent"), server)))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + 60
        while len([path for path, _ in self.site.asked if path == "/silent"]) < 4 and time.monotonic() < end:
            time.sleep(.05)
        status = server.stop()
        for thread in threads:
            thread.join()
        statuses = [r.status for r in replies]
        return ([] if status == 0 else [f"exit status {status}"]) + \
            ([] if statuses == [504] * 4 else [str(statuses)])

    def run(self):
        try:
            self.pages()
            self.redirects()
            self.refusals()
            self.limits()
            self.servers()
        finally:
            status = self.server.stop()
            self.folder.cleanup()
        self.tally.check("the server stops cleanly", [] if status == 0 else
                         [f"exit status {status}"] + self.server.log[-20:])
        return self.tally.finish()


if __name__ == "__main__":
    sys.exit(Fetch().run())
