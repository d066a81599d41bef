"""Markdown as HTML: what the descriptions of openapi.yaml and guide.md use. Paragraphs, headings, lists in lists, tables,
fenced code, pictures alone in a paragraph; code, emphasis and links in texts. HTML is text. What is begun and not ended is
an error.
"""
import html
import re

SPAN = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*|(?<![\w*])\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"
                  r"|!\[(?P<alt>[^\]]*)\]\((?P<src>[^)\s]+)\)|\[(?P<text>(?:`[^`]*`|[^\]])+)\]\((?P<href>[^)\s]+)\)")
ITEM = re.compile(r"( *)(?:[*-]|(\d+)\.) +(.*)")
RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def isolated(text):
    """Text whose right-to-left words keep their order, whatever stands around them."""
    return f"<bdi>{html.escape(text)}</bdi>" if RTL.search(text) else html.escape(text)


def slug(text):
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


class Prose:
    """Renders texts. find: the address that a text in backticks leads to, or None; picture: the address of a picture;
    prefix: of the anchors of headings; deeper: by how much headings stand below their level."""

    def __init__(self, find=lambda code: None, picture=None, prefix="", deeper=0):
        self.find, self.picture, self.prefix, self.deeper, self.headings = find, picture, prefix, deeper, []

    def _span(self, match):
        if match["code"]:
            target, shown = self.find(match["code"]), f"<code>{isolated(match['code'])}</code>"
            return f'<a href="{html.escape(target)}">{shown}</a>' if target else shown
        if match["src"]:
            return f'<img src="{html.escape(self.picture(match["src"]))}" alt="{html.escape(match["alt"])}">'
        if match["href"]:
            # a text in backticks that leads elsewhere by itself does not, inside a link
            shown = Prose().inline(match["text"])
            return f'<a href="{html.escape(match["href"])}">{shown}</a>'
        name = "strong" if match["strong"] else "em"
        return f"<{name}>{self.inline(match[name])}</{name}>"

    def inline(self, text):
        parts, at = [], 0
        for match in SPAN.finditer(text):
            parts += [isolated(text[at:match.start()]), self._span(match)]
            at = match.end()
        return "".join(parts) + isolated(text[at:])

    def heading(self, line):
        level, text = len(line) - len(line.lstrip("#")), line.lstrip("# ")
        name = self.prefix + slug(text)
        self.headings.append((level, name, text))
        element = f"h{level + self.deeper}"
        return f'<{element} id="{name}"><a class="anchor" href="#{name}">{self.inline(text)}</a></{element}>'

    def table(self, lines):
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
        ends = [' class="number"' if cell.endswith(":") else "" for cell in rows[1]]
        head = "".join(f"<th{end}>{self.inline(cell)}</th>" for cell, end in zip(rows[0], ends))
        body = "".join("<tr>" + "".join(f"<td{end}>{self.inline(cell)}</td>" for cell, end in zip(row, ends)) + "</tr>\n"
                       for row in rows[2:])
        return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'

    def items(self, lines):
        """A list: lines of an item that are indented go on with it, as blocks of their own."""
        indent, number, _ = ITEM.match(lines[0]).groups()
        items = []
        for line in lines:
            match = ITEM.match(line)
            if match and len(match[1]) == len(indent):
                items.append([match[3]])
            else:
                items[-1].append(line)
        name = "ol" if number else "ul"
        shown = "".join(f"<li>{self.item(item)}</li>\n" for item in items)
        return f"<{name}>\n{shown}</{name}>"

    def item(self, lines):
        """An item's text stands without a paragraph around it."""
        rest = [line[min(2, len(line) - len(line.lstrip())):] for line in lines[1:]]
        return re.sub(r"\A<p>(.*?)</p>", r"\1", self.render("\n".join(lines[:1] + rest)), count=1, flags=re.S)

    def fence(self, lines):
        text = "\n".join(lines[1:])
        return f'<pre dir="{"auto" if lines[0] == "```text" else "ltr"}"><code>{isolated(text)}</code></pre>'

    def block(self, lines):
        if lines[0].startswith("```"):
            return self.fence(lines)
        if lines[0].startswith("#"):
            return self.heading(lines[0])
        if lines[0].startswith("|"):
            return self.table(lines)
        if ITEM.match(lines[0]):
            return self.items(lines)
        shown = self.inline("\n".join(line.strip() for line in lines))
        return f"<figure>{shown}</figure>" if shown.startswith("<img") else f"<p>{shown}</p>"

    def render(self, text):
        return "\n".join(self.block(lines) for lines in blocks(text))


def kind_of(line):
    """What begins a block of its own, whatever stands before it."""
    if line.startswith("#"):
        return "heading"
    if line.startswith("|"):
        return "table"
    return "list" if ITEM.match(line) else "text"


def goes_on(lines, line):
    """Whether a line belongs to the block that the lines before it are."""
    before = kind_of(lines[0])
    if before == "list":
        return line.startswith(" ") or kind_of(line) == "list"
    return before != "heading" and kind_of(line) == before


def blocks(text):
    """The blocks of a text, each a list of lines; a blank line in a list does not end it if indented lines follow."""
    found, lines, fenced, blank = [], [], False, False
    for line in text.strip("\n").split("\n"):
        if fenced:
            fenced = line != "```"
            lines += [line] if fenced else []
        elif not line.strip():
            blank = True
            continue
        else:
            opens = line.startswith("```")
            inside = lines and not opens and goes_on(lines, line) and not (blank and kind_of(lines[0]) != "list") \
                and not lines[0].startswith("```")
            if lines and not inside:
                found.append(lines)
                lines = []
            lines = lines + [line]
            fenced = opens
        blank = False
    if fenced:
        raise ValueError(f"a fence is not closed: {lines[:2]}")
    return found + ([lines] if lines else [])
