#!/usr/bin/env python3
"""Gives the clients the version of openapi.yaml, and makes what is made from it. With --check it compares instead.

Usage: versions.py [--check]

A version such as 1.0.0-rc.1 is 1.0.0rc1 for Python (PEP 440). The types of the JavaScript client need npm, and are not compared here.
"""

import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Where a version stands: file, the text around it, whether it is written as Python's.
PLACES = [
    ("js/package.json", r'^  "version": "(.*)",$', False),
    ("js/src/version.ts", r"^export const VERSION = '(.*)';$", False),
    ("python/pyproject.toml", r'^version = "(.*)"$', True),
    ("python/src/danad/_version.py", r'^VERSION = "(.*)"$', True),
]


def contract_version():
    with open(os.path.join(HERE, "../../openapi.yaml"), encoding="utf-8") as file:
        return re.search(r"^  version: (\S+)$", file.read(), re.M)[1]


def for_python(version):
    return re.sub(r"-(alpha|beta|rc)\.?(\d+)$", lambda m: {"alpha": "a", "beta": "b", "rc": "rc"}[m[1]] + m[2], version)


def make_types():
    """What `npm run types` does, with the versions of package.json and without an installation beside it."""
    if shutil.which("npm") is None:
        print("js/src/schema.ts is not made: there is no npm")
        return 0
    folder = os.path.join(HERE, "js")
    with open(os.path.join(folder, "package.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    packages = [f"--package={name}@{version}" for name, version in manifest["devDependencies"].items()]
    return subprocess.run(["npm", "exec", "--yes", *packages, "-c", manifest["scripts"]["types"]], cwd=folder, check=False).returncode


def main():
    check = sys.argv[1:] == ["--check"]
    version = contract_version()
    wrong = []
    for path, pattern, python in PLACES:
        wanted = for_python(version) if python else version
        with open(os.path.join(HERE, path), encoding="utf-8") as file:
            text = file.read()
        found = re.search(pattern, text, re.M)
        if found[1] == wanted:
            continue
        wrong.append(f"{path}: {found[1]}, not {wanted}")
        if not check:
            with open(os.path.join(HERE, path), "w", encoding="utf-8") as file:
                file.write(text[:found.start(1)] + wanted + text[found.end(1):])
    made = subprocess.run([sys.executable, os.path.join(HERE, "python/make_models.py"), *sys.argv[1:]], check=False).returncode
    if check and (wrong or made):
        sys.exit("\n".join([*wrong, "run api/clients/versions.py"]))
    return made or (0 if check else make_types())


if __name__ == "__main__":
    sys.exit(main())
