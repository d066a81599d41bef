"""What the playground offers besides the answer: links, drops, downloads, programs, two algorithms, gold texts, zoom, reasons."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from playground_page import ANSWERED, squeezed

CHOOSE = ("const set = (id, v) => {{ const f = document.getElementById(id); f.type === 'checkbox' ? f.checked = v : f.value = v;"
          " f.dispatchEvent(new Event('change', {{bubbles: true}})); }};"
          "for (const [id, v] of {}) set(id, v);")
PAGE = ("<title>It's \"rain\"</title><ul><li><a href=/>Home</a></ul><h1>It's rain</h1><p>After nine dry weeks it's <a href=/r>raining</a>; "
        "$(date) `date` \\ it is, \u2028 \U0001f327 and so it goes on until noon.</p><p>Farmers had waited for it since August, every one of them.</p>")
# The answer, once its request has been another one than the last.
AGAIN = "window.before !== undefined && state.answer && state.answer.id !== window.before"
MHTML = ("From: <Saved by Blink>\r\nSnapshot-Content-Location: https://news.example/rain\r\nSubject: Rain\r\nMIME-Version: 1.0\r\n"
         "Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"----Boundary--x----\"\r\n\r\n\r\n"
         "------Boundary--x----\r\nContent-Type: text/css\r\nContent-Transfer-Encoding: quoted-printable\r\n"
         "Content-Location: https://news.example/a.css\r\n\r\n=40charset \"utf-8\";\r\n"
         "------Boundary--x----\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-ID: <a@mhtml.blink>\r\n"
         "Content-Transfer-Encoding: quoted-printable\r\nContent-Location: https://news.example/rain\r\n\r\n"
         "<h1>Caf=E9 in the rain</h1><p class=3D\"a\">After nine dry weeks the first rain fell =\r\n"
         "on the valley, and the caf=E9 was full.</p><p>It rained until noon, <a href=3D\"/b\">they say</a>, and longer.</p>\r\n"
         "------Boundary--x------\r\n")


def page_of(menu, first, last, foot):
    """A menu, long text in two parts with 40 lines of advertisements between them, a footer: one line each."""
    return "<title>Long</title>" + "<li><a href=/n>Menu of it</a>" * menu + \
        "".join(f"<p>Part {i} tells of the rain that fell on the valley for nine weeks, and of the river.</p>" for i in range(first)) + \
        "<li><a href=/n>Advertisement</a>" * 40 + "<p>The last part tells of the sun, which came back after so long a time.</p>" * last + \
        "<li><a href=/n>Foot of it</a>" * foot


LONG = page_of(2000, 1500, 460, 2000)
SHORT = page_of(60, 70, 30, 50)


class Tools:
    """Checks; a mixin of the page's helpers."""

    def tools(self):
        checks = [("links", self.is_shared), ("links from elsewhere", self.opens_links), ("drops", self.takes_drops),
                  ("downloads", self.downloads), ("two algorithms", self.compares), ("gold text", self.scores),
                  ("zoom and brush", self.zooms), ("reasons", self.explains), ("links, images, posts", self.lists)]
        checks += [("programs", self.programs)]
        return checks

    def choose(self, **values):
        self.browser.run(CHOOSE.format(json.dumps([[name.replace("__", "."), value] for name, value in values.items()])))

    def extract(self, **values):
        """Sets fields, extracts, waits for the next answer."""
        self.choose(**values)
        self.browser.run("window.before = state.answer?.id ?? null; document.getElementById('go').click()")
        return [] if self.browser.wait(AGAIN) else [f"no answer: {self.text('problem')}"]

    def link(self):
        """What the button for links copies, and what it says."""
        self.browser.run("window.copied = null; navigator.clipboard.writeText = async text => { window.copied = text; };"
                         "document.getElementById('share').click()")
        self.browser.wait("window.copied")
        return self.browser.run("return window.copied"), self.text("shared")

    def path_of(self, link):
        return link.removeprefix(f"http://127.0.0.1:{self.server.port}/")

    # ------------------------------------------------------------------------------------- links
    def is_shared(self):
        """A link gives the same request and the same view; a page is in the fragment, if it is short."""
        self.open()
        problems = self.extract(html=PAGE, algorithm="addanag", params__gap="7", params__fill=True, select="p", links=False, comments="true",
                                base_url="https://a.example/", compare="danag", compare_params__gap="9")
        self.tab("markdown")
        link, said = self.link()
        sent, shown = self.browser.run("const {html, ...rest} = state.sent; return [rest, html]")
        query = dict(pair.split("=") for pair in link.split("#")[0].split("?")[1].split("&"))
        wanted = {"algorithm": "addanag", "params.gap": "7", "params.fill": "true", "select": "p", "links": "false", "comments": "true",
                  "base_url": "https://a.example/", "compare": "danag", "compare_params.gap": "9", "tab": "markdown"}
        problems += self.is_equal("the query", query, wanted) + self.is_equal("the page", shown, PAGE)
        problems += [] if "not sent" in said and "rain" not in link.split("#")[0].replace("rain=", "") else [said, link]
        self.open(self.path_of(link))
        problems += [] if self.browser.wait(ANSWERED) else [self.text("problem")]
        again, page = self.browser.run("const {html, ...rest} = state.sent; return [rest, html]")
        problems += self.is_equal("the request", again, sent) + self.is_equal("its page", page, PAGE)
        problems += self.is_equal("the tab", self.browser.run("return state.tab"), "markdown")
        problems += self.is_equal("the second", self.browser.run("return [state.other.algorithm.id, state.other.algorithm.params.gap]"), ["danag", 9])
        problems += self.is_equal("the address", self.browser.run("return location.href"), link)
        sent = [e["params"]["request"]["url"] for e in self.browser.events if e["method"] == "Network.requestWillBeSent"]
        problems += [f"the page was sent in an address: {url}" for url in sent if "page=" in url.split("#")[0]]
        problems += self.extract(html="".join(f"<p>{i * 7919 % 100003} and {i}" for i in range(4000)))
        link, said = self.link()
        return problems + ([] if "too long" in said and "#" not in link else [said, link[:100]]) + self.quiet()

    def opens_links(self):
        """A URL without a scheme; nonsense; a link that is not whole; a long page in a short link; a token is in no link."""
        self.open()
        self.choose(token="secret-token")
        self.browser.run("document.querySelector('[name=from][value=url]').click()")
        host = self.origin.removeprefix("http://")
        self.choose(url=f" {host}/page ")
        self.browser.run("document.getElementById('go').click()")
        self.browser.wait("document.querySelector('.problem')")  # the site has no TLS
        problems = self.is_equal("the URL", self.browser.run("return document.getElementById('url').value"), f"https://{host}/page")
        link, _ = self.link()
        problems += self.is_equal("the link", self.path_of(link), f"?url=https://{host}/page")
        self.choose(html="news.example/2026/a?b=c")
        self.browser.run("document.querySelector('[name=from][value=html]').click(); document.getElementById('go').click()")
        self.browser.wait("document.querySelector('.problem') && document.getElementById('url').value.includes('news')")
        problems += self.is_equal("pasted", self.browser.run("return [source(), document.getElementById('url').value]"),
                                  ["url", "https://news.example/2026/a?b=c"])
        for address, wanted in (("#page=%%%", "cannot be read"), ("#page=AAAA", "cannot be read"), ("?url=http://10.0.0.1/", "target-forbidden")):
            self.open(address)
            problems += [] if self.browser.wait("document.querySelector('.problem')") and wanted in self.text("problem") else \
                [f"{address}: {self.text('problem')}"]
        bomb = self.browser.run("const s = new Blob(['<p>'.repeat(8e5)]).stream().pipeThrough(new CompressionStream('deflate-raw'));"
                                "const b = new Uint8Array(await new Response(s).arrayBuffer());"
                                "return btoa(Array.from(b, c => String.fromCharCode(c)).join('')).replaceAll('+', '-').replaceAll('/', '_')")
        self.open(f"#page={bomb}")
        problems += [] if self.browser.wait("document.querySelector('.problem')") and "too long" in self.text("problem") else [self.text("problem")]
        self.open("?algorithm=nonsense&params.nothing=1&compare=&tab=nonsense&constructor=1&example=toString")
        return problems + self.is_equal("the choice", self.browser.run("return [document.getElementById('algorithm').value, state.tab]"),
                                        ["auto", "text"]) + self.quiet()

    # ------------------------------------------------------------------------------- files
    def takes_drops(self):
        """A page, an archive with an encoding of its own, an address, files beside a folder, a folder alone."""
        problems = []
        with tempfile.TemporaryDirectory() as folder:
            def write(name, data):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(data)
                return os.path.join(folder, name)

            archive = write("Rain.mhtml", MHTML.encode())
            picture, page = write("a.png", b"\x89PNG"), write("b.html", PAGE.encode())
            os.mkdir(os.path.join(folder, "b_files"))
            self.open()
            self.browser.drop([archive])
            problems += [] if self.browser.wait(ANSWERED) else [self.text("problem")]
            told = self.browser.run("return [state.answer.headline.text, state.answer.encoding.name, state.answer.links.map(l => l.href)]")
            problems += self.is_equal("the archive", told, ["Café in the rain", "windows-1252", ["https://news.example/b"]])
            problems += [] if "rain fell on the valley" in self.text("panel") else [self.text("panel")]
            self.open()
            self.browser.drop([os.path.join(folder, "b_files"), picture, page])
            problems += [] if self.browser.wait(ANSWERED) else [self.text("problem")]
            problems += self.is_equal("the page", self.text("headline"), "It's rain")
            self.browser.drop([os.path.join(folder, "b_files")])
            problems += [] if self.browser.wait("document.querySelector('.problem')") and "This is a folder" in self.text("problem") else \
                [f"a folder: {self.text('problem')}"]
            self.browser.drop([write("none.mhtml", b"Content-Type: text/plain\r\n\r\n<p>a")])
            problems += [] if self.browser.wait("/no part/.test(document.getElementById('problem').textContent)") else [self.text("problem")]
        self.browser.drop(items=[{"mimeType": "text/uri-list", "data": f"{self.origin}/dropped"}])
        problems += [] if self.browser.wait(ANSWERED) else [self.text("problem")]
        return problems + self.is_equal("the address", self.browser.run("return document.getElementById('url').value"), f"{self.origin}/dropped")

    def downloads(self):
        """Each form as a file with the name of the headline."""
        answer, problems = self.show_sample("arabic"), []
        with tempfile.TemporaryDirectory() as folder:
            self.browser.keep_downloads(folder)
            for name in ("text", "markdown", "html", "json", "plot", "page"):
                self.browser.run(f"document.getElementById('download-{name}').click()")
            end = time.monotonic() + 10
            while len([n for n in os.listdir(folder) if not n.endswith(".crdownload")]) < 6 and time.monotonic() < end:
                time.sleep(0.05)
            found = {}
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found[name.split(".", 1)[1]] = file.read()
                problems += [] if name.startswith(answer["headline"]["text"][:6]) else [name]
        problems += self.is_equal("the files", sorted(found), ["html", "json", "md", "source.html", "svg", "txt"])
        if problems:
            return problems
        content = answer["content"]
        problems += self.is_equal("text", found["txt"], content["text"] + "\n") + self.is_equal("Markdown", found["md"], content["markdown"])
        problems += self.is_equal("JSON", json.loads(found["json"])["content"], content) + self.is_equal("page", found["source.html"], answer["source"])
        problems += [] if content["html"] in found["html"] and '<html lang="ar" dir="rtl">' in found["html"] else [found["html"][:200]]
        return problems + ([] if found["svg"].startswith("<svg") or "<svg" in found["svg"][:200] else [found["svg"][:100]]) + self.quiet()

    def programs(self):
        """The programs for the settings of the form get what the page shows: with a page in them, a file, a URL; as JSON, as documents."""
        runs = {"curl": ["sh", "program"], "javascript": ["node", "program.mjs"], "python": [sys.executable, "program"]}
        runs = {language: run for language, run in runs.items() if shutil.which("curl" if language == "curl" else run[0])}
        if len(runs) < 3:
            print(f"the playground's programs run in {', '.join(runs)} alone")
        with open(os.path.join(self.samples, "arabic.html"), encoding="utf-8") as file:
            long = file.read()
        problems, self.site.RequestHandlerClass.page = [], PAGE.encode()
        for page, forms in ((PAGE, ["markdown"]), (long, ["brief", "text"]), (None, ["brief"])):
            self.open(f"?url={self.origin}/a" if page is None else "")
            problems += self.extract(**({} if page is None else {"html": page}), algorithm="addanag", params__gap="3", params__fill=True, links=False,
                                     remove="ul, [class~='a\"b']", base_url="https://a.example/")
            self.tab("code")
            shown = self.browser.run("return [state.answer.headline.text, state.answer.content.text, state.answer.content.markdown]")
            for language, form in ((language, form) for language in runs for form in forms):
                self.choose(**{"code-language": language, "code-form": form})
                problems += self.run_program(self.text("program"), runs[language], page or "", form, shown)
        return problems + self.quiet()

    def run_program(self, program, command, page, form, shown):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("page.html", page), (command[1], program)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=30)
        out, problems = run.stdout, []
        if form == "brief" and command[0] == "sh":
            got = json.loads(out or "{}")
            out = f"{got.get('headline', {}).get('text')}\n{got.get('content', {}).get('text')}"
            problems += self.is_equal("parameters", got.get("algorithm", {}).get("params", {}).get("gap"), 3)
        wanted = {"brief": shown[0] + shown[1], "markdown": shown[2], "text": shown[1]}[form]
        return problems + ([] if squeezed(wanted) in squeezed(out) else [f"{form}: {out[:300]!r} {run.stderr[:600]} {program[:600]}"])

    # ------------------------------------------------------------------------------- two algorithms, gold texts
    def compares(self):
        """Both selections are marked, alone and together, and the F1 is that of the API."""
        self.open()
        problems = self.extract(html=SHORT, algorithm="addanag", compare="plain")
        self.tab("compare")
        texts = self.browser.run("return [state.answer.content.text, state.other.content.text]")
        reply = self.server.request("POST", "/v1/evaluate", json.dumps({"gold": texts[0], "text": texts[1]}).encode(),
                                    {"Content-Type": "application/json"})
        wanted = json.loads(reply.body)["scores"][0]["measures"]["words"]["f1"]
        problems += [] if self.browser.wait("document.getElementById('between')") else ["no figure"]
        problems += self.is_equal("F1", self.text("between"), f"{wanted:.4f}")
        bands = self.browser.run("return ['first', 'second'].map(k => [...document.querySelectorAll(`#plot rect.${k}`)].map(r => "
                                 "+r.getAttribute('height') / 240))")
        problems += [] if bands[0] and set(bands[0]) == {0.5} and set(bands[1]) == {0.5, 1} else [f"bands {bands}"]
        for line, letters in ((10, "B"), (80, "AB")):
            self.browser.run(f"goTo({line})")
            problems += self.is_equal(f"line {line}", self.browser.run(f"const r = document.querySelector('.row[data-line=\"{line}\"]');"
                                                                       "return [r.querySelector('b').textContent, r.querySelector('mark').className]"),
                                      [letters, " ".join({"A": "first", "B": "second"}[c] for c in letters)])
        self.choose(compare="danag")
        self.choose(compare_params__gap="many")
        self.browser.run("document.getElementById('go').click()")
        self.browser.wait("document.querySelector('.complaint')")
        problems += self.is_equal("the field", self.browser.run("return [...document.querySelectorAll('[aria-invalid]')].map(f => f.id)"),
                                  ["compare_params.gap"])
        problems += self.extract(compare="")
        return problems + self.is_equal("without a second", self.browser.run(
            "return [document.querySelectorAll('.first, .second').length, document.querySelectorAll('#plot .picked').length > 0]"), [0, True]) + self.quiet()

    def scores(self):
        """The score is that of the API; missed words and words too many are shown; it follows the algorithm."""
        self.open()
        problems = self.extract(html=PAGE)
        gold = "It's rain\nAfter nine dry long weeks it's raining; date date it is, and so it goes on. Farmers had waited for it, every one of them. The end."
        self.tab("score")
        self.browser.run(f"const g = document.getElementById('gold'); g.focus(); g.value = {json.dumps(gold)};"
                         "g.dispatchEvent(new Event('input', {bubbles: true}))")
        self.browser.key("Enter", control=True)
        problems += [] if self.browser.wait("document.querySelector('#scores td')") else [self.text("panel")]

        def api(algorithm):
            body = {"gold": gold, "html": PAGE, **({"algorithms": algorithm} if algorithm else {})}
            return json.loads(self.server.request("POST", "/v1/evaluate", json.dumps(body).encode(), {"Content-Type": "application/json"}).body)["scores"]

        def row():
            return self.browser.run("return [...document.querySelectorAll('#scores table')[0].querySelectorAll('td')].map(c => c.textContent)")

        def figures(score):
            m = score["measures"]
            return [f"{value:.4f}" for value in (m["words"]["f1"], m["words"]["precision"], m["words"]["recall"], m["lcs"]["f1"], m["units"]["f1"])]

        problems += self.is_equal("auto", row(), figures(api("auto")[0]))
        words = self.browser.run("return ['missed', 'extra'].map(k => [...document.querySelectorAll(`.differences .words-${k}`)]"
                                 ".map(e => e.childNodes[1].textContent.trim()))")
        problems += self.is_equal("the words", words, [["long", "The end."], ["until noon.", "since August,"]])
        self.browser.run("document.getElementById('score-all').click()")
        problems += [] if self.browser.wait("document.querySelectorAll('#scores table').length === 2") else ["not all"]
        listed = self.browser.run("return [...document.querySelectorAll('#scores table')[1].querySelectorAll('tbody tr')].map(r => "
                                  "[r.querySelector('button').textContent, r.querySelector('td').textContent])")
        wanted = {s["algorithm"]["id"]: f"{s['measures']['words']['f1']:.4f}" for s in api(None)}
        problems += self.is_equal("all", dict(listed), wanted) + self.is_equal("their order", [v for _, v in listed], sorted(wanted.values(), reverse=True))
        self.browser.run("window.before = state.answer.id; const b = [...document.querySelectorAll('#scores button')]"
                         ".find(b => b.textContent === 'plain'); b.focus(); b.click()")
        problems += [] if self.browser.wait(AGAIN + " && document.querySelector('#scores td')") else ["no answer"]
        problems += self.is_equal("the focus", self.browser.run("return document.activeElement.id"), "panel")
        problems += self.is_equal("plain", row(), figures(api("plain")[0])) + \
            self.is_equal("the choice", self.browser.run("return document.getElementById('algorithm').value"), "plain")
        return problems + self.quiet()

    # ------------------------------------------------------------------------------- the plot
    def lens(self):
        return self.browser.run("return [state.lens.first, state.lens.last]")

    def zooms(self):
        """Keyboard, mouse, wheel, buttons and the overview choose the lines in view."""
        self.open()
        problems = self.extract(html=LONG, algorithm="addanag")
        lines = self.browser.run("return state.answer.density.lines")
        problems += self.is_equal("lines", lines, 6000) + self.is_equal("at first", self.lens(), [1, lines])
        self.browser.run("const p = document.getElementById('plot'); p.scrollIntoView({block: 'center'}); p.focus(); goTo(3000)")
        for key, shift, wanted in (("+", False, 3000), ("+", False, 1500), ("-", False, 3000), ("0", False, lines)):
            self.browser.key(key, shift=shift)
            first, last = self.lens()
            problems += [] if last - first + 1 == wanted and first <= 3000 <= last else [f"after {key}: {first} to {last}"]
        for _ in range(11):
            self.browser.key("ArrowRight", shift=True)
        problems += [] if "lines 3,000 to 3,011" in self.text("why") else [self.text("why")]
        self.browser.key("Enter")
        problems += self.is_equal("marked by keys", self.lens(), [3000, 3011]) + self.is_equal("told", self.text("said"), "lines 3,000 to 3,011 of 6,000")
        drawn = self.browser.run("return document.querySelector('#plot .content').getAttribute('d').split('H').length - 1")
        problems += self.is_equal("columns", drawn, 12)
        self.browser.key("ArrowRight")
        problems += self.is_equal("the line follows", self.lens(), [3001, 3012])
        self.browser.key("End")
        problems += self.is_equal("at the end", self.lens(), [lines - 11, lines])
        self.browser.key("+")
        problems += [] if self.lens()[1] == lines else [f"zoomed at the end: {self.lens()}"]
        box = self.browser.run("const b = document.getElementById('overview').getBoundingClientRect(); return [b.left, b.top + b.height / 2, b.width]")
        self.browser.drag((box[0] + box[2] / 2, box[1]), (box[0] + box[2] + 50, box[1]))
        problems += self.is_equal("dragged over the end", self.lens()[1], lines)
        self.browser.key("Escape")
        problems += self.is_equal("Escape", self.lens(), [1, lines])
        left, top, width, height = self.browser.run("const b = document.getElementById('plot').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
        middle = top + height / 2
        self.browser.drag((left + width * .25 + .5, middle), (left + width * .5 - .5, middle))
        first, last = self.lens()
        problems += [] if abs(first - lines / 4) < 12 and abs(last - lines / 2) < 12 else [f"dragged: {first} to {last}"]
        self.browser.wheel(left + width / 2, middle, -100, control=True)
        problems += [] if self.browser.wait(f"state.lens.last - state.lens.first < {last - first}", 3) else ["the wheel does nothing"]
        first, last = self.lens()
        box = self.browser.run("const b = document.getElementById('overview').getBoundingClientRect(); return [b.left, b.top + b.height / 2, b.width]")
        at = box[0] + box[2] * (first + last) / 2 / lines
        self.browser.drag((at, box[1]), (at + box[2] / 10, box[1]))
        moved = self.lens()
        problems += [] if abs(moved[0] - first - lines / 10) < 12 and moved[1] - moved[0] == last - first else [f"moved: {moved}"]
        self.browser.drag((box[0] + box[2] * moved[1] / lines, box[1]), (box[0] + box[2] * .9, box[1]))
        wide = self.lens()
        problems += [] if wide[0] == moved[0] and abs(wide[1] - lines * .9) < 30 else [f"its end: {wide}"]
        self.browser.run("document.getElementById('zoom-selected').click()")
        ranges = self.browser.run("return state.answer.ranges.map(r => [r.start_line, r.end_line])")
        first, last = self.lens()
        problems += [] if 1 < first < ranges[0][0] and ranges[-1][1] < last < lines else [f"selected: {first} to {last}"]
        self.browser.run("document.getElementById('zoom-all').click()")
        return problems + self.is_equal("all", self.lens(), [1, lines]) + self.quiet()

    def explains(self):
        """The reasons are those of the answer: regions and their distances, fates of blocks."""
        self.open()
        problems = self.extract(html=SHORT, algorithm="addanag", params__gap="20")
        told = self.tab("why")
        rows = self.browser.run("return [...document.querySelectorAll('#panel tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
        answer = self.ask({"html": SHORT}, algorithm="addanag", params={"gap": 20})
        values, regions = answer["density"]["smoothed"], []
        for i, value in enumerate(values):
            if value > 0 and (i == 0 or values[i - 1] <= 0):
                regions.append([i + 1, i + 1])
            if value > 0:
                regions[-1][1] = i + 1
        taken = [any(r["start_line"] <= first <= r["end_line"] for r in answer["ranges"]) for first, _ in regions]
        problems += self.is_equal("regions", [row[0] for row in rows], [f"{a:,} to {b:,}" for a, b in regions])
        problems += self.is_equal("decisions", [row[3] != "left out" for row in rows], taken)
        problems += self.is_equal("distances", [row[2] for row in rows], ["–"] + [f"{b[0] - a[1] + 1}" for a, b in zip(regions, regions[1:])])
        problems += [] if "250 lines" in told and "at most 20 lines" in told else [told[:500]]
        problems += self.extract(params__gap="100")
        rows = self.browser.run("return [...document.querySelectorAll('#panel tbody tr')].map(r => r.cells[3].textContent)")
        problems += self.is_equal("with a wide gap", [row != "left out" for row in rows], [True] * len(rows))
        problems += self.extract(html=PAGE, algorithm="auto")
        told = self.tab("why")
        fates = {block["fate"] for block in self.ask({"html": PAGE})["trace"]}
        rows = self.browser.run("return [...document.querySelectorAll('#panel tbody tr')].map(r => r.cells[0].textContent)")
        problems += self.is_equal("fates", set(rows), fates)
        said = self.browser.run("goTo(state.answer.trace.find(b => b.taken).line); return document.getElementById('why').textContent")
        problems += [] if said.startswith("taken: ") else [said]
        problems += self.extract(select="p", remove="ul")
        told = self.tab("why") + self.text("why")
        return problems + [f"no {text}" for text in ("the selectors p match", "the selectors ul match", "taken: the selectors match here")
                           if text not in told] + self.quiet()

    def lists(self):
        """Links, images and posts of the content, with their lines; nothing of them is loaded."""
        text = "It rained on the valley for nine weeks, and the farmers had waited for it since August. "
        page = ("<html><body><article><h1>Rain on the valley</h1><p>" + text * 3 + "<a href='https://b.example/x' rel=nofollow>a source</a></p>"
                f"<figure><img src={self.origin}/rain.jpg alt='Rain on a roof' width=800 height=600><figcaption>Seen on Monday</figcaption></figure><p>" +
                text * 3 + "</p></article><section id=comments>" + "".join(
                    f"<div class=comment><span class=author>Reader {i}</span> <time datetime=2026-03-0{i}>{i} March 2026</time>"
                    f"<p>I have seen it, too, number {i} of those who did.</p></div>" for i in (1, 2, 3)) + "</section></body></html>")
        self.open()
        problems = self.extract(html=page)
        answer = self.ask({"html": page})
        links, images, posts = self.tab("links"), self.tab("images"), self.tab("posts")
        problems += [f"no {link['href']}" for link in answer["links"] if link["href"] not in links or link["text"] not in links]
        problems += [f"no {image['src']}" for image in answer["images"] if image["src"] not in images or image["alt"] not in images]
        problems += [f"no {post['text']}" for post in answer["posts"] + answer["comments"] if post["text"] not in posts or post["author"] not in posts]
        problems += [] if answer["links"] and answer["images"] and len(answer["comments"]) == 3 else ["the sample is poor"]
        problems += self.is_equal("counts", [self.text(f"tab-{name}") for name in ("links", "images", "posts")],
                                  [f"Links {len(answer['links'])}", f"Images {len(answer['images'])}", f"Posts {len(answer['comments'])}"])
        line = self.browser.run("document.querySelector('#panel .link').click(); return state.line")
        offsets = answer["line_offsets"]
        start = answer["comments"][0]["start"]
        problems += [] if offsets[line - 1] <= start < offsets[line] else [f"line {line} of {start}"]
        return problems + self.is_equal("asked", [path for path in self.asked() if "rain.jpg" in path], []) + self.quiet()

    def asked(self):
        return self.site.RequestHandlerClass.asked
