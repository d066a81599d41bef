#!/usr/bin/env python3
"""A page of another origin in a real browser: page.html posts HTML to the server. It shows the headline
if the server allows its origin, and gets nothing otherwise.

Needs chromium; skipped if it does not start. --screenshot FILE saves a picture of the page.
Environment: DANAD_BIN the server, SAMPLES_DIR the pages.
"""

import functools
import html.parser
import http.server
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "http"))

import devtools  # noqa: E402
import harness  # noqa: E402  (its folder is known only now)

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_TIMEOUT_S = 60
SAMPLE = "arabic"
HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "page.html")


class Pages(http.server.SimpleHTTPRequestHandler):
    """page.html and the samples, without a log."""

    def translate_path(self, path):
        return PAGE if path == "/page.html" else super().translate_path(path)

    def log_message(self, *arguments):
        pass


class Texts(html.parser.HTMLParser):
    """The texts of elements with an id."""

    def __init__(self, document):
        super().__init__()
        self.found, self._open = {}, []
        self.feed(document)

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "input", "link", "br"):
            self._open.append(dict(attributes).get("id"))
            self.found.setdefault(self._open[-1], "")

    def handle_endtag(self, tag):
        if self._open:
            self._open.pop()

    def handle_data(self, data):
        if self._open and self._open[-1]:
            self.found[self._open[-1]] += data


def browse(program, url, *flags):
    """The document of a page after its scripts have run, or None if the browser does not work."""
    with tempfile.TemporaryDirectory() as profile:
        process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             f"--user-data-dir={profile}", "--virtual-time-budget=15000", *flags, url],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            env=devtools.environment(profile))
        try:
            out = process.communicate(timeout=BROWSER_TIMEOUT_S)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None
    return out.decode("utf-8", "replace") if process.returncode == 0 else None


class Test:
    def __init__(self, program, folder):
        self.program, self.tally = program, harness.Tally()
        with open(os.path.join(folder, f"{SAMPLE}.txt"), encoding="utf-8") as file:
            self.headline = file.readline().strip()
        self.site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=folder))
        self.origin = f"http://127.0.0.1:{self.site.server_port}"
        threading.Thread(target=self.site.serve_forever, daemon=True).start()

    def url(self, server, token=""):
        query = {"server": f"http://127.0.0.1:{server.port}", "token": token, "sample": f"{SAMPLE}.html"}
        return f"{self.origin}/page.html#{urllib.parse.urlencode(query)}"

    def show(self, server, token=""):
        """Headline and status that the page shows."""
        found = Texts(browse(self.program, self.url(server, token), "--dump-dom") or "").found
        return found.get("headline"), found.get("status", "no page")

    def allowed(self, server):
        headline, status = self.show(server)
        return [] if headline == self.headline and "request " in status and "null" not in status else \
            [f"headline {headline!r}, not {self.headline!r}; {status}"]

    def refused(self, server):
        """The browser sends the preflight, but neither sends the page nor shows anything."""
        headline, status = self.show(server)
        asked = [line for line in server.log if '"method":"OPTIONS"' in line]
        sent = [line for line in server.log if '"method":"POST"' in line]
        return ([] if headline == "" and "Failed to fetch" in status else [f"headline {headline!r}; {status}"]) + \
            ([] if asked and not sent else [f"{len(asked)} preflights, {len(sent)} requests"])

    def with_token(self, server):
        """The token passes the preflight; without it the page can read why it was rejected."""
        headline, status = self.show(server, "browser-token")
        problems = [] if headline == self.headline else [f"headline {headline!r}; {status}"]
        headline, status = self.show(server)
        return problems + ([] if headline == "" and "401 unauthorized" in status else
                           [f"headline {headline!r}; {status}"])

    def on_server(self, name, check, **settings):
        server = harness.Server(**settings)
        self.tally.run(name, check, server)
        server.stop()

    def run(self, screenshot):
        self.on_server("an origin that is allowed", self.allowed, DANAD_CORS_ALLOW_ORIGINS=self.origin)
        self.on_server("any origin", self.allowed, DANAD_CORS_ALLOW_ORIGINS="*")
        self.on_server("an origin that is not allowed", self.refused, DANAD_CORS_ALLOW_ORIGINS="https://a.example")
        self.on_server("no origins", self.refused)
        with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
            tokens.write("browser-token\n")
            tokens.flush()
            self.on_server("an origin with a token", self.with_token, DANAD_CORS_ALLOW_ORIGINS=self.origin,
                           DANAD_AUTH_TOKENS_FILE=tokens.name)
        if screenshot:
            server = harness.Server(DANAD_CORS_ALLOW_ORIGINS=self.origin)
            browse(self.program, self.url(server), f"--screenshot={screenshot}", "--window-size=800,1000")
            server.stop()
        return self.tally.finish()


def main():
    program = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if program is None or "works" not in (browse(program, "data:text/html,works", "--dump-dom") or ""):
        print("SKIP a page in a browser: chromium is not there or does not start")
        print("tests: 0 passed, 0 failed, 1 skipped")
        return 0
    screenshot = sys.argv[2] if sys.argv[1:2] == ["--screenshot"] else None
    return Test(program, os.environ["SAMPLES_DIR"]).run(screenshot)


if __name__ == "__main__":
    sys.exit(main())
