#!/usr/bin/env python3
"""/docs, the reference made of openapi.yaml, and /docs/guide: each thing of the contract has an anchor, links lead somewhere,
the pages load nothing and run nothing, right-to-left texts stand apart; what the guide says of a page is what danad says.

Environment: DANAD_BIN the server, SAMPLES_DIR pages.
"""

import base64
import gzip
import hashlib
import html
import html.parser
import json
import os
import re
import subprocess
import sys
import urllib.parse

import harness

VOID = {"meta", "link", "br", "hr", "img", "input"}
RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+")
PATHS = ("/docs", "/docs/guide")
MAX_BYTES = 1024 * 1024
SAMPLE = os.path.join(os.environ["SAMPLES_DIR"], "english.html")
PLOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../api/docs/density.svg")
# what the guide calls by its place in an answer or a request
ROOTS = ("ExtractResponse", "ExtractOptions", "Info")
KINDS = {"schemas": "schema", "parameters": "parameter", "headers": "header", "responses": "response", "securitySchemes": "securityScheme"}


class Page(html.parser.HTMLParser):
    """Anchors, links, texts outside of bdi, and elements that do not nest."""

    def __init__(self, document):
        super().__init__()
        self.ids, self.links, self.loads, self.bare, self.problems, self.styles, self.open = [], [], [], "", [], "", []
        self.texts, self.told = [], ""
        self.feed(document)
        self.problems += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("href", "src", "srcset", "data", "poster", "action"):
                self.loads.append(value)
            elif name == "style" or name.startswith("on"):
                self.problems.append(f"{tag} {name}: the policy forbids it")
        if tag in ("script", "iframe", "object", "form"):
            self.problems.append(f"<{tag}>")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes another element")

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            self.styles += data
        elif "bdi" not in self.open:
            self.bare += data
        self.texts.append(data)
        if not {"code", "style"} & set(self.open):
            self.told += data


def page_of(s, path, read={}):
    """A page and how it was answered; each is read once a server."""
    if (s.port, path) not in read:
        reply = s.request("GET", path)
        read[s.port, path] = reply, Page(reply.body.decode())
    return read[s.port, path]


def pages(s):
    for path in PATHS:
        yield path, *page_of(s, path)


