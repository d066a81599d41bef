#!/usr/bin/env python3
"""The content as text, Markdown and HTML, over HTTP: Accept selects the form, nothing unsafe gets through
the sanitiser, and every form has the same words.

Environment: DANAD_BIN the server, SAMPLES_DIR the sample pages.
"""

import html
import html.parser
import json
import os
import re
import subprocess
import sys
import unicodedata

import harness

BASE = "https://site.example/folder/page.html"
LINES = ("<p>After nine dry weeks the first rain fell on the valley on Monday morning, and so did the snow.</p>"
         "<p>Farmers had waited for it since the end of August, and the river had been waiting as well.</p>")
PAGE = ("<!doctype html><html lang='en'><title>Rain returns | Valley News</title><ul><li><a href='/'>Home</a></ul>"
        f"<h1>Rain returns</h1>{LINES}<ul><li>one <b>bold</b><li>then <a href='/two?a=1&amp;b=2'>two</a> of them</ul></html>")
TYPES = {"text": "text/plain", "markdown": "text/markdown", "html": "text/html", "json": "application/json"}

# The allowed elements of the HTML and the attributes of each.
ALLOWED = {name: set() for name in
           "h1 h2 h3 h4 h5 h6 p br hr ul li dl dt dd blockquote pre table caption tr strong em del sub sup q figure "
           "figcaption".split()}
ALLOWED.update({"ol": {"start", "type", "reversed"}, "li": {"value"}, "pre": {"dir"}, "code": {"class", "dir"}, "a": {"href"},
                "img": {"src", "alt"}, "div": {"lang", "dir"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}})
DOCUMENT = {"html": {"lang", "dir"}, "head": set(), "meta": {"charset"}, "title": set(), "body": set()}
INLINE = {"a", "code", "strong", "em", "del", "sub", "sup", "q", "img", "s"}
EMPTY = {"br", "hr", "img", "meta"}

# Markup that has got through some sanitiser; each is put into a paragraph of the content.
ATTACKS = [
    "<script>alert(1)</script>", "<SCRIPT SRC=//e.example/x.js></SCRIPT>", "<script\n>alert(1)</script\n>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>", "<script>alert(1)", "<img src=x onerror=alert(1)>",
    "<img src=x onerror=alert(1)//", "<img/src=x/onerror=alert(1)>", "<img \x00src=x onerror\x00=alert(1)>",
    "<img src='x\"onerror=alert(1) y=\"'>", "<img src=\"x`onerror=alert(1)`\">", "<img src=javascript:alert(1)>",
    "<img src='data:text/html;base64,PHNjcmlwdD4='>", "<img src=x alt='\"><script>alert(1)</script>'>",
    "<img src=x alt='](javascript:alert(1))'>", "<a href=javascript:alert(1)>a</a>",
    "<a href='JaVaScRiPt:alert(1)'>a</a>", "<a href='java\tscript:alert(1)'>a</a>",
    "<a href='java&#x0A;script:alert(1)'>a</a>", "<a href='&#106;avascript&colon;alert(1)'>a</a>",
    "<a href=' \x01javascript:alert(1)'>a</a>", "<a href='javascript&#x3a;alert(1)'>a</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>a</a>", "<a href=vbscript:msgbox(1)>a</a>",
    "<a href='https://e.example/\"onmouseover=\"alert(1)'>a</a>",
    "<a href='https://e.example/)[x](javascript:alert(1)'>a</a>", "<a href='//e.example/\\\\..'>a</a>",
    "<a href=x onclick=alert(1) style='x:expression(alert(1))' target=_blank ping=//e.example>a</a>",
    "<a href='feed:javascript:alert(1)'>a</a>", "<a href='view-source:javascript:alert(1)'>a</a>",
    "<svg onload=alert(1)></svg>", "<svg><script>alert(1)</script></svg>", "<svg><a xlink:href=javascript:alert(1)>a",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<iframe src=javascript:alert(1)></iframe>", "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object>", "<embed src=javascript:alert(1)>", "<base href=javascript:alert(1)//>",
    "<link rel=stylesheet href=javascript:alert(1)>", "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<img data-src='javascript:alert(1)' src='data:,'>", "<img srcset='javascript:alert(1) 2x, data:text/html,x 3x'>",
    "<picture><source srcset='javascript:alert(1) 1x'><img src='data:image/svg+xml,<svg onload=alert(1)>'></picture>",
    "<noscript><img src='java\nscript:alert(1)' alt='\"><script>alert(1)</script>'></noscript>",
    "<figure><img src=x><figcaption><script>alert(1)</script>&lt;img src=x onerror=alert(1)&gt;</figcaption></figure>",
    "<iframe src='https://www.youtube.com/embed/\"><script>alert(1)</script>' title='](javascript:alert(1))'></iframe>",
    "<iframe src='https://www.facebook.com/plugins/video.php?href=javascript%3Aalert(1)'></iframe>",
    "<video src='javascript:alert(1)'></video>", "<audio title='\" onclick=\"alert(1)' src=x.mp3></audio>",
    "<lite-youtube videoid='\"><script>alert(1)</script>'></lite-youtube>",
    "<style>@import 'javascript:alert(1)';</style>", "<div style='background:url(javascript:alert(1))'>x</div>",
    "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>x</button></form>",
    "<input autofocus onfocus=alert(1)>", "<video><source onerror=alert(1)></video>", "<details open ontoggle=alert(1)>x",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>", "<textarea></textarea><script>alert(1)</script>",
    "<title><img src=x onerror=alert(1)></title>", "<!--><script>alert(1)</script>-->", "<!-- --!><img src=x onerror=alert(1)>",
    "<![CDATA[<script>alert(1)</script>]]>", "<?xml version='1.0'?><script>alert(1)</script>", "<x onclick=alert(1)>x</x>",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&amp;lt;script&amp;gt;", "&#60;img src=x onerror=alert(1)&#62;",
    "<p/onclick=alert(1)>x", "<td background=javascript:alert(1)>x", "<table><tr><td colspan='2\" onclick=\"alert(1)'>a<td>b<tr><td>c<td>d</table>",
    "<ol start='1\" onclick=\"alert(1)'><li>x</ol>", "<pre><code class='language-x\" onclick=\"alert(1)'>x</code></pre>",
    "<pre class='language-js\n```\n<script>alert(1)</script>'>x\n```\n&lt;script&gt;alert(1)&lt;/script&gt;</pre>",
    "<code>`&lt;script&gt;`</code>", "&lt;https://e.example/javascript:x&gt;", "[x](javascript:alert(1))",
    "![x](javascript:alert(1))", "[x]: javascript:alert(1)", "&lt;javascript:alert(1)&gt;", "a&#x0;b", "<plaintext>x",
]


