"""What the playground shows of pages that a browser has shown to the service; danad renderer runs beside the server."""

import base64
import json
import os
import tempfile

import harness
from playground_page import ANSWERED, Site
from render import Renderer, hindrance

# Written late by a script, with a part that is not allowed and one that is.
PAGE = ("<!doctype html><html lang=en><title>Rain</title><body style='margin: 0; width: 700px'><h1>Rain</h1><img src=http://10.0.0.1/x.png>"
        "<img src=/pixel.png><div id=a></div><script>setTimeout(() => {{ for (let i = 0; i < 9; i++) document.getElementById('a').innerHTML += "
        "'<p class=late>In week ' + i + ' the {mark} rain fell on the valley, and the farmers stood in the street and looked up.</p>\\n' }}, 50)"
        "</script>")
MARK = "&lt;img src=x onerror=window.hit=1&gt;"
RENDERED = "state.answer && state.answer.rendered && state.answer.id !== window.before"


class Rendered:
    """Checks; a mixin of the page's helpers."""

    def without_renderer(self):
        """The option is off and says why, a link cannot switch it on, the tab tells the same."""
        self.open("?example=english&render=always&tab=rendered")
        problems = [] if self.browser.wait(ANSWERED) else [self.text("problem")]
        found = self.browser.run("const s = document.getElementById('render'); return [s.disabled, s.value, s.closest('details').open,"
                                 " 'render' in state.sent.options, state.sent.include.includes('screenshot')]")
        problems += self.is_equal("the option", found, [True, "never", True, False, False])
        problems += [] if "no renderer" in self.text("render-hint") else [self.text("render-hint")]
        return problems + ([] if "no renderer" in self.text("panel") else [self.text("panel")[:200]]) + self.quiet()

    def with_renderer(self):
        reason = hindrance()
        if reason is not None:
            print(f"skipped: rendered pages: {reason}")
            return []
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            path = os.path.join(folder, "renderer")
            renderer = Renderer(path, DANAD_RENDER_WORKERS="1")
            server = harness.Server(DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32", DANAD_FETCH_PORTS=str(self.site.server_port),
                                    DANAD_RENDERER=f"unix:{path}")
            try:
                renderer.is_ready.wait(120)
                return self.renders(server)
            finally:
                server.stop()
                renderer.stop()

    def renders(self, server):
        Site.page = PAGE.format(mark=MARK).encode()
        self.open(f"?url={self.origin}/late&tab=rendered&wait.selector=p.late&wait.quiet_ms=0&viewport.width=900&algorithm=plain", server)
        problems = [] if self.browser.wait(ANSWERED) else [self.text("problem")]
        problems += [] if "scripts have not run" in self.text("panel") else [self.text("panel")[:200]]
        problems += self.is_equal("not asked for", self.browser.run("return 'wait' in state.sent.options"), False)
        self.choose(compare="vips")
        self.browser.run("window.before = state.answer.id; document.getElementById('render-now').click()")
        if not self.browser.wait(RENDERED):
            return problems + [f"not rendered: {self.text('problem')}"]
        answer = self.browser.run("return state.answer")
        problems += self.ordered() + self.shown(answer) + self.listed(answer) + self.leads_to_source(answer)
        problems += self.compared("vips") + self.extract(compare="danag") + self.compared("danag")
        link, _ = self.link()
        problems += [] if "render=always" in link and "viewport.width=900" in link else [link]
        sent = [e["params"]["request"]["url"] for e in self.browser.events if e["method"] == "Network.requestWillBeSent"]
        own = f"http://127.0.0.1:{server.port}/"
        return problems + [f"asked {url[:80]}" for url in sent if not url.startswith((own, "data:", "about:"))] + self.quiet() + \
            self.is_equal("hit", self.browser.run("return window.hit ?? null"), None)

    def compared(self, algorithm):
        """The second algorithm has read what the first one has, be it sent again or rendered again."""
        found = self.browser.run("const o = state.other; return o && [o.algorithm.id, o.ranges.length > 0, Boolean(o.rendered),"
                                 " Math.max(...o.ranges.map(r => r.end)) <= state.answer.source.length]")
        return self.is_equal("the second", found, [algorithm, True, algorithm == "vips", True])

    def ordered(self):
        sent = self.browser.run("return [state.sent.options.render, state.sent.options.wait, state.sent.options.viewport]")
        return self.is_equal("options", sent, ["always", {"selector": "p.late", "quiet_ms": 0}, {"width": 900}])

    def shown(self, answer):
        """The picture is there in its whole size, under the policy of the page."""
        self.browser.wait("document.getElementById('picture')?.complete")
        png = base64.b64decode(answer["screenshot"] or "")
        size = [int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")]
        found = self.browser.run("const p = document.getElementById('picture'); return p && [p.naturalWidth, p.naturalHeight]")
        text = self.browser.run("return state.answer.content.text")
        return self.is_equal("the picture", found, size) + ([] if size[0] == 900 else [f"a picture of {size}"]) + \
            ([] if "In week 8" in text else [text[:200]])

    def listed(self, answer):
        """Each request with its outcome, how many of each, and how long it took."""
        rendered = answer["rendered"]
        rows = self.browser.run("return [...document.querySelectorAll('#requests tbody tr')].map(r => [r.cells[0].textContent, r.cells[4].textContent])")
        wanted = [[r["outcome"], r["url"]] for r in rendered["requests"]]
        facts = self.browser.run("return [...document.querySelectorAll('#panel .facts li')].map(l => l.textContent)")
        told = [f"{name} {rendered[name]}" for name in ("loaded", "refused", "skipped", "failed")]
        problems = self.is_equal("requests", rows, wanted) + self.is_equal("counts", facts[2:6], told)
        problems += [] if ["refused", "http://10.0.0.1/x.png"] in rows and facts[0] == f"time {round(rendered['time_ms']):,} ms" else [f"{rows} {facts}"]
        counts = self.browser.run("return ['boxes', 'segments'].map(id => document.querySelectorAll(`#${id} tbody tr`).length)")
        return problems + self.is_equal("blocks", counts, [len(answer["boxes"]), len(answer["segments"])])

    def leads_to_source(self, answer):
        """A click on a text of the picture shows its line of the source."""
        box = next(b for b in answer["boxes"] if "In week 2" in answer["source"][b["start"]:b["end"]])
        middle = json.dumps([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        x, y = self.browser.run("const p = document.getElementById('picture'); p.scrollIntoView({block: 'start'}); const r = p.getBoundingClientRect();"
                                f"return {middle}.map((v, i) => [r.left, r.top][i] + v * p.clientWidth / p.naturalWidth)")
        self.browser.point(x, y, click=True)
        return self.is_equal("the line", self.browser.run("return state.line"), box["start_line"])
