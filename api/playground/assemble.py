#!/usr/bin/env python3
"""Builds the playground as a single page that contains its styles and script. Its security policy allows only their digests.

Usage: assemble.py FOLDER PAGE POLICY    reads FOLDER, writes the page and its Content-Security-Policy
"""
import base64
import hashlib
import json
import os
import sys

POLICY = ("default-src 'none'", "script-src {script}", "style-src {style} {frame}", "img-src data:", "connect-src 'self'",
          "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
          "trusted-types frame")


def digest(text):
    """A source expression of CSP for an inline element with this text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def main(folder, page_path, policy_path):
    def read(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()

    style, frame = read("page.css"), read("frame.css")
    script = read("page.js").replace("{{frame_style}}", json.dumps(frame)).replace("{{frame_hash}}", digest(frame))
    for text, end in ((style, "</style"), (frame, "</style"), (script, "</script")):
        if end in text or "{{" in text:
            sys.exit(f"{end} would end its element too early, or a placeholder is left")
    page = read("page.html").replace("{{style}}", style).replace("{{script}}", script)
    digests = {"script": digest(script), "style": digest(style), "frame": digest(frame)}
    policy = "; ".join(POLICY).format(**{name: f"'{value}'" for name, value in digests.items()})
    for path, text in ((page_path, page), (policy_path, policy)):
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
