#!/usr/bin/env python3
"""Builds the playground as a single page that contains its styles and script. Its security policy allows only their digests.

Usage: assemble.py FOLDER PAGE POLICY    reads FOLDER, writes the page and its Content-Security-Policy

The script is made of the modules that script/main.js imports, each a function that is called after what it imports. What they
export are names of the whole script, so no two modules export the same name.
"""
import base64
import hashlib
import json
import os
import re
import sys

POLICY = ("default-src 'none'", "script-src {script}", "style-src {style} {frame}", "img-src data:", "connect-src 'self'",
          "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
          "trusted-types frame")
STYLES = ("page.css", "result.css", "plot.css")
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z_]+\.js)";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const) (\w+))", re.M)


def digest(text):
    """A source expression of CSP for an inline element with this text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


class Script:
    """Modules in the order in which they can run."""

    def __init__(self, read):
        self.read, self.done, self.open, self.homes = read, {}, [], {}

    def add(self, name):
        if name in self.open:
            sys.exit(f"a circle of modules: {' '.join(self.open)} {name}")
        if name in self.done:
            return
        self.open.append(name)
        text = self.read(name)
        for names, other in IMPORT.findall(text):
            self.add(other)
            for wanted in re.findall(r"\w+", names):
                if self.homes.get(wanted) != other:
                    sys.exit(f"{name}: {other} exports no {wanted}")
                if not re.search(rf"\b{wanted}\b", IMPORT.sub("", text)):
                    sys.exit(f"{name}: {wanted} is imported and not used")
        exports = EXPORT.findall(text)
        for found in exports:
            if self.homes.setdefault(found, name) != name:
                sys.exit(f"{name}: {self.homes[found]} exports {found} too")
        body = EXPORT.sub("", IMPORT.sub("", text)).strip("\n")
        if re.search(r"^(import|export)\b", body, re.M):
            sys.exit(f"{name}: write imports as import {{a, b}} from \"./name.js\"; and exports before declarations")
        given = ", ".join(exports)
        self.done[name] = (f"const {{{given}}} = (() => {{\n{body}\nreturn {{{given}}};\n}})();" if exports
                           else f"(() => {{\n{body}\n}})();")
        self.open.pop()

    def text(self):
        return '"use strict";\n' + "\n".join(f"\n/* ---- {name} */\n{body}" for name, body in self.done.items()) + "\n"


def main(folder, page_path, policy_path):
    def read(*name):
        with open(os.path.join(folder, *name), encoding="utf-8") as file:
            return file.read()

    style, frame = "".join(map(read, STYLES)), read("frame.css")
    modules = Script(lambda name: read("script", name))
    modules.add("main.js")
    unused = {name for name in os.listdir(os.path.join(folder, "script")) if name.endswith(".js")} - set(modules.done)
    if unused:
        sys.exit(f"no module imports {', '.join(sorted(unused))}")
    script = modules.text().replace("{{frame_style}}", json.dumps(frame)).replace("{{frame_hash}}", digest(frame))
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
