#!/usr/bin/env python3
"""FETCH_ROBOTS=respect: a site's robots.txt is fetched first, under the rules of all fetches, and is obeyed. Sites are
on loopback.

Environment: DANAD_BIN the server.
"""

import gzip
import json
import sys
import time

import harness
import upstream

NO = b"User-agent: *\nDisallow: /page\nDisallow: /hop/\n"
LIMIT = 512 * 1024


def text(body, status=200, **headers):
    """Answers /robots.txt with a text."""
    return lambda handler: handler.answer(status, body, "text/plain", **headers)


def silent(handler):
    time.sleep(30)
    handler.close_connection = True


def endless(handler):
    """The rules come first, then far more than is read."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/plain")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    piece = NO + b"# " + b"x" * 65000 + b"\n"
    for _ in range(1000):
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))


def cut(handler):
    handler.answer(body=NO, media="text/plain", Content_Length=str(len(NO) + 10))
    handler.close_connection = True


class Test:
    def __init__(self):
        self.tally = harness.Tally()
        self.site, self.other, self.hidden = upstream.Site(), upstream.Site(), upstream.Site("127.0.0.2")
        self.server = self.start(DANAD_FETCH_ROBOTS="respect")

    def start(self, **settings):
        ports = f"{self.site.port},{self.other.port},{self.hidden.port}"
        return harness.Server(DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32", DANAD_FETCH_PORTS=ports, DANAD_FETCH_TIMEOUT="60s",
                              **settings)

    def fetch(self, url, server=None):
        """Status, response, and the paths requested from the sites."""
        for site in (self.site, self.other, self.hidden):
            site.asked.clear()
        reply = (server or self.server).extract({"url": url})
        asked = [path for site in (self.site, self.other, self.hidden) for path, _ in site.asked]
        return reply.status, json.loads(reply.body), asked

    def allowed(self, url, asked, server=None):
        status, answer, found = self.fetch(url, server)
        return ([] if status == 200 and answer["content"]["text"] else [f"{status}: {answer.get('detail')}"]) + \
            ([] if found == asked else [f"asked for {found}, not {asked}"])

    def refused(self, url, asked, detail="does not allow", code="robots-disallowed", http=403):
        status, answer, found = self.fetch(url)
        problems = [] if (status, answer.get("code")) == (http, code) else [f"{status}: {answer.get('code')}"]
        problems += [] if detail in answer.get("detail", "") else [answer.get("detail", "no detail")]
        problems += ["it tells the site's status"] if "upstream" in answer and http == 403 else []
        return problems + ([] if found == asked else [f"asked for {found}, not {asked}"])

    def check(self, name, robots, check, *arguments):
        self.site.server.robots = robots
        self.tally.run(f"robots.txt: {name}", check, *arguments)
        self.site.server.robots = self.other.server.robots = None

    def verdicts(self):
        page, first = self.site.url("/page"), "/robots.txt"
        self.check("none", None, self.allowed, page, [first, "/page"])
        self.check("it allows", text(b"User-agent: *\nDisallow: /private"), self.allowed, page, [first, "/page"])
        self.check("it does not", text(NO), self.refused, page, [first])
        self.check("for us", text(b"User-agent: danad\nDisallow: /\n\nUser-agent: *\nAllow: /"), self.refused, page, [first])
        self.check("for others", text(b"User-agent: a\nDisallow: /\n\nUser-agent: danad\nAllow: /page"), self.allowed, page,
                   [first, "/page"])
        self.check("the query", text(b"User-agent: *\nDisallow: /page?a=1$"), self.refused, page + "?a=1", [first])
        self.check("another query", text(b"User-agent: *\nDisallow: /page?a=1$"), self.allowed, page + "?a=12",
                   [first, "/page?a=12"])
        self.check("encodings", text("User-agent: *\nDisallow: /page/ر".encode()), self.refused, page + "/ر", [first])
        self.check("no fragment", text(b"User-agent: *\nDisallow: /*%23"), self.allowed, page + "#a", [first, "/page"])
        self.check("empty", text(b""), self.allowed, page, [first, "/page"])
        self.check("HTML", text(b"<!doctype html><title>User-agent: *</title>"), self.allowed, page, [first, "/page"])
        self.check("compressed", text(gzip.compress(NO), Content_Encoding="gzip"), self.refused, page, [first])
        for status in (400, 401, 403, 404, 410, 429):
            self.check(f"status {status}", text(NO, status), self.allowed, page, [first, "/page"])
        self.check("none, miscoded", text(b"none", 404, Content_Encoding="gzip"), self.allowed, page, [first, "/page"])
        for status in (500, 503):
            self.check(f"status {status}", text(b"", status), self.refused, page, [first], "cannot be had")

    def limits(self):
        page, first = self.site.url("/page"), "/robots.txt"
        begin = time.monotonic()
        self.check("it does not end", endless, self.refused, page, [first])
        took = time.monotonic() - begin
        self.tally.check("what is too much is not waited for", [] if took < 25 else [f"{took:.1f} s"])
        late = b"User-agent: *\n" + b"#" * (LIMIT - 14) + b"\nDisallow: /page\n"
        self.check("beyond what is read", text(late), self.allowed, page, [first, "/page"])
        self.check("just before that", text(late.replace(b"#" * 40, b"", 1)), self.refused, page, [first])
        self.check("bomb", text(gzip.compress(NO + bytes(200 << 20), 1), Content_Encoding="gzip"), self.refused, page, [first])
        begin = time.monotonic()
        self.check("silent", silent, self.refused, page, [first], "", "fetch-timeout", 504)
        took = time.monotonic() - begin
        self.tally.check("its time is short", [] if took < 25 else [f"{took:.1f} s"])
        self.check("cut off", cut, self.refused, page, [first], "", "fetch-failed", 502)
        short = gzip.compress(b"User-agent: *\nAllow: /\n" + NO)[:-9]
        self.check("compressed, cut off", text(short, Content_Encoding="gzip"), self.refused, page, [first], "", "fetch-failed", 502)
        self.check("cut off in its head", lambda h: h.path_raw("cut-head"), self.refused, page, [first], "", "fetch-failed", 502)
        self.check("no HTTP", lambda h: h.path_garbage(""), self.refused, page, [first], "", "fetch-failed", 502)

    def redirects(self):
        first, page = "/robots.txt", self.site.url("/page")
        other = self.other.url("/robots.txt")
        self.other.server.robots = text(NO)
        self.check("on another site", lambda h: h.redirect(other), self.refused, page, [first, first])
        self.check("where nobody may", lambda h: h.redirect(self.hidden.url("/robots.txt")), self.refused, page, [first], "",
                   "fetch-failed", 502)
        self.check("no URL", lambda h: h.redirect("gopher://a/"), self.refused, page, [first], "",
                   "fetch-failed", 502)
        self.check("in a circle", lambda h: h.redirect("/robots.txt"), self.allowed, page, [first] * 6 + ["/page"])
        self.check("without a place", text(b"", 304), self.allowed, page, [first, "/page"])

    def hops(self):
        """Each redirect of a page is checked with its own site's rules, which are fetched once."""
        first, target = "/robots.txt", self.other.url("/page")
        self.check("hops of one site", text(b""), self.allowed, self.site.url("/hop/2"), [first, "/hop/2", "/hop/1", "/page"])
        self.check("a hop that is not allowed", text(b"User-agent: *\nDisallow: /page"), self.refused, self.site.url("/hop/1"),
                   [first, "/hop/1"])
        self.other.server.robots = text(NO)
        self.check("a site behind it", text(b""), self.refused, self.site.url(f"/to/302/{target}"),
                   [first, f"/to/302/{target}", first])
        self.check("a site behind it without any", text(b""), self.allowed, self.site.url(f"/to/302/{target}"),
                   [first, f"/to/302/{target}", first, "/page"])

    def others(self):
        """Batches, danad's own name, metrics, and servers that ignore robots.txt."""
        self.site.server.robots = text(NO)
        batch = {"items": [{"url": self.site.url("/page")}, {"url": self.site.url("/arabic")}]}
        reply = self.server.request("POST", "/v1/extract/batch", json.dumps(batch).encode(), {"Content-Type": "application/json"})
        codes = [r.get("problem", {}).get("code", r["status"]) for r in json.loads(reply.body)["results"]]
        self.tally.check("robots.txt: a batch", [] if codes == ["robots-disallowed", 200] else [str(codes)])
        metrics = self.server.request("GET", "/metrics").body.decode()
        counted = [line for line in metrics.splitlines() if line.startswith('danad_fetch_total{result="robots"}')]
        self.tally.check("robots.txt: counted", [] if counted and int(counted[0].split()[-1]) > 10 else [str(counted)])
        heads = [head for path, head in self.site.asked if path == "/robots.txt"]
        own = {head.get("User-Agent", "").split("/")[0] for head in heads}
        self.tally.check("robots.txt: asked for as ourselves", [] if own == {"danad"} else [str(own)])
        server = self.start(DANAD_FETCH_ROBOTS="respect", DANAD_FETCH_USER_AGENT="news-bot/2 (+https://a.example)")
        self.site.server.robots = text(b"User-agent: News-Bot\nAllow: /\n\nUser-agent: *\nDisallow: /")
        self.tally.run("robots.txt: another name", self.allowed, self.site.url("/page"), ["/robots.txt", "/page"], server)
        server.stop()
        self.site.server.robots = text(NO)
        for settings in ({}, {"DANAD_FETCH_ROBOTS": "ignore"}):
            server = self.start(**settings)
            self.tally.run(f"robots.txt: not asked for, {settings}", self.allowed, self.site.url("/page"), ["/page"], server)
            server.stop()

    def run(self):
        for part in (self.verdicts, self.limits, self.redirects, self.hops, self.others):
            part()
        self.tally.check("the server ends well", [] if self.server.stop() == 0 else ["it does not"])
        return self.tally.finish()


if __name__ == "__main__":
    sys.exit(Test().run())
