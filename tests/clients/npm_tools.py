"""The packages of package.json, installed once for each package-lock.json into a cache outside of the checkout."""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INSTALL_TIMEOUT_S = 300
# Nothing is reported to anybody, and no newer version is looked for.
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "SCARF_ANALYTICS": "false", "DO_NOT_TRACK": "1",
         "NO_UPDATE_NOTIFIER": "1", "NODE_NO_WARNINGS": "1", "NO_COLOR": "1"}


class Missing(Exception):
    """There is no Node, or npm is not reachable: a reason to skip."""


def environment(**more):
    return {**os.environ, **QUIET, **more}


def cache():
    root = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    with open(os.path.join(HERE, "package-lock.json"), "rb") as file:
        return os.path.join(root, "danad", "npm-" + hashlib.sha256(file.read()).hexdigest()[:16])


def npm(*arguments, cwd):
    return subprocess.run(["npm", *arguments], cwd=cwd, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=INSTALL_TIMEOUT_S, check=False)


def install(folder):
    """npm ci in a folder beside, which then takes its place."""
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    with tempfile.TemporaryDirectory(dir=os.path.dirname(folder)) as place:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(os.path.join(HERE, name), place)
        done = npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1", cwd=place)
        if done.returncode:
            if npm("ping", "--fetch-retries=0", "--fetch-timeout=10000", cwd=place).returncode:
                raise Missing("npm is not reachable")
            raise RuntimeError(f"npm ci fails: {done.stdout[-2000:]}")
        os.makedirs(folder)
        os.rename(os.path.join(place, "node_modules"), os.path.join(folder, "node_modules"))


def node_modules(least_node):
    """The folder of the packages."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise Missing(f"there is no {program} (deploy/install node)")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < least_node:
        raise Missing(f"Node is {version}, {'.'.join(map(str, least_node))} is needed")
    folder = cache()
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    with open(folder + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.isdir(os.path.join(folder, "node_modules")):
            shutil.rmtree(folder, ignore_errors=True)
            install(folder)
    return os.path.join(folder, "node_modules")


class Tools:
    """The packages' programs, in a folder of their own whose node_modules they are."""

    def __init__(self, folder, least_node=(18, 0)):
        self.folder, self.modules = folder, node_modules(least_node)
        os.symlink(self.modules, os.path.join(folder, "node_modules"))

    def run(self, program, *arguments, cwd=None, timeout=120, **more):
        """Runs a program of a package; returns its status and what it printed."""
        done = subprocess.run([os.path.join(self.modules, ".bin", program), *arguments], cwd=cwd or self.folder, env=environment(**more),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout,
                              check=False)
        return done.returncode, done.stdout


def skip(what, reason):
    """The last lines of a test that cannot run."""
    print(f"skipped: {what}: {reason}")
    print("tests: 0 passed, 0 failed, 1 skipped")
    return 0
