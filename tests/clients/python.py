#!/usr/bin/env python3
"""The Python client as its users get it: a wheel and a sdist by Debian's tools, typed for mypy --strict, used blocking and with asyncio.

Skipped as far as Debian's python3-build, python3-setuptools, python3-wheel or mypy are missing. Environment: DANAD_BIN the server.
"""

import json
import os
import ssl
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "http"))

import harness  # noqa: E402  (its folder is known only now)
import readmes  # noqa: E402
import relays  # noqa: E402
import unreliable  # noqa: E402

ROOT = os.path.join(HERE, "../..")
CLIENT = os.path.join(ROOT, "api/clients/python")
VERSIONS = os.path.join(ROOT, "api/clients/versions.py")
PYTHON = "/usr/bin/python3"  # the one that Debian's packages are for
TOKEN = "secret-token"
LEAST_CHECKS = 60
# What a program of users looks like to mypy: results are typed, what is wrong is an error.
TYPED = """from typing import Optional
from danad import AsyncClient, BatchItem, Client, DanadProblemError, ExtractOptions
from danad.models import Candidate, DanaParams

with Client(token=lambda: "t") as danad:
    page = danad.extract("<p>", include=["text", "headline"], options=ExtractOptions(algorithm="dana", params=DanaParams(gap=3)))
    headline: Optional[Candidate] = page.headline
    text: str = page.text
    danad.extract("<p>", include=["texts"])  # type: ignore[list-item]
    ExtractOptions(offset_unit="utf-16")  # type: ignore[arg-type]
    page.headlines  # type: ignore[attr-defined]
    try:
        for one in danad.batch(BatchItem(id=number, html="<p>") for number in range(3)):
            words: int = len(one.get().text.split()) if one.ok else 0
    except DanadProblemError as error:
        pointer: Optional[str] = error.pointer


async def main() -> None:
    async with AsyncClient() as danad:
        text: str = (await danad.extract(b"<p>")).text
        async for one in danad.batch([{"html": "<p>"}], concurrency=4):
            code: Optional[str] = one.error.code if one.error else None
"""


def run(*command, cwd=None, **environment):
    """What a program prints; raises if it fails."""
    done = subprocess.run(command, cwd=cwd, env=readmes.direct(**environment), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout[-3000:])
    return done.stdout


def has(module):
    return os.path.exists(PYTHON) and subprocess.run([PYTHON, "-c", f"import {module}"], stderr=subprocess.DEVNULL, check=False).returncode == 0


def build(folder):
    """The wheel and the sdist, made in a copy of the files that git knows."""
    source = os.path.join(folder, "source")
    names = [os.path.relpath(os.path.join(path, file), CLIENT) for path, _, files in os.walk(CLIENT) for file in files
             if "__pycache__" not in path and "egg-info" not in path and ".mypy_cache" not in path]
    for name in names:
        os.makedirs(os.path.dirname(os.path.join(source, name)), exist_ok=True)
        with open(os.path.join(CLIENT, name), "rb") as old, open(os.path.join(source, name), "wb") as new:
            new.write(old.read())
    run(PYTHON, "-m", "build", "--no-isolation", "--outdir", folder, cwd=source)
    made = sorted(name for name in os.listdir(folder) if name.endswith((".whl", ".tar.gz")))
    return [os.path.join(folder, name) for name in made]


def package_problems(wheel, sdist):
    """Both have all sources and the licence; the wheel needs nothing, and says that it is typed."""
    wanted = {f"danad/{name}" for name in os.listdir(os.path.join(CLIENT, "src/danad")) if name.endswith((".py", ".typed"))}
    with zipfile.ZipFile(wheel) as archive:
        files = archive.namelist()
        found = {name for name in files if name.startswith("danad/")}
        about = archive.read(next(name for name in files if name.endswith("METADATA"))).decode()
        licence = archive.read(next(name for name in files if name.endswith("LICENSE")))
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    problems = [f"the wheel: {name}" for name in sorted(found ^ wanted)]
    problems += [f"the sdist has no {name}" for name in sorted({f"src/{name}" for name in wanted} | {"README.md", "LICENSE"}) if name not in names]
    with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
        problems += [] if file.read() == licence else ["LICENSE is not that of the project"]
    return problems + ([] if "Requires-Dist" not in about and "\n# danad" in about else [f"METADATA: {about[:600]}"])


