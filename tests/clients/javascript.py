#!/usr/bin/env python3
"""The JavaScript client as its users get it: packed by npm, unpacked into an application, used by Node and by Chromium, and by a program
that `tsc --strict` checks.

Needs Node and npm, and for the browser chromium; skipped without. Environment: DANAD_BIN the server.
"""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, os.pardir, "http"), os.path.join(HERE, os.pardir, "browser")]

import devtools  # noqa: E402  (their folders are known only now)
import harness  # noqa: E402
import npm_tools  # noqa: E402
import readmes  # noqa: E402
import unreliable  # noqa: E402

CLIENT = os.path.join(HERE, "../../api/clients/js")
TOKEN = "secret-token"
LEAST_CHECKS = 30
PAGE = """<!doctype html><meta charset=utf-8><title>...</title>
<script type="importmap">{"imports": {"danad-client": "/node_modules/danad-client/dist/index.js",
                                      "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs"}}</script>
<script type="module">
import * as danad from 'danad-client';
import { run } from '/suite.mjs';
const at = (scenario, key) => (scenario === 'direct' ? '%(direct)s' : `%(proxy)s/${scenario}/${key}`);
window.outcomes = await run({ danad, at, token: '%(token)s', node: false });
</script>"""
# What a program of users looks like to the compiler: what is asked for is not null, what is wrong is an error.
TYPED = """import { Danad, DanadProblemError, type BatchOutcome, type ExtractResponse } from 'danad-client';
const danad = new Danad({ baseUrl: 'http://127.0.0.1:8080', token: async () => 't' });
const page = await danad.extract({ html: '<p>', include: ['text', 'links'] });
const text: string = page.content.text;
const first: string | undefined = page.links[0]?.href;
const all: ExtractResponse = await danad.extract({ url: 'https://example.com/', options: { algorithm: 'auto', offset_unit: 'utf16' } });
// @ts-expect-error it was not asked for, and is null
page.images.length;
// @ts-expect-error there is no such part
await danad.extract({ html: '<p>', include: ['texts'] });
// @ts-expect-error a page is html, html_base64 or url
await danad.extract({ html: '<p>', url: 'https://example.com/' });
// @ts-expect-error there is no such unit
await danad.extract({ html: '<p>', options: { offset_unit: 'utf-16' } });
for await (const one of danad.batch([{ id: 1, html: '<p>', mine: true }], { ordered: true })) {
    const own: boolean = one.item.mine;
    const what: BatchOutcome = one;
    const said: string | null | undefined = one.ok ? one.result.content?.text : one.error.detail;
    void [own, what, said];
}
try {
    await danad.info();
} catch (error) {
    if (error instanceof DanadProblemError && error.code === 'queue-full') {
        const seconds: number | null = error.retryAfter;
        void seconds;
    }
}
void [text, first, all];
"""
TSCONFIG = {"compilerOptions": {"strict": True, "noEmit": True, "target": "es2022", "module": "nodenext", "types": [], "skipLibCheck": False,
                                "lib": ["es2022", "dom", "dom.iterable"]}, "files": ["typed.mts"]}
PACKED = {"package.json", "README.md", "LICENSE"}


