"""The output of /metrics as data, and as checked by Prometheus' own tools."""

import re
import subprocess
import sys
import tempfile

# Debian's packages, even if python3 is not Debian's.
sys.path.append("/usr/lib/python3/dist-packages")

from prometheus_client.openmetrics.parser import text_string_to_metric_families  # noqa: E402

SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$")
LABEL = re.compile(r'(\w+)="([^"]*)"')
OPENMETRICS = "application/openmetrics-text"


def samples(text):
    """{name{label="value",...}: number} of a text in either format."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, labels, value = SAMPLE.match(line).groups()
            key = name + ("{" + labels + "}" if labels else "")
            assert key not in found, f"{key} twice"
            found[key] = float(value)
    return found


def names(text):
    """{family: type} of a text in the older format; the samples of a histogram have suffixes."""
    return dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))


def sample_names(text):
    """All names that a query can have."""
    found = set()
    for name, kind in names(text).items():
        found |= {name + suffix for suffix in ("_bucket", "_sum", "_count")} if kind == "histogram" else {name}
    return found


def labels(text):
    """{name of a sample: {label: {values}}}."""
    found = {}
    for key in samples(text):
        name = key.partition("{")[0]
        for label, value in LABEL.findall(key):
            found.setdefault(name, {}).setdefault(label, set()).add(value)
    return found


def run(*command, text=None):
    """The complaints of a tool; [] if it succeeds and prints nothing."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    lines = (done.stdout + done.stderr).splitlines()
    return lines + [f"{command[0]}: status {done.returncode}"] if done.returncode else lines


def lint(text):
    """promtool on the older format, with complaints about style."""
    return run("promtool", "check", "metrics", text=text)


def lint_openmetrics(text):
    """A strict parser, and Prometheus' own, which needs samples with times, as blocks to store."""
    try:
        families = list(text_string_to_metric_families(text))
    except ValueError as error:
        return [f"no OpenMetrics: {error}"]
    problems = [f"unit of {f.name}: {f.unit!r}" for f in families
                if f.name.endswith(("_seconds", "_bytes")) and not f.name.endswith("_" + f.unit)]
    timed = re.sub(r"^([^#\n]+)$", r"\1 1700000000", text, flags=re.M)
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/metrics", "w") as file:
            file.write(timed)
        done = subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", f"{folder}/metrics",
                               f"{folder}/data"], capture_output=True, text=True, timeout=120)
    return problems + ([] if done.returncode == 0 else (done.stdout + done.stderr).splitlines())
