#!/usr/bin/env python3
"""Pages shown to a browser: danad renderer and danad serve, against sites on loopback.

usage: render.py [KILLS [PAUSE]]   how often a browser is killed under load; default 6, the full run is 100; seconds between two of them

Environment: DANAD_BIN the server, OPENAPI_YAML the spec. Skipped where there is no headless Chromium, or it cannot be
confined.
"""

import base64
import concurrent.futures
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.parse

import harness
import rendered_pages
import upstream
from spec import Spec

PROGRAMS = ("/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium")
# What the browser's own sandbox needs: a process without privileges makes a user namespace.
NAMESPACE = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "unshare", "--user", "true")
RESPONSE = "/components/schemas/ExtractResponse"
KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 6
PAUSE_S = float(sys.argv[2]) if len(sys.argv) > 2 else .35


def hindrance():
    """Why no page can be rendered here; None: one can."""
    if not any(os.access(program, os.X_OK) for program in PROGRAMS):
        return "there is no headless Chromium"
    probe = NAMESPACE if os.geteuid() == 0 else NAMESPACE[-3:]
    if subprocess.run(probe, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0:
        return "user namespaces are not permitted here, which the browser's sandbox needs"
    return None


def add_paths(pages):
    """Paths that the sites of these tests have in addition to those of upstream.py."""
    def path_kind(handler, rest):
        handler.answer(body=(rendered_pages.HEAD + "<body>" + pages[urllib.parse.unquote(rest)]).encode())

    def path_say(handler, rest):
        handler.answer(body=rest.encode(), Access_Control_Allow_Origin="*")

    def path_say_script(text):
        return lambda handler, rest: handler.answer(body=text.encode(), media="text/javascript")

    def path_attachment(handler, rest):
        handler.answer(body=b"PK", media="application/zip", Content_Disposition="attachment; filename=a.zip")

    def path_slow(handler, rest):
        time.sleep(float(rest))
        handler.answer(body=b"", media="text/javascript")

    def do_POST(handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"] or 0))
        handler.server.asked.append((handler.path, dict(handler.headers.items())))
        if handler.path.startswith("/to/"):
            handler.serve(handler.path)
        else:
            handler.answer(body=b"POST " + body, media="text/plain")

    def do_HEAD(handler):
        handler.answer(body=b"", media="text/plain", X_Asked="HEAD")

    extra = {"path_kind": path_kind, "path_say": path_say, "path_attachment": path_attachment, "path_slow": path_slow,
             "path_module.js": path_say_script("export const said = 'by a module'"),
             "path_worker.js": path_say_script("fetch('/say/by-fetch').then(r => r.text()).then(t => postMessage(t + ', in a worker'))"),
             "do_POST": do_POST, "do_HEAD": do_HEAD}
    for name, function in extra.items():
        setattr(upstream.Handler, name, function)


class Renderer:
    """danad renderer; its log lines are kept."""

    def __init__(self, path, **settings):
        self.log = []
        settings = {"DANAD_RENDERER": f"unix:{path}", "DANAD_RENDER_WORKERS": "2", **settings}
        self._process = subprocess.Popen([harness.binary(), "renderer"], env=harness.clean_environment(**settings),
                                         stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.is_ready = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stderr:
            self.log.append(line)
            if '"rendering"' in line:
                self.is_ready.set()
        self.is_ready.set()

    def browsers(self):
        """The processes of browsers that run now."""
        started = [int(p) for line in list(self.log) for p in re.findall(r'"browser started","pid":(\d+)', line)]
        return [pid for pid in started if os.path.exists(f"/proc/{pid}")]

    def stop(self):
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(60)
        self._reader.join(60)
        return status


class Rendering:
    def __init__(self):
        self.tally = harness.Tally()
        self.spec = Spec(os.environ["OPENAPI_YAML"])
        self.folder = tempfile.TemporaryDirectory()
        os.chmod(self.folder.name, 0o755)
        self.socket = os.path.join(self.folder.name, "renderer")
        self.pages = {name: kind[0] for name, kind in rendered_pages.KINDS.items()}
        add_paths(self.pages)
        self.site = upstream.Site()
        self.other = upstream.Site()          # another origin, allowed
        self.inside = upstream.Site("127.0.0.2")  # not allowed
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.2", self.inside.port))
        self.udp.setblocking(False)
        self.pages["frames"] = self.pages["frames"].replace("{other}", self.other.url(""))
        self.closed = upstream.free_port()
        ports = ",".join(map(str, [s.port for s in (self.site, self.other, self.inside)] + [self.closed]))
        self.settings = {"DANAD_FETCH_ALLOW_CIDRS": "127.0.0.1/32", "DANAD_FETCH_PORTS": ports, "DANAD_WORKERS": "2",
                         "DANAD_RENDER_TIMEOUT": "60s", "DANAD_FETCH_TIMEOUT": "60s", "DANAD_RENDERER": f"unix:{self.socket}"}
        self.renderer = Renderer(self.socket)
        self.server = harness.Server(**self.settings)
        self.renderer.is_ready.wait(120)

    # ---------------------------------------------------------------------------------- helpers
    def ask(self, path, server=None, **query):
        query = {"url": self.site.url(path), "render": "always", "algorithm": "plain", "wait.quiet_ms": 300, **query}
        reply = (server or self.server).request("GET", "/v1/extract?" + urllib.parse.urlencode(query))
        return reply.status, json.loads(reply.body)

    def ask_kind(self, name, **query):
        return self.ask("/kind/" + urllib.parse.quote(name), **query)

    def run_side_by_side(self, cases):
        """(name, function, arguments...) of checks that do not disturb each other: as many at a time as there are browsers."""
        def outcome(function, *arguments):
            try:
                return function(*arguments)
            except Exception:  # as Tally.run
                return traceback.format_exc().splitlines()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            waiting = [(name, pool.submit(outcome, *call)) for name, *call in cases]
            for name, future in waiting:
                self.tally.check(name, future.result())

    # ------------------------------------------------------------------------------------ kinds
    def kind_problems(self, name):
        _, has, lacks = rendered_pages.KINDS[name]
        status, answer = self.ask_kind(name)
        if status != 200:
            return [f"{status} {answer}"]
        text = " ".join(answer["content"]["text"].split())
        wrong = self.spec.errors(RESPONSE, answer)
        wrong += [f"no {part!r} in {text!r}" for part in has if part not in text]
        return wrong + [f"{part!r} in {text!r}" for part in lacks if part in text] + \
            ([] if answer["rendered"]["complete"] else ["incomplete"])

    def kinds(self):
        self.run_side_by_side([(f"a page: {name}", self.kind_problems, name) for name in rendered_pages.KINDS] +
                              [("and again, without what it stored", self.kind_problems, "storage")] +
                              [(f"a wait: {name}", self.wait_problems, name) for name in rendered_pages.WAITS])
        self.tally.run("what a page asked for is counted", self.count_problems)
        self.tally.run("source and offsets", self.source_problems)
        self.tally.run("a picture", self.picture_problems)
        self.tally.run("no pictures are fetched without need", self.skip_problems)
        self.tally.run("what the site is asked", self.asked_problems)
        self.tally.run("HTML that was sent", self.sent_problems)
        self.tally.run("a batch", self.batch_problems)
        self.tally.run("the command line", self.command_problems)
        self.tally.run("the command line, waits and windows", self.command_wait_problems)
        self.tally.run("the command line, lines", self.command_lines_problems)
        self.tally.run("the renderer's health", self.health_problems)
        self.tally.run("the command line, and nobody there", self.command_absent_problems)
        self.tally.run("auto", self.auto_problems)

    def wait_problems(self, name):
        page, query, has, lacks, complete = rendered_pages.WAITS[name]
        self.pages[f"wait {name}"] = page
        status, answer = self.ask_kind(f"wait {name}", **query)
        text = answer.get("content", {}).get("text", "")
        codes = [w["code"] for w in answer.get("warnings", [])]
        return [] if status == 200 and has in text and (not lacks or lacks not in text) and answer["rendered"]["complete"] is complete and \
            ("render-incomplete" in codes) is not complete else [f"{status} {codes} {str(answer)[:500]}"]

    def count_problems(self):
        """A script that comes, one behind the guard, a picture, an address where nobody is, a web socket."""
        self.pages["counted"] = (f"<script src=/say/1></script><script src={self.inside.url('/page')}></script><img src=/binary>"
                                 f"<script src=http://127.0.0.1:{self.closed}/></script><script>new WebSocket('ws://127.0.0.1/')</script><p>a</p>")
        status, answer = self.ask_kind("counted")
        told = answer["rendered"]
        counts = {name: told[name] for name in ("loaded", "refused", "skipped", "failed", "bytes")}
        outcomes = sorted((r["outcome"], r["type"], r["status"], r["code"]) for r in told["requests"])
        wanted = [("failed", "Script", None, "fetch-failed"), ("loaded", "Script", 200, None), ("refused", "Script", None, "target-forbidden"),
                  ("refused", "WebSocket", None, "kind"), ("skipped", "Image", None, None)]
        return [] if status == 200 and counts == {"loaded": 1, "refused": 2, "skipped": 1, "failed": 1, "bytes": 1} and outcomes == wanted \
            and 0 < told["time_ms"] <= answer["timings_ms"]["total"] else [f"{counts} {outcomes} {told['time_ms']} {answer['timings_ms']}"]

    def source_problems(self):
        status, answer = self.ask_kind("shadow", include="source,text,ranges", algorithm="auto", select="x-b", offset_unit="codepoint")
        part = answer["ranges"][0]
        cut = answer["source"][part["start"]:part["end"]]
        return [] if "inner" in cut and "to the inner" in cut and answer["encoding"]["source"] == "rendered" else [cut, str(answer)[:300]]

    def picture_problems(self):
        self.pages["picture"] = f"<h1>Rain</h1><p>{rendered_pages.RAIN}</p>" * 3
        status, answer = self.ask_kind("picture", include="text,screenshot")
        png = base64.b64decode(answer["screenshot"] or "")
        plain = self.ask_kind("picture", include="text,screenshot", select="h6")[1]["screenshot"]
        size = (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big"))
        return ([] if png.startswith(b"\x89PNG") and size == (1280, 800) else [f"{png[:30]} {size}"]) + \
            ([] if plain and plain != answer["screenshot"] else ["nothing is outlined"])

    def skip_problems(self):
        self.pages["image"] = "<img src=/binary onerror='document.body.append(\"failed\")'><p>text</p><video src=/binary></video>"
        del self.site.asked[:]
        status, answer = self.ask_kind("image")
        asked = [path for path, _ in self.site.asked]
        return [] if "/binary" not in asked and answer["rendered"]["skipped"] >= 1 and "failed" not in answer["content"]["text"] \
            else [f"{asked} {answer['rendered']}"]

    def asked_problems(self):
        self.pages["headers"] = ("<script>document.cookie = 'a=1'; fetch('/page', {headers: {'X-Own': 'kept', 'Metadata-Flavor': 'Google'}})"
                                 "</script>")
        del self.site.asked[:]
        self.ask_kind("headers")
        headers = next(h for path, h in self.site.asked if path == "/page")
        wrong = [f"{n} was sent" for n in ("Cookie", "Metadata-Flavor", "Sec-Fetch-Mode") if n in headers]
        return wrong + ([] if headers.get("X-Own") == "kept" and headers.get("X-Danad-Hop") == "1" and
                        headers["User-Agent"].startswith("danad/") else [str(headers)])

    def sent_problems(self):
        page = "<p>sent</p><script src='/module'></script><script>fetch('/say/based').then(r => r.text()).then(t => document.body.append(t))</script>"
        reply = self.server.extract({"html": page, "base_url": self.site.url("/"), "options": {
            "render": "always", "algorithm": "plain", "wait": {"quiet_ms": 200}, "viewport": {"width": 400, "height": 600}}})
        answer = json.loads(reply.body)
        return [] if reply.status == 200 and "based" in answer["content"]["text"] and answer["rendered"]["width"] == 400 \
            else [reply.body.decode()[:400]]

    def batch_problems(self):
        items = [{"id": n, "url": self.site.url(f"/kind/{n}")} for n in ("late", "fetched")] + \
            [{"id": "html", "html": "<p>as it came</p>", "options": {"render": "never", "algorithm": "plain"}}]
        body = {"items": items, "options": {"render": "always", "algorithm": "plain"}}
        reply = self.server.request("POST", "/v1/extract/batch", json.dumps(body).encode(), {"Content-Type": "application/json"})
        results = json.loads(reply.body)["results"]
        texts = {r["id"]: r.get("result", {}).get("content", {}).get("text", str(r)) for r in results}
        return [] if "written late" in texts["late"] and "by-fetch" in texts["fetched"] and "as it came" in texts["html"] else [str(texts)]

    def command(self, *arguments, stdin="", **settings):
        """danad extract, with the settings of the server."""
        done = subprocess.run([harness.binary(), "extract", *arguments], input=stdin.encode(), capture_output=True, timeout=120,
                              env=harness.clean_environment(**{**self.settings, **settings}))
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()

    def command_problems(self):
        """Two pages, of which one needs a browser: what it asks for is fetched under the guard, and its picture is taken."""
        shell, plain = (os.path.join(self.folder.name, name) for name in ("shell.html", "plain.html"))
        with open(shell, "w", encoding="ascii") as file:
            file.write("<div id=root></div><script src=/slow/0></script><script>fetch('/page').then(r => r.text()).then("
                       f"t => root.innerHTML = t); fetch('{self.inside.url('/page')}', {{mode: 'no-cors'}})</script>")
        with open(plain, "w", encoding="ascii") as file:
            file.write(f"<title>Rain</title><h1>Rain</h1><p>{rendered_pages.RAIN}</p>")
        common = ("--base-url", self.site.url("/"), "--json", "--include")
        code, answers, err = self.command("--render", "auto", *common, "text", shell, plain)
        again, pictured, _ = self.command("--render", "always", *common, "text,screenshot", plain)
        if (code, len(answers), again, len(pictured)) != (0, 2, 0, 1):
            return [f"{code} {again} {err[-500:]}"]
        wrong = [error for answer in answers + pictured for error in self.spec.errors(RESPONSE, answer)] + self.reached()
        first = answers[0]["rendered"] or {"loaded": 0, "refused": 0}
        return wrong + ([] if "nine dry weeks" in answers[0]["content"]["text"] and first["loaded"] > 0 and first["refused"] > 0
                        else [str(answers[0])[:600]]) + \
            ([] if answers[1]["rendered"] is None else ["a page that has its text was rendered"]) + \
            ([] if base64.b64decode(pictured[0]["screenshot"] or "").startswith(b"\x89PNG") else ["no picture"])

    def command_wait_problems(self):
        page = ("<p>a</p><script>setTimeout(() => document.body.innerHTML += '<p class=\"it\">' + innerWidth + ' x ' + innerHeight, 700)"
                "</script>")
        code, answers, err = self.command("--render", "always", "--wait", "quiet=50,selector=p.it, p.b", "--viewport", "400x500", "--json",
                                          "--algorithm", "plain", "-", stdin=page)
        _, at_load, _ = self.command("--render", "always", "--wait", "load", "--json", "--algorithm", "plain", "-", stdin=page)
        wrong = [] if code == 0 and "400 x 500" in answers[0]["content"]["text"] else [f"{code} {answers} {err}"]
        wrong += [] if at_load[0]["content"]["text"].split() == ["a"] else [str(at_load)]
        for flags in (["--wait", "quiet="], ["--wait", "selector"], ["--wait", "quiet=5,"], ["--viewport", "x500"], ["--viewport", "400x"]):
            code, _, err = self.command("--render", "always", *flags, "-", stdin=page)
            wrong += [] if code == 2 and "--wait is load" in err else [f"{flags}: {code} {err}"]
        code, _, err = self.command("--wait", "load", "-", stdin=page)
        return wrong + ([] if code == 2 and "go with --render" in err else [f"{code} {err}"])

    def healthcheck(self, *flags, path=None):
        done = subprocess.run([harness.binary(), "healthcheck", *flags], capture_output=True, timeout=60, text=True, check=False,
                              env=harness.clean_environment(DANAD_RENDERER=f"unix:{path or self.socket}"))
        return done.returncode, done.stdout, done.stderr

    def health_problems(self):
        code, out, _ = self.healthcheck("renderer", "--ready")
        told = json.loads(out)
        wrong = [] if code == 0 and (told["status"], told["workers"], told["browsers"], told["failed"]) == ("ok", 2, 2, 0) and told["pages"] > 20 \
            else [f"{code} {out}"]
        for name, (code, out, err) in {"nobody": self.healthcheck("renderer", path=self.socket + ".none"),
                                       "no socket": self.healthcheck("renderer", "--renderer", "none")}.items():
            wrong += [] if code in (1, 2) and not out and "danad:" in err else [f"{name}: {code} {out} {err}"]
        return wrong + self.silent_problems()

    def silent_problems(self):
        """Something that listens and says nothing, as a renderer that is stopped."""
        path = os.path.join(self.folder.name, "silent")
        with socket.socket(socket.AF_UNIX) as silent:
            silent.bind(path + ".health")
            silent.listen(1)
            code, _, err = self.healthcheck("renderer", "--timeout", "300", path=path)
        return [] if code == 1 and "no answer" in err else [f"{code} {err}"]

    def command_lines_problems(self):
        page = "<p id=a>as it came</p><script>fetch('/say/by-fetch').then(r => r.text()).then(t => a.textContent = t)</script>"
        lines = [{"id": mode, "html": page, "base_url": self.site.url("/"), "options": {"render": mode, "algorithm": "plain"}}
                 for mode in ("always", "never", "always")]
        code, results, err = self.command("--ndjson", "--renderer", f"unix:{self.socket}", "--threads", "2", DANAD_RENDERER="",
                                          stdin="\n".join(map(json.dumps, lines)))
        texts = [(r["id"], r.get("result", r).get("content", {}).get("text", str(r)).strip()) for r in results]
        return [] if code == 0 and texts == [("always", "by-fetch"), ("never", "as it came"), ("always", "by-fetch")] else [f"{texts} {err}"]

    def command_absent_problems(self):
        page = "<div id=root></div><script src=/app.js></script>"
        absent = ("--renderer", f"unix:{self.socket}.none", "--json", "-")
        code, answers, err = self.command("--render", "always", *absent, stdin=page)
        wrong = [] if code == 1 and not answers and "render-failed" in err else [f"{code} {answers} {err}"]
        code, answers, _ = self.command("--render", "auto", *absent, stdin=page)
        return wrong + ([] if code == 0 and "render-failed" in [w["code"] for w in answers[0]["warnings"]] else [f"{code} {answers}"])

    def auto_problems(self):
        self.pages["shell"] = ("<div id=root></div><script src=/slow/0></script><script>fetch('/page').then(r => r.text()).then("
                               "t => root.innerHTML = t)</script>")
        shell = self.ask_kind("shell", render="auto", algorithm="auto")[1]
        plain = self.ask("/page", render="auto", algorithm="auto")[1]
        return ([] if shell["rendered"] and "nine dry weeks" in shell["content"]["text"] and not shell["warnings"] else [str(shell)[:600]]) + \
            ([] if plain["rendered"] is None else ["a page that has its text was rendered"])

    # ------------------------------------------------------------------------------------- SSRF
    def targets(self):
        port = self.inside.port
        return [self.inside.url("/page"), self.site.url(f"/to/302/{self.inside.url('/page')}"), f"http://2130706434:{port}/",
                f"http://0x7f.2:{port}/", f"http://localhost:{port}/", f"http://[::1]:{port}/", f"http://[::ffff:127.0.0.2]:{port}/",
                "http://169.254.169.254/latest/meta-data/", "http://metadata.google.internal/", "http://10.0.0.1/",
                "file:///etc/passwd", "ftp://127.0.0.2/", f"http://127.0.0.1:{upstream.free_port()}/", "chrome://version/",
                "view-source:file:///etc/passwd", "data:text/html,<script>fetch('" + self.inside.url("/data") + "')</script>"]

    def reached(self):
        """Who was asked behind the guard."""
        wrong = [f"asked: {path}" for path, _ in self.inside.asked]
        try:
            wrong.append(f"a datagram: {self.udp.recv(2000)!r}")
        except BlockingIOError:
            pass
        return wrong

    def parts_problems(self, target):
        name = f"parts {abs(hash(target))}"
        self.pages[name] = rendered_pages.PARTS.format(t=target, h=f"127.0.0.2:{self.inside.port}")
        status, answer = self.ask_kind(name, include="text,screenshot,source")
        loaded = [r for r in answer["rendered"]["requests"] if r["outcome"] == "loaded" and "127.0.0.2" in r["url"]
                  and r["status"] == 200 and not r["url"].startswith(self.site.url(""))]
        secrets = [word for word in ("root:", "nine dry weeks") if word in answer["source"]]
        return [str(r) for r in loaded] + [f"{word} came" for word in secrets] + self.reached() + \
            ([] if status == 200 and (answer["rendered"]["refused"] + answer["rendered"]["failed"] > 0 or not target.startswith("http"))
             else [str(answer["rendered"])])

    def way_problems(self, way, target):
        name = f"way {way} {abs(hash(target))}"
        self.pages[name] = rendered_pages.WAYS[way].format(t=target)
        status, answer = self.ask_kind(name, include="text,source", **{"wait.quiet_ms": 150})
        return self.reached() + ([] if status == 200 and "stays" in answer["content"]["text"] and "root:" not in answer["source"] else
                                 [str(answer)[:600]])

    def guard(self):
        targets = self.targets()
        self.run_side_by_side([(f"parts of a page: {target}", self.parts_problems, target) for target in targets] +
                              [(f"{way}: {target}", self.way_problems, way, target) for way in rendered_pages.WAYS
                               for target in (targets[0], targets[1], "file:///etc/passwd")])
        self.tally.run("the browser has no network, and limits", self.network_problems)

    def network_problems(self):
        """Every process of a browser is in a network namespace without an interface that is up, and not root."""
        mine, wrong = os.readlink("/proc/self/ns/net"), []
        for pid in self.renderer.browsers():
            with open(f"/proc/{pid}/net/dev", encoding="ascii") as file:
                devices = [line.split(":")[0].strip() for line in file.readlines()[2:]]
            with open(f"/proc/{pid}/status", encoding="ascii") as file:
                uid = re.search(r"Uid:\s+(\d+)", file.read())[1]
            with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
                arguments = file.read().split("\0")
            wrong += [f"{pid}: {devices} {uid}"] if devices != ["lo"] or uid == "0" or os.readlink(f"/proc/{pid}/ns/net") == mine else []
            wrong += ["--no-sandbox"] if "--no-sandbox" in arguments else []
            with open(f"/proc/{pid}/limits", encoding="ascii") as file:
                limits = dict(re.findall(r"^(Max [a-z ]+?)\s{2,}(\d+) ", file.read(), re.M))
            held = {"Max data size": 2 << 30, "Max file size": 1 << 30, "Max cpu time": 600, "Max core file size": 0}
            wrong += [f"{pid}: {name} {limits.get(name)}" for name, most in held.items() if limits.get(name) != str(most)]
        return wrong if self.renderer.browsers() else ["no browser"]

    # ----------------------------------------------------------------------------------- bounds
    def bounds(self):
        endless = {"a page that never loads": "<p>so far</p><script async src=/slow/30></script>",
                   "a script that never ends": "<p>so far</p><script>for (;;);</script>",
                   "a script that comes back": "<p>so far</p><script>setInterval(() => { for (;;); }, 0); fetch('/slow/30')</script>",
                   "a page that asks for ever": "<p>so far</p><script>const f = () => fetch('/say/a').then(f, () => 0); f()</script>"}
        self.run_side_by_side([(name, self.cut_problems, name, page) for name, page in endless.items()])
        self.tally.run("browsers that hang", self.hung_problems)
        self.tally.run("a page that takes memory", self.memory_problems)
        self.tally.run("browsers are killed under load", self.kill_problems)
        self.tally.run("a browser is replaced after its pages", self.replace_problems)
        self.tally.run("metrics", self.metrics_problems)

    def hung_problems(self):
        """Stopped browsers: their pages fail at their deadlines, and the next ones are shown by others."""
        def stop_and_ask(server, renderer):
            stopped = renderer.browsers()  # nothing was asked of them: none is just being replaced
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                replies = list(pool.map(lambda n: self.ask_kind("late", server=server, **{"fetch.timeout_ms": 1500}), range(2)))
            after = self.ask_kind("late", server=server)
            left = set(stopped) & set(renderer.browsers())
            hung = [line for line in renderer.log if '"page failed","reason":"hung"' in line]
            return [f"{s} {a}" for s, a in replies if (s, a.get("code")) != (502, "render-failed")] + \
                ([] if after[0] == 200 and len(stopped) == 2 and not left and len(hung) == 2 else [f"{after} {stopped} {left} {hung}"])
        return self.with_renderer({}, stop_and_ask)

    def cut_problems(self, name, page):
        self.pages[name] = page
        began = time.monotonic()
        # A browser that waits for a processor as long as that is quiet, too.
        status, answer = self.ask_kind(name, **{"fetch.timeout_ms": 3000, "wait.quiet_ms": 2000})
        took = time.monotonic() - began
        codes = [w["code"] for w in answer.get("warnings", [])]
        return [] if status == 200 and "so far" in answer["content"]["text"] and took < 30 and codes.count("render-incomplete") == 1 and \
            answer["rendered"]["complete"] is False else [f"{status} after {took:.1f} s: {str(answer)[:400]}"]

    def memory_problems(self):
        self.pages["memory"] = ("<p>a</p><script>const a = []; setInterval(() => { for (let i = 0; i < 12; i++)"
                                " a.push(new Uint8Array(8e6).fill(1)) }, 5)</script>")
        settings = {"DANAD_RENDER_WORKERS": "1", "DANAD_RENDER_MEMORY": "512MiB"}
        return self.with_renderer(settings, lambda server, _: self.expect_problem(
            self.ask_kind("memory", server=server, **{"wait.quiet_ms": 20000}), 502, "render-failed"))

    def expect_problem(self, reply, status, code):
        wrong = self.spec.errors("/components/schemas/Problem", reply[1]) if reply[0] != 200 else []
        return wrong + ([] if (reply[0], reply[1].get("code")) == (status, code) else [f"{reply[0]} {str(reply[1])[:300]}"])

    def with_renderer(self, settings, test):
        """test(server, renderer): a renderer and a server of their own."""
        path = self.socket + ".own"
        renderer = Renderer(path, **settings)
        server = harness.Server(**{**self.settings, "DANAD_RENDERER": f"unix:{path}"})
        renderer.is_ready.wait(120)
        try:
            return test(server, renderer)
        finally:
            self.tally.check("they stop", [] if (server.stop(), renderer.stop()) == (0, 0) else ["they did not"] + renderer.log[-5:])

    def kill_problems(self):
        """Two at a time are asked for; whatever is killed, each request is answered, most of them after a second try."""
        replies, killed, done = [], 0, threading.Event()

        def load():
            while not done.is_set():
                replies.append(self.ask_kind("fetched", **{"wait.quiet_ms": 100}))

        threads = [threading.Thread(target=load) for _ in range(2)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + (10 + PAUSE_S) * KILLS
        while killed < KILLS and time.monotonic() < end:
            time.sleep(PAUSE_S)
            for pid in self.renderer.browsers()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed += 1
        done.set()
        for thread in threads:
            thread.join()
        codes = {(status, answer.get("code")) for status, answer in replies}
        last = self.ask_kind("fetched")[0]
        print(f"{killed} killed, one each {PAUSE_S} s: {sum(status == 200 for status, _ in replies)} of {len(replies)} pages rendered, the others render-failed")
        return [] if codes <= {(200, None), (502, "render-failed")} and (200, None) in codes and last == 200 and killed == KILLS \
            else [f"{codes}, then {last}, {killed} killed"]

    def replace_problems(self):
        logs = []

        def ask_three(server, renderer):
            logs.append(renderer.log)
            wrong = [str(a)[:200] for s, a in (self.ask_kind("late", server=server) for _ in range(3)) if s != 200]
            return wrong + self.ask_meanwhile(server, server.ask_to_stop)
        wrong = self.with_renderer({"DANAD_RENDER_WORKERS": "1", "DANAD_RENDER_PAGES": "2"}, ask_three)
        replaced = [line for line in logs[0] if '"browser replaced","reason":"pages"' in line]
        return wrong + ([] if len(replaced) == 2 else [str(logs)])

    def ask_meanwhile(self, server, function):
        """A page that takes a while, and what is done while it is rendered: the page is not lost."""
        self.pages["a while"] = "<p>a</p><script>setTimeout(() => document.body.append('at last'), 900)</script>"
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            page = pool.submit(self.ask_kind, "a while", server=server, **{"wait.quiet_ms": 1000})
            end = time.monotonic() + 30
            while b"danad_renderer_pages 0" in server.request("GET", "/metrics").body and time.monotonic() < end:
                time.sleep(.02)
            time.sleep(.3)
            function()
            status, answer = page.result()
        return [] if status == 200 and "at last" in answer["content"]["text"] else [f"{status} {str(answer)[:300]}"]

    def drain_problems(self):
        """The renderer stops while a page is shown: it comes; then the server tells that it is away, and stays ready."""
        ready = json.loads(self.server.request("GET", "/readyz?verbose").body)["checks"]
        statuses = []
        wrong = self.ask_meanwhile(self.server, lambda: statuses.append(self.renderer.stop()))
        end = time.monotonic() + 30
        while b"danad_renderer_up 1" in self.server.request("GET", "/metrics").body and time.monotonic() < end:
            time.sleep(.1)
        reply = self.server.request("GET", "/readyz?verbose")
        after = json.loads(reply.body)["checks"]
        wrong += [] if ready[3] == {"name": "renderer", "status": "ok"} and after[3] == {"name": "renderer", "status": "failed"} and \
            reply.status == 200 and statuses == [0] else [f"{ready} {after} {reply.status} {statuses}"]
        code, _, _ = self.healthcheck("renderer")
        return wrong + ([] if code == 1 else [f"healthcheck: {code}"])

    def metrics_problems(self):
        text = self.server.request("GET", "/metrics").body.decode()
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("danad_render"))
        wrong = [] if float(values['danad_render_total{result="ok"}']) > 20 and float(values['danad_render_total{result="incomplete"}']) >= 4 \
            else [str(values)]
        line = next(json.loads(line) for line in self.server.log if '"render":"ok"' in line)
        return wrong + ([] if values["danad_renderer_up"] == "1" and values["danad_renderer_pages"] == "0" and line["render_ms"] > 0
                        else [str(values), str(line)])

    # ---------------------------------------------------------------------------------- without
    def without(self):
        settings = {k: v for k, v in self.settings.items() if k != "DANAD_RENDERER"}
        server = harness.Server(**settings)
        self.tally.run("always without a renderer", lambda: self.expect_problem(self.ask_kind("late", server=server), 501, "no-renderer"))
        self.tally.run("auto without a renderer", self.warning_problems, server, "no-renderer")
        server.stop()
        server = harness.Server(**{**self.settings, "DANAD_RENDERER": f"unix:{self.socket}.none"})
        self.tally.run("always, and nobody there", lambda: self.expect_problem(self.ask_kind("late", server=server), 502, "render-failed"))
        self.tally.run("auto, and nobody there", self.warning_problems, server, "render-failed")
        self.tally.run("the metric of it", lambda: [] if b"danad_renderer_up 0" in server.request("GET", "/metrics").body else ["up"])
        server.stop()
        for name, query in {"a mode": {"render": "often"}, "a size": {"viewport.width": 10}, "a wait": {"wait.quiet_ms": -1},
                            "a selector": {"wait.selector": ""}}.items():
            self.tally.run(f"refused: {name}", lambda q=query: self.expect_problem(self.ask("/page", **q), 400, "invalid-request"))

    def warning_problems(self, server, code):
        status, answer = self.ask_kind("shell", server=server, render="auto", algorithm="auto")
        codes = [w["code"] for w in answer.get("warnings", [])]
        return [] if status == 200 and code in codes and answer["rendered"] is None else [str(answer)[:400]]

    def run(self):
        try:
            self.kinds()
            self.guard()
            self.bounds()
            self.without()
            self.tally.run("the renderer stops", self.drain_problems)
        finally:
            statuses = self.server.stop(), self.renderer.stop()
            left = self.renderer.browsers()
            self.folder.cleanup()
        self.tally.check("both stop cleanly", [] if statuses == (0, 0) and not left else
                         [f"{statuses} {left}"] + self.server.log[-10:] + self.renderer.log[-10:])
        return self.tally.finish()


def main():
    reason = hindrance()
    if reason is not None:
        print(f"SKIP rendering: {reason}")
        print("tests: 0 passed, 0 failed, 1 skipped")
        return 0
    return Rendering().run()


if __name__ == "__main__":
    sys.exit(main())
