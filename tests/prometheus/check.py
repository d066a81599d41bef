#!/usr/bin/env python3
"""The alerts and the dashboard of deploy/: promtool checks rules and expressions and tests each alert;
every name, label and value in them is compared with the /metrics of a running server.

Usage: check.py ROOT. Environment: DANAD_BIN the server.
"""

import json
import os
import re
import sys
import tempfile

import yaml

ROOT = sys.argv[1]
sys.path.insert(0, os.path.join(ROOT, "tests", "http"))

import harness  # noqa: E402
import prometheus  # noqa: E402

RULES = os.path.join(ROOT, "deploy", "prometheus", "alerts.yaml")
DASHBOARD = os.path.join(ROOT, "deploy", "grafana", "danad.json")
RULE_TESTS = os.path.join(ROOT, "tests", "prometheus", "alerts.yaml")
# The metric and the labels that Prometheus adds when it scrapes.
ADDED_NAMES = {"up"}
ADDED_LABELS = {"job", "instance", "le"}
# Labels that have all their values from the start.
COMPLETE = {"reason", "result", "route", "stage"}
# The counter of requests has only routes that were used; this metric has all routes.
ALL_ROUTES = "danad_http_request_duration_seconds_count"
GRID = 24
VARIABLES = {"$__rate_interval": "5m", "$job": "danad", "$instance": ".*"}

SELECTOR = re.compile(r"([a-zA-Z_:][\w:]*)\s*\{([^}]*)\}")
MATCHER = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')
WORDS = {"by", "without", "and", "or", "unless", "on", "ignoring", "group_left", "group_right", "bool", "offset"}


def without_variables(expression):
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    return expression


def metric_names(expression):
    """Names of metrics: everything except functions, keywords, labels, and text in quotes or brackets."""
    bare = re.sub(r'"[^"]*"', "", expression)
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]", "", bare)
    bare = re.sub(r"\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)", r"\1", bare)
    found = re.finditer(r"[a-zA-Z_:][\w:]*", bare)
    return {m.group() for m in found
            if m.group() not in WORDS and not re.match(r"\s*(\(|by\b|without\b)", bare[m.end():])}