class Checker(html.parser.HTMLParser):
    """Parses HTML; collects what is not allowed, and the text as words."""

    def __init__(self, is_document=False):
        super().__init__(convert_charrefs=True)
        self.allowed = {**ALLOWED, **(DOCUMENT if is_document else {})}
        self.problems, self.text, self.open, self.heads = [], [], [], 0

    def handle_starttag(self, tag, attributes):
        if tag not in self.allowed:
            self.problems.append(f"element {tag}")
            return
        for name, value in attributes:
            if name not in self.allowed[tag]:
                self.problems.append(f"attribute {name} of {tag}")
            elif name == "href" and not re.match(r"(https?://|mailto:)", value or ""):
                self.problems.append(f"href {value}")
            elif name == "src" and not re.match(r"https?://", value or ""):
                self.problems.append(f"src {value}")
            elif name in ("colspan", "rowspan", "start", "value") and not (value or "").isdigit():
                self.problems.append(f"{name} {value}")
            elif name == "type" and (value or "") not in ("a", "A", "i", "I"):
                self.problems.append(f"type {value}")
            elif name == "dir" and tag in ("pre", "code") and value != "auto":
                self.problems.append(f"dir {value}")
            elif name == "class" and not re.fullmatch(r"language-[\w+.#-]{1,32}", value or ""):
                self.problems.append(f"class {value}")
        if tag not in EMPTY:
            self.open.append(tag)
        if tag not in INLINE:
            self.text.append(" ")

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.problems.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()
        if tag not in INLINE:
            self.text.append(" ")

    def handle_data(self, data):
        if "title" not in self.open:
            self.text.append(data)

    def handle_comment(self, data):
        self.problems.append(f"comment {data!r}")

    def handle_decl(self, decl):
        if decl != "DOCTYPE html" or self.text:
            self.problems.append(f"declaration {decl!r}")

    def handle_pi(self, data):
        self.problems.append(f"instruction {data!r}")

    def read(self, source):
        self.feed(source)
        self.close()
        self.problems += [f"{tag} is not closed" for tag in self.open]
        return self


def words(text):
    """Maximal runs of letters, numbers and '_', as danad counts them."""
    return "".join(c if c == "_" or unicodedata.category(c)[0] in "LN" else " " for c in text).split()


