#!/usr/bin/env python3
"""The examples of README.md work as printed: its shell blocks run in a separate folder against a server on loopback, its
response is the server's, its lists of routes and algorithms are complete.

Environment: DANAD_BIN the server, SAMPLES_DIR the sample pages, DANAD_ROUTES the program list_routes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import harness
import upstream

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "warc"))
import records as warc  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
SERVER, SITE = "http://127.0.0.1:8080", "https://example.com/"
# Beginnings of the lines that set up and build: these scripts themselves.
NOT_HERE = ("deploy/run", "tests/run")
# Text that no command may print. The shell of a block ends with the first command that fails.
REFUSED = ('"type":"/problems/', "command not found", "usage: danad")
# Commands with a required output: a part of the command, and a text in its output.
SAID = [("deploy/samples/arabic.html  ", "العبّارة"), ("--format markdown deploy", "# Ferry to the outer islands"),
        ("Accept: text/markdown", "# Ferry to the outer islands"), ("algorithm=addanag", '"encoding":{"name":"windows-1255"'),
        ("extract/batch?", '["deploy/samples/arabic.html",200,'), ("?url=", "After nine dry weeks"), ("--format markdown --algorithm", "| samples | 6 |")]


def blocks():
    """(language, text) of the fenced blocks."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as text:
        return re.findall(r"^```(\w*)\n(.*?)^```$", text.read(), re.M | re.S)


def commands(text):
    """The commands of a block: lines, together with those continued by a backslash or a pipe."""
    return [c for c in re.sub(r"(\\|\|)\n", lambda m: m[1].replace("\\", "") + " ", text).splitlines() if c.strip()]


class Folder:
    """The files that the examples name: the samples, the program and a web archive. What else they read, they have written before."""

    def __init__(self, path):
        self.path = path
        os.makedirs(os.path.join(path, "build/release"))
        os.makedirs(os.path.join(path, "deploy"))
        os.symlink(harness.binary(), os.path.join(path, "build/release/danad"))
        shutil.copytree(os.environ["SAMPLES_DIR"], os.path.join(path, "deploy/samples"))
        with open(os.path.join(path, "CRAWL.warc.gz"), "wb") as file:
            file.write(warc.members([warc.warcinfo(), warc.response("http://a.example/1", warc.page(1))]))

    def run(self, command):
        """Runs a command of a block; returns its status and what it printed."""
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=self.path, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=harness.clean_environment(), timeout=120)
        return done.returncode, done.stdout.decode(errors="replace")


def here(command, server, site):
    """A command for this server, a site on loopback, and the corpus that is there."""
    for name, ours in ((SERVER, f"http://127.0.0.1:{server.port}"), (SITE, f"http://127.0.0.1:{site.port}/page"),
                       ("CORPUS...", "deploy/samples")):
        command = command.replace(name, ours)
    return command


def example_problems(folder, command, ran):
    status, said = folder.run(ran)
    problems = [f"status {status}: {said[-600:]}"] if status else []
    problems += [f"prints {text}: {said[-600:]}" for text in REFUSED if text in said]
    return problems + [f"no {text!r} in {said[:300]!r}" for mark, text in SAID if mark in command and text not in said]


def answer_problems(folder, ran, shown):
    said = json.loads(folder.run(ran)[1])
    return [] if said == shown else [f"it says {json.dumps(said, ensure_ascii=False)}"]


def written_problems(folder):
    """Files that examples write are not empty."""
    return [f"{name} is empty or missing" for name in ("results.ndjson", "crawl.ndjson", "profile.svg")
            if not os.path.exists(path := os.path.join(folder.path, name)) or not os.path.getsize(path)]


def section(name):
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as text:
        return re.search(rf"^## {name}\n(.*?)^## ", text.read(), re.M | re.S)[1]


def route_problems():
    lines = subprocess.run([os.environ["DANAD_ROUTES"]], capture_output=True, text=True, check=True, timeout=30).stdout
    known = {line.split("\t")[0] for line in lines.splitlines()}
    named = set(re.findall(r"[` ](/[a-z0-9_/{}.-]*)", "".join(re.findall(r"^\| (`.*?) \|", section("Routes"), re.M))))
    known.discard("/problems")
    return [f"not there: {path}" for path in sorted(named - known)] + [f"not told: {path}" for path in sorted(known - named)]


def algorithm_problems(server):
    known = {a["id"] for a in json.loads(server.request("GET", "/v1/algorithms").body)["algorithms"] if a["kind"] == "content"}
    named = set(re.findall(r"`([a-z0-9-]+)`", "".join(re.findall(r"^\| (`.*?) \|", section("Algorithms"), re.M))))
    return [f"not there: {name}" for name in sorted(named - known)] + [f"not told: {name}" for name in sorted(known - named)]


def run_examples(tally, folder, server, site):
    ran = None
    count = 0
    for language, text in blocks():
        if language == "json":
            tally.run("the answer that is shown", answer_problems, folder, ran, json.loads(text))
            count += 1
        for command in [] if language else commands(text):
            if command.startswith(NOT_HERE):
                continue
            ran = here(command, server, site)
            tally.run(command, example_problems, folder, command, ran)
            count += 1
    tally.check("examples are found", [] if count >= 12 else [f"{count} of them"])
    tally.run("files that examples write", written_problems, folder)


def main():
    tally = harness.Tally()
    site = upstream.Site()
    server = harness.Server(DANAD_FETCH_ALLOW_CIDRS="127.0.0.1/32", DANAD_FETCH_PORTS=str(site.port))
    try:
        with tempfile.TemporaryDirectory() as path:
            run_examples(tally, Folder(path), server, site)
        tally.run("routes", route_problems)
        tally.run("algorithms", algorithm_problems, server)
    finally:
        tally.check("the server ends", [] if server.stop() == 0 else ["its status is not 0"])
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