class Check:
    def __init__(self):
        self.tally = harness.Tally()
        server = harness.Server(DANAD_WORKERS="1")
        try:
            server.extract({"html": "<p>words and more words"})
            text = server.request("GET", "/metrics").body.decode()
        finally:
            server.stop()
        self.names = prometheus.sample_names(text) | ADDED_NAMES
        self.labels = prometheus.labels(text)
        with open(RULES, encoding="utf-8") as file:
            self.rules = [rule for group in yaml.safe_load(file)["groups"] for rule in group["rules"]]
        with open(DASHBOARD, encoding="utf-8") as file:
            self.dashboard = json.load(file)
        self.panels = [p for p in self.dashboard["panels"] if p["type"] != "row"]

    # ----------------------------------------------------------------------------------- expressions
    def expression_problems(self, expression):
        expression = without_variables(expression)
        problems = [f"no metric {n}" for n in sorted(metric_names(expression) - self.names)]
        problems += [] if metric_names(expression) else ["no metric at all"]
        problems += [f"a variable in {expression}"] if "$" in expression else []
        for name, matchers in SELECTOR.findall(expression):
            for label, operator, value in MATCHER.findall(matchers):
                problems += self.matcher_problems(name, label, operator, value)
        known = set().union(*(self.labels.get(n, {}) for n in metric_names(expression))) | ADDED_LABELS
        for group in re.findall(r"\bby\s*\(([^)]*)\)", expression):
            problems += [f"no label {l.strip()} to sum by" for l in group.split(",") if l.strip() not in known]
        return problems

    def matcher_problems(self, name, label, operator, value):
        if label in ADDED_LABELS:
            return []
        values = self.labels.get(name, {}).get(label)
        if values is None:
            return [f"{name} has no label {label}"]
        if label not in COMPLETE:
            return []
        if label == "route":
            values = self.labels[ALL_ROUTES]["route"]
        wanted = value.split("|") if operator.endswith("~") else [re.escape(value)]
        return [f"{name}: {label} is never {w}" for w in wanted if not any(re.fullmatch(w, v) for v in values)]

    def syntax_problems(self, expressions):
        """promtool checks only rules, so each expression is made a rule."""
        rules = [{"record": f"check:expression:{i}", "expr": without_variables(e)}
                 for i, e in enumerate(expressions)]
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            yaml.safe_dump({"groups": [{"name": "check", "rules": rules}]}, file)
            file.flush()
            lines = prometheus.run("promtool", "check", "rules", file.name)
        return lines if any("FAILED" in line or "status" in line for line in lines) else []

    # --------------------------------------------------------------------------------------- alerts
    def alerts(self):
        for command in (("check", "rules", RULES), ("test", "rules", RULE_TESTS)):
            self.tally.run("promtool " + " ".join(command[:2]), self.promtool_problems, *command)
        for rule in self.rules:
            self.tally.run(f"alert {rule['alert']}", self.expression_problems, rule["expr"])
            self.tally.run(f"words of {rule['alert']}", self.word_problems, rule)
        self.tally.run("each alert is tested to fire and not to fire", self.untested_problems)

    def promtool_problems(self, *command):
        lines = prometheus.run("promtool", *command)
        return lines if any("FAILED" in line or line.startswith("promtool: status") for line in lines) else []

    def word_problems(self, rule):
        problems = [f"no {n}" for n in ("summary", "description") if not rule["annotations"].get(n)]
        problems += [] if rule["labels"].get("severity") in ("warning", "critical") else ["no severity"]
        named = set(re.findall(r"\bdanad_\w+", rule["annotations"]["description"]))
        bases = {re.sub(r"_(bucket|sum|count)$", "", name) for name in self.names} | self.names
        return problems + [f"no metric {n} to look at" for n in sorted(named - bases)]

    def untested_problems(self):
        with open(RULE_TESTS, encoding="utf-8") as file:
            cases = [c for t in yaml.safe_load(file)["tests"] for c in t["alert_rule_test"]]
        names = {rule["alert"] for rule in self.rules}
        fires = {c["alertname"] for c in cases if c["exp_alerts"]}
        rests = {c["alertname"] for c in cases if not c["exp_alerts"]}
        return [f"{n} is not tested to fire" for n in sorted(names - fires)] + \
            [f"{n} is not tested to rest" for n in sorted(names - rests)]

    # ------------------------------------------------------------------------------------ dashboard
    def board(self):
        for panel in self.panels:
            self.tally.run(f"panel {panel['title']}", self.panel_problems, panel)
        expressions = [t["expr"] for p in self.panels for t in p["targets"]]
        self.tally.run("expressions of the dashboard", self.syntax_problems, expressions)
        self.tally.run("layout of the dashboard", self.layout_problems)
        self.tally.run("variables of the dashboard", self.variable_problems)
        self.tally.run("all of the server's own metrics are shown", self.unshown_problems, expressions)

    def panel_problems(self, panel):
        problems = [f"no {n}" for n in ("title", "description", "targets") if not panel.get(n)]
        problems += [f"data source {s['datasource']}" for s in [panel, *panel["targets"]]
                     if s["datasource"]["uid"] != "${datasource}"]
        references = [t["refId"] for t in panel["targets"]]
        problems += [] if len(set(references)) == len(references) else ["a refId twice"]
        for target in panel["targets"]:
            problems += self.expression_problems(target["expr"])
            legend = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
            grouped = set(re.findall(r"\w+", " ".join(re.findall(r"\bby\s*\(([^)]*)\)", target["expr"]))))
            problems += [f"legend {l}" for l in legend - (grouped or ADDED_LABELS)]
        return problems

    def layout_problems(self):
        ids = [p["id"] for p in self.dashboard["panels"]]
        taken, problems = set(), [] if len(set(ids)) == len(ids) else ["an id twice"]
        for panel in self.dashboard["panels"]:
            at = panel["gridPos"]
            cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
            problems += [f"{panel['title']} lies over another"] if cells & taken else []
            problems += [f"{panel['title']} is too wide"] if at["x"] + at["w"] > GRID else []
            taken |= cells
        return problems

    def variable_problems(self):
        listed = {v["name"] for v in self.dashboard["templating"]["list"]}
        used = set(re.findall(r"\$\{?(\w+)", json.dumps(self.dashboard["panels"]))) - {"__rate_interval"}
        asked = {n for v in self.dashboard["templating"]["list"] if v["type"] == "query"
                 for n in re.findall(r"label_values\((\w+)", v["query"])}
        return [f"no variable {n}" for n in used - listed] + [f"variable {n} is not used" for n in listed - used] + \
            [f"no metric {n}" for n in asked - self.names]

    def unshown_problems(self, expressions):
        shown = set().union(*(metric_names(without_variables(e)) for e in expressions))
        bases = {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown} | shown
        families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in self.names if name.startswith("danad_")}
        return [f"{n} is in no panel" for n in sorted(families - bases)]

    def run(self):
        self.alerts()
        self.board()
        return self.tally.finish()


if __name__ == "__main__":
    sys.exit(Check().run())
