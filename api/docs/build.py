#!/usr/bin/env python3
"""Builds /docs and /docs/guide: the reference from openapi.json, the guide from guide.md. Each is a page of its own with its
styles and pictures inside; their policy allows nothing else.

Usage: build.py OPENAPI_JSON PROBLEMS FOLDER OUTPUT
    PROBLEMS: the source of the problems' own pages, whose table says what they mean; reads FOLDER, writes docs_reference.txt,
    docs_guide.txt, docs_policy.txt to OUTPUT
"""
import base64
import hashlib
import html
import json
import os
import re
import sys
import urllib.parse

from prose import Prose
from reference import Reference

POLICY = "default-src 'none'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
ICON = ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='#128068' d='M1 9V7h2V4h2v2h2V1h2v4h2V3h2v5h2v1z'/>"
        "<path fill='#c2702a' d='M1 10h14v2h-2v2h-3v-2H6v3H3v-3H1z'/></svg>")
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{icon}">
<style>{style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<p class="brand"><b>danad</b> <span class="muted">{kind} {version}</span></p>
<nav aria-label="This server">{links}</nav>
</header>
<div class="columns">
<main id="content" tabindex="-1">
<h1>{heading}</h1>
{content}</main>
<nav class="contents" id="contents" aria-label="Contents">
<h2>Contents</h2>
{contents}</nav>
</div>
</body>
</html>
"""


def data_url(kind, text):
    return f"data:{kind}," + urllib.parse.quote(text, safe="/:;,='()!*~ ").replace(" ", "%20")


def links(base, here):
    """The links of the top: relative, so that they hold below any path that a proxy adds."""
    places = [("docs", "Reference"), ("docs/guide", "Guide"), ("", "Playground"), ("openapi.yaml", "openapi.yaml")]
    shown = '<a class="to-contents" href="#contents">Contents</a> '
    for path, name in places:
        current = ' aria-current="page"' if path == here else ""
        shown += f'<a href="{base + path or "./"}"{current}>{name}</a> '
    return shown


def contents(sections):
    """A list of the sections, each with what is in it."""
    return "".join(f'<p><a href="#{anchor}">{title}</a></p>\n<ul>' + "".join(
        f'<li><a href="#{html.escape(name)}">{text}</a></li>' for name, text in listed) + "</ul>\n"
        for anchor, title, listed in sections)


def page(style, **parts):
    text = PAGE.format(style=style, icon=html.escape(data_url("image/svg+xml", ICON)), **parts)
    found = re.findall(r'\sid="([^"]*)"', text)
    names = set(found)
    if len(names) != len(found):
        sys.exit(f"anchors that are there twice: {sorted(name for name in names if found.count(name) > 1)}")
    # what texts in backticks were taken for, and is not there
    return re.sub(r'<a href="#([^"]+)">(<code>.*?</code>)</a>', lambda match: match[0] if match[1] in names else match[2], text)


def explanations(source):
    """The rows {"code", retryable, "meaning", "action"} of the table in C."""
    text = r'((?:"(?:\\.|[^"\\])*"\s*)+)'
    with open(source, encoding="utf-8") as file:
        rows = re.findall(rf"\{{{text},\s*(true|false),\s*{text},\s*{text}\}}", file.read())
    if not rows:
        sys.exit(f"{source} has no table of explanations")
    join = lambda literals: "".join(map(json.loads, re.findall(r'"(?:\\.|[^"\\])*"', literals)))  # noqa: E731
    return {join(code): (again == "true", join(meaning), join(action)) for code, again, meaning, action in rows}


def reference_page(document, said, style):
    sections = list(Reference(document, said).sections())
    body = "".join(f'<section class="part"><h2 id="{anchor}"><a class="anchor" href="#{anchor}">{title}</a></h2>\n{text}</section>\n'
                   for anchor, title, _, text in sections)
    info = document["info"]
    return page(style, title=f"danad API {info['version']}: reference", kind="API reference", version=info["version"],
                heading="API reference", links=links("", "docs"), content=f"<p class=\"summary\">{html.escape(info['summary'])}</p>\n{body}",
                contents=contents(part[:3] for part in sections))


def guide_page(document, folder, style):
    def read(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()

    prose = Prose(picture=lambda name: data_url("image/svg+xml", read(name)))
    title, text = read("guide.md").split("\n", 1)
    body = prose.render(text)
    sections = []
    for level, name, said in prose.headings:
        if level == 2:
            sections.append((name, prose.inline(said), []))
        elif level == 3:
            sections[-1][2].append((name, prose.inline(said)))
    return page(style, title=f"danad: {title.lstrip('# ')}", kind="Guide", version=document["info"]["version"],
                heading=html.escape(title.lstrip("# ")), links=links("../", "docs/guide"), content=body, contents=contents(sections))


def main(spec, problems, folder, output):
    with open(spec, encoding="utf-8") as file:
        document = json.load(file)
    with open(os.path.join(folder, "page.css"), encoding="utf-8") as file:
        style = file.read()
    digest = "sha256-" + base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    for name, text in (("reference", reference_page(document, explanations(problems), style)), ("guide", guide_page(document, folder, style)),
                       ("policy", POLICY.format(digest))):
        with open(os.path.join(output, f"docs_{name}.txt"), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
