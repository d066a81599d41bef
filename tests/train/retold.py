"""Pages of the corpora told in other ways: with other names in their heads, and other elements around
the headline. Few sites of the corpora set theirs so; many others do.

A page is taken where its gold headline is a heading of it. From all variants go og:title and the like and
JSON-LD; the site gets a name of NAMES, in the page's script. What is written is for training alone.
"""
import gzip
import html
import json
import os
import random
import re

from pages import host

SEED = 5
PAGES = 150     # of a set
PER_SITE = 2
TYPES = ("article", "news", None)   # None: of a set without types
SEPARATORS = (" - ", " | ", " :: ", " » ", " : ", " – ")
NAMES = {"ar": ("جريدة المرفأ", "مرفأ اليوم الجديد", "وكالة أنباء الشاطئ"), "fa": ("خبرگزاری ساحل", "روزنامه فردا", "عصر بندر"),
         "he": ("חדשות הנמל", "עיתון הבוקר"), "zh": ("海港新闻网", "晨报在线"),
         "": ("Daily Gull", "The Harbour Post", "Portside News Network", "gullpost.com")}
HEADING = re.compile(r"<(h[1-6])\b[^>]*>(.*?)</\1\s*>", re.S | re.I)
TITLE = re.compile(r"<title\b[^>]*>.*?</title\s*>", re.S | re.I)
LINKED_DATA = re.compile(r"<script[^>]*ld\+json[^>]*>.*?</script\s*>", re.S | re.I)
NAMED = re.compile(r"<meta\b[^>]*(?:og:|twitter:|[\"']title[\"']|headline|dc\.title|sailthru|parsely)[^>]*>", re.I)
CHARSET = re.compile(r"<meta[^>]*charset[^>]*>", re.I)
DATE = re.compile(r".{0,20}\d{4}.{0,16}")


def plain(markup):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", markup))).strip().lower()


def set_title(page, title):
    return TITLE.sub(lambda _: f"<title>{html.escape(title, False)}</title>", page, count=1)


def set_headline(page, gold, form):
    """Writes the headings that say the headline in another form."""
    return HEADING.sub(lambda m: form % m.group(2) if plain(m.group(2)) == gold else m.group(), page)


def insert(page, tag, markup):
    """Writes markup right behind the start tag of an element; pages without one are left as they are."""
    return re.sub(rf"<{tag}\b[^>]*>", lambda m: m.group() + markup, page, count=1, flags=re.I)


def variants(page, headline, site, separator):
    """Yields name and text of each variant."""
    gold = plain(headline)
    page = NAMED.sub("", LINKED_DATA.sub("", page))
    if not TITLE.search(page) or all(plain(m.group(2)) != gold for m in HEADING.finditer(page)):
        return
    first, last = set_title(page, site + separator + headline), set_title(page, headline + separator + site)
    names = f'<meta property="og:title" content="{site}"><meta property="og:site_name" content="{site}">'
    yield "site first", first
    yield "section first", set_title(page, site + separator + "News" + separator + headline)
    yield "title is site", set_title(page, site)
    yield "names are site", insert(first, "head", names)
    yield "no heading", set_headline(last, gold, "<div>%s</div>")
    yield "no heading, site first", set_headline(first, gold, "<div>%s</div>")
    yield "bold", set_headline(last, gold, "<p><b>%s</b></p>")
    yield "h1 is site", insert(set_headline(first, gold, "<h2>%s</h2>"), "body", f"<h1>{site}</h1>")


def choose(rows, rng):
    """At most PER_SITE pages of a site, PAGES of a set."""
    sites = {}
    for row in rows:
        if row.get("headline") and not DATE.fullmatch(row["headline"]) and row.get("page_type") in TYPES:
            sites.setdefault(host(row), []).append(row)
    chosen = [row for of_site in sites.values() for row in rng.sample(of_site, min(PER_SITE, len(of_site)))]
    rng.shuffle(chosen)
    return chosen[:PAGES]


def read(folder, name, row):
    with gzip.open(f"{folder}/{name}/pages/{row['id']}.html.gz") as file:
        try:
            page = file.read().decode(row.get("charset_used") or "utf-8")
        except (UnicodeDecodeError, LookupError):
            return None
    return CHARSET.sub('<meta charset="utf-8">', page)


def write(folder, out, name):
    """Writes the variants of a set of `folder` as a set of `out`. Returns how many there are."""
    count = 0
    rng = random.Random(f"{SEED} {name}")
    os.makedirs(f"{out}/{name}/pages")
    with open(f"{folder}/{name}/manifest.jsonl", encoding="utf-8") as lines:
        rows = choose(map(json.loads, lines), rng)
    with open(f"{out}/{name}/manifest.jsonl", "w", encoding="utf-8") as manifest:
        for row in rows:
            page = read(folder, name, row)
            site = rng.choice(NAMES.get((row.get("lang") or "")[:2], NAMES[""]))
            separator = rng.choice(SEPARATORS)
            for label, text in variants(page, row["headline"], site, separator) if page else ():
                new = dict(row, id=f"{row['id']}, {label}", charset_used="utf-8")
                new.pop("gold", None)
                manifest.write(json.dumps(new, ensure_ascii=False) + "\n")
                count += 1
                with gzip.open(f"{out}/{name}/pages/{new['id']}.html.gz", "wb", 1) as file:
                    file.write(text.encode("utf-8", "replace"))
    return count