def added_words(answer):
    """What Markdown and HTML have besides the text: captions that are not selected, and the links to media."""
    captions = {c for c in (x["caption"] for x in answer["images"] + answer["media"]) if c}
    flat = " ".join(words(answer["content"]["text"]))
    labels = [m["title"] or m["provider"] or m["kind"].capitalize() for m in answer["media"]]
    return words(" ".join([c for c in captions if " ".join(words(c)) not in flat] + labels))


def same_words(found, wanted, added):
    """Whether `found` has the wanted words in their order, and besides them only the added ones."""
    rest = iter(found)
    more = []
    for word in wanted:
        for other in rest:
            if other == word:
                break
            more.append(other)
        else:
            return False
    return sorted([*more, *rest]) == sorted(added)


class Rendered(html.parser.HTMLParser):
    """Parses the HTML that cmark-gfm makes from Markdown: its text, and what must not be in it."""

    ELEMENTS = {*ALLOWED, "thead", "tbody", "s"} - {"div", "dl", "dt", "dd", "sub", "sup", "caption", "figure",
                                                      "figcaption"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.problems, self.text = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in self.ELEMENTS:
            self.problems.append(f"Markdown gives the element {tag}")
        for name, value in attributes:
            if name not in {*ALLOWED.get(tag, ()), "align"}:
                self.problems.append(f"Markdown gives the attribute {name} of {tag}")
            elif name in ("href", "src") and not re.match(r"(https?://|mailto:)", value or ""):
                self.problems.append(f"Markdown leads to {value}")
        if tag not in INLINE:
            self.text.append(" ")

    def handle_endtag(self, tag):
        if tag not in INLINE:
            self.text.append(" ")

    def handle_data(self, data):
        self.text.append(data)

    def handle_comment(self, data):
        self.problems.append(f"Markdown gives the comment {data!r}")


def markdown_text(source):
    """The text that a reader of the Markdown sees, and its errors."""
    made = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough"],
                          input=source.encode(), capture_output=True, timeout=60, check=True)
    reader = Rendered()
    reader.feed(made.stdout.decode())
    reader.close()
    return "".join(reader.text), reader.problems


