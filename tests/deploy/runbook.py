"""The names in deploy/RUNBOOK.md exist in the running program: settings, metrics, problems, fields of the
log, alerts. Every alert has a section there.

Needs DANAD_BIN."""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../http"))

import yaml  # noqa: E402
from harness import Server, Tally  # noqa: E402
from manifests import print_config  # noqa: E402
from table import ROOT  # noqa: E402


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as text:
        return text.read()


RUNBOOK = read("deploy/RUNBOOK.md")
ADAPTER = read("deploy/kubernetes/examples/prometheus-adapter.yaml")
# Made by the adapter's rule, not by the program.
DERIVED = {"danad_queue_share"}


def unknown(named, known):
    """Unknown names; if no name was found at all, this test itself is wrong."""
    return [f"unknown: {name}" for name in sorted(set(named) - set(known))] or ([] if named else ["no names found"])


def settings():
    return unknown(re.findall(r"DANAD_[A-Z_]+", RUNBOOK), print_config())


def metrics(server):
    known = re.findall(r"^# TYPE (\S+)", server.request("GET", "/metrics").body.decode(), re.M)
    named = re.findall(r"(?:danad|process)_[a-z_]+", RUNBOOK + ADAPTER)
    return unknown([name for name in named if name not in DERIVED], known)


def problems(server):
    """Problem codes after a status."""
    named = re.findall(r"\d{3} `([a-z-]+)`(?:, `([a-z-]+)`)?", RUNBOOK)
    listed = json.loads(server.request("GET", "/problems", headers={"Accept": "application/json"}).body)
    return unknown([code for pair in named for code in pair if code and code != "no-content"],
                   [row["code"] for row in listed["problems"]])


def log_fields(server):
    """The fields of a request's log line, with all optional fields: of a request that succeeds, and one that fails."""
    sentence = re.search(r"A request's line: (.*?)\. Pages", RUNBOOK, re.S).group(1)
    named = re.findall(r"`([a-z_]+)`", sentence)
    trace = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "User-Agent": "test"}
    server.extract({"html": "<title>a</title><p>a text"}, trace)
    server.extract({"url": "http://10.0.0.1/"}, trace)
    server.stop()
    lines = [json.loads(line) for line in server.log if '"request"' in line]
    return unknown(named, {field for line in lines for field in line})


def alerts():
    rules = yaml.safe_load(read("deploy/prometheus/alerts.yaml"))["groups"]
    known = {rule["alert"] for group in rules for rule in group["rules"]}
    headings = re.findall(r"^### (Danad\w+)$", RUNBOOK, re.M)
    return unknown(re.findall(r"\bDanad[A-Z]\w+", RUNBOOK), known) + [
        f"no place for {name}" for name in sorted(known - set(headings))]


def files():
    """Files that are named exist."""
    named = re.findall(r"`((?:deploy/|kubernetes/|prometheus/|service/|tests/)[\w./-]+)", RUNBOOK)
    return [f"there is no {name}" for name in named if not any(
        os.path.exists(os.path.join(ROOT, folder, name)) for folder in ("", "deploy"))] or (
            [] if named else ["no names found"])


def main():
    tally = Tally()
    server = Server(DANAD_DRAIN_DELAY="0s", DANAD_LOG_LEVEL="info")
    for check in (settings, alerts, files):
        tally.run(check.__name__, check)
    for check in (metrics, problems, log_fields):
        tally.run(check.__name__, check, server)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
