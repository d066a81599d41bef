"""What word F1 does not tell of a text: where it begins and ends. The same measures as `danad evaluate` has (core/src/evaluate/edges.c).

A unit is a word, or a character of Chinese and Japanese. A paragraph is a line of the gold text with ten units or more; where it has none, a
line with a unit. A headline in front of the gold text is no paragraph.
"""

import re
from collections import Counter

RUN = 4         # units of a run
PARAGRAPH = 10  # units of a paragraph
STRETCH = 8     # so many units in a row that are in runs of the gold text are its text
TAIL = 10       # so many units behind its end are too many
SAME_HEADLINE = 0.8
UNIT = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+?(?=[\u3040-\u30ff\u3400-\u9fff])|\w+")


def units(text):
    return UNIT.findall(text.lower())


def runs(of, width):
    return [tuple(of[i:i + width]) for i in range(len(of) - width + 1)]


def precision_recall(found, wanted):
    common = sum((Counter(found) & Counter(wanted)).values())
    return (common / len(found) if found else 0.0), (common / len(wanted) if wanted else 0.0)


def behind_headline(gold, headline):
    first, _, rest = gold.partition("\n")
    precision, recall = precision_recall(units(headline or ""), units(first))
    same = rest and precision + recall and 2 * precision * recall / (precision + recall) >= SAME_HEADLINE
    return rest if same else gold


def is_missing(text, paragraph):
    """Whether less than half of the paragraph's runs are in the text."""
    wanted = runs(paragraph, min(RUN, len(paragraph)))
    have = set(runs(text, min(RUN, len(paragraph))))
    return 2 * sum(run in have for run in wanted) < len(wanted)


def tail(text, gold):
    """Units behind the last stretch of the gold text's units."""
    width = min(RUN, len(gold))
    have = set(runs(gold, width))
    end = covered = stretch = 0
    for i in range(len(text)):
        if tuple(text[i:i + width]) in have and i + width <= len(text):
            covered = i + width
        stretch = stretch + 1 if i < covered else 0
        if stretch >= min(STRETCH, len(gold)):
            end = i + 1
    return len(text) - end


def edges(text, gold, headline):
    """Whether the first and the last paragraph are missing, and whether the text goes on behind the end."""
    gold = behind_headline(gold, headline)
    lines = [line for line in map(units, gold.split("\n")) if line]
    paragraphs = [line for line in lines if len(line) >= PARAGRAPH] or lines
    text, whole = units(text), units(gold)
    if not paragraphs:
        return False, False, bool(len(text) >= TAIL)
    return is_missing(text, paragraphs[0]), is_missing(text, paragraphs[-1]), tail(text, whole) >= TAIL
