"""The systemd units: exposure, spelling, the guard's networks, names of settings, system calls.

Needs DANAD_BIN and SAMPLES_DIR. If a tool is missing its checks are skipped, with a line.
"""
import glob
import http.client
import ipaddress
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../http"))

from harness import Server, Tally, binary, clean_environment  # noqa: E402
from table import ROOT, differences, guarded  # noqa: E402

UNITS = os.path.join(ROOT, "deploy/systemd")
EXPOSURE_MAX = 2.0
# IPv6 except 2000::/3: the guard rejects it without a row in its table.
NOT_GLOBAL = ["::/3", "4000::/2", "8000::/1"]


def read(name):
    with open(os.path.join(UNITS, name), encoding="utf-8") as unit:
        return unit.read()


def values(text, key):
    """All words of all lines KEY=..., in order."""
    return " ".join(re.findall(rf"^{key}=(.*)$", text, re.M)).split()


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)


def staged(folder):
    """The units, with the program of this build instead of the installed one."""
    shutil.copytree(UNITS, folder, dirs_exist_ok=True)
    path = os.path.join(folder, "danad.service")
    with open(path, encoding="utf-8") as unit:
        text = unit.read()
    with open(path, "w", encoding="utf-8") as unit:
        quoted = '"' + binary().replace("%", "%%") + '"'  # the checkout's path may have spaces
        unit.write(text.replace("/usr/local/bin/danad", quoted))
    return folder


def exposure():
    """The unit's exposure is at most the limit; a unit without the hardening exceeds it."""
    result = run("systemd-analyze", "security", "--offline=true", "--no-pager",
                 os.path.join(UNITS, "danad.service"))
    found = re.search(r"Overall exposure level for danad\.service: ([0-9.]+)", result.stdout)
    if not found:
        return [result.stdout[-500:], result.stderr]
    print(f"exposure: {found.group(1)}")
    return [] if float(found.group(1)) < EXPOSURE_MAX else [found.group(0)]


def spelling():
    """systemd's own check has no complaint about the units with the drop-in."""
    with tempfile.TemporaryDirectory() as folder:
        staged(folder)
        result = run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no",
                     os.path.join(folder, "danad.service"), os.path.join(folder, "danad.socket"))
        return [result.stderr] if result.returncode or result.stderr.strip() else []


def print_config(**variables):
    """The program's effective settings."""
    result = run(binary(), "serve", "--print-config", env=clean_environment(**variables))
    return result.stdout or result.stderr


def networks():
    four, six = guarded()
    found = [ipaddress.ip_network(word) for word in values(read("danad.service"), "IPAddressDeny")]
    return differences("IPAddressDeny", found,
                       four + six + [ipaddress.ip_network(text) for text in NOT_GLOBAL])


def settings():
    """The program knows every variable that the files name, commented out or not."""
    known = print_config().splitlines()
    known = {line.split("=")[0] for line in known}
    names = set()
    for path in glob.glob(os.path.join(UNITS, "**"), recursive=True):
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as unit:
                names |= set(re.findall(r"^#?(?:Environment=)?(DANAD_[A-Z_]+)=", unit.read(), re.M))
    return ([f"unknown: {name}" for name in sorted(names) if name not in known] +
            ([] if names else ["no names found"]))


def default_values():
    """The example's values are the defaults: with all of them the effective settings are the same."""
    lines = re.findall(r"^#(DANAD_[A-Z_]+)=(.+)$", read("danad.env"), re.M)
    given = print_config(**dict(lines))
    return [] if lines and print_config() == given else [given]


def allowed_calls():
    """The system calls that the unit's filter lets through."""
    def members(group):
        if not group.startswith("@"):
            return {group}
        calls = set()
        for word in run("systemd-analyze", "syscall-filter", group).stdout.split("\n")[1:]:
            word = word.strip()
            if word.startswith("@"):
                calls |= members(word)
            elif word and not word.startswith("#"):
                calls.add(word)
        return calls

    allowed = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", read("danad.service"), re.M):
        for group in line.lstrip("~").split():
            allowed = allowed - members(group) if line.startswith("~") else allowed | members(group)
    return allowed


def exercise(port):
    """Sends requests that use the workers and the fetcher."""
    with open(os.path.join(os.environ["SAMPLES_DIR"], "arabic.html"), encoding="utf-8") as sample:
        page = sample.read()
    wanted = (("/v1/extract", json.dumps({"html": page}), 200),
              ("/v1/extract", json.dumps({"url": "http://danad.invalid/"}), 502))
    for path, body, status in wanted:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        reply = connection.getresponse()
        reply.read()
        connection.close()
        if reply.status != status:
            return [f"{path}: {reply.status}, not {status}"]
    return []


def traced(folder):
    """Runs the server under strace; returns problems and the names of the system calls."""
    trace = os.path.join(folder, "trace")
    program = binary()
    wrapper = os.path.join(folder, "danad")
    with open(wrapper, "w", encoding="utf-8") as script:
        script.write(f'#!/bin/sh\nexec strace -f -qq -I 2 -o {trace} "{program}" "$@"\n')
    os.chmod(wrapper, 0o755)
    os.environ["DANAD_BIN"] = wrapper
    # The leak checker stops and reads its own threads; the program itself does not.
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0"
    try:
        server = Server()
    finally:
        os.environ["DANAD_BIN"] = program
    try:
        problems = exercise(server.port)
    finally:  # strace forwards no signals, so both would go on running
        os.kill(child_of(server.pid), signal.SIGTERM)
        server.stop()
    with open(trace, encoding="utf-8", errors="replace") as lines:
        return problems, set(re.findall(r"^\d+ +([a-z0-9_]+)\(", lines.read(), re.M))


def child_of(pid):
    """The process that strace started."""
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        return int(children.read().split()[0])


def system_calls():
    """The system calls of the program, from start to end, pass the unit's filter."""
    with tempfile.TemporaryDirectory() as folder:
        problems, used = traced(folder)
    print(f"system calls used: {len(used)}")
    if not {"epoll_wait", "accept4"} <= used:
        problems.append(f"the trace is not of a server: {sorted(used)}")
    return problems + [f"refused: {name}" for name in sorted(used - allowed_calls())]


CHECKS = (("networks", networks, ()), ("settings", settings, ()), ("default values", default_values, ()),
          ("exposure", exposure, ("systemd-analyze",)), ("spelling", spelling, ("systemd-analyze",)),
          ("system calls", system_calls, ("systemd-analyze", "strace")))


def main():
    tally = Tally()
    for name, check, tools in CHECKS:
        missing = [tool for tool in tools if not shutil.which(tool)]
        if missing:
            print(f"skipped: {name}, there is no {missing[0]}")
            continue
        tally.run(name, check)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