def stand_alone(s):
    """HTML that nests, and a policy that allows its own styles and pictures alone."""
    problems = []
    for path, reply, page in pages(s):
        digest = base64.b64encode(hashlib.sha256(page.styles.encode()).digest()).decode()
        policy = [f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"]
        problems += [f"{path}: {problem}" for problem in page.problems]
        problems += [f"{path}: {reply.status} {reply.headers['Content-Type']}"] * \
            ((reply.status, reply.headers["Content-Type"]) != (200, "text/html; charset=utf-8"))
        problems += [f"{path}: policy {reply.headers['Content-Security-Policy']}"] * (reply.headers.get_all("Content-Security-Policy") != policy)
        problems += [f"{path} loads {load[:50]}" for load in page.loads if not load.startswith("data:image/svg+xml,")]
        problems += [f"{path}: left of Markdown: {left}" for left in re.findall(r".{,20}(?:\*\*|\]\(|`|(?<!\S)[|*#](?!\S)).{,20}", page.told)]
        problems += [f"{path}: {len(reply.body)} bytes"] * (len(reply.body) > MAX_BYTES)
        problems += [f"{path}: {name} is there twice" for name in {n for n in page.ids if page.ids.count(n) > 1}] \
            if len(page.ids) != len(set(page.ids)) else []
    return problems


def links_lead(s, base=""):
    """Links inside the pages have their anchors; those to this server are answered."""
    problems, asked = [], {}
    for path, _, page in pages(s):
        for link in set(page.links):
            if re.match(r"https?://", link):
                continue
            target = urllib.parse.urljoin(f"http://host{base}{path}", link)
            place = urllib.parse.urlsplit(target)
            if link.startswith("#"):
                problems += [f"{path}: no {link}"] * (urllib.parse.unquote(link[1:]) not in page.ids)
            else:
                asked.setdefault(place.path, s.request("GET", place.path).status)
                problems += [f"{path}: {link} is {asked[place.path]}"] * (asked[place.path] != 200)
    return problems + [f"only {len(asked)} pages are linked"] * (len(asked) < 40)


def contract(s):
    """openapi.yaml as the server has it; http.contract compares the two."""
    return json.loads(s.request("GET", "/openapi.json").body)


def members_of(anchor, schema):
    """The anchors of what a schema has, down to objects that are written inside it."""
    for name, part in schema.get("properties", {}).items():
        yield f"{anchor}.{name}"
        yield from members_of(f"{anchor}.{name}", part)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from members_of(anchor, schema[key])


def everything_has_an_anchor(s):
    spec = contract(s)
    page = page_of(s, "/docs")[1]
    wanted = [f"operation-{operation['operationId']}" for item in spec["paths"].values() for operation in item.values()]
    wanted += [f"{KINDS[kind]}-{name}" for kind, parts in spec["components"].items() if kind in KINDS for name in parts]
    wanted += [f"header-{name}" for name in spec.get("x-headers-of-every-response", {})]
    wanted += [f"problem-{code}" for code in spec["components"]["schemas"]["ProblemCode"]["enum"]]
    wanted += [anchor for name, schema in spec["components"]["schemas"].items() for anchor in members_of(f"schema-{name}", schema)]
    wanted += [f"operation-{operation['operationId']}.{parameter['name']}" for item in spec["paths"].values()
               for operation in item.values() for parameter in operation.get("parameters", []) if "name" in parameter]
    missing = sorted(set(wanted) - set(page.ids))
    return [f"no anchor {name}" for name in missing] + [f"{len(wanted)} anchors"] * (len(wanted) < 800)


def described(value):
    """All descriptions, summaries and texts of examples of the spec."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("description", "summary") and isinstance(part, str):
                yield part
            else:
                yield from described(part)
    elif isinstance(value, list):
        for part in value:
            yield from described(part)


def plain(text):
    """Words alone: without the signs of Markdown, and without white space."""
    return re.sub(r"[\s`*|:#\\-]+|^\d+\.", "", text)


def all_is_said(s):
    """Each description of the spec is on the page, word by word."""
    spec = contract(s)
    shown = plain("".join(page_of(s, "/docs")[1].texts))
    skipped = plain(spec["info"]["description"])
    return [f"not there: {text[:80]}" for text in sorted(set(described({**spec, "servers": [], "info": {}})))
            if plain(text) not in shown] + ["the overview"] * (skipped[:200] not in shown)


def problems_are_explained(s):
    """What the page of a problem says stands in the reference."""
    shown = plain("".join(page_of(s, "/docs")[1].texts))
    rows = json.loads(s.request("GET", "/problems", headers={"Accept": "application/json"}).body)["problems"]
    return [f"{row['code']}: {row[key][:60]}" for row in rows for key in ("meaning", "action") if plain(row[key]) not in shown]


def directions(s):
    """Texts that are written from right to left are isolated, and there are some."""
    problems = [f"{path}: {found[:5]} stand among others" for path, _, page in pages(s) if (found := RTL.findall(page.bare))]
    return problems + ["no right-to-left example"] * ("عودة المطر" not in "".join(page_of(s, "/docs")[1].texts))


def sent_as_documents(s):
    """Tags, 304, both codings, HEAD; no token is asked for."""
    problems = []
    for path in PATHS:
        plain_reply = s.request("GET", path)
        tags = {plain_reply.headers["ETag"]}
        for coding in ("gzip", "zstd"):
            packed = s.request("GET", path, headers={"Accept-Encoding": coding})
            tags.add(packed.headers["ETag"])
            again = s.request("GET", path, headers={"Accept-Encoding": coding, "If-None-Match": packed.headers["ETag"]})
            head = s.request("HEAD", path, headers={"Accept-Encoding": coding})
            problems += [f"{path} in {packed.headers['Content-Encoding']}"] * (packed.headers["Content-Encoding"] != coding)
            problems += [f"{path}: {len(packed.body)} bytes in {coding}"] * (len(packed.body) * 2 > len(plain_reply.body))
            problems += [f"{path}: {again.status} again"] * ((again.status, again.body) != (304, b""))
            problems += [f"{path}: HEAD"] * (head.headers["Content-Length"] != str(len(packed.body)))
            problems += [f"{path}: another text in gzip"] * (coding == "gzip" and gzip.decompress(packed.body) != plain_reply.body)
        problems += [f"{path}: tags {tags}"] * (len(tags) != 3)
        problems += [f"{path}: {plain_reply.headers['Cache-Control']}"] * (plain_reply.headers["Cache-Control"] != "max-age=300")
    return problems


def danad(*arguments):
    return subprocess.run([harness.binary(), *arguments], capture_output=True, text=True, check=True).stdout


def guide_is_true(s):
    """Its plot is what danad draws, its table of lines what danad counts, its fates what danad decides."""
    with open(PLOT, encoding="utf-8") as file:
        problems = ["api/docs/density.svg: make it again by the command that the guide names"] * \
            (file.read() != danad("plot", "--algorithm", "addanag,auto", SAMPLE))
    guide = s.request("GET", "/docs/guide").body.decode()
    density = json.loads(danad("extract", "--json", "--include", "density,ranges", "--algorithm", "addanag", SAMPLE))["density"]
    rows = re.findall(r'<tr><td class="number">(\d+)</td><td>.*?</td><td class="number">(\d+)</td><td class="number">(\d+)</td>'
                      r'<td class="number">(-?\d+)</td></tr>', guide)
    problems += [f"line {line}" for line, *said in rows
                 if [int(n) for n in said] != [density[key][int(line) - 1] for key in ("content", "code", "smoothed")]]
    return problems + [f"{len(rows)} lines"] * (len(rows) != 6)


def resolves(schemas, schema, names):
    """Whether names lead from a schema to a member, through references, branches and items."""
    if not names:
        return True
    if "$ref" in schema:
        return resolves(schemas, schemas[schema["$ref"].rsplit("/", 1)[1]], names)
    inner = [part for key in ("oneOf", "anyOf", "allOf") for part in schema.get(key, [])] + [schema.get("items", {})]
    return (names[0] in schema.get("properties", {}) and resolves(schemas, schema["properties"][names[0]], names[1:])) or \
        any(resolves(schemas, part, names) for part in inner if part)


def guide_names_members(s):
    """What the guide's tables call ours is a member of an answer or an option."""
    schemas = contract(s)["components"]["schemas"]
    guide = s.request("GET", "/docs/guide").body.decode()
    roots = {name for root in ROOTS for name in schemas[root]["properties"]}
    codes = {html.unescape(code) for code in re.findall(r"<code>([a-z_]+(?:\.[a-z_]+)*)</code>", guide)}
    dotted = [code for code in codes if "." in code and code.split(".")[0] in roots]
    problems = [f"no {code}" for code in dotted if not any(resolves(schemas, schemas[root], code.split(".")) for root in ROOTS)]
    used = [code for code in ("favor", "select", "remove", "comments", "tables", "links", "images", "repeats") if code not in codes
            or code not in schemas["ExtractOptions"]["properties"]]
    return problems + [f"option {name}" for name in used] + [f"{len(dotted)} members"] * (len(dotted) < 15)


def linked_from_playground(s):
    page = Page(s.request("GET", "/", headers={"Accept": "text/html"}).body.decode())
    return ["the playground does not lead to docs"] * ("docs" not in page.links)


def main():
    tally = harness.Tally()
    server = harness.Server()
    for check in (stand_alone, links_lead, everything_has_an_anchor, all_is_said, problems_are_explained, directions, sent_as_documents, guide_is_true,
                  guide_names_members, linked_from_playground):
        tally.run(check.__name__, check, server)
    server.stop()
    server = harness.Server(DANAD_BASE_PATH="/a/b")
    tally.run("below a path", links_lead, server, "/a/b")
    server.stop()
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
