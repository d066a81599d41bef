#!/usr/bin/env python3
"""danad under a service manager and in an image: messages to the manager, choice of the socket, healthcheck, PORT,
invalid settings, and deadlines of connections that settings change."""

import contextlib
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

import harness

REQUEST = b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: 8\r\n\r\n"


def run(*arguments, **environment):
    """Runs danad until it ends."""
    return subprocess.run([harness.binary(), *arguments], env=harness.clean_environment(**environment),
                          capture_output=True, text=True, timeout=30, check=False, stdin=subprocess.DEVNULL)


class Manager:
    """The service manager's side: a socket that collects a server's messages."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.heard = []

    def wait_for(self, text, seconds):
        """Whether a message with this text arrives in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.socket.settimeout(max(.01, end - time.monotonic()))
            with contextlib.suppress(TimeoutError):
                self.heard.append(self.socket.recv(4096).decode())
                if text in self.heard[-1].split("\n"):
                    return True
        return False

    def close(self):
        self.socket.close()


@contextlib.contextmanager
def managed(**settings):
    with tempfile.TemporaryDirectory() as folder:
        manager = Manager(folder)
        server = harness.Server(NOTIFY_SOCKET=manager.path, **settings)
        try:
            yield server, manager
        finally:
            server.stop()
            manager.close()


def notify_problems():
    problems = []
    with managed(WATCHDOG_USEC="400000") as (server, manager):
        problems += [] if manager.wait_for("READY=1", 60) else ["no READY=1"]
        began = time.monotonic()
        for _ in range(5):
            problems += [] if manager.wait_for("WATCHDOG=1", 60) else ["no WATCHDOG=1"]
        if time.monotonic() - began < .5:
            problems.append("signs of life come too often")
        held = socket.create_connection(("127.0.0.1", server.port))
        held.sendall(REQUEST + b"<p>")
        server.wait_for_requests()
        server.ask_to_stop()
        problems += [] if manager.wait_for("STOPPING=1", 60) else ["no STOPPING=1"]
        problems += [] if manager.wait_for("WATCHDOG=1", 60) else ["no WATCHDOG=1 while it drains"]
        held.sendall(b"Rain.")
        problems += [] if held.recv(12) == b"HTTP/1.1 200" else ["what had begun was not answered"]
        held.close()
        status = server.stop()
        problems += [] if status == 0 else [f"exit status {status}"]
        problems += [line for line in server.log if '"level":"warn"' in line or '"level":"error"' in line]
    return problems


def hung_problems():
    """A stopped server sends no watchdog messages; when continued it sends them again."""
    with managed(WATCHDOG_USEC="400000") as (server, manager):
        problems = [] if manager.wait_for("WATCHDOG=1", 60) else ["no WATCHDOG=1"]
        os.kill(server.pid, signal.SIGSTOP)
        while manager.wait_for("WATCHDOG=1", .1):
            pass
        problems += ["a sign of life of a stopped server"] if manager.wait_for("WATCHDOG=1", 1) else []
        os.kill(server.pid, signal.SIGCONT)
        problems += [] if manager.wait_for("WATCHDOG=1", 60) else ["no WATCHDOG=1 after it went on"]
    return problems


def crowded_problems():
    """Watchdog messages do not need a free connection slot."""
    with managed(WATCHDOG_USEC="400000", DANAD_MAX_CONNECTIONS="2") as (server, manager):
        crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(2)]
        problems = []
        if not comes_true(lambda: server.request("GET", "/v1/info").status == 503, 15):
            problems.append("MAX_CONNECTIONS did not count")
        reply = server.request("GET", "/livez")
        if reply.status != 200 or reply.headers["Connection"] != "close":
            problems.append(f"a probe was not answered: {reply.status} {reply.headers}")
        manager.heard.clear()
        for _ in range(3):
            problems += [] if manager.wait_for("WATCHDOG=1", 60) else ["no WATCHDOG=1"]
        for connection in crowd:
            connection.close()
    return problems


