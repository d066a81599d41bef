#!/usr/bin/env python3
"""`danad extract`: text and JSON from files and standard input, options, exit statuses.

Environment: DANAD_BIN the binary, SAMPLES_DIR the sample pages, OPENAPI_YAML the spec.
"""

import csv
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import harness
from spec import Spec

RESPONSE = "/components/schemas/ExtractResponse"
PAGE = ("<!doctype html><html lang='en'><title>Rain returns</title><ul><li><a href='/'>Home</a></ul>"
        "<h1>Rain returns</h1><p>After nine dry weeks the first rain fell on the valley.</p>"
        "<p>Farmers had waited for it since the end of August, naïve hopes aside.</p>")
SENTENCE = "After nine dry weeks the first rain fell on the valley."


def danad(*arguments, stdin=b"", **settings):
    """Runs the command; returns status, standard output (bytes) and standard error (text)."""
    done = subprocess.run([harness.binary(), *arguments], input=stdin, capture_output=True,
                          env=harness.clean_environment(**settings), timeout=60)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def expect(result, status, *needles, silent=False):
    """The problems of a result: its status, texts that its output must hold, quiet stderr."""
    code, out, err = result
    problems = [] if code == status else [f"exit status {code}, not {status}: {err[-600:]}"]
    text = out.decode(errors="replace")
    problems += [f"no {n!r} in {text[:300]!r}" for n in needles if n not in text]
    if silent and err:
        problems.append(f"standard error: {err[:300]}")
    return problems


def refuse(result, status, *needles):
    """The problems of a run that must fail with a reason on standard error and no output."""
    code, out, err = result
    problems = [] if code == status else [f"exit status {code}, not {status}: {err[-600:]}"]
    problems += [f"output {out[:200]!r}"] if out else []
    problems += [f"no {n!r} in {err[:600]!r}" for n in needles if n not in err]
    return problems + ([] if err.strip() else ["no word on standard error"])


def json_problems(spec, result, **members):
    """The problems of JSON output: the response schema, and members with these values."""
    code, out, err = result
    if code != 0:
        return [f"exit status {code}: {err[-600:]}"]
    answer = json.loads(out)
    problems = spec.errors(RESPONSE, answer)
    return problems + [f"{name} is {answer[name]!r}" for name, value in members.items()
                       if answer[name] != value]


def same_as_file(folder, sample):
    """Standard input and file must give the same text."""
    path = os.path.join(folder, sample)
    with open(path, "rb") as file:
        from_stdin = danad("extract", "-", stdin=file.read())
    from_file = danad("extract", path)
    problems = expect(from_file, 0, silent=True)
    if not from_file[1].endswith(b"\n") or len(from_file[1]) < 500:
        problems.append(f"text of {len(from_file[1])} bytes")
    return problems + ([] if from_file[1] == from_stdin[1] else ["text differs"])


def samples(tally):
    """Checks all sample pages of the folder."""
    folder = os.environ["SAMPLES_DIR"]
    pages = sorted(n for n in os.listdir(folder) if n.endswith(".html"))
    for page in pages:
        tally.run(f"extract {page}", same_as_file, folder, page)
    return [] if len(pages) == 6 else [f"not six: {pages}"]