class Formats:
    def __init__(self):
        self.tally = harness.Tally()
        self.server = harness.Server(DANAD_WORKERS="2")

    def ask(self, request, accept):
        return self.server.extract(request, {"Accept": accept})

    def content(self, page, **options):
        """The content of a page in all forms, from JSON."""
        request = {"html": page, "base_url": BASE, "include": ["text", "html", "markdown", "images", "media"],
                   "options": options}
        answer = json.loads(self.server.extract(request).body)
        return {**answer["content"], "added": added_words(answer)}

    # ---------------------------------------------------------------------------------- negotiation
    def chosen(self, accept, kind):
        reply = self.ask({"html": PAGE}, accept)
        problems = [] if reply.status == 200 else [f"status {reply.status}"]
        problems += [] if reply.headers.get_content_type() == TYPES[kind] else [reply.headers["Content-Type"]]
        problems += [] if "Accept" in (reply.headers["Vary"] or "") else [f"Vary: {reply.headers['Vary']}"]
        return problems

    def negotiation(self):
        for accept, kind in (("text/plain", "text"), ("text/markdown", "markdown"), ("text/html", "html"),
                             ("*/*", "json"), ("text/*", "text"), ("application/json;q=0, */*", "text"),
                             ("text/html;q=0.5, text/markdown;q=0.8", "markdown"),
                             ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html")):
            self.tally.run(f"Accept: {accept}", self.chosen, accept, kind)
        self.tally.run("406 lists the types", self.refused)
        self.tally.run("a page as it is", self.raw_page)

    def refused(self):
        reply = self.ask({"html": PAGE}, "image/png, application/json;q=0")
        problem = json.loads(reply.body)
        right = [*list(TYPES.values())[-1:], *list(TYPES.values())[:-1], "image/svg+xml"]
        return ([] if reply.status == 406 else [f"status {reply.status}"]) + \
            ([] if problem["acceptable"] == right else [str(problem)]) + \
            [f"{t} is not in {problem['detail']}" for t in right if t not in problem["detail"]]

    def raw_page(self):
        reply = self.server.request("POST", "/v1/extract?base_url=http://a.example/", PAGE.encode(),
                                    {"Content-Type": "text/html", "Accept": "text/markdown"})
        return [] if b"[two](http://a.example/two?a=1&b=2)" in reply.body else [reply.body.decode()]

    # ------------------------------------------------------------------------------------- documents
    def documents(self):
        for kind, start in (("text", "Rain returns\nAfter"), ("markdown", "# Rain returns\n\nAfter"),
                            ("html", "<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">\n<head>\n<meta charset=\"utf-8\">\n"
                                     "<title>Rain returns</title>\n</head>\n<body>\n<h1>Rain returns</h1>\n<p>After")):
            self.tally.run(f"the headline is there once, as {kind}", self.starts, PAGE, kind, start, 1)
        far = f"<title>Rain returns</title><header><h1>Rain returns</h1></header><div class=menu><a href=/>Home</a></div>{LINES}"
        spread = {"algorithm": "danag", "params": {"gap": 1}}
        self.tally.run("a headline that is not selected comes first", self.leads, far, spread)
        for name, top in (("other quotation marks", "<title>“Rain” returns - Valley News</title><h1>'Rain' Returns!</h1>"),
                          ("a copy as h2", "<title>Rain returns</title><h1>Rain returns</h1><h2>Rain returns</h2>"),
                          ("the site's name as h1", "<title>Rain returns | Valley News</title><h1>Valley News</h1>"
                                                    "<h2>Rain returns</h2>")):
            self.tally.run(f"the headline is there once: {name}", self.once, f"<article>{top}{LINES}</article>")
        self.tally.run("without a base links stay as they are", self.relative)
        self.tally.run("a document holds only what is allowed", self.document_problems, PAGE)
        self.tally.run("a title is escaped", self.document_problems,
                       f"<title>&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; \"</title>{LINES}")
        self.tally.run("a lang is checked", self.document_problems,
                       f"<html lang='en\"><script>' dir='rtl\" x=\"'><title>a</title>{LINES}")
        self.tally.run("an empty page in every form", self.empty)
        self.tally.run("max_text_chars cuts the text alone", self.cut)
        self.tally.run("what was not asked for is null", self.left_out)

    def starts(self, page, kind, start, count):
        body = self.ask({"html": page, "base_url": BASE}, TYPES[kind]).body.decode()
        seen = body.split("<body>")[-1].count("Rain returns")
        return ([] if body.startswith(start) else [body[:300]]) + ([] if seen == count else [f"{seen} times"])

    def leads(self, page, options):
        problems = []
        for kind, start in (("text", "Rain returns\n\n"), ("markdown", "# Rain returns\n\n"),
                            ("html", "<h1>Rain returns</h1>\n")):
            request = {"html": page, "options": options}
            body = self.ask(request, TYPES[kind]).body.decode().split("<body>\n")[-1]
            inside = json.loads(self.ask(request, TYPES["json"]).body)["content"]["text"]
            problems += [] if body.startswith(start) and "Rain returns" not in inside else [body[:200], inside[:200]]
        return problems

    def once(self, page):
        """One heading of the first order, no copy of it, and the text as it was selected."""
        markdown = self.ask({"html": page, "base_url": BASE}, TYPES["markdown"]).body.decode()
        document = self.ask({"html": page, "base_url": BASE}, TYPES["html"]).body.decode()
        headings = [line for line in markdown.split("\n") if line.startswith("# ")]
        seen = len(re.findall(r"\breturns", markdown, re.I))
        return ([] if len(headings) == 1 and "eturns" in headings[0] and seen == 1 else [markdown[:200]]) + \
            ([] if document.count("<h1>") == 1 and "Valley News" not in document.split("<body>")[1] else [document[:400]])

    def relative(self):
        """They keep their text and their address, no scheme of scripts comes through, and a warning tells."""
        page = LINES.replace("</p>", " <a href='next page.html'>go on</a> <a href='javascript:alert(1)'>no</a>"
                                     "<img src='//i.example/i.png' alt=i></p>", 1)
        reply = json.loads(self.server.extract({"html": page, "include": ["markdown", "links"]}).body)
        markdown, codes = reply["content"]["markdown"], [w["code"] for w in reply["warnings"]]
        known = json.loads(self.server.extract({"html": page, "base_url": BASE, "include": ["markdown"]}).body)
        return ([] if "[go on](next%20page.html) no![i](//i.example/i.png)" in markdown else [markdown]) + \
            ([] if [link["href"] for link in reply["links"]] == ["next%20page.html"] else [str(reply["links"])]) + \
            ([] if "relative-links" in codes else [str(codes)]) + \
            ([str(known["warnings"])] if "relative-links" in [w["code"] for w in known["warnings"]] else [])

    def document_problems(self, page):
        body = self.ask({"html": page, "base_url": BASE}, "text/html").body.decode()
        return Checker(is_document=True).read(body).problems

    def empty(self):
        problems = []
        for kind in ("text", "markdown", "html"):
            reply = self.ask({"html": " "}, TYPES[kind])
            problems += [] if reply.status == 200 and len(reply.body) < 150 else [str(reply)]
        return problems

    def cut(self):
        content = self.content(PAGE, max_text_chars=5)
        good = content["text"] == "Rain " and content["truncated"] and "river" in content["html"] and \
            "river" in content["markdown"]
        return [] if good else [str(content)]

    def left_out(self):
        problems = []
        for part in ("text", "html", "markdown"):
            content = json.loads(self.server.extract({"html": PAGE, "include": [part]}).body)["content"]
            problems += [f"{part}: {n} is {content[n]!r}" for n in ("text", "html", "markdown")
                         if (content[n] is None) != (n != part)]
        return problems

    # --------------------------------------------------------------------------------------- attacks
    def attacks(self):
        for attack in ATTACKS:
            for where in ("before {} after", "{}"):
                page = f"<title>t</title><div>{LINES}<p>{where.format(attack)}</p>{LINES}</div>"
                self.tally.run(f"harmless: {attack[:60]!r}", self.attack_problems, page)

    def attack_problems(self, page):
        # lqf selects everything that is not mostly links
        content = self.content(page, algorithm="lqf")
        return self.form_problems(content)

    def form_problems(self, content, least=11):
        checker = Checker().read(content["html"])
        text, problems = markdown_text(content["markdown"])
        wanted = words(re.sub(r"^ *[0-9]+\. ", "", content["text"], flags=re.M))
        problems += [] if len(wanted) >= least else [f"only {wanted}"]
        for name, found in (("HTML", words("".join(checker.text))), ("Markdown", words(text))):
            if not same_words(found, wanted, content["added"]):
                at = next((i for i, (a, b) in enumerate(zip(found, wanted)) if a != b), min(len(found), len(wanted)))
                problems.append(f"words of {name}: {found[at:at + 5]} are not {wanted[at:at + 5]}")
        return checker.problems + problems

    # ---------------------------------------------------------------------------------------- samples
    def samples(self):
        folder = os.environ["SAMPLES_DIR"]
        pages = sorted(n for n in os.listdir(folder) if n.endswith(".html"))
        self.tally.check("six samples", [] if len(pages) == 6 else pages)
        for page in pages:
            with open(os.path.join(folder, page), encoding="utf-8", errors="replace") as file:
                source = file.read()
            for algorithm in ("auto", "addanag", "lqf", "r2l", "crunch"):
                # r2l drops ASCII: it finds nothing in the English page
                least = 0 if (page, algorithm) == ("english.html", "r2l") else 11
                self.tally.run(f"{page} by {algorithm}: all forms have the same words",
                               lambda s=source, a=algorithm, n=least: self.form_problems(self.content(s, algorithm=a), n))

    # --------------------------------------------------------------------------------------- problems
    def problems(self):
        index = json.loads(self.server.request("GET", "/problems", headers={"Accept": "application/json"}).body)
        listing = self.server.request("GET", "/problems").body.decode()
        for problem in index["problems"]:
            self.tally.run(f"the page of {problem['code']}", self.page_problems, problem, listing)

    def page_problems(self, problem, listing):
        page = self.server.request("GET", problem["type"], headers={"Accept": "text/html,*/*;q=0.8"})
        text = self.server.request("GET", problem["type"], headers={"Accept": "text/markdown"})
        whole = html.unescape(page.body.decode())
        seen, wrong = markdown_text(text.body.decode())
        problems = [f"{member} is not in the page" for member in ("title", "meaning", "action", "code")
                    if problem[member] not in whole]
        problems += [f"{member} is not in the Markdown" for member in ("title", "meaning", "action", "code")
                     if words(problem[member]) != [w for w in words(seen) if w in words(problem[member])][:len(
                         words(problem[member]))] and problem[member] not in seen]
        problems += [] if str(problem["status"]) in whole else ["no status"]
        problems += [] if f'href="{problem["type"]}"' in listing else ["not in the index"]
        problems += [] if page.headers.get_content_type() == "text/html" else [page.headers["Content-Type"]]
        return problems + wrong

    def run(self):
        try:
            self.negotiation()
            self.documents()
            self.attacks()
            self.samples()
            self.problems()
        finally:
            status = self.server.stop()
        self.tally.check("the server stops cleanly", [] if status == 0 else [f"exit status {status}", *self.server.log[-20:]])
        return self.tally.finish()


if __name__ == "__main__":
    sys.exit(Formats().run())