def comes_true(condition, seconds):
    """Whether something comes true within a time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(.05)
    return True


def connections(server):
    return int(re.search(r"(?m)^danad_connections (\d+)", server.request("GET", "/metrics").body.decode())[1])


def seconds_of_livez(server):
    start = time.monotonic()
    reply = server.request("GET", "/livez")
    return time.monotonic() - start if reply.status == 200 else 1000.0


def leave(port, data, count=1, keep=False, source="127.0.0.1"):
    """Clients that send something and leave, or stay."""
    kept = []
    for _ in range(count):
        client = socket.socket()
        client.bind((source, 0))
        client.connect(("127.0.0.1", port))
        client.sendall(data)
        if keep:
            kept.append(client)
        else:
            client.close()
    return kept


def gone_problems():
    """Clients that have left hold no connections, whatever they had sent."""
    problems = []
    half = b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>"
    for data in (b"", b"GET /liv", b"GET /livez HTTP/1.1\r\nHost: a\r\nX", half, half.replace(b"Length: 100", b"Length: x")):
        server = harness.Server(DANAD_MAX_CONNECTIONS="100", DANAD_DRAIN_DELAY="0")
        leave(server.port, data, 400)
        took = seconds_of_livez(server)
        problems += [] if took < 4 else [f"{data[:9]}: /livez took {took:.1f} s"]
        leave(server.port, data)
        problems += [] if comes_true(lambda s=server: connections(s) <= 2, 1) else [f"{data[:9]}: {connections(server)} connections are left"]
        leave(server.port, data)
        start = time.monotonic()
        status = server.stop()
        took = time.monotonic() - start
        problems += [] if status == 0 and took < 5 else [f"{data[:9]}: the end took {took:.1f} s, status {status}"]
    return problems


def slow_head_problems():
    """Clients whose heads do not end hold no more than MAX_PER_IP connections."""
    server = harness.Server(DANAD_MAX_CONNECTIONS="100", DANAD_MAX_PER_IP="5")
    kept = leave(server.port, b"GET /liv", 300, True, "127.0.0.2")
    took = seconds_of_livez(server)
    problems = [] if took < 8 else [f"/livez took {took:.1f} s"]
    problems += [] if comes_true(lambda: connections(server) <= 7, 2) else [f"{connections(server)} connections are left"]
    for client in kept:
        client.close()
    status = server.stop()
    return problems + ([] if status == 0 else [f"exit status {status}"])


def half_closed_problems():
    """A client that closes its side after a request is still answered where that takes no worker."""
    server = harness.Server()
    problems = []
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
            client.sendall(b"GET /v1/info HTTP/1.1\r\nHost: a\r\n\r\n")
            client.shutdown(socket.SHUT_WR)
            problems += [] if client.recv(12) == b"HTTP/1.1 200" else ["no answer"]
    server.stop()
    return problems


def bad_socket_problems():
    """With a wrong LISTEN_FDS danad does not start and prints one line."""
    problems = []
    for redirect, count in (("3</dev/null", 1), ("3<&-", 1), ("3</dev/null", 2)):
        done = subprocess.run(["/bin/sh", "-c", f'LISTEN_FDS={count} LISTEN_PID=$$ exec "$0" {redirect}',
                               harness.binary()], env=harness.clean_environment(), capture_output=True, text=True,
                              timeout=30, check=False, stdin=subprocess.DEVNULL)
        lines = done.stderr.splitlines()
        if done.returncode != 1 or len(lines) != 1 or "LISTEN_FDS" not in json.loads(lines[0])["msg"]:
            problems.append(f"{redirect}, {count}: status {done.returncode}, {done.stderr}")
    return problems


def healthcheck_problems():
    server = harness.Server(DANAD_WORKERS="1", DANAD_DRAIN_DELAY="3s")
    there = {"DANAD_LISTEN": f"127.0.0.1:{server.port}"}
    elsewhere = socket.create_server(("127.0.0.1", 0))
    silent = f"127.0.0.1:{elsewhere.getsockname()[1]}"
    problems = []

    def expect(name, status, text, *arguments, **environment):
        done = run("healthcheck", *arguments, **environment)
        if done.returncode != status or text not in done.stdout + done.stderr:
            problems.append(f"{name}: status {done.returncode}, {done.stdout}{done.stderr}")

    try:
        expect("alive", 0, '"status":"ok"', **there)
        expect("ready", 0, '"status":"ok"', "--ready", **there)
        expect("flag", 0, '"status":"ok"', "--listen", f"127.0.0.1:{server.port}", DANAD_LISTEN="127.0.0.1:1")
        expect("all interfaces", 0, '"status":"ok"', DANAD_LISTEN=f"0.0.0.0:{server.port}")
        expect("all interfaces of both kinds", 0, '"status":"ok"', DANAD_LISTEN=f"[::]:{server.port}")
        expect("PORT", 0, '"status":"ok"', PORT=str(server.port))
        expect("nobody", 1, "no answer", DANAD_LISTEN="127.0.0.1:1")
        began = time.monotonic()
        expect("silence", 1, "no answer", "--timeout", "300ms", DANAD_LISTEN=silent)
        expect("silence, a value after an equals sign", 1, "no answer", "--timeout=300ms", DANAD_LISTEN=silent)
        if not .5 < time.monotonic() - began < 60:
            problems.append("the timeout is another")
        expect("bad timeout", 2, "--timeout", "--timeout", "soon", **there)
        expect("no timeout", 2, "--timeout needs", "--timeout", **there)
        expect("another flag", 2, "--timeouts", "--timeouts", "3s", **there)
        expect("unknown flag", 2, "--colour", "--colour", **there)
        expect("unknown variable", 2, "DANAD_COLOUR", DANAD_COLOUR="red", **there)
        expect("help", 0, "usage: danad healthcheck", "--help")
        server.begin_to_stop()
        expect("alive while draining", 0, '"status":"ok"', **there)
        expect("not ready while draining", 1, '"status":"draining"', "--ready", **there)
    finally:
        server.stop()
        elsewhere.close()
    return problems


def garbage_problems():
    """The server that answers is not a danad."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer():
        for text in (b"SSH-2.0-x\r\n", b""):
            connection, _ = listener.accept()
            connection.recv(1000)
            connection.sendall(text)
            connection.close()

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    listen = f"127.0.0.1:{listener.getsockname()[1]}"
    statuses = [run("healthcheck", DANAD_LISTEN=listen).returncode for _ in range(2)]
    thread.join(10)
    listener.close()
    return [] if statuses == [1, 1] else [f"statuses {statuses}"]


