#!/usr/bin/env python3
"""What callers and operators rely on within a major version: routes, members of requests and answers, problems, settings,
commands and flags, metrics. stable.txt lists what was released; each name of it must still exist (README.md, "What stays").

Usage: stable.py           the test
       stable.py --write   writes the list, for a release"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../http"))
sys.path.insert(0, os.path.join(HERE, "../../deploy/package"))

import tables  # noqa: E402
import yaml  # noqa: E402
from harness import Tally  # noqa: E402

LIST = os.path.join(HERE, "stable.txt")
METHODS = ("get", "put", "post", "delete", "patch")
# What describes the inside of an algorithm changes with its revision.
FREE = re.compile(r"/(?:trace|params)/")
FEWEST = 300  # a reader that finds less has gone blind


class Contract:
    """openapi.yaml with its references followed."""

    def __init__(self):
        self.document = yaml.load(tables.source("openapi.yaml"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))

    def followed(self, node):
        while isinstance(node, dict) and "$ref" in node:
            found = self.document
            for key in node["$ref"].lstrip("#/").split("/"):
                found = found[key.replace("~1", "/").replace("~0", "~")]
            node = found
        return node

    def members(self, schema, path="", above=()):
        """The paths of an object's members, and of those below; a schema inside itself is entered once."""
        schema = self.followed(schema)
        if not isinstance(schema, dict) or id(schema) in above:
            return
        inner = (*above, id(schema))
        for name, value in schema.get("properties", {}).items():
            yield f"{path}/{name}"
            yield from self.members(value, f"{path}/{name}", inner)
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                yield from self.members(schema[key], f"{path}/*", inner)
        for key in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(key, []):
                yield from self.members(part, path, inner)

    def operations(self):
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    yield f"{method.upper()} {path}", item[method]

    def names(self):
        for name, operation in self.operations():
            yield f"route {name}"
            for parameter in operation.get("parameters", []):
                yield f"query {name} {self.followed(parameter)['name']}"
            body = self.followed(operation.get("requestBody", {})).get("content", {}).get("application/json", {})
            yield from (f"request {name} {path}" for path in self.members(body.get("schema", {})))
            content = self.followed(operation.get("responses", {}).get("200", {})).get("content", {})
            for media in content:
                yield f"media {name} {media}"
            schema = content.get("application/json", {}).get("schema", {})
            yield from (f"answer {name} {path}" for path in self.members(schema) if not FREE.search(path))


def names():
    """All names, sorted, each once."""
    found = set(Contract().names())
    found |= {f"problem {code}" for code in re.findall(r'^ +\{"([a-z-]+)", \d{3},', tables.source("api/src/http/problems.c"), re.M)}
    found |= {f"setting {setting['variable']} {setting['flag']}" for setting in tables.settings()}
    for command in tables.commands():
        found.add(f"command {command['name']}")
        found |= {f"flag {command['name']} {flag['flag']}" for use in command["uses"] for flag in use["flags"]}
    found |= {f"metric {name}" for name in re.findall(r'"(danad_[a-z_]+)"', tables.source("service/src/metrics/metric_table.c"))}
    return sorted(found)


def kept():
    """Each name that was released exists."""
    with open(LIST, encoding="utf-8") as text:
        released = text.read().splitlines()
    missing = sorted(set(released) - set(names()))
    return ([f"{name}: it was released and must stay; before 1.0.0, tests/deploy/stable.py --write" for name in missing] +
            ([] if len(released) > FEWEST else [f"{len(released)} names are no list"]))


def readers():
    """Each kind of name is found."""
    kinds = {name.split()[0] for name in names()}
    wanted = {"route", "query", "request", "media", "answer", "problem", "setting", "command", "flag", "metric"}
    samples = {"route POST /v1/extract", "request POST /v1/extract /options/algorithm", "answer POST /v1/extract /content/text",
               "problem queue-full", "setting DANAD_LISTEN --listen", "flag extract --format", "metric danad_queue_depth"}
    return [f"none of {kind}" for kind in sorted(wanted - kinds)] + [f"no {name}" for name in sorted(samples - set(names()))]


def main():
    if sys.argv[1:] == ["--write"]:
        with open(LIST, "w", encoding="utf-8") as out:
            out.write("\n".join(names()) + "\n")
        return 0
    tally = Tally()
    tally.run("released names", kept)
    tally.run("readers", readers)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
