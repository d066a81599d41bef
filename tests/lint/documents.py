"""What documents and comments say of the tree: links lead somewhere, scripts that are shown with arguments can be run as they
stand, sources that are named are there."""
import os
import re

from tree import COMMENT_OR_TEXT, Tree, line_of

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
SOURCE = re.compile(r"(?<![\w./<*-])[a-z0-9_][\w./-]*\.(?:c|h|py|inc|def)(?![\w*])")
PLACEHOLDER = re.compile(r"\bNAME\b")
# the documents that name sources; CHANGELOG.md names those of its day
NAMING = re.compile(r"(?:(?:core|api|service|tests)/(?:README|docs/[\w-]+)|CONTRIBUTING)\.md$")


def anchors(text):
    """What a link may name after '#': the headings, as web sites make anchors of them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(tree):
    """A link to a file or a heading that is not there."""
    for path in tree.paths(".md"):
        text = tree.texts[path]
        for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", text)):
            name, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            file = os.path.join(tree.root or ROOT, os.path.dirname(path), name) if name else os.path.join(tree.root or ROOT, path)
            if not os.path.exists(file):
                yield f"{path}: there is no {target}"
            elif anchor and anchor not in anchors(text if not name else open(file, encoding="utf-8").read()):
                yield f"{path}: there is no heading {target}"


def dead_commands(tree):
    """A script with arguments that is not there, or may not be executed."""
    for path in tree.paths(".md"):
        text = tree.texts[path]
        shown = FENCE.findall(text) + re.findall(r"`[^`\n]+`", FENCE.sub("", text))
        command = r"^`?(?:[A-Z_]+=\S+ )*((?:tests|deploy)/[\w/-]+(?:\.py)?) +[\w-]"
        for script in re.findall(command, "\n".join(shown), re.M):
            if not os.access(os.path.join(tree.root or ROOT, script), os.X_OK):
                yield f"{path}: {script} is shown as a command and cannot be executed"


def is_there(tree, folder, name):
    """A name is a path of the repository, or the end of one below the folder."""
    return name in tree.texts or any(path.startswith(folder) and path.endswith(f"/{name}") for path in tree.texts)


def unknown_sources(tree):
    """A source in backticks that is not there: by its path, or below the floor of the document that names it."""
    for path in filter(NAMING.match, tree.paths(".md")):
        folder = path.split("/")[0] if "/" in path else "nowhere"
        for shown in re.finditer(r"`[^`\n]+`", tree.texts[path]):
            for name in SOURCE.findall(shown.group(0)):
                if not is_there(tree, folder, name) and not PLACEHOLDER.search(name):
                    yield f"{path}:{line_of(tree.texts[path], shown.start())}: there is no {name}"


def unknown_sources_in_comments(tree):
    """A comment that names a source that is not there."""
    for path in tree.sources():
        for comment in COMMENT_OR_TEXT.finditer(tree.texts[path]):
            if comment.group(0)[0] == "/":
                for name in SOURCE.findall(comment.group(0)):
                    if not is_there(tree, "", name):
                        yield f"{path}:{line_of(tree.texts[path], comment.start())}: there is no {name}"


def systems_without_a_row(tree):
    """What core lists as built is in its README's tables, what it lists as not built in the one of these, and nothing else."""
    text = tree.texts.get("core/README.md", "")
    _, _, rest = text.partition("## Systems that are not built\n")
    shown = set(re.findall(r"^\| `([\w-]+)` \|", rest.split("\n## ")[0], re.M))
    listed = set(re.findall(r'^ {4}\{"([\w-]+)",', tree.texts.get("core/src/catalogue/absent.c", ""), re.M))
    for name in sorted(shown ^ listed):
        yield f"core/README.md: {name} is " + ("no system that is not built" if name in shown else "not built and has no row")
    named = set(re.findall(r"`([\w-]+)`", "".join(line for line in text.splitlines() if line.startswith("| `"))))
    for path in tree.sources():
        for name in re.findall(r'^const dana_algorithm dana__\w+ = \{\n {4}\.id = "([\w-]+)"', tree.texts[path], re.M):
            if name not in named:
                yield f"core/README.md: {name} ({path}) has no row"


