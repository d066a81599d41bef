"""What both trainers read: the manifests of the corpora, and what the dump tools print."""
import json
import subprocess
import urllib.parse

import numpy as np


class Tool:
    """A dump tool: the names of its features, and the constants that core computes with."""

    def __init__(self, path):
        self.path = path
        names, self.constants = [], {}
        run = subprocess.run([path, "--names"], check=True, capture_output=True, text=True)
        for line in run.stdout.splitlines():
            kind, name, *value = line.split("\t")
            if kind == "feature":
                names.append(name)
            else:
                self.constants[name] = float(value[0])
        self.row = np.dtype([(name, np.float32) for name in names])

    def dump(self, name, scratch):
        """Dumps a set. Returns its features, a column a name, and the path of the other files."""
        subprocess.run([self.path, name, f"{scratch}/d"], check=True)
        return np.fromfile(f"{scratch}/d.bin", dtype=self.row), f"{scratch}/d"


def manifest(folder, name):
    with open(f"{folder}/{name}/manifest.jsonl", encoding="utf-8") as rows:
        return {row["id"]: row for row in map(json.loads, rows)}


def host(row):
    """The site of a page: pages of one site go to one fold. A set of one author is one site."""
    if row.get("set") == "ar-mulham":
        return row["set"]
    if row.get("site"):
        return row["site"]
    name = urllib.parse.urlsplit(row.get("url") or "").hostname or row["id"]
    return ".".join(name.split(".")[-2:])


def folds(pages, seed, count):
    """The fold of each host."""
    hosts = sorted({p["host"] for p in pages})
    np.random.RandomState(seed).shuffle(hosts)
    return {h: i % count for i, h in enumerate(hosts)}
