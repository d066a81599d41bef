#!/usr/bin/env python3
"""Sets what authors write (lists, tables, quotations, code, notes...) into the articles of real pages, between two paragraphs
or behind the last one, and checks that `auto` takes it: no page of the corpora has all forms in its language and its markup.
What nobody sees is set in, too, and must not be taken.

Usage: CORPORA=FOLDER DANAD_BIN=PATH tests/corpus/set_in.py [--pages N] [--show]
  --pages N  of each set (3)
  --show     prints the share of each form, and the pages that lack it

The sentences are those of other gold texts of the set, so that their language and subject are the page's. A form passes where
LEAST of the pages have all of it; so does each set, over all forms.
"""
import argparse
import collections
import gzip
import html
import json
import os
import re
import subprocess
import sys

LEAST = .95  # .96 to 1 where this was written, on 26 sets

# Pages of more characters are left out.
PAGE_MOST = 400_000
# Characters of a paragraph at least, and of a sentence.
PARAGRAPH_LEAST = 50
SENTENCE = range(25, 161)
SENTENCES = 10

PARAGRAPH = re.compile(r"<p\b[^>]*>((?:(?!</?p\b).)*)</p>\s*", re.S)


def squeeze(text):
    """A text without white space."""
    return re.sub(r"\s+", "", text)


def text_of(markup):
    return squeeze(html.unescape(re.sub(r"<[^>]+>", "", re.sub(r"<!--.*?-->", "", markup, flags=re.S))))


def words(text, count):
    """The first words of a text; of a script without spaces the first characters."""
    parts = text.split()
    return " ".join(parts[:count]) if len(parts) > count else text[:3 * count]


def items(texts):
    return "".join(f"<li>{html.escape(text)}</li>" for text in texts)


def rows(texts, name="td"):
    return "<tr>" + "".join(f"<{name}>{html.escape(text)}</{name}>" for text in texts) + "</tr>"


def numbers(label):
    return "".join(rows([f"{label} {i}", str(12 * i), f"{i}.5"]) for i in range(1, 5))


# Each form: where it stands, and what it makes of sentences: markup, and the texts that have to be in the answer.
def forms(s):
    e = [html.escape(text) for text in s]
    short = [words(text, 3) for text in s]
    head = words(s[0], 5)
    yield "a paragraph", "between", f"<p>{e[0]} {e[1]}</p>", s[:2]
    yield "a short paragraph", "between", f"<p>{html.escape(short[0])}!</p>", [short[0] + "!"]
    yield "a list", "between", f"<ul>{items(s[:3])}</ul>", s[:3]
    yield "a list of names", "between", f"<ul>{items(short[:4])}</ul>", short[:4]
    yield "a numbered list", "between", f"<ol>{items(short[:4])}</ol>", short[:4]
    yield "terms", "between", f"<dl><dt>{html.escape(short[0])}</dt><dd>{e[1]}</dd><dt>{html.escape(short[2])}</dt><dd>{e[3]}</dd></dl>", \
        [short[0], s[1], short[2], s[3]]
    yield "a quotation", "between", f"<blockquote><p>{e[0]} {e[1]}</p></blockquote>", s[:2]
    yield "a table of numbers", "between", f"<table><thead>{rows(short[:3], 'th')}</thead>{numbers(short[3])}</table>", \
        short[:3] + [short[3] + " 3"]
    yield "a table of texts", "between", f"<table>{''.join(rows([short[i], s[i + 4]]) for i in range(4))}</table>", \
        [short[1], s[4], s[7]]
    yield "code", "between", "<pre><code>int main(void)\n{\n    return 0;\n}\n</code></pre>", ["int main(void)"]
    yield "a heading", "between", f"<h2>{html.escape(head)}</h2><p>{e[1]} {e[2]}</p>", [head, s[1]]
    yield "a bold heading", "between", f"<p><strong>{html.escape(head)}</strong></p><p>{e[1]} {e[2]}</p>", [head, s[1]]
    yield "verses", "between", f"<p>{'<br>'.join(html.escape(text) for text in short[:4])}</p>", short[:4]
    yield "questions and answers", "between", "".join(f"<p><b>{e[i]}</b></p><p>{e[i + 1]}</p>" for i in (0, 2)), s[:4]
    yield "details", "between", f"<details><summary>{html.escape(head)}</summary><p>{e[1]}</p></details>", [head, s[1]]
    yield "a note", "between", f'<aside class="note"><p>{e[0]} {e[1]}</p></aside>', s[:2]
    yield "a callout", "between", f'<div class="callout"><p>{e[0]} {e[1]}</p></div>', s[:2]
    yield "a box", "between", f"<div><div><p>{e[0]} {e[1]}</p></div></div>", s[:2]
    yield "lines of a div", "between", f"<div>{e[0]}<br><br>{e[1]} {e[2]}</div>", [s[0], s[2]]
    yield "a section", "between", f"<section><h3>{html.escape(head)}</h3><p>{e[1]}</p><p>{e[2]}</p></section>", [head, s[1], s[2]]
    yield "a paragraph at the end", "end", f"<p>{e[0]} {e[1]}</p>", s[:2]
    yield "a list at the end", "end", f"<ul>{items(s[:3])}</ul>", s[:3]
    yield "a heading at the end", "end", f"<h2>{html.escape(head)}</h2><p>{e[1]} {e[2]}</p>", [head, s[1]]
    yield "a table at the end", "end", f"<table>{rows(short[:3], 'th')}{numbers(short[3])}</table>", short[:3] + [short[3] + " 3"]
    yield "notes at the end", "end", "<ol>" + "".join(
        f'<li id="fn{i}">{e[i]} <a href="#fnref{i}">↩</a></li>' for i in range(3)) + "</ol>", s[:3]


