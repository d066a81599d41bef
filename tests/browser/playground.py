#!/usr/bin/env python3
"""The playground in a real browser, used by mouse and keyboard: it shows what the API answers, and nothing of a page is
run or loaded.

Needs chromium; skipped if it does not start. --screenshots FOLDER saves pictures.
Environment: DANAD_BIN the server, SAMPLES_DIR the pages.
"""

import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "http"))

import devtools  # noqa: E402
import harness  # noqa: E402  (its folder is known only now)
from playground_page import ANSWERED, READY, Page, Site, squeezed  # noqa: E402
from playground_rendering import Rendered  # noqa: E402
from playground_tools import Tools  # noqa: E402

HOSTILE = ("<!doctype html><html lang=en><title>{mark}</title><body><ul><li><a href=/>Home</a></ul><h1>Rain {mark}</h1>"
           "<p>After nine dry weeks the first rain fell on the valley {mark} on Monday morning.</p>"
           "<p><img src={site}/pixel.png alt=Rain onerror=window.hit=1>Farmers had waited for it since the end of "
           "August, and so had the river.<script>window.hit=1</script></p><p>It rained until noon, and the children "
           "stood in the street and looked up.</p></body></html>")
TABS = ("text", "markdown", "html", "rendered", "metadata", "links", "images", "posts", "candidates", "why", "trace", "compare", "score",
        "timings", "json", "code")
MARK = "&lt;img src=x onerror=window.hit=1&gt;"
CONTROLS = {"button", "textbox", "combobox", "checkbox", "radio", "link", "tab", "slider", "searchbox"}