def old_revisions(tree):
    """A document of an algorithm, core/docs/ID.md, that says another current revision than the source."""
    for path in tree.sources():
        for name, revision in re.findall(r'\.id = "([\w-]+)",.*?\.revision = (\d+),', tree.texts[path], re.S):
            document = f"core/docs/{name}.md"
            said = re.search(r"The current revision is (\d+)\.", tree.texts.get(document, ""))
            if document in tree.texts and (said is None or said.group(1) != revision):
                yield f"{document}: the current revision is {revision} ({path})"


def readme(text):
    return Tree({"README.md": text})


RULES = [dead_links, dead_commands, unknown_sources, unknown_sources_in_comments, systems_without_a_row, old_revisions]
BAD = [
    (dead_links, readme("See [there](nowhere.md).\n")),
    (dead_links, readme("See [there](core/README.md#no-such-heading).\n")),
    (dead_links, readme("# Here\n\nSee [there](#nowhere).\n")),
    (dead_commands, readme("Run `tests/http/harness.py 50`.\n")),
    (dead_commands, readme("```\nDANAD_BIN=a tests/bench/nothing.py b\n```\n")),
    (unknown_sources, Tree({"core/README.md": "See `page/x.c`.\n", "core/src/text/x.c": ""})),
    (unknown_sources, Tree({"core/docs/speed.md": "See `page/x.c`.\n", "core/src/text/x.c": ""})),
    (unknown_sources, Tree({"CONTRIBUTING.md": "Add it to `x.def`.\n", "core/src/text/x.def": ""})),
    (unknown_sources_in_comments, Tree({"core/src/a.c": "/* as in b.c */\n"})),
    (old_revisions, Tree({"core/src/a.c": '    .id = "a",\n    .revision = 3,\n', "core/docs/a.md": "The current revision is 2.\n"})),
    (old_revisions, Tree({"core/src/a.c": '    .id = "a",\n    .revision = 3,\n', "core/docs/a.md": "How it decides.\n"})),
    (systems_without_a_row, Tree({"core/src/catalogue/absent.c": '    {"exalg", "EXALG"},\n'})),
    (systems_without_a_row, Tree({"core/README.md": "## Systems that are not built\n| `exalg` |\n"})),
    (systems_without_a_row, Tree({"core/src/a.c": 'const dana_algorithm dana__a = {\n    .id = "a",\n'})),
]
GOOD = [
    (dead_links, Tree({"api/README.md": "# The end\n\nSee [there](../core/README.md#the-algorithms), [below](#the-end), "
                                        "[it](https://a.example/).\n"})),
    (dead_commands, readme("Run `deploy/run --check`; `tests/http/harness.py` is a module.\n")),
    (unknown_sources, Tree({"core/README.md": "See `text/x.c`, `core/src/text/x.c`, `*.c`, `NAME.c`, `text/NAME.c`.\n", "core/src/text/x.c": "",
                            "core/docs/speed.md": "See `text/x.c`.\n", "CONTRIBUTING.md": "Write `core/src/text/x.c`.\n"})),
    (unknown_sources_in_comments, Tree({"core/src/a.c": '/* as in text/b.c */\nchar c[] = "/* d.c */";\n', "core/src/text/b.c": ""})),
    (old_revisions, Tree({"core/src/a.c": '    .id = "a",\n    .revision = 3,\n', "core/docs/a.md": "The current revision is 3.\n"})),
    (systems_without_a_row, Tree({"core/src/catalogue/absent.c": '    {"exalg", "EXALG"},\n', "core/src/a.c":
                                  'const dana_algorithm dana__a = {\n    .id = "a",\n', "core/README.md":
                                  "| `a` | x |\n## Systems that are not built\n| `exalg` | EXALG |\n\n## Next\n| `b` |\n"})),
]