def settings_problems():
    """danad prints one clear line and does not start."""
    problems = []
    for name, value in (("DANAD_COLOUR", "red"), ("DANAD_DRAIN_DELAY", "soon"), ("DANAD_FETCH_PROXY", "proxy:1"),
                        ("DANAD_MAX_CONNECTIONS", "0"), ("DANAD_READY_QUEUE_HIGH_WATER", "101"), ("PORT", "http")):
        done = run("serve", **{name: value})
        if done.returncode != 2 or len(done.stderr.splitlines()) != 1 or name not in done.stderr:
            problems.append(f"{name}={value}: status {done.returncode}, {done.stderr}")
    server = harness.Server(DANAD_DRAIN_DELAY="100s", DANAD_DRAIN_TIMEOUT="20s")
    if not any("under 30 s" in line and '"level":"warn"' in line for line in server.log):
        problems.append("no warning of a long drain: " + "".join(server.log))
    # A second signal ends even the delay immediately.
    server.begin_to_stop()
    os.kill(server.pid, signal.SIGTERM)
    began = time.monotonic()
    status = server.stop()
    if status != 1 or time.monotonic() - began > 60:
        problems.append(f"second signal: status {status} after {time.monotonic() - began:.1f} s")
    return problems


def closes_within(connection, least, most):
    """Problems of a connection that should be closed by the server after least to most seconds."""
    connection.settimeout(most + 5)
    began = time.monotonic()
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return ["it was not closed"]
    took = time.monotonic() - began
    return [] if least <= took <= most else [f"it was closed after {took:.1f} s"]


