"""What Markdown documents say of the tree: their links lead somewhere, and the scripts that they show with arguments
can be run as they stand. Each is a function from (path, text) to complaints, as in lint.py."""
import os
import re

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def anchors(text):
    """What a link may name behind '#': the headings, as web sites make anchors of them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path, text):
    """A link to a file or a heading that is not there."""
    for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", text)):
        name, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = os.path.join(ROOT, os.path.dirname(path), name) if name else os.path.join(ROOT, path)
        if not os.path.exists(file):
            yield f"{path}: there is no {target}"
        elif anchor and anchor not in anchors(text if not name else open(file, encoding="utf-8").read()):
            yield f"{path}: there is no heading {target}"


def commands(path, text):
    """A script with arguments that is not there, or may not be executed."""
    shown = FENCE.findall(text) + re.findall(r"`[^`\n]+`", FENCE.sub("", text))
    for script in re.findall(r"^`?(?:[A-Z_]+=\S+ )*((?:tests|deploy)/[\w/-]+(?:\.py)?) +[\w-]", "\n".join(shown), re.M):
        if not os.access(os.path.join(ROOT, script), os.X_OK):
            yield f"{path}: {script} is shown as a command and cannot be executed"


BAD = [
    (links, "README.md", "See [there](nowhere.md).\n"),
    (links, "README.md", "See [there](core/README.md#no-such-heading).\n"),
    (links, "README.md", "# Here\n\nSee [there](#nowhere).\n"),
    (commands, "README.md", "Run `tests/http/harness.py 50`.\n"),
    (commands, "README.md", "```\nDANAD_BIN=a tests/bench/nothing.py b\n```\n"),
]
GOOD = [
    (links, "api/README.md", "# The end\n\nSee [there](../core/README.md#the-algorithms), [below](#the-end), [it](https://a.example/).\n"),
    (commands, "README.md", "Run `deploy/run --check`; `tests/http/harness.py` is a module.\n"),
]