def full_problems(*arguments, stdin=b""):
    """A run whose standard output is a full disk must fail, and say so."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run([harness.binary(), *arguments], input=stdin, stdout=full, stderr=subprocess.PIPE, check=False,
                              env=harness.clean_environment(), timeout=60)
    return refuse((done.returncode, b"", done.stderr.decode()), 1, "standard output")


def full_disks(tally, page, folder):
    """Answers that stay in the buffer, and longer ones."""
    long = os.path.join(folder, "long.html")
    with open(long, "w", encoding="utf-8") as file:
        file.write(PAGE + "".join(f"<p>{SENTENCE} It was the rain of day {day}." for day in range(300)))
    trend = json.dumps({"queries": [{"name": "Rain", "keywords": ["rain"]}], "documents": [
        {"date": str(year), "text": "rain"} for year in range(1900, 2000)]}).encode()
    for name, arguments, stdin in (
            ("a short text", ("extract", page), b""), ("a long text", ("extract", long), b""),
            ("two long texts", ("extract", long, long), b""), ("Markdown", ("extract", "--format", "markdown", long), b""),
            ("JSON", ("extract", "--json", long), b""), ("a plot", ("plot", long), b""), ("a trend", ("trend", "-"), trend),
            ("a drawn trend", ("trend", "--svg", "-"), trend), ("settings", ("serve", "--print-config"), b""),
            ("help", ("serve", "--help"), b""), ("the version", ("--version",), b"")):
        tally.run("full disk: " + name, lambda a=arguments, s=stdin: full_problems(*a, stdin=s))


def texts(tally, page):
    tally.run("text of a file", lambda: expect(danad("extract", page), 0, SENTENCE, silent=True))
    tally.run("no menu in it", lambda: ["Home"] if b"Home" in danad("extract", page)[1] else [])
    tally.run("text of standard input",
              lambda: expect(danad("extract", "-", stdin=PAGE.encode()), 0, SENTENCE))
    tally.run("byte order mark", lambda: expect(
        danad("extract", "-", stdin=b"\xef\xbb\xbf" + PAGE.encode()), 0, SENTENCE))
    tally.run("NUL", lambda: expect(
        danad("extract", "-", stdin=b"<p>one\0 two three four five"), 0, "two three four five"))
    tally.run("two files", lambda: expect(danad("extract", page, page), 0, SENTENCE) + (
        [] if danad("extract", page, page)[1].count(SENTENCE.encode()) == 2 else ["not twice"]))
    tally.run("empty page", lambda: refuse(danad("extract", "-"), 1, "empty-body"))


def json_output(tally, page):
    spec = Spec(os.environ["OPENAPI_YAML"])
    tally.run("--json of a file", lambda: json_problems(
        spec, danad("extract", "--json", page), language="en", title_tag="Rain returns"))
    tally.run("--json of standard input", lambda: json_problems(
        spec, danad("extract", "--json", "-", stdin=PAGE.encode()), language="en"))
    tally.run("--json of two files is an answer a line", lambda: [
        p for line in danad("extract", "--json", page, page)[1].splitlines()
        for p in spec.errors(RESPONSE, json.loads(line))])


def formats(tally, page):
    """The formats of the output; the content contains the headline, so it is not repeated."""
    for form, start in (("text", "Rain returns\nAfter"), ("markdown", "# Rain returns\n\nAfter"),
                        ("html", "<!DOCTYPE html>\n<html lang=\"en\""), ("json", "{")):
        tally.run(f"--format {form}", lambda f=form, s=start: expect(danad("extract", "--format", f, page), 0, SENTENCE) + (
            [] if danad("extract", "--format", f, page)[1].decode().startswith(s) else ["another beginning"]))
    tally.run("--format text is the default", lambda: [] if danad("extract", page)[1] == danad(
        "extract", "--format", "text", page)[1] else ["another text"])
    tally.run("--format markdown and an algorithm", lambda: expect(
        danad("extract", "--format", "markdown", "--algorithm", "lqf", page), 0, SENTENCE))
    tally.run("--format pdf", lambda: refuse(danad("extract", "--format", "pdf", page), 2, "--format"))


def encodings(tally):
    text = "عاد المطر إلى الوادي يوم الاثنين بعد تسعة أسابيع من الجفاف"
    for codec, head in (("cp1256", "<meta charset=windows-1256>"), ("cp1256", ""), ("utf-16", ""),
                        ("utf-8", "")):
        data = f"{head}<title>a</title><p>{text}".encode(codec)
        tally.run(f"a file in {codec} {head}", lambda d=data: expect(
            danad("extract", "-", stdin=d), 0, text))


def options(tally, page):
    spec = Spec(os.environ["OPENAPI_YAML"])
    tally.run("--algorithm and --param", used_problems, spec, page)
    tally.run("--include", lambda: json_problems(
        spec, danad("extract", "--json", "--include", "ranges,source", page),
        source=PAGE, content=None, headline=None))
    tally.run("--include with a comma after it", lambda: json_problems(
        spec, danad("extract", "--json", "--include", "source,", page), source=PAGE, headline=None))
    tally.run("--select, --remove and --option", controls_problems)
    linked = (PAGE + "<p>A long enough line with <a href=../two>two</a> in it, and more.</p>").encode()
    tally.run("--base-url", lambda: expect(danad(
        "extract", "--base-url", "https://a.example/b/c", "--format", "markdown", "--algorithm", "lqf", "-", stdin=linked),
        0, "](https://a.example/two)"))
    tally.run("without --base-url", lambda: expect(danad(
        "extract", "--format", "markdown", "--algorithm", "lqf", "-", stdin=linked), 0, "](../two)"))
    tally.run("--base-url is checked", lambda: refuse(danad("extract", "--base-url", "a.example", page), 1, "#/base_url"))
    tally.run("--base-url and --ndjson", lambda: refuse(danad(
        "extract", "--ndjson", "--base-url", "https://a.example/"), 2, "--base-url"))
    tally.run("--headline", lambda: [] if json.loads(danad("extract", "--json", "--headline", "titlerank", page)[1])[
        "headline_algorithm"]["id"] == "titlerank" else ["another method"])
    for flag, value, place in (("--algorithm", "nonsense", "#/options/algorithm"),
                               ("--headline", "nonsense", "#/options/headline_algorithm"),
                               ("--param", "gap=0", "#/options/params/gap"),
                               ("--param", "gap=20x", "#/options/params/gap"),
                               ("--param", "nonsense=1", "#/options/params/nonsense"),
                               ("--select", "p:hover", "#/options/select/0"), ("--remove", "a..b", "#/options/remove/0"),
                               ("--option", "favor=speed", "#/options/favor"),
                               ("--include", "text,nonsense", "#/include/1")):
        tally.run(f"{flag} {value}", lambda flag=flag, value=value, place=place: refuse(
            danad("extract", flag, value, page), 1, place))
    for flags in (("--param", "gap"), ("--param", "=1"), ("--param",), ("--algorithm",)):
        tally.run("bad usage " + " ".join(flags), lambda flags=flags: refuse(
            danad("extract", page, *flags), 2, flags[0]))


def used_problems(spec, page):
    result = danad("extract", "--json", "--algorithm", "danag", "--param", "gap=7",
                   "--param", "fill=true", "--param", "smoothing=none", page)
    wanted = {"lines": "block", "smoothing": "none", "gap": 7, "fill": True, "filter": 0}
    used = json.loads(result[1])["algorithm"]
    return json_problems(spec, result) + \
        ([] if (used["id"], used["params"]) == ("danag", wanted) else [str(used)])


def controls_problems():
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write("<main><p>one <a href=/a>two</a><i>three</i></p><p class='x y'>four</p></main><p>five</p>")
        file.flush()
        result = danad("extract", "--format", "markdown", "--select", "main > p:not([class=\"x y\"])", "--select", "body > p",
                       "--remove", "i", "--option", "links=false", "--option", "favor=recall", file.name)
    return expect(result, 0, "one two\n\nfive\n") + ([] if b"three" not in result[1] else [str(result[1])])


def refusals(tally, page, folder):
    missing = os.path.join(folder, "missing.html")
    tally.run("no file", lambda: refuse(danad("extract"), 2, "usage"))
    tally.run("a file that is missing", lambda: refuse(danad("extract", missing), 1, missing))
    tally.run("one good file, one missing", lambda: expect(danad("extract", missing, page), 1, SENTENCE))
    tally.run("unknown option", lambda: refuse(danad("extract", "--nonsense", page), 2, "nonsense"))
    tally.run("a value after an equals sign", lambda: expect(
        danad("extract", "--format=json", "--option=timeout_ms=5000", page), 0, '"headline"', silent=True))
    tally.run("a bad value after an equals sign", lambda: refuse(danad("extract", "--format=pdf", page), 2, "--format: 'pdf'"))
    tally.run("a bad value", lambda: refuse(danad("extract", "--render", "maybe", page), 2, "--render: 'maybe'"))
    tally.run("no value", lambda: refuse(danad("extract", "--format"), 2, "--format: a value must follow"))
    tally.run("a value that a flag does not take", lambda: refuse(danad("extract", "--json=yes", page), 2, "--json=yes: it takes no value"))
    tally.run("unknown command", lambda: refuse(danad("nonsense"), 2, "nonsense"))
    tally.run("a file that is too large", lambda: refuse(
        danad("extract", "-", stdin=b" " * (1 << 25)), 1, "body-too-large", "33554431"))


def help_and_version(tally):
    with open(os.environ["OPENAPI_YAML"], encoding="utf-8") as file:
        version = [line.split()[1] for line in file if line.startswith("  version:")][0]
    tally.run("--version", lambda: expect(danad("--version"), 0, f"danad {version}"))
    tally.run("--help", lambda: expect(danad("--help"), 0, "serve", "extract", silent=True))
    tally.run("extract --help", lambda: expect(danad("extract", "--help"), 0, "--json", "--param"))
    for command in ("serve", "extract", "plot", "evaluate", "trend", "healthcheck"):
        tally.run(f"{command} -h", lambda c=command: expect(danad(c, "-h"), 0, f"usage: danad {c} ") +
                  ([] if danad(c, "-h") == danad(c, "--help") else ["it is not what --help prints"]))
    tally.run("serve --help", lambda: expect(danad("serve", "--help"), 0, *(
        f"DANAD_{name}" for name in ("LISTEN", "WORKERS", "QUEUE_SIZE", "MAX_BODY_BYTES", "LOG_LEVEL"))))


def plots(tally, page, folder):
    picture = os.path.join(folder, "page.svg")
    tally.run("plot", lambda: expect(danad("plot", page), 0, "<svg ", ">auto<", "</svg>", silent=True))
    tally.run("plot of several algorithms", lambda: expect(
        danad("plot", page, "--algorithm", "danag:gap=5,fill=true,r2l"), 0, ">DANAg<", ">R2L<"))
    tally.run("plot twice the same", lambda: [] if danad("plot", page)[1] == danad("plot", "-", stdin=open(
        page, "rb").read())[1] else ["not the same bytes"])
    tally.run("plot into a folder", lambda: expect(danad("plot", page, page, "--output", folder), 0) +
              ([] if open(picture, "rb").read() == danad("plot", page)[1] else ["another picture"]))
    tally.run("plot of several into one", lambda: refuse(danad("plot", page, page), 2, "--output"))
    tally.run("plot of no algorithm", lambda: refuse(
        danad("plot", page, "--algorithm", "danag,nosuch"), 1, "nosuch", "character 6"))
    tally.run("plot of no parameter", lambda: refuse(
        danad("plot", page, "--algorithm", "danag:gap=0"), 1, "gap", "character 6"))
    tally.run("plot of no file", lambda: refuse(danad("plot", os.path.join(folder, "none")), 1, "none"))
    tally.run("plot into no folder", lambda: refuse(
        danad("plot", page, "--output", os.path.join(folder, "none")), 1, "none"))
    tally.run("plot --nonsense", lambda: refuse(danad("plot", "--nonsense", page), 2, "nonsense"))
    tally.run("plot --help", lambda: expect(danad("plot", "--help"), 0, "--algorithm", "--output"))


def make_corpora(folder):
    """A set with a manifest (2 pages, 1 without gold) and a folder in the papers' layout (1 page)."""
    news, plain = os.path.join(folder, "news"), os.path.join(folder, "plain")
    for path in (os.path.join(news, "pages"), os.path.join(news, "gold"), plain):
        os.makedirs(path)
    rows = [{"id": "a", "url": "http://one.example:80/a", "lang": "en", "page_type": "article",
             "headline": "RAIN  returns", "charset_used": "utf-8",
             "with": ["nine dry weeks", "not there"], "without": ["Rain\nreturns", "nor there"]},
            {"id": "b", "url": "http://two.example/b", "lang": "en", "charset_used": "utf-8"}]
    with open(os.path.join(news, "manifest.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    for row in rows:
        with gzip.open(os.path.join(news, "pages", row["id"] + ".html.gz"), "wb") as file:
            file.write(PAGE.encode())
    # Half of the found words are gold: precision 1/2, recall 1.
    with open(os.path.join(news, "gold", "a.txt"), "w", encoding="utf-8") as file:
        file.write("AFTER nine dry weeks the first rain fell on the valley Farmers had")
    with open(os.path.join(plain, "p.html"), "w", encoding="utf-8") as file:
        file.write(PAGE)
    with open(os.path.join(plain, "p.gs"), "w", encoding="utf-8") as file:
        file.write("Rain returns " + SENTENCE + " Farmers had waited for it since the end of August, naïve hopes aside.")
    return news, plain


def csv_rows(result):
    return {(row["by"], row["group"], row["algorithm"]): row
            for row in csv.DictReader(io.StringIO(result[1].decode()))}


def evaluation_values(folder):
    """Scores calculated by hand: 13 of the 26 words found are gold."""
    rows = csv_rows(danad("evaluate", folder, "--format", "csv", "--algorithm", "danag,titlefinder"))
    a, plain = rows[("set", "news", "danag")], rows[("set", "plain", "danag")]
    title, everything = rows[("site", "one.example", "titlefinder")], rows[("all", "all", "danag")]
    wanted = [(a["pages"], "1"), (a["recall"], "1.000000"), (a["precision"], f"{13 / 26:.6f}"),
              (a["f1"], f"{2 / 3:.6f}"), (plain["f1"], "1.000000"), (title["f1"], "1.000000"),
              (everything["pages"], "2"), (everything["micro_precision"], f"{39 / 52:.6f}"),
              (rows[("language", "en", "danag")]["f1"], f"{2 / 3:.6f}"),
              (rows[("page type", "article", "danag")]["pages"], "1"),
              (rows[("site", "two.example", "danag")]["pages"], "0"),
              # Of two pages one has the words of its gold standard and 13 more.
              (a["units_f1"], f"{2 / 3:.6f}"), (a["whole"], "1.000000"), (a["goes_on"], "1.000000"),
              (a["first_missing"], "0.000000"), (a["last_missing"], "0.000000"),
              (a["under_half"], "0.000000"), (plain["goes_on"], "0.000000"),
              (everything["goes_on"], "0.500000")]
    found = csv_rows(danad("evaluate", folder, "--format", "csv", "--snippets", "--algorithm", "danag"))
    news = found[("set", "news", "danag")]
    wanted += [(news["with"], "2"), (news["without"], "2"), (news["snippets_recall"], "0.500000"),
               (news["snippets_precision"], "0.500000"), (news["snippets_f1"], "0.500000"),
               (found[("set", "plain", "danag")]["with"], "0")]
    return [f"{found}, not {right}" for found, right in wanted if found != right]


def site_values(folder):
    """sst sees the other pages of a host, and of no other one."""
    texts = ["After nine dry weeks the first rain fell.", "Snow closed both passes and trains stood still.", "A gale blew."]
    hosts = ["one.example", "two.example", "one.example"]  # the pages of a site need not stand side by side
    os.makedirs(os.path.join(folder, "pages"))
    os.makedirs(os.path.join(folder, "gold"))
    with open(os.path.join(folder, "manifest.jsonl"), "w", encoding="utf-8") as manifest:
        for i, (text, host) in enumerate(zip(texts, hosts)):
            manifest.write(json.dumps({"id": str(i), "url": f"https://{host}/{i}"}) + "\n")
            with gzip.open(os.path.join(folder, "pages", f"{i}.html.gz"), "wt", encoding="utf-8") as file:
                file.write(f"<ul><li>Home<li>News</ul><p>{text}</p><div>All rights reserved</div>")
            with open(os.path.join(folder, "gold", f"{i}.txt"), "w", encoding="utf-8") as file:
                file.write(text)
    rows = csv_rows(danad("evaluate", folder, "--format", "csv", "--algorithm", "sst,combine"))
    shutil.rmtree(folder)
    found = (rows[("site", "one.example", "sst")]["f1"], float(rows[("site", "two.example", "sst")]["f1"]) < 0.9)
    return [] if found == ("1.000000", True) else [str(found)]


def headline_values(folder):
    """The gold text's first line is no paragraph where it is the page's headline, as the manifest has it."""
    headline = "The rain returns to the valley after nine dry weeks, and farmers sow"
    text = "Nobody in the village had seen so much water fall since the spring of last year."
    os.makedirs(os.path.join(folder, "pages"))
    os.makedirs(os.path.join(folder, "gold"))
    rows = {"same": headline.upper() + ".", "other": "Snow closed both passes, and trains stood still at the lower bridge", "none": ""}
    with open(os.path.join(folder, "manifest.jsonl"), "w", encoding="utf-8") as manifest:
        for page, known in rows.items():
            manifest.write(json.dumps({"id": page, "url": f"https://{page}.example/", "headline": known}) + "\n")
            with gzip.open(os.path.join(folder, "pages", page + ".html.gz"), "wt", encoding="utf-8") as file:
                file.write(f"<p>{text}</p>")
            with open(os.path.join(folder, "gold", page + ".txt"), "w", encoding="utf-8") as file:
                file.write(f"{headline}\n{text}\n")
    found = csv_rows(danad("evaluate", folder, "--format", "csv", "--algorithm", "danag"))
    shutil.rmtree(folder)
    missing = {page: found[("site", page + ".example", "danag")]["first_missing"] for page in rows}
    return [] if missing == {"same": "0.000000", "other": "1.000000", "none": "1.000000"} else [str(missing)]


def tables_line_up(folder):
    """Columns are as wide as their heads, and at least eight characters."""
    text = danad("evaluate", folder, "--algorithm", "danag,titlerank,titlefinder")[1].decode()
    wanted = ("set       pages     danag  titlerank  titlefinder\n"
              "news          2    0.6667     1.0000       1.0000\n"
              "plain         1    1.0000          -            -\n")
    return [] if wanted in text else [text]


def names_are_quoted(folder, page):
    """A set whose name has what CSV separates by (RFC 4180)."""
    name = 'a, "b"'
    shutil.copytree(page, os.path.join(folder, name))
    rows = csv_rows(danad("evaluate", folder, "--format", "csv", "--algorithm", "danag"))
    shutil.rmtree(os.path.join(folder, name))
    row = rows.get(("set", name, "danag"), {})
    return [] if row.get("pages") == "1" and row.get("f1") == "1.000000" else [str(rows)]


def evaluations(tally, folder):
    news, plain = make_corpora(folder)
    tally.run("evaluate a folder of both layouts", evaluation_values, folder)
    tally.run("evaluate: tables line up", tables_line_up, folder)
    tally.run("evaluate: names are quoted", names_are_quoted, folder, plain)
    tally.run("evaluate in the order of the folders", lambda: expect(
        danad("evaluate", plain, news), 0, "algorithm", "titlefinder", "0.6667", "news", "plain", silent=True))
    tally.run("evaluate --snippets", lambda: expect(
        danad("evaluate", news, "--snippets", "--algorithm", "danag"), 0, "goes on", "without", "0.5000"))
    for form, needle in (("text", "page type"), ("markdown", "|---|--:|"), ("csv", "by,group,"), ("json", '"macro"')):
        one = danad("evaluate", folder, "--format", form, "--threads", "1")
        many = danad("evaluate", folder, "--format", form, "--threads", "5")
        tally.run(f"evaluate as {form}, the same with any threads",
                  lambda one=one, many=many, needle=needle: expect(one, 0, needle, silent=True) +
                  ([] if one == many else ["threads change it"]))
    tally.run("evaluate as JSON", lambda: [] if len({row["group"] for row in json.loads(
        danad("evaluate", folder, "--format", "json")[1])["rows"]}) >= 6 else ["groups are missing"])
    tally.run("evaluate --plot", lambda: expect(danad("evaluate", folder, "--plot"), 0, "<svg ", "0.667"))
    tally.run("evaluate --fit", lambda: expect(
        danad("evaluate", folder, "--fit", "--algorithm", "danag,titlefinder"), 0, "best gap", "one.example"))
    tally.run("evaluate --compare", lambda: expect(
        danad("evaluate", news, "--compare", "--algorithm", "danag"), 0, "thesis 4.9", "0.8099", "0.6667"))
    tally.run("evaluate --compare: order, conditions, reasons", lambda: expect(
        danad("evaluate", news, "--compare", "--algorithm", "danag,lqf,density,titlefinder"), 0, "In the paper's order: ",
        "of 3 pairs", "headline is a text node", "gold paragraphs alone", "Why some differ"))
    tally.run("evaluate --compare alone has the tables' runs and ours", lambda: expect(
        danad("evaluate", news, "--compare"), 0, "lqf:threshold=25", "tccb:range=18", "titlefinder:metric=osm", "sst"))
    tally.run("evaluate by site", site_values, os.path.join(folder, "site"))
    tally.run("evaluate: a headline is no paragraph", headline_values, os.path.join(folder, "headline"))
    tally.run("evaluate --compare by characters", lambda: [] if b"thesis 4" not in danad(
        "evaluate", news, "--compare", "--measure", "lc_sequence")[1] else ["words beside characters"])
    tally.run("evaluate --speed", lambda: expect(danad("evaluate", news, "--speed"), 0, "MB/s"))
    for measure in ("lcs", "shingles", "lc_sequence", "lc_string"):
        tally.run(f"evaluate by {measure}", lambda m=measure: expect(
            danad("evaluate", plain, "--measure", m, "--algorithm", "danag"), 0, m, "1.0000"))
    empty = os.path.join(folder, "none")
    os.mkdir(empty)
    for name, arguments, status, needle in (
            ("nothing", (), 2, "usage"), ("an empty folder", (empty,), 1, "none"),
            ("no folder", ("/nonexistent",), 1, "nonexistent"),
            ("no measure", (news, "--measure", "luck"), 2, "luck"),
            ("no format", (news, "--format", "pdf"), 2, "--format"),
            ("no number of threads", (news, "--threads", "3x"), 2, "--threads"),
            ("no algorithm", (news, "--algorithm", "danag,luck"), 2, "character 6"),
            ("nothing to fit", (news, "--fit", "--algorithm", "titlefinder"), 2, "no algorithm"),
            ("--nonsense", (news, "--nonsense"), 2, "nonsense")):
        tally.run(f"evaluate {name}", lambda a=arguments, s=status, n=needle: refuse(danad("evaluate", *a), s, n))
    os.rmdir(empty)
    tally.run("evaluate a page that is gone", gone_problems, news)
    tally.run("evaluate --help", lambda: expect(danad("evaluate", "--help"), 0, "--compare", "--fit"))


def gone_problems(news):
    os.remove(os.path.join(news, "pages", "b.html.gz"))
    row = csv_rows(danad("evaluate", news, "--format", "csv"))[("all", "all", "danag")]
    return [] if (row["pages"], row["failures"]) == ("1", "1") else [str(row)]


def trends(tally):
    request = json.dumps({"queries": [{"name": "Rain", "keywords": ["rain"]}], "documents": [
        {"date": "2001", "text": "rain"}, {"date": "2001", "html": PAGE}, {"date": "2003", "text": "sun"}]}).encode()

    def values():
        code, out, err = danad("trend", "-", stdin=request)
        found = [(p["period"], p["documents"], p["means"]) for p in json.loads(out)["periods"]]
        return [] if found == [("2001", 2, [1.0]), ("2003", 1, [0.0])] else [str(found)]

    tally.run("trend", values)
    tally.run("trend --svg", lambda: expect(danad("trend", "--svg", "-", stdin=request), 0, "<svg ", "Rain: highest"))
    tally.run("trend of no JSON", lambda: refuse(danad("trend", "-", stdin=b"{"), 1, "invalid-json"))
    tally.run("trend of no JSON has an id of its own", lambda: [] if re.fullmatch(
        r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", json.loads(danad("trend", "-", stdin=b"{")[2])["request_id"])
              else ["none"])
    tally.run("trend of no file", lambda: refuse(danad("trend", "/nonexistent"), 1, "nonexistent"))
    tally.run("trend of nothing", lambda: refuse(danad("trend"), 2, "usage"))
    tally.run("trend of two", lambda: refuse(danad("trend", "a", "b"), 2, "b"))
    tally.run("trend --help", lambda: expect(danad("trend", "--help"), 0, "--svg"))


def sites(tally, folder):
    """Pages of one site: a folder, or files; what they share is left out."""
    os.mkdir(folder)
    news = ["After nine dry weeks the first rain fell.", "Snow closed both passes and trains stood still."]
    for i, text in enumerate(news):
        with open(os.path.join(folder, f"{i}.html"), "w", encoding="utf-8") as file:
            file.write(f"<title>{text[:4]}</title><ul><li>Home<li>News</ul><h1>{text[:4]}</h1><p>{text}</p><div>All rights "
                       "reserved</div>")
    with open(os.path.join(folder, "notes.txt"), "w", encoding="utf-8") as file:
        file.write("no page")
    first = os.path.join(folder, "0.html")
    wanted = "".join(f"{text[:4].strip()}\n{text}\n" for text in news).encode()

    def same(*arguments):
        result = danad("extract", *arguments)
        return [] if result == (0, wanted, "") else [str(result)]

    tally.run("a folder of a site", lambda: same("--algorithm", "sst", folder))
    tally.run("files of a site", lambda: same("--algorithm", "sst", first, os.path.join(folder, "1.html")))
    tally.run("--site", lambda: same("--site", "--algorithm", "combine", "--param", "expression=serial(plain,sst)", folder))
    tally.run("a folder without a site", lambda: expect(danad("extract", "--algorithm", "plain", folder), 0, "Home", "Snow"))
    tally.run("a site of one page", lambda: refuse(danad("extract", "--algorithm", "sst", first), 1, "at least 2"))
    tally.run("a site from standard input", lambda: refuse(danad("extract", "--site", "-", first, stdin=b"a"), 1, "standard input"))
    tally.run("lines as a site", lambda: refuse(danad("extract", "--site", "--ndjson"), 2, "--site"))
    tally.run("an empty folder", lambda: refuse(danad("extract", os.path.dirname(folder)), 1, "no .html")
              if not [n for n in os.listdir(os.path.dirname(folder)) if n.endswith(".html")] else [])


def settings(tally):
    for name, value in (("DANAD_LISTEN", "nowhere"), ("DANAD_LISTEN", "127.0.0.1:99999"),
                        ("DANAD_WORKERS", "0"), ("DANAD_WORKERS", "many"), ("DANAD_QUEUE_SIZE", "-1"),
                        ("DANAD_MAX_BODY_BYTES", "x"), ("DANAD_LOG_LEVEL", "loud")):
        tally.run(f"serve with {name}={value}",
                  lambda name=name, value=value: refuse(danad("serve", **{name: value}), 2, value, name))
        flag = "--" + name[len("DANAD_"):].lower().replace("_", "-")
        tally.run(f"serve {flag} {value}",
                  lambda flag=flag, value=value: refuse(danad("serve", flag, value), 2, value, flag))
    tally.run("serve --nonsense", lambda: refuse(danad("serve", "--nonsense"), 2, "nonsense"))
    tally.run("unknown variable",
              lambda: refuse(danad("serve", DANAD_NONSENSE="1"), 2, "DANAD_NONSENSE"))


SHELL = b"<title>Rain</title><div id=root></div><script src=/app.js></script>"


def unrendered_problems(*arguments):
    """A page that scripts write, to be rendered where that can be: its warning, in the answer and on standard error."""
    code, out, err = danad("extract", "--render", "auto", *arguments, "--json", "-", stdin=SHELL)
    answer = json.loads(out)
    codes = [w["code"] for w in answer["warnings"]]
    return [] if code == 0 and "no-renderer" in codes and answer["rendered"] is None and "--renderer" in err else [f"{code} {codes} {err}"]


def rendering_of_lines():
    lines = [{"id": mode, "html": PAGE, "options": {"render": mode}} for mode in ("never", "auto", "always")] + [{"id": "none", "html": PAGE}]
    code, out, err = danad("extract", "--ndjson", "--render", "always", stdin="\n".join(map(json.dumps, lines)).encode())
    results = {r["id"]: (r["status"], r.get("problem", {}).get("code")) for r in map(json.loads, out.splitlines())}
    refused = (501, "no-renderer")
    wanted = {"never": (200, None), "auto": (200, None), "always": refused, "none": refused}
    return [] if code == 0 and results == wanted else [f"{code} {results} {err}"]


def rendering(tally, page):
    """--render where there is no renderer; render.py has one."""
    tally.run("--render always, no renderer", lambda: refuse(danad("extract", "--render", "always", page), 1, "no-renderer", "--renderer"))
    tally.run("--option render=always", lambda: refuse(danad("extract", "--option", "render=always", page), 1, "no-renderer"))
    tally.run("--render auto, no renderer", unrendered_problems)
    tally.run("--render auto, a page with its text", lambda: expect(danad("extract", "--render", "auto", page), 0, SENTENCE))
    tally.run("--render never", lambda: expect(danad("extract", "--render", "never", page, DANAD_RENDERER="wrong"), 0, SENTENCE, silent=True))
    tally.run("--render and --ndjson, no renderer", rendering_of_lines)
    for name, arguments, word in (("a mode", ["--render", "often", page], "--render"),
                                  ("an address", ["--render", "auto", "--renderer", "/run/r", page], "--renderer"),
                                  ("--renderer alone", ["--renderer", "unix:/run/r", page], "--render"),
                                  ("--warc", ["--warc", "--render", "auto", page], "--warc"),
                                  ("--site", ["--site", "--render", "auto", page, page], "site")):
        tally.run(f"--render refused: {name}", lambda a=arguments, w=word: refuse(danad("extract", *a), 2, w))
    tally.run("a setting that is wrong", lambda: refuse(
        danad("extract", "--render", "auto", page, DANAD_RENDERER="unix:/run/r", DANAD_FETCH_PORTS="all"), 2, "DANAD_FETCH_PORTS"))


def main():
    tally = harness.Tally()
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(PAGE)
        tally.run("the samples", samples, tally)
        texts(tally, page)
        full_disks(tally, page, folder)
        json_output(tally, page)
        formats(tally, page)
        encodings(tally)
        options(tally, page)
        rendering(tally, page)
        refusals(tally, page, folder)
        help_and_version(tally)
        plots(tally, page, folder)
        trends(tally)
        sites(tally, os.path.join(folder, "site"))
        evaluations(tally, os.path.join(folder, "corpora"))
        settings(tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