def slow_reader_problems(server, path, media_type, body):
    """A client that would need minutes to read its response is disconnected after WRITE_TIMEOUT."""
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(200)
    slow.connect(("127.0.0.1", server.port))
    slow.sendall(f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: {media_type}\r\n"
                 f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
    began, received, ended = None, b"", False
    while not ended:
        try:
            got = slow.recv(2048)
        except ConnectionError:
            got = b""
        began = began or time.monotonic()
        ended = not got or time.monotonic() - began > 60
        received += got
        time.sleep(.05)
    slow.close()
    took = time.monotonic() - began
    problems = [] if received.startswith(b"HTTP/1.1 200") else [f"slow reader: {received[:200]}"]
    return problems + ([] if 1 < took < 60 else
                       [f"slow reader of {path}: ended after {took:.1f} s and {len(received)} bytes"])


def deadline_problems():
    """IDLE_TIMEOUT, and WRITE_TIMEOUT with a client that reads its response very slowly."""
    problems = []
    server = harness.Server(DANAD_WORKERS="1", DANAD_IDLE_TIMEOUT="1s", DANAD_WRITE_TIMEOUT="2s")
    try:
        unused = socket.create_connection(("127.0.0.1", server.port))
        problems += [f"unused: {p}" for p in closes_within(unused, .5, 25)]
        page = "<p>A line of text that is long enough to count.</p>" * 100000
        problems += slow_reader_problems(server, "/v1/extract?include=source,text,line_offsets,density", "text/html",
                                         page)
        items = [{"html": page[:1000000], "include": ["source", "text", "density"]}] * 8
        problems += slow_reader_problems(server, "/v1/extract/batch", "application/json", json.dumps({"items": items}))
        problems += [] if server.request("GET", "/livez").status == 200 else ["not alive after it"]
    finally:
        status = server.stop()
    return problems + ([] if status == 0 else [f"exit status {status}"])


def high_water_problems():
    """/readyz with a queue above its high-water mark, and below it again."""
    server = harness.Server(DANAD_WORKERS="1", DANAD_QUEUE_SIZE="10", DANAD_READY_QUEUE_HIGH_WATER="20",
                            DANAD_QUEUE_TIMEOUT="600s", DANAD_PROCESS_TIMEOUT="600s")
    page = b"<p>x <b>y</b>" * 100000
    request = (b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n"
               % len(page)) + page
    busy = [socket.create_connection(("127.0.0.1", server.port), timeout=200) for _ in range(8)]
    problems = []
    try:
        seen = set()
        for connection in busy:
            connection.sendall(request)
        end = time.monotonic() + 200
        while time.monotonic() < end:
            reply = server.request("GET", "/readyz?verbose")
            health = json.loads(reply.body)
            queue = [c["status"] for c in health["checks"] if c["name"] == "queue"]
            seen.add((reply.status, health["status"], queue[0]))
            if (503, "queue-high", "failed") in seen and reply.status == 200:
                break
            time.sleep(.02)
        problems += [] if seen == {(200, "ok", "ok"), (503, "queue-high", "failed")} else [str(seen)]
        for connection in busy:
            problems += [] if connection.recv(12) == b"HTTP/1.1 200" else ["a page was refused"]
    finally:
        for connection in busy:
            connection.close()
        server.stop()
    return problems


def descriptor_problems():
    """A limit of open files that is too low is logged; one that can be raised is raised."""
    problems = []
    fewest = None
    # A fetch has a connection and the resolver, a batch its connection twice, a renderer a connection for each page.
    for hard, warned, more, settings in (
            ("300", True, 0, {}), ("300", True, 2 * 7, {"DANAD_FETCH": "on", "DANAD_FETCH_CONCURRENCY": "7"}),
            ("300", True, 100, {"DANAD_QUEUE_SIZE": "220"}), ("300", True, 128, {"DANAD_RENDERER": "unix:/nonexistent/renderer"}),
            ("4096", False, 0, {})):
        script = f'ulimit -Sn 100; ulimit -Hn {hard}; exec "$0" serve'
        settings = {"DANAD_FETCH": "off", "DANAD_QUEUE_SIZE": "20", "DANAD_BATCH_INFLIGHT": "1", **settings}
        done = subprocess.Popen(["/bin/sh", "-c", script, harness.binary()],
                                env=harness.clean_environment(DANAD_LISTEN="127.0.0.1:0", **settings), stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        lines = []
        for line in done.stderr:
            lines.append(line)
            if "listening on" in line:
                break
        with open(f"/proc/{done.pid}/limits", encoding="ascii") as file:
            soft = re.search(r"Max open files +(\d+)", file.read())[1]
        done.send_signal(signal.SIGINT)
        done.wait(30)
        done.stderr.close()
        if any("too low" in line for line in lines) != warned:
            problems.append(f"{hard}: {lines}")
        wanted = [json.loads(line).get("wanted") for line in lines if "too low" in line]
        fewest = fewest or wanted[0]
        if warned and wanted != [fewest + more]:
            problems.append(f"{settings}: {wanted}, not {fewest + more}")
        if (soft == hard) != warned or int(soft) <= 100:
            problems.append(f"{hard}: the limit is {soft}")
    return problems


def closed_descriptor_problems():
    """Where descriptors 0 to 2 are closed at start, nothing of the server's gets their numbers."""
    problems = []
    for closed in ((0,), (1,), (2,), (0, 1), (0, 1, 2)):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        script = "exec " + " ".join(f"{fd}>&-" for fd in closed) + '; exec "$0" serve'
        done = subprocess.Popen(["/bin/sh", "-c", script, harness.binary()], stdin=subprocess.DEVNULL,
                                env=harness.clean_environment(DANAD_LISTEN=f"127.0.0.1:{port}"),
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
                    client.sendall(b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n")
                    problems += [] if client.recv(12) == b"HTTP/1.1 200" else [f"{closed}: no answer"]
                break
            except ConnectionRefusedError:
                time.sleep(.05)
        targets = [os.readlink(f"/proc/{done.pid}/fd/{fd}") for fd in range(3)]
        problems += [] if targets == ["/dev/null"] * 3 else [f"{closed}: {targets}"]
        done.send_signal(signal.SIGINT)
        problems += [] if done.wait(60) == 0 else [f"{closed}: exit status {done.returncode}"]
    return problems


def listen_problems():
    """Every address is only what says so, and the line of the start tells it."""
    problems = []
    for address, every in (("127.0.0.1:0", False), ("*:0", True), ("[::]:0", True), ("0.0.0.0:0", True)):
        done = subprocess.Popen([harness.binary(), "serve", "--listen", address, "--fetch", "off"], env=harness.clean_environment(),
                                stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = next(line for line in done.stderr if "listening on" in line)
        if (json.loads(line).get("reached_by") == "every address of this machine") != every:
            problems.append(f"{address}: {line}")
        done.send_signal(signal.SIGINT)
        done.wait(60)
        done.stderr.close()
    done = run("serve", "--listen", ":8080")
    return problems + ([] if done.returncode == 2 and "*:8080" in done.stderr else [f":8080: {done.stderr}"])


def hangup_problems():
    """SIGHUP without tokens ends danad in order: requests in progress are answered, the exit status is 0."""
    server = harness.Server(DANAD_DRAIN_DELAY="60s")
    body = b"<title>Rain</title><h1>Rain</h1><p>After nine dry weeks the first rain fell."
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
        client.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: "
                       b"%d\r\n\r\n" % len(body) + body[:9])
        server.wait_for_requests()
        server.ask_to_stop(signal.SIGHUP)
        end = time.monotonic() + 20
        while not any("draining" in line for line in server.log) and time.monotonic() < end:
            time.sleep(.02)
        try:
            client.sendall(body[9:])
            answer = client.recv(4096)
        except ConnectionError as error:
            answer = repr(error).encode()
    problems = [] if answer.startswith(b"HTTP/1.1 200") else [f"answered {answer[:60]!r}"]
    status = server.stop()
    return problems + ([] if status == 0 else [f"exit status {status}"])


def nohup_problems():
    """A SIGHUP that is ignored at start (nohup) stays ignored: it is neither blocked nor waited for."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        server = harness.Server()
    finally:
        signal.signal(signal.SIGHUP, before)
    with open(f"/proc/{server.pid}/status", encoding="ascii") as file:
        masks = {name: int(mask, 16) & 1 for name, mask in re.findall(r"^(Sig\w+):\s+([0-9a-f]{16})$", file.read(), re.M)}
    os.kill(server.pid, signal.SIGHUP)
    status = server.request("GET", "/livez").status
    return ([] if (masks["SigBlk"], masks["SigIgn"], status) == (0, 1, 200) else [f"{masks}, {status}"]) + (
        [] if server.stop() == 0 else ["it does not end well"])


def port_problems():
    """PORT replaces the port of DANAD_LISTEN."""
    holder = socket.create_server(("127.0.0.1", 0))
    port = holder.getsockname()[1]
    holder.close()
    server = harness.Server(PORT=str(port))
    status = server.stop()
    printed = run("serve", "--print-config", PORT="3000", DANAD_LISTEN="[::]:8080").stdout
    return ([] if server.port == port and status == 0 else [f"port {server.port}, status {status}"]) + \
        ([] if re.search(r"^DANAD_LISTEN=\[::\]:3000$", printed, re.M) else [printed])


def base_path_problems():
    """With and without the prefix; a path that only looks like the prefix is another path."""
    server = harness.Server(DANAD_BASE_PATH="/tools/danad", DANAD_WORKERS="1")
    page = b"<title>Rain</title><h1>Rain</h1><p>After nine dry weeks the first rain fell."
    problems = []
    try:
        for path, status in (("/tools/danad/livez", 200), ("/livez", 200), ("/tools/danad/v1/info", 200),
                             ("/tools/danadlivez", 404), ("/tools/livez", 404), ("/tools/danad//livez", 404),
                             ("/tools/danad/tools/danad/livez", 404), ("/tools/danad/readyz?verbose", 200)):
            reply = server.request("GET", path)
            problems += [] if reply.status == status else [f"{path}: {reply.status}"]
        reply = server.request("POST", "/tools/danad/v1/extract", page, {"Content-Type": "text/html"})
        problems += [] if reply.status == 200 and b"Rain" in reply.body else [f"{reply.status} {reply.body[:200]}"]
        same = [server.request("GET", path) for path in ("/tools/danad", "/tools/danad/", "/")]
        problems += [] if len({r.status for r in same}) == 1 else [f"root: {[r.status for r in same]}"]
    finally:
        server.stop()
    return problems


def confinement_problems():
    """The kernel says what a server has given up; the page is answered in each case."""
    problems = []
    for word, mode in (("on", "2"), ("log", "2"), ("off", "0")):
        server = harness.Server(DANAD_SECCOMP=word, DANAD_LANDLOCK="off" if word == "off" else "on", DANAD_LOG_LEVEL="debug")
        with open(f"/proc/{server.pid}/status", encoding="ascii") as file:
            states = dict(re.findall(r"^(NoNewPrivs|Seccomp):\s+(\d)$", file.read(), re.M))
        status = server.extract({"html": "<p>rain"}).status
        said = [line for line in server.log if '"msg":"confined"' in line and f'"seccomp":"{word}"' in line]
        unknown = [line for line in server.log if "not in the list" in line]
        wanted = {"NoNewPrivs": "0" if word == "off" else "1", "Seccomp": mode}
        ended = server.stop()
        if (states, status, ended, len(said)) != (wanted, 200, 0, 1) or unknown:
            problems.append(f"{word}: {states}, {status}, ends with {ended}, {said} {unknown}")
    return problems


def main():
    tally = harness.Tally()
    for name, check in (("what the manager is told", notify_problems), ("a server that hangs", hung_problems),
                        ("signs of life among many connections", crowded_problems),
                        ("clients that are gone", gone_problems), ("heads that do not end", slow_head_problems),
                        ("clients that have finished sending", half_closed_problems),
                        ("sockets that cannot be inherited", bad_socket_problems),
                        ("healthcheck", healthcheck_problems), ("healthcheck of something else", garbage_problems),
                        ("settings that are wrong", settings_problems), ("deadlines", deadline_problems),
                        ("high water", high_water_problems), ("open files", descriptor_problems),
                        ("SIGHUP without tokens", hangup_problems), ("nohup", nohup_problems),
                        ("descriptors 0 to 2 are closed", closed_descriptor_problems), ("every address", listen_problems),
                        ("PORT", port_problems), ("confinement", confinement_problems), ("BASE_PATH", base_path_problems)):
        tally.run(name, check)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
