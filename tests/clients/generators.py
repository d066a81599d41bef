#!/usr/bin/env python3
"""openapi.yaml as others read it: linters find nothing, generators make clients of it, `tsc --strict` compiles these, and they call
the server.

Needs Node 20 and npm; skipped without. Environment: DANAD_BIN the server, OPENAPI_YAML the contract.
"""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "http"))

import harness  # noqa: E402  (its folder is known only now)
import npm_tools  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
CONTRACT = os.environ["OPENAPI_YAML"]
COMMITTED = os.path.join(HERE, "../../api/clients/js/src/schema.ts")
USES = ("openapi_fetch", "hey_api", "orval", "swagger_typescript_api")
# The types of the JavaScript client, as its package.json makes them.
TYPES = ("--default-non-nullable=false", "--root-types", "--root-types-no-schema-prefix")
LEAST_NODE = (20, 19)  # of @hey-api/openapi-ts, redocly and swagger-typescript-api
EXPECTED = {"text": "Rain\nIt fell on the valley on Monday, at last, after nine dry weeks.", "error": None, "code": "invalid-request"}


def lint(tools, program, *arguments):
    status, said = tools.run(program, "lint", *arguments, CONTRACT)
    clean = "No results with a severity" in said or "Your API description is valid" in said
    return [] if status == 0 and clean and not re.search(r"\d+ warning", said) else [f"status {status}"] + said.splitlines()


def generate(tools, program, *arguments):
    status, said = tools.run(program, *arguments)
    return [] if status == 0 else said.splitlines()[-20:]


def types(tools):
    """The types of the JavaScript client are those that openapi-typescript makes of the contract today."""
    made = os.path.join(tools.folder, "made/schema.ts")
    problems = generate(tools, "openapi-typescript", CONTRACT, *TYPES, "-o", made)
    if problems:
        return problems
    with open(made, encoding="utf-8") as new, open(COMMITTED, encoding="utf-8") as old:
        return [] if new.read() == old.read() else ["api/clients/js/src/schema.ts is not what `npm run types` writes there"]


def call(tools, name, url):
    """What a generator made, with a program that uses it, as a bundle that Node runs."""
    made = os.path.join(tools.folder, f"made/{name}.mjs")
    status, said = tools.run("esbuild", f"use/{name}.ts", "--bundle", "--format=esm", "--platform=node", f"--outfile={made}",
                             "--log-level=error")
    if status:
        return said.splitlines()
    done = subprocess.run(["node", made], env=npm_tools.environment(DANAD_URL=url), capture_output=True, text=True, timeout=60, check=False)
    return [] if done.returncode == 0 and json.loads(done.stdout) == EXPECTED else [done.stdout, done.stderr[-1000:]]


def check(tools, tally):
    made = os.path.join(tools.folder, "made")
    os.mkdir(made)
    shutil.copytree(os.path.join(HERE, "use"), os.path.join(tools.folder, "use"))
    work = [
        ("spectral", lint, tools, "spectral", "--ruleset", os.path.join(HERE, "spectral.yaml"), "--fail-severity", "hint"),
        ("redocly", lint, tools, "redocly", "--config", os.path.join(HERE, "redocly.yaml")),
        ("openapi-typescript", types, tools),
        ("@hey-api/openapi-ts", generate, tools, "openapi-ts", "-i", CONTRACT, "-o", f"{made}/hey", "-c", "@hey-api/client-fetch"),
        ("orval", generate, tools, "orval", "--input", CONTRACT, "--output", f"{made}/orval.ts", "--client", "fetch"),
        ("swagger-typescript-api", generate, tools, "swagger-typescript-api", "generate", "-p", CONTRACT, "-o", f"{made}/sta", "-n", "api.ts"),
    ]
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(tally.run, *one) for one in work]:
            done.result()
    tally.run("tsc --strict", generate, tools, "tsc", "--project", "use")
    server = harness.Server()
    try:
        for name in USES:
            tally.run(f"a call by {name}", call, tools, name, f"http://127.0.0.1:{server.port}")
    finally:
        server.stop()


def main():
    tally = harness.Tally()
    with tempfile.TemporaryDirectory() as folder:
        try:
            tools = npm_tools.Tools(folder, LEAST_NODE)
        except npm_tools.Missing as reason:
            return npm_tools.skip("generators and linters of openapi.yaml", reason)
        check(tools, tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
