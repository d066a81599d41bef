"""The playground as its tests use it: a server, a site to fetch from, and what is on the page."""

import base64
import http.server
import json
import os
import re
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "http"))

import devtools  # noqa: E402
import harness  # noqa: E402  (its folder is known only now)

INCLUDE = ["text", "html", "markdown", "headline", "candidates", "ranges", "density", "line_offsets", "source",
           "metadata", "trace", "links", "images", "media", "posts", "comments"]
ANSWERED = "!document.getElementById('answer').hidden"
READY = "document.getElementById('algorithm').options.length"


class Site(http.server.BaseHTTPRequestHandler):
    """A page to fetch; all other requests are recorded."""

    page, asked = b"", []

    def do_GET(self):
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(self.page)))
        self.end_headers()
        self.wfile.write(self.page)

    def log_message(self, *arguments):
        pass


def squeezed(text):
    return re.sub(r"\s+", "", text)


class Page:
    def __init__(self, browser, samples):
        self.browser, self.samples, self.tally = browser, samples, harness.Tally()
        self.site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        self.origin = f"http://127.0.0.1:{self.site.server_port}"
        threading.Thread(target=self.site.serve_forever, daemon=True).start()
        self.server = harness.Server(DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32",
                                     DANAD_FETCH_PORTS=str(self.site.server_port))
        browser.screen()

    # ----------------------------------------------------------------------------------- helpers
    def open(self, fragment="", server=None, path="/"):
        self.browser.open(f"http://127.0.0.1:{(server or self.server).port}{path}{fragment}")
        return self.browser.wait(READY)

    def show_sample(self, name):
        """Chooses a sample as a file; returns what the API answers for it."""
        path = os.path.join(self.samples, f"{name}.html")
        self.open()
        self.browser.choose_file("#file", path)
        self.browser.run("document.getElementById('go').click()")
        if not self.browser.wait(ANSWERED):
            raise devtools.Lost("no answer: " + self.text("problem"))
        with open(path, "rb") as file:
            return self.ask({"html_base64": base64.b64encode(file.read()).decode()})

    def ask(self, page, **options):
        reply = self.server.extract({**page, "include": INCLUDE, "options": {"offset_unit": "utf16", **options}})
        return json.loads(reply.body)

    def text(self, name):
        return self.browser.run(f"return document.getElementById('{name}').textContent")

    def style(self, selector, name):
        return self.browser.run(f"return getComputedStyle(document.querySelector('{selector}')).{name}")

    def tab(self, name):
        self.browser.run(f"document.getElementById('tab-{name}').click()")
        return self.text("panel")

    def is_equal(self, name, found, wanted):
        return [] if found == wanted else [f"{name} is {str(found)[:150]!r}, not {str(wanted)[:150]!r}"]

    def quiet(self):
        """Complaints of the console and the policy; a problem document as a response is not one."""
        return [line for line in self.browser.complaints if "Failed to load resource" not in line]