class Test(Tools, Rendered, Page):
    def starts(self):
        self.open()
        listed = json.loads(self.server.request("GET", "/v1/algorithms").body)["algorithms"]
        wanted = [a["id"] for a in listed if a["kind"] == "content"]
        found = self.browser.run("return [...document.getElementById('algorithm').options].map(o => o.value)")
        default = next(a["id"] for a in listed if a["kind"] == "content" and a["default"])
        return self.is_equal("the algorithms", found, wanted) + self.quiet() + \
            self.is_equal("the choice", self.browser.run("return document.getElementById('algorithm').value"), default)

    def offers_parameters(self):
        """Every parameter of every algorithm has a field with its default."""
        self.open()
        listed = json.loads(self.server.request("GET", "/v1/algorithms").body)["algorithms"]
        problems = []
        for algorithm in [a for a in listed if a["kind"] == "content"]:
            found = self.browser.run(
                f"const s = document.getElementById('algorithm'); s.value = '{algorithm['id']}';"
                "s.dispatchEvent(new Event('change', {bubbles: true}));"
                "return Object.fromEntries([...document.querySelectorAll('#params input, #params select')].map("
                "f => [f.id.slice(7), f.type === 'checkbox' ? f.checked : f.value]))")
            wanted = {p["name"]: p["default"] if p["type"] == "boolean" else str(p["default"])
                      for p in algorithm["params"]}
            problems += self.is_equal(algorithm["id"], found, wanted)
        return problems

    def shows_text(self, name, direction):
        answer = self.show_sample(name)
        with open(os.path.join(self.samples, f"{name}.txt"), encoding="utf-8") as file:
            headline = file.readline().strip()
        return self.is_equal("the headline", self.text("headline"), headline) + \
            self.is_equal("its direction", self.style("#headline", "direction"), direction) + \
            self.is_equal("the text", self.tab("text").removeprefix("Copy"), answer["content"]["text"]) + \
            self.is_equal("its direction", self.style("#panel .prose", "direction"), direction) + \
            self.is_equal("Markdown", self.tab("markdown").removeprefix("Copy"), answer["content"]["markdown"]) + \
            self.quiet()

    def draws(self):
        """The plot has the ranges, as many lines as the page, and the values of each line."""
        answer = self.show_sample("arabic")
        density = answer["density"]
        lines = density["lines"]
        boxes = self.browser.run("return [...document.querySelectorAll('#plot .picked')].map(r => [+r.getAttribute('x'), "
                                 "+r.getAttribute('width')]).concat([[0, document.getElementById('plot').clientWidth]])")
        width = boxes.pop()[1]
        wanted = [((r["start_line"] - 1) * width / lines, (r["end_line"] - r["start_line"] + 1) * width / lines)
                  for r in answer["ranges"]]
        problems = [f"{found} is not {want}" for found, want in zip(boxes, wanted)
                    if max(abs(found[0] - want[0]), abs(found[1] - want[1])) > 1]
        problems += self.is_equal("ranges", len(boxes), len(answer["ranges"]))
        drawn = self.browser.run("return ['content', 'code', 'curve'].map(c => document.querySelector(`#plot .${c}`)"
                                 ".getAttribute('d').length)")
        problems += [] if min(drawn) > lines else [f"paths of {drawn} characters for {lines} lines"]
        self.browser.run("document.getElementById('plot').focus()")
        for key, line in (("Home", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", lines)):
            self.browser.key(key)
            problems += self.tells(answer, line, f"after {key}")
        return problems

    def tells(self, answer, line, when):
        density = answer["density"]
        said = self.browser.run("const p = document.getElementById('plot'); return [p.getAttribute('aria-valuenow'), "
                                "p.getAttribute('aria-valuetext').split('; ')[0], document.querySelector('#tip b').textContent]")
        values = [density["content"][line - 1], density["code"][line - 1], density["smoothed"][line - 1]]
        picked = any(r["start_line"] <= line <= r["end_line"] for r in answer["ranges"])
        wanted = "line {:,}: content {:,}, code {:,}, smoothed {:,}".format(line, *values) + (", selected" if picked else "")
        return self.is_equal(when, said, [str(line), wanted, wanted])

    def points(self):
        """The mouse over the plot shows a line's values; a click shows the line in the source."""
        answer = self.show_sample("arabic")
        lines, line = answer["density"]["lines"], 80
        box = self.browser.run("const p = document.getElementById('plot'); p.scrollIntoView({block: 'center'});"
                               "const b = p.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
        x, y = box[0] + (line - 0.5) * box[2] / lines, box[1] + box[3] / 2
        self.browser.point(x, y)
        problems = self.tells(answer, line, "under the mouse")
        self.browser.point(x, y, click=True)
        view = self.browser.run(
            "const v = document.getElementById('source').getBoundingClientRect();"
            f"const r = document.querySelector('.row[data-line=\"{line}\"]').getBoundingClientRect();"
            "return [r.top >= v.top, r.bottom <= v.bottom]")
        problems += self.is_equal("line in view", view, [True, True])
        seen = "Number(document.querySelector('#plot .seen').getAttribute('x'))"
        starts = [r["start_line"] for r in answer["ranges"]]
        for start in starts + starts[:1]:
            self.browser.run("document.getElementById('next-part').click()")
            problems += self.tells(answer, start, "at the next part")
        far = self.browser.run(f"return {seen}")
        self.browser.run("document.getElementById('source').scrollTop = 0")
        return problems + ([] if far > 0 and self.browser.wait(f"{seen} === 0", 3) else [f"the view stays at {far}"])

    def marks(self):
        """The marks in the source are, row by row, the selection and the headline."""
        answer = self.show_sample("english")
        found = self.browser.run(
            "const v = document.getElementById('source'), marks = new Map();"
            "for (let top = 0; top < v.scrollHeight; top += 200) { v.scrollTop = top;"
            " await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame);"
            " for (const row of document.querySelectorAll('.row'))"
            "  marks.set(parseFloat(row.style.top), [...row.querySelectorAll('mark')].map(m => m.textContent).join('')); }"
            "return [...marks].sort((a, b) => a[0] - b[0]).map(m => m[1]).join('')")
        spans = sorted([(r["start"], r["end"]) for r in answer["ranges"]])
        headline = answer["headline"]
        if not any(start <= headline["start"] < end for start, end in spans):
            spans = sorted(spans + [(headline["start"], headline["end"])])
        units = answer["source"].encode("utf-16-le")
        wanted = "".join(units[2 * start:2 * end].decode("utf-16-le") for start, end in spans)
        rows = answer["source"].count("\n") + 1
        numbers = self.browser.run("return [...document.querySelectorAll('.row i:first-child')].map(i => +i.textContent)"
                                   ".filter(Boolean).at(-1)")
        return self.is_equal("marked", squeezed(found), squeezed(wanted)) + \
            ([] if rows - 2 <= numbers <= rows else [f"last number {numbers} of {rows}"])

    def long_line(self):
        """A page without a newline has a row for each line of the plot."""
        page = "<title>a</title>" + "<p>After nine dry weeks the first rain fell on Monday in the valley.</p>" * 300
        self.open()
        self.browser.run(f"document.getElementById('html').value = {json.dumps(page)};"
                         "document.getElementById('go').click()")
        self.browser.wait(ANSWERED)
        answer = self.ask({"html": page})
        height = self.browser.run("return document.getElementById('rows').clientHeight / 20")
        return self.is_equal("rows", round(height), answer["density"]["lines"])

    def empty(self):
        """Pages without a line, without content, with all kinds of line ends; and after them an ordinary page."""
        problems = []
        for page, lines in (("<!-- -->", 0), ("<title>a</title>", 0), ("<p>\U0001f600</p>\r\n<p>a\r<p>b\rc", None),
                            ("<h1>All</h1><p>of it is there again</p>", 2)):
            self.open()
            self.browser.run(f"document.getElementById('html').value = {json.dumps(page)};"
                             "document.getElementById('go').click()")
            problems += [] if self.browser.wait(ANSWERED) else [f"{page!r}: {self.text('problem')}"]
            for name in TABS:
                self.tab(name)
            problems += [] if ("no lines" in self.text("tip")) == (lines == 0) else [f"{page!r}: {self.text('tip')}"]
            problems += [f"{page!r}: {line}" for line in self.quiet()]
        return problems

    def is_safe(self):
        """Nothing of a hostile page runs, nothing is loaded, its text is shown as text."""
        page = HOSTILE.format(mark=MARK, site=self.origin)
        self.open()
        Site.asked.clear()
        self.browser.run(f"document.getElementById('html').value = {json.dumps(page)};"
                         "document.getElementById('go').click()")
        self.browser.wait(ANSWERED)
        problems = self.is_equal("the headline", self.text("headline"), "Rain <img src=x onerror=window.hit=1>")
        for name in [*TABS, "html"]:
            self.tab(name)
        self.browser.wait("false", 1)
        frame = self.browser.run("const f = document.querySelector('iframe');"
                                 "return [f.getAttribute('sandbox'), f.srcdoc, f.contentDocument === null]")
        html = self.ask({"html": page})["content"]["html"]
        problems += [] if "allow-scripts" not in frame[0] and "allow-same-origin" not in frame[0] else [frame[0]]
        problems += [] if html in frame[1] and "default-src 'none'" in frame[1] else [frame[1][:400]]
        problems += [] if frame[2] else ["the frame's document can be reached"]
        problems += self.is_equal("hit", self.browser.run("return window.hit ?? null"), None)
        problems += self.is_equal("what was loaded", Site.asked, [])
        own = f"http://127.0.0.1:{self.server.port}/"
        sent = [e["params"]["request"]["url"] for e in self.browser.events if e["method"] == "Network.requestWillBeSent"]
        return problems + [f"asked {url}" for url in sent if not url.startswith((own, "data:", "about:"))] + \
            [line for line in self.quiet() if "pixel.png" not in line]

    def tells_more(self):
        """Metadata with sources, blocks, candidates, timings, JSON."""
        answer = self.show_sample("farsi")
        metadata, problems = self.tab("metadata"), []
        for name, found in answer["metadata"].items():
            each = found if isinstance(found, list) else [found] if found else []
            for value in each:
                shown = value.get("value", value.get("text"))
                shown = " · ".join(shown) if isinstance(shown, list) else shown
                problems += [] if shown in metadata and value["source"] in metadata else [f"no {name}: {shown}"]
        self.tab("trace")
        rows = self.browser.run("return [...document.querySelectorAll('#panel tbody tr')].map(r => r.className === 'taken')")
        problems += self.is_equal("blocks", rows, [b["taken"] for b in answer["trace"]][:400])
        self.tab("candidates")
        rows = self.browser.run("return document.querySelectorAll('#panel tbody tr').length")
        problems += self.is_equal("candidates", rows, len(answer["candidates"]))
        timings = self.tab("timings")
        problems += [f"no {stage}" for stage in ("queue", "decode", "parse", "extract", "headline", "total")
                     if stage not in timings]
        shown = json.loads(self.tab("json").split("in the copy.", 1)[1])
        return problems + self.is_equal("JSON", set(shown), set(answer)) + self.quiet()

    def refuses(self):
        """A problem is shown with its code, its errors next to their fields, and a link to its page."""
        self.open("#algorithm=addanag")
        self.browser.run("document.getElementById('html').value = '<p>x'; document.getElementById('params.gap').value ="
                         "'many'; document.getElementById('base_url').value = 'nowhere'; document.getElementById('go').click()")
        self.browser.wait("document.querySelector('.complaint')")
        text, problems = self.text("problem"), []
        for part in ("HTTP status 400", "invalid-request", "#/options/params/gap", "#/base_url", "request "):
            problems += [] if part in text else [f"no {part}: {text[:300]}"]
        invalid = self.browser.run("return [...document.querySelectorAll('[aria-invalid]')].map(f => f.id).sort()")
        problems += self.is_equal("fields", invalid, ["base_url", "params.gap"])
        problems += self.is_equal("descriptions", self.descriptions("[aria-invalid]"), self.browser.run(
            "return [...document.querySelectorAll('.complaint')].map(c => [c.textContent, "
            "document.getElementById('params.gap-hint').textContent].slice(0, c.id.startsWith('params') ? 2 : 1))"))
        status = self.browser.run("return (await fetch(document.querySelector('.problem a').href)).status")
        problems += self.is_equal("the problem's page", status, 200)
        self.browser.run("document.getElementById('params.gap').value = '5'; document.getElementById('base_url').value = '';"
                         "document.getElementById('go').click()")
        problems += [] if self.browser.wait(ANSWERED) and self.text("problem") == "" else ["the problem stays"]
        return problems + self.is_equal("fields", self.browser.run(
            "return document.querySelectorAll('[aria-invalid], .complaint').length"), 0) + self.is_equal(
            "descriptions", self.descriptions("#base_url"), [[]]) + self.quiet()

    def controls(self):
        """What is selected, removed and switched off is sent; a selector that is refused is told at its field."""
        self.open()
        self.browser.run("const set = (id, v) => { document.getElementById(id).value = v; }; set('html', '<main><p>one <i>two</i> "
                         "<a href=http://a.example/>three</a></main><p>four'); set('select', 'main'); set('remove', 'i..'); "
                         "set('params.favor', 'recall'); document.getElementById('links').click(); set('comments', 'false'); "
                         "document.getElementById('go').click()")
        self.browser.wait("document.querySelector('.complaint')")
        problems = self.is_equal("fields", self.browser.run(
            "return [...document.querySelectorAll('[aria-invalid]')].map(f => [f.id, f.closest('details').open])"),
            [["remove", True]])
        self.browser.run("document.getElementById('remove').value = 'i'; document.getElementById('go').click()")
        if not self.browser.wait(ANSWERED):
            return problems + [self.text("problem")]
        sent = self.browser.run("return state.sent.options")
        wanted = {"select": "main", "remove": "i", "links": False, "comments": False, "params": {"favor": "recall"}}
        problems += self.is_equal("options", {n: sent.get(n) for n in wanted}, wanted)
        problems += self.is_equal("markdown", self.browser.run("return state.answer.content.markdown"), "one three\n")
        return problems + self.quiet()

    def descriptions(self, selector):
        """What assistive technology reads for fields besides their names: one list a field."""
        return self.browser.run(f"return [...document.querySelectorAll({json.dumps(selector)})].map(f => "
                                "(f.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean).map(i => "
                                "document.getElementById(i)?.textContent ?? i))")

    def fetches(self):
        """A URL, also from the fragment; and one that must not be fetched."""
        Site.page = HOSTILE.format(mark="again", site=self.origin).encode()
        self.open(f"#url={self.origin}/page&algorithm=danag")
        if not self.browser.wait(ANSWERED):
            return [self.text("problem")]
        problems = self.is_equal("the headline", self.text("headline"), "Rain again")
        problems += [] if "danag" in self.text("facts") else [self.text("facts")]
        self.open("#url=http://10.0.0.1/")
        self.browser.wait("document.querySelector('.problem')")
        return problems + ([] if "target-forbidden" in self.text("problem") else [self.text("problem")])

    def under_base_path(self):
        server = harness.Server(DANAD_BASE_PATH="/a/b")
        problems = []
        for path in ("/a/b", "/a/b/", "/"):
            self.open("#example=arabic", server, path)
            problems += [] if self.browser.wait(ANSWERED) else [f"{path}: {self.text('problem')}"]
            problems += self.quiet()
            wanted = [f"http://127.0.0.1:{server.port}{path.rstrip('/')}/{end}"
                      for end in ("docs", "v1/algorithms", "v1/info", "problems/")]
            problems += self.is_equal("links", self.browser.run("return [...document.querySelectorAll('nav a')].map(a => a.href)"),
                                      wanted)
        server.stop()
        return problems

    def with_token(self):
        with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
            tokens.write("browser-token\n")
            tokens.flush()
            server = harness.Server(DANAD_AUTH_TOKENS_FILE=tokens.name)
        self.browser.open(f"http://127.0.0.1:{server.port}/")
        self.browser.wait("document.querySelector('.problem')")
        problems = [] if "unauthorized" in self.text("problem") else [self.text("problem")]
        problems += self.is_equal("the field is hidden", self.browser.run(
            "return document.getElementById('token-part').hidden"), False)
        self.browser.run("const t = document.getElementById('token'); t.value = 'browser-token';"
                         "t.dispatchEvent(new Event('change', {bubbles: true}))")
        problems += [] if self.browser.wait(READY) else ["no algorithms"]
        self.browser.run("document.querySelector('[data-example=english]').click()")
        problems += [] if self.browser.wait(ANSWERED) else [self.text("problem")]
        self.browser.wait(ANSWERED)
        problems += [] if "browser-token" not in self.tab("code") else ["the token stands in the command"]
        server.stop()
        return problems

    def without_fetching(self):
        server = harness.Server(DANAD_FETCH="off")
        self.open(server=server)
        problems = self.is_equal("the address is off", self.browser.run("return document.getElementById('url').disabled"), True)
        server.stop()
        return problems

    def is_operable(self):
        """By keyboard only; every control has a name."""
        self.open()
        self.browser.run("document.querySelector('[data-example=english]').focus()")
        self.browser.key("Enter")
        problems = [] if self.browser.wait(ANSWERED) else ["Enter does nothing"]
        self.browser.run("const h = document.getElementById('html'); h.value = '<h1>Ctrl and Enter</h1><p>send the form of this page'; h.focus()")
        self.browser.key("Enter", control=True)
        problems += [] if self.browser.wait("document.getElementById('headline').textContent === 'Ctrl and Enter'", 5) else \
            ["Ctrl and Enter do nothing"]
        self.browser.run("document.getElementById('tab-text').focus()")
        for key, tab in (("ArrowRight", "markdown"), ("End", "code"), ("ArrowRight", "text"), ("ArrowLeft", "code"),
                         ("Home", "text")):
            self.browser.key(key)
            problems += self.is_equal(f"tab after {key}", self.browser.run("return document.activeElement.id"), f"tab-{tab}")
        seen = set()
        for _ in range(90):
            self.browser.key("Tab")
            seen.add(self.browser.run("const a = document.activeElement; return a.id || a.textContent.trim()"))
        problems += [f"Tab does not reach {name}" for name in ("plot", "source", "root", "panel", "html", "algorithm", "go")
                     if name not in seen]
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        named = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"] and
                 n["role"]["value"] in CONTROLS]
        return problems + [f"a {role} has no name" for role, name in named if not name.strip()] + \
            ([] if len(named) > 20 else [f"only {len(named)} controls"])

    def fits(self):
        """No horizontal scrolling on a phone; dark if preferred; no animation if preferred."""
        problems = []
        light = self.style("body", "backgroundColor")
        self.browser.screen((360, 740), dark=True, mobile=True)
        self.open("#example=arabic")
        self.browser.wait(ANSWERED)
        for name in TABS:
            self.tab(name)
            problems += self.is_equal(f"width with {name}", self.browser.run("return document.documentElement.scrollWidth"), 360)
        lines = self.browser.run("const s = getComputedStyle(document.getElementById('tip'));"
                                 "return parseFloat(s.height) / parseFloat(s.lineHeight)")
        problems += [] if lines % 1 < .05 else [f"{lines} lines of the tip, the last one is cut"]
        dark = [int(n) for n in re.findall(r"\d+", self.style("body", "backgroundColor"))]
        problems += [] if max(dark) < 60 < min(int(n) for n in re.findall(r"\d+", light)) else [f"{light}, {dark}"]
        self.browser.run("document.getElementById('go').classList.add('busy')")
        for still, name in ((False, "pulse"), (True, "none")):
            self.browser.call("Emulation.setEmulatedMedia", features=[
                {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])
            problems += self.is_equal("animation", self.style("#go", "animationName"), name)
        self.browser.screen()
        return problems

    def run(self):
        checks = [("starts", self.starts), ("parameters", self.offers_parameters),
                  ("text from the left", self.shows_text, "english", "ltr"),
                  ("text from the right", self.shows_text, "arabic", "rtl"),
                  ("text from the right again", self.shows_text, "hebrew", "rtl"),
                  ("plot", self.draws), ("mouse", self.points), ("source", self.marks), ("one long line", self.long_line),
                  ("pages with nothing", self.empty),
                  ("hostile page", self.is_safe), ("other parts", self.tells_more), ("problems", self.refuses), ("controls", self.controls),
                  ("addresses", self.fetches), ("base path", self.under_base_path), ("token", self.with_token),
                  ("no fetching", self.without_fetching), ("keyboard and names", self.is_operable), ("phone, dark", self.fits), ("no renderer", self.without_renderer), ("rendered pages", self.with_renderer), *self.tools()]
        for name, check, *arguments in checks:
            self.tally.run(f"playground: {name}", check, *arguments)
        self.tally.run("playground: nothing is left behind", left_behind)
        self.server.stop()
        return self.tally.finish()

    def keep_pictures(self, folder):
        views = {"text": "", "compare": "?example=arabic&algorithm=danag&compare=plain&tab=compare", "why": "?example=english&tab=why",
                 "code": "?example=english&tab=code"}
        for name, size, dark in (("light", devtools.DESKTOP, False), ("dark", devtools.DESKTOP, True),
                                 ("phone", devtools.PHONE, False)):
            for view, address in views.items():
                self.browser.screen(size, dark)
                if address:
                    self.open(address)
                    self.browser.wait(ANSWERED)
                else:
                    self.show_sample("arabic")
                self.browser.picture(os.path.join(folder, f"playground-{view}-{name}.png"))
        self.browser.screen()


def left_behind():
    """The browser leaves no files in the home of the user who runs the tests."""
    names = ("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    kept = {name: os.environ.get(name) for name in names}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        os.environ.update(dict.fromkeys(names, home))
        try:
            browser = devtools.Browser()
            browser.open("data:text/html,<p>a")
            browser.close()
        finally:
            for name, value in kept.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
        return os.listdir(home)


def main():
    try:
        browser = devtools.Browser()
    except devtools.Lost as reason:
        print(f"SKIP the playground in a browser: {reason}")
        print("tests: 0 passed, 0 failed, 1 skipped")
        return 0
    try:
        test = Test(browser, os.environ["SAMPLES_DIR"])
        if sys.argv[1:2] == ["--screenshots"]:
            test.keep_pictures(sys.argv[2])
        return test.run()
    finally:
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
