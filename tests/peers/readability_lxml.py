#!/usr/bin/python3
"""readability-lxml as Debian packages it (python3-readability). Standard input and output: see reader.mjs."""

import re
import sys
import time

import lxml.html
import readability

BLOCKS = ("address article aside blockquote br caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li "
          "main nav ol p pre section summary table td th tr ul").split()


def text_of(html):
    """The text of the answer: blocks end a line."""
    root = lxml.html.fromstring(html)
    for element in root.iter(*BLOCKS):
        element.text = "\n" + (element.text or "")
        element.tail = "\n" + (element.tail or "")
    return root.text_content()


def extract(html):
    # lxml refuses a declaration of an encoding in a text.
    document = readability.Document(re.sub(r"^\s*<\?xml[^>]*\?>", "", html))
    return text_of(document.summary(html_partial=True)), document.title()


def main():
    for line in sys.stdin:
        name = line.rstrip("\n")
        with open(name, encoding="utf-8", newline="") as file:
            html = file.read()
        began = time.process_time()
        try:
            text, title = extract(html)
        except Exception as error:  # an answer that fails is an empty one
            print(f"{name}: {str(error)[:200]}", file=sys.stderr)
            text, title = "", ""
        seconds = time.process_time() - began
        for kind, content in (("txt", text), ("title", title)):
            with open(f"{name}.readability-lxml.{kind}", "w", encoding="utf-8", newline="") as file:
                file.write(content or "")
        print(seconds, flush=True)


if __name__ == "__main__":
    main()