def typed_problems(folder, installed):
    """The client and a program that uses it, by mypy --strict."""
    path = os.path.join(folder, "typed.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TYPED)
    said = subprocess.run(["/usr/bin/mypy", "--strict", "--no-error-summary", f"--cache-dir={folder}/mypy", "-p", "danad"],
                          cwd=folder, env={**os.environ, "MYPYPATH": installed}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False).stdout
    said += subprocess.run(["/usr/bin/mypy", "--strict", "--no-error-summary", f"--cache-dir={folder}/mypy", path],
                           cwd=folder, env={**os.environ, "MYPYPATH": installed}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, check=False).stdout
    return said.splitlines()


def certificate(folder):
    """A context of TLS for 127.0.0.1, and the file of who has signed for it."""
    key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-keyout", key, "-out", cert,
        "-subj", "/CN=danad", "-addext", "subjectAltName=IP:127.0.0.1")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return context, cert


def run_suite(tally, python, installed, server, folder):
    """The suite's checks, each as one of ours."""
    proxy, company = unreliable.Unreliable(server.port), relays.proxy()
    context, cert = certificate(folder)
    paths = {"proxy": f"http://{relays.USER}:{relays.PASSWORD.replace(':', '%3A')}@127.0.0.1:{company.port}",
             "tls": f"https://127.0.0.1:{relays.tls(server.port, context).port}", "cert": cert, "plain": f"http://127.0.0.1:{server.port}"}
    said = run(python, os.path.join(HERE, "suite.py"), proxy.url, f"http://127.0.0.1:{server.port}", TOKEN, json.dumps(paths),
               PYTHONPATH=installed, PYTHONDONTWRITEBYTECODE="1")
    outcomes = json.loads(said.splitlines()[-1])
    for name, problem in outcomes:
        tally.check(name, (problem or "").splitlines())
    tally.check("checks", [] if len(outcomes) >= LEAST_CHECKS else [f"only {len(outcomes)}"])
    tunnels = sum(line.startswith("CONNECT ") for line in company.asked)
    tally.check("what the proxy was asked", [] if tunnels >= 2 and len(company.asked) - tunnels >= 4 else company.asked)


def ordinary_pages(server, installed):
    """A batch takes a hundred pages of ordinary size in one request of a server with its defaults, as lines and as one JSON document."""
    with open(os.path.join(ROOT, "deploy/samples/english.html"), encoding="utf-8") as file:
        page = file.read()
    page = page.replace("</body>", "<!-- " + "x" * (110_000 - len(page)) + " --></body>")
    program = ("import sys, danad; page = sys.stdin.read(); items = [{'html': page}] * 100\n"
               "with danad.Client(sys.argv[1]) as c: print([one.status for one in c.batch(items, chunk_bytes=1 << 30)].count(200))")
    done = subprocess.run([sys.executable, "-c", program, f"http://127.0.0.1:{server.port}"], input=page, text=True, check=True, timeout=120,
                          stdout=subprocess.PIPE, env=readmes.direct(PYTHONPATH=installed))
    problems = [] if done.stdout == "100\n" else [f"{done.stdout} of 100"]
    body = json.dumps({"items": [{"html": page}] * 100})
    said = json.loads(server.request("POST", "/v1/extract/batch", body.encode(), {"Content-Type": "application/json"}).body)
    found = [one["status"] for one in said["results"]].count(200)
    return problems + ([] if len(body) > 10485760 and found == 100 else [f"{found} of 100 in one document"])


def check(tally, folder):
    installed = os.path.join(CLIENT, "src")
    if all(map(has, ("build", "setuptools", "wheel"))):
        wheel, sdist = sorted(build(folder), key=lambda name: not name.endswith(".whl"))
        tally.run("wheel and sdist", package_problems, wheel, sdist)
        installed = os.path.join(folder, "installed")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(installed)
    else:
        print("skipped: wheel and sdist of the Python client: python3-build, python3-setuptools or python3-wheel is missing")
    if os.path.exists("/usr/bin/mypy"):
        tally.run("mypy --strict", typed_problems, folder, installed)
    else:
        print("skipped: types of the Python client: mypy is missing")
    tally.run("versions and models are those of openapi.yaml", lambda: run(sys.executable, VERSIONS, "--check") and [])
    with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
        tokens.write(TOKEN + "\n")
        tokens.flush()
        # Sixteen checks at once, which count requests: none may be refused because a busy machine's queue is full.
        server = harness.Server(DANAD_AUTH_TOKENS_FILE=tokens.name, DANAD_MAX_BODY_BYTES="1MiB", DANAD_QUEUE_SIZE="1000",
                                DANAD_QUEUE_TIMEOUT="60s")
        try:
            run_suite(tally, sys.executable, installed, server, folder)
        finally:
            server.stop()
    server = harness.Server()
    try:
        tally.run("a batch of ordinary pages", ordinary_pages, server, installed)
        for path, number, text in readmes.blocks("python"):
            tally.run(f"{path}, example {number} in Python", readmes.problems, sys.executable, "py", text, folder, server, {"PYTHONPATH": installed})
    finally:
        server.stop()


def main():
    tally = harness.Tally()
    with tempfile.TemporaryDirectory() as folder:
        check(tally, folder)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