def pack(tools, folder):
    """npm pack in a copy of the sources; the name of the package."""
    source = os.path.join(tools.folder, "source")
    shutil.copytree(CLIENT, source, ignore=shutil.ignore_patterns("node_modules", "dist"))
    os.symlink(tools.modules, os.path.join(source, "node_modules"))
    done = subprocess.run(["npm", "pack", "--json", "--pack-destination", folder, "--loglevel=error"], cwd=source, stdin=subprocess.DEVNULL,
                          env=npm_tools.environment(), capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return os.path.join(folder, json.loads(done.stdout[done.stdout.index("["):])[0]["filename"])


def unpack(tools, package, application):
    """The package and what it depends on, in the node_modules of an application."""
    modules = os.path.join(application, "node_modules")
    os.makedirs(modules)
    with tarfile.open(package) as archive:
        archive.extractall(modules, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(modules)
    os.rename(os.path.join(modules, "package"), os.path.join(modules, "danad-client"))
    for name in ("openapi-fetch", "openapi-typescript-helpers"):
        shutil.copytree(os.path.join(tools.modules, name), os.path.join(modules, name))


def package_problems(package):
    """It has the built files and nothing else; each source has its types; one dependency; the LICENSE is the project's."""
    with tarfile.open(package) as archive:
        files = {name.partition("/")[2]: archive.extractfile(name).read() for name in archive.getnames()}
    built = {re.sub(r"\.ts$", "", name) for name in os.listdir(os.path.join(CLIENT, "src"))}
    wanted = PACKED | {f"dist/{name}.{kind}" for name in built for kind in ("js", "d.ts")}
    problems = [f"it has {name}" for name in sorted(files.keys() - wanted)] + [f"it has no {name}" for name in sorted(wanted - files.keys())]
    with open(os.path.join(HERE, "../../LICENSE"), "rb") as file:
        problems += [] if file.read() == files["LICENSE"] else ["LICENSE is not that of the project"]
    manifest = json.loads(files["package.json"])
    return problems + ([] if list(manifest["dependencies"]) == ["openapi-fetch"] else [f"dependencies {manifest['dependencies']}"])


def version_problems(tools):
    """What it is built and tested with is what its package.json says."""
    with open(os.path.join(CLIENT, "package.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    problems = []
    for name, wanted in {**manifest["dependencies"], **manifest["devDependencies"]}.items():
        with open(os.path.join(tools.modules, name, "package.json"), encoding="utf-8") as file:
            found = json.load(file)["version"]
        problems += [] if found == wanted.lstrip("^") else [f"{name} is {found}, not {wanted}"]
    return problems


def typed_problems(tools, application):
    for name, text in (("typed.mts", TYPED), ("tsconfig.json", json.dumps(TSCONFIG))):
        with open(os.path.join(application, name), "w", encoding="utf-8") as file:
            file.write(text)
    status, said = tools.run("tsc", "--project", application)
    return [] if status == 0 else said.splitlines()


def node_outcomes(application, proxy, direct):
    done = subprocess.run(["node", os.path.join(HERE, "suite_node.mjs"), os.path.join(application, "node_modules/danad-client"), proxy.url,
                           direct, TOKEN], env=npm_tools.environment(), capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


class Site(http.server.SimpleHTTPRequestHandler):
    """The application as web servers give it, and a page that runs the suite."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}
    page = ""

    def do_GET(self):
        if self.path != "/":
            super().do_GET()
            return
        body = self.page.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def browser_outcomes(browser, application, proxy, direct):
    shutil.copy(os.path.join(HERE, "suite.mjs"), application)
    page = type("Page", (Site,), {"page": PAGE % {"direct": direct, "proxy": proxy.url, "token": TOKEN}})
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(page, directory=application))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    browser.open(f"http://127.0.0.1:{site.server_port}/")
    if not browser.wait("window.outcomes", 60):
        raise RuntimeError(f"the suite does not end: {browser.complaints}")
    return browser.run("return window.outcomes")


def run_suite(tally, where, outcomes):
    """Each check of a suite, as one of ours."""
    try:
        found = outcomes()
    except Exception as error:
        tally.check(f"the suite in {where}", [repr(error)[:2000]])
        return
    for name, problem in found:
        tally.check(f"{name} ({where})", (problem or "").splitlines())
    tally.check(f"checks in {where}", [] if len(found) >= LEAST_CHECKS else [f"only {len(found)}"])


def run_examples(tally, application, server):
    """The programs of the READMEs, as they stand there."""
    for path, number, text in readmes.blocks("js"):
        tally.run(f"{path}, example {number} in JavaScript", readmes.problems, "node", "mjs", text, application, server, {})


def check(tools, tally):
    application = os.path.join(tools.folder, "application")
    package = pack(tools, tools.folder)
    tally.run("the package", package_problems, package)
    tally.run("versions", version_problems, tools)
    unpack(tools, package, application)
    tally.run("a typed program", typed_problems, tools, application)
    with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
        tokens.write(TOKEN + "\n")
        tokens.flush()
        server = harness.Server(DANAD_AUTH_TOKENS_FILE=tokens.name, DANAD_MAX_BODY_BYTES="1MiB", DANAD_CORS_ALLOW_ORIGINS="*",
                                DANAD_QUEUE_SIZE="1000", DANAD_QUEUE_TIMEOUT="60s")
        proxy, direct = unreliable.Unreliable(server.port), f"http://127.0.0.1:{server.port}"
        try:
            run_suite(tally, "Node", functools.partial(node_outcomes, application, proxy, direct))
            try:
                browser = devtools.Browser()
            except devtools.Lost as reason:
                print(f"skipped: the JavaScript client in a browser: {reason}")
                print("tests: 0 passed, 0 failed, 1 skipped")
            else:
                run_suite(tally, "Chromium", functools.partial(browser_outcomes, browser, application, proxy, direct))
                browser.close()
        finally:
            server.stop()
    server = harness.Server()
    try:
        run_examples(tally, application, server)
    finally:
        server.stop()


def main():
    tally = harness.Tally()
    with tempfile.TemporaryDirectory() as folder:
        try:
            tools = npm_tools.Tools(folder)
        except npm_tools.Missing as reason:
            return npm_tools.skip("the JavaScript client", reason)
        check(tools, tally)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
