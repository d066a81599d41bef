#!/usr/bin/python3
"""Tests which blocks places.py takes for parts of a gold text. The last line is the number of tests."""
import sys

import places

GOLD = ["The ferry to the islands sails again after nine weeks in the dock",
        "Tickets are sold at the pier from six in the morning",
        "Share",
        "The captain said that the new engine is quieter than the old one"]

# What is tested; the blocks of a page, + before those that are parts of GOLD.
CASES = {
    "parts in their order": ["+" + line for line in GOLD],
    "a menu that has a word of the gold text": [
        "Share", "Tickets", "+" + GOLD[0], "+" + GOLD[1], "+" + GOLD[3], "The new engine"],
    "a headline that stands beside another article again": ["+" + GOLD[0], "+" + GOLD[1], "+" + GOLD[3], GOLD[0]],
    "of the same text above and at the article the nearer one": [
        "Front page", GOLD[0], "News", "Weather", "+" + GOLD[0], "By our reporter", "+" + GOLD[1], "+" + GOLD[3]],
    "of the same text at the article's end and below the nearer one": [
        "+" + GOLD[0], "+" + GOLD[1], "+" + GOLD[3], "More", GOLD[3]],
    "a copy before the article is the one outside of the order": [
        GOLD[1], "A headline", "+" + GOLD[0], "+" + GOLD[1], "+" + GOLD[3]],
    "one short word between two parts": ["+" + GOLD[1], "+Share", "+" + GOLD[3], "Share"],
    "a long part in another order": ["+" + GOLD[1], "+" + GOLD[3], "+" + GOLD[0]],
    "half of a block": ["+" + GOLD[0], "+" + GOLD[1] + " by our reporter", "A text of other words than those"],
    "two columns": ["+" + GOLD[0][:31], "+" + GOLD[0][32:], "+" + GOLD[1]],
}


def is_right(blocks):
    gold = places.UNIT.findall(" ".join(GOLD).lower())
    units = [places.UNIT.findall(block.lstrip("+").lower()) for block in blocks]
    found = places.labels(units, gold, places.shares(units, gold))
    return [block.startswith("+") for block in blocks] == [share > .5 for share in found]


def main():
    failed = [name for name, blocks in CASES.items() if not is_right(blocks)]
    for name in failed:
        print("FAILED", name)
    chinese = places.UNIT.findall("渡轮九周后再次起航 ok")
    if chinese != list("渡轮九周后再次起航") + ["ok"]:
        failed.append("units of Chinese")
    print(f"tests: {len(CASES) + 1 - len(failed)} passed, {len(failed)} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