# What nobody sees: where it stands, and markup of the same sentences, none of which may be in the answer.
def unseen(s):
    e = [html.escape(text) for text in s]
    yield "a hidden paragraph", "between", f'<p style="display:none">{e[0]} {e[1]}</p>', s[:2]
    yield "a paragraph off the page", "between", f'<p style="position:absolute;left:-9999px">{e[0]} {e[1]}</p>', s[:2]
    yield "letters of no size", "between", f'<p style="font-size:0px">{e[0]} {e[1]}</p>', s[:2]
    yield "a hidden box", "between", f"<div hidden><p>{e[0]} {e[1]}</p></div>", s[:2]
    yield "a hidden paragraph at the end", "end", f'<p style="visibility: hidden">{e[0]} {e[1]}</p>', s[:2]


def sentences(gold):
    """What a gold text says in sentences, as it stands there."""
    out = []
    for line in gold.split("\n"):
        for part in re.split(r"(?<=[.!?。！？؟۔])\s*", line):
            if len(part.strip()) in SENTENCE and "|" not in part and "\t" not in part:
                out.append(part.strip())
    return out


def extract(pages):
    """The texts that danad answers for pages of an id and a HTML text."""
    lines = "".join(json.dumps({"id": name, "html": page}) + "\n" for name, page in pages)
    run = subprocess.run([os.environ["DANAD_BIN"], "extract", "--ndjson", "--include", "text"], input=lines.encode(),
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode != 0:
        sys.exit(f"danad ended with {run.returncode}: {run.stderr.decode()[-2000:]}")
    out = {}
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        content = (answer.get("result") or {}).get("content") or {}
        out[answer["id"]] = squeeze(content.get("text") or "")
    return out


def read_set(folder, name):
    """The pages of a set in UTF-8 with their gold texts: id, HTML, gold."""
    with open(f"{folder}/{name}/manifest.jsonl", encoding="utf-8") as manifest:
        ids = sorted(json.loads(line)["id"] for line in manifest)
    for page in ids[::max(1, len(ids) // 40)]:
        try:
            with gzip.open(f"{folder}/{name}/pages/{page}.html.gz") as source, \
                    open(f"{folder}/{name}/gold/{page}.txt", encoding="utf-8") as gold:
                text = source.read().decode("utf-8")
                if len(text) <= PAGE_MOST:
                    yield page, text, gold.read()
        except (OSError, UnicodeDecodeError):
            continue


def places(page, answer, gold):
    """Where something may be set in: behind a paragraph that another one follows, and behind the last; None: nowhere.
    A page whose gold text goes on behind its last paragraph has no known end."""
    found = [m for m in PARAGRAPH.finditer(page)
             if len(text_of(m[1])) > PARAGRAPH_LEAST and text_of(m[1]) in answer and text_of(m[1]) in squeeze(gold)]
    between = [a.end() for a, b in zip(found, found[1:]) if a.end() == b.start()]
    last = [line for line in gold.split("\n") if line.strip()][-1:]
    ends = bool(found) and bool(last) and squeeze(last[0])[:40] in text_of(found[-1][0])
    return {"between": between[len(between) // 2] if between else None, "end": found[-1].end() if ends else None}


def cases(folder, name, count):
    """Pages of a set with something set in: id of the page, form, HTML, whether its texts are wanted, and these."""
    pages = list(read_set(folder, name))
    answers = extract([(page, text) for page, text, _ in pages])
    used = 0
    for i, (page, text, gold) in enumerate(pages):
        others = [s for _, _, other in pages[i + 1:] + pages[:i] for s in sentences(other)[:4] if squeeze(s) not in answers.get(page, "")]
        place = places(text, answers.get(page, ""), gold)
        if len(set(others)) < SENTENCES or place["between"] is None or used == count:
            continue
        used += 1
        taken = list(dict.fromkeys(others))[:SENTENCES]
        for is_wanted, (form, where, markup, texts) in [(True, form) for form in forms(taken)] + [(False, form) for form in unseen(taken)]:
            at = place[where]
            if at is not None:
                yield page, form, text[:at] + markup + text[at:], is_wanted, [squeeze(each) for each in texts]


def report(kind, tallies, missing, show):
    """Prints what falls short; returns how many pass and fail."""
    failed = 0
    for name, (good, total) in tallies.items():
        bad = good < LEAST * total
        failed += bad
        if bad or show:
            print(f"{'FAILED ' if bad else ''}{kind} {name}: {good} of {total}; missing in {', '.join(missing[name][:9]) or 'none'}")
    return len(tallies) - failed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=3)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    folder = os.environ.get("CORPORA", "")
    if not os.path.isdir(folder):
        print("skipped: CORPORA names no folder of corpora\ntests: 0 passed, 0 failed, 1 skipped")
        return 0
    of_form, of_set = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(lambda: [0, 0])
    missing = collections.defaultdict(list)
    for name in sorted(os.listdir(folder)):
        if not os.path.exists(f"{folder}/{name}/manifest.jsonl"):
            continue
        made = list(cases(folder, name, arguments.pages))
        answers = extract([(str(i), page) for i, (_, _, page, _, _) in enumerate(made)])
        for i, (page, form, _, is_wanted, texts) in enumerate(made):
            good = str(i) in answers and all((text in answers[str(i)]) == is_wanted for text in texts)
            for tally in (of_form[form], of_set[name]):
                tally[0] += good
                tally[1] += 1
            if not good:
                missing[form].append(page)
                missing[name].append(f"{page} ({form})")
    passed, failed = map(sum, zip(report("form", of_form, missing, arguments.show), report("set", of_set, missing, arguments.show)))
    print(f"tests: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
