"""The programs in the READMEs: each block of a language is run as it stands, against a server on loopback."""

import os
import re
import shutil
import subprocess

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
DOCUMENTS = ("README.md", "api/clients/js/README.md", "api/clients/python/README.md")
LANGUAGES = {"js": ("js", "javascript"), "python": ("python", "py")}
SERVER = "http://127.0.0.1:8080"


def direct(**more):
    """The environment without its proxies: the servers of these tests are on loopback."""
    return {**{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}, **more}


def blocks(language):
    """(document, number, text) of the fenced blocks of a language. A block after `<!-- not run -->` is none."""
    found = []
    for path in DOCUMENTS:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = re.sub(r"<!-- not run -->\n+```.*?^```$", "", file.read(), flags=re.M | re.S)
        shown = [body for kind, body in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S) if kind in LANGUAGES[language]]
        found += [(path, number, body) for number, body in enumerate(shown, 1)]
    if len({path for path, _, _ in found}) < 2:
        raise RuntimeError(f"no examples in {language}")
    return found


def problems(program, suffix, text, folder, server, environment):
    """Runs a block in a folder that has the files it names; it must end well, print something, and show no problem."""
    samples = os.path.join(ROOT, "deploy/samples")
    if not os.path.exists(os.path.join(folder, "deploy")):
        shutil.copytree(samples, os.path.join(folder, "deploy/samples"))
    path = os.path.join(folder, f"example.{suffix}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(SERVER, f"http://127.0.0.1:{server.port}"))
    done = subprocess.run([program, path], cwd=folder, env=direct(**environment), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    wanted = re.findall(r"(?://|#) prints: (.*)", text)
    missing = [f"it does not print {line!r}" for line in wanted if line not in done.stdout]
    if done.returncode or not done.stdout.strip() or missing:
        return [f"status {done.returncode}", *missing, *done.stdout.splitlines()[-20:]]
    return []
