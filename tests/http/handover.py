#!/usr/bin/env python3
"""A server takes over from another under load, several times, and no request is lost.

usage: handover.py [ROUNDS]   default 5; the full run is 50

This program holds the listening socket, as systemd would (LISTEN_FDS). A round starts a successor on it, sends SIGTERM
to the old server when the successor is ready, and waits until the old one has ended. Meanwhile clients send requests:
one connection a request; kept connections with and without pauses; headers and bodies in pieces; connections that are
opened some time before they are used; kept connections that become silent. A request is lost if it is not answered with
200. There is one exception: if the server closed a kept connection while it was idle (RFC 9112, 9.3.1 and 9.5), a
client may send the request again. This is accepted only if no byte was sent well before the end, no byte of a response
came, and no server logged the request. A second part does the same with a server that owns its socket: each established
connection must be served.
"""

import collections
import contextlib
import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time

import harness

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
ROUND_S = 1.0
# On a busy machine requests in progress may take a while.
LONG_DRAIN = {"DANAD_DRAIN_TIMEOUT": "100s"}
STOP_S = 150
# The first part of a request must reach the server within this time.
ARRIVED_S = .02
PAGE = "<title>Rain</title><h1>Rain</h1>" + "<p>After nine dry weeks the first rain fell on the valley.</p>" * 60
# More than the I/O thread can accept before the main thread stops listening.
BACKLOG = 400
BODY = json.dumps({"html": PAGE}).encode()


class Lost(Exception):
    """A request that should have been answered."""


class Instance:
    """A danad on a listening socket that this program holds; its log lines are kept."""

    def __init__(self, listener, **settings):
        self.ready = threading.Event()
        self.log = []
        # The shell replaces itself by danad, which keeps its process id: LISTEN_PID must be that id.
        script = f'exec 3<&{listener.fileno()}; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" serve'
        environment = harness.clean_environment(**{**harness.PATIENCE, **LONG_DRAIN, "DANAD_DRAIN_DELAY": "0",
                                                   "DANAD_WORKERS": "2", "DANAD_LOG_LEVEL": "debug", **settings})
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", script, harness.binary()], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, pass_fds=(listener.fileno(),), text=True, errors="replace")
        self.reader = threading.Thread(target=self.read_log, daemon=True)
        self.reader.start()

    def read_log(self):
        for line in self.process.stderr:
            self.log.append(line)
            if "listening on" in line:
                self.ready.set()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)

    def wait(self):
        try:
            status = self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "none: it did not stop"
        self.reader.join(STOP_S)
        return status


class Clients:
    """Threads that send requests until they are told to stop."""

    KINDS = ("fresh", "kept", "kept_with_pauses", "head_in_pieces", "body_in_pieces", "opened_early", "silent")

    def __init__(self, address, owned):
        self.address = address
        self.owned = owned  # the server's own socket: once it stops, connecting may fail
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.lost = []
        self.resent = []  # ids of requests that were sent again because the idle connection had been closed
        kinds = [k for k in self.KINDS for _ in range(2)]
        self.threads = [threading.Thread(target=self.run, args=(k, n)) for n, k in enumerate(kinds)]

    def start(self):
        for thread in self.threads:
            thread.start()

    def finish(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(200)
        return [f"{t.name} hangs" for t in self.threads if t.is_alive()]

    def note(self, what, text=None):
        with self.lock:
            self.counts[what] += 1
            if text:
                self.lost.append(text)

    def run(self, kind, number):
        sequence = 0
        client = getattr(self, kind)
        state = {}
        while not self.stopping.is_set():
            sequence += 1
            request_id = f"{kind}-{number}-{sequence}"
            try:
                client(state, request_id)
                self.note(kind)
            except ConnectionRefusedError:
                if not self.owned:
                    self.note("lost", f"{request_id}: connection refused")
                return
            except (Lost, OSError, http.client.HTTPException) as error:
                self.note("lost", f"{request_id}: {type(error).__name__} {error}")
                state.clear()

    # ---------------------------------------------------------------- one request of each kind
    def connect(self):
        return socket.create_connection(self.address, timeout=120)

    def bytes_of(self, request_id, close=False):
        head = (f"POST /v1/extract HTTP/1.1\r\nHost: a\r\nX-Request-Id: {request_id}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n"
                f"{'Connection: close' if close else 'X-Kept: yes'}\r\n\r\n")
        return head.encode(), BODY

    def read(self, connection, request_id):
        """Reads a response; returns whether the connection may be used again."""
        response = http.client.HTTPResponse(connection)
        response.begin()
        body = response.read()
        if response.status != 200:
            raise Lost(f"status {response.status} {body[:200]}")
        if response.headers["X-Request-Id"] != request_id or b'"Rain"' not in body:
            raise Lost("the answer to another request")
        return response.headers.get("Connection", "").lower() != "close"

    def fresh(self, _, request_id):
        with self.connect() as connection:
            connection.sendall(b"".join(self.bytes_of(request_id, close=True)))
            self.read(connection, request_id)

    def opened_early(self, _, request_id):
        with self.connect() as connection:
            time.sleep(.3)
            connection.sendall(b"".join(self.bytes_of(request_id, close=True)))
            self.read(connection, request_id)

    def kept(self, state, request_id, pause=0.0, cuts=()):
        """Uses a kept connection; opens a new one if the server has closed it while it was idle."""
        connection = state.get("connection")
        if connection and self.ended(connection):
            self.note("found closed")
            connection.close()
            connection = None
        fresh = connection is None
        connection = connection or self.connect()
        state["connection"] = connection
        began = time.monotonic()
        try:
            self.send(connection, request_id, cuts)
            again = self.read(connection, request_id)
        except (ConnectionError, http.client.RemoteDisconnected) as error:
            connection.close()
            state.clear()
            crossed = not cuts or time.monotonic() - began < ARRIVED_S
            if fresh or not crossed:
                raise Lost(f"{type(error).__name__} on a {'fresh' if fresh else 'kept'} connection, "
                           f"{time.monotonic() - began:.3f} s after its first byte") from error
            with self.lock:
                self.resent.append(request_id)
            self.note("sent again")
            self.kept(state, request_id + "-again", pause, cuts)
            return
        if not again:
            self.note("said close")
            connection.close()
            state.clear()
        time.sleep(pause)

    def send(self, connection, request_id, cuts):
        data = b"".join(self.bytes_of(request_id))
        begin = 0
        for cut in cuts:
            connection.sendall(data[begin:cut])
            begin = cut
            if select.select([connection], [], [], .1)[0]:
                raise ConnectionError("closed before all was sent")  # which is told at once, so that its time is known
        connection.sendall(data[begin:])

    def kept_with_pauses(self, state, request_id):
        self.kept(state, request_id, pause=.05)

    def head_in_pieces(self, state, request_id):
        self.kept(state, request_id, cuts=(1, 30))

    def body_in_pieces(self, state, request_id):
        self.kept(state, request_id, cuts=(len(b"".join(self.bytes_of(request_id))) - 500,))

    def silent(self, state, request_id):
        self.kept(state, request_id, pause=1.3)

    @staticmethod
    def ended(connection):
        """Whether the server has closed the connection, checked before anything is sent."""
        connection.setblocking(False)
        try:
            return connection.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except ConnectionError:
            return True
        finally:
            connection.settimeout(120)


def logged_ids(instances):
    return {match for i in instances for line in i.log for match in re.findall(r'"request_id":"([^"]+)"', line)}


def judge(clients, hanging, instances, statuses, expected):
    problems = hanging + clients.lost
    seen = logged_ids(instances)
    problems += [f"{r}: was read and not answered" for r in clients.resent if r in seen]
    problems += [f"exit status {s}" for s in statuses if s != 0]
    for instance in instances:
        problems += [line for line in instance.log if '"level":"error"' in line or line[:1] != "{"]
    problems += [f"no request of the kind {k}" for k in expected if clients.counts[k] == 0]
    return problems


def handover_problems():
    instances = []
    try:
        return hand_over(instances)
    finally:
        for instance in instances:
            instance.process.kill()


def hand_over(instances):
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    clients = Clients(listener.getsockname(), owned=False)
    instances.append(Instance(listener))
    statuses = []
    if not instances[0].ready.wait(harness.START_TIMEOUT_S):
        return ["the first server did not start"] + instances[0].log
    clients.start()
    drains = []
    for number in range(ROUNDS):
        time.sleep(ROUND_S)
        # Every second server goes on accepting for a while next to its successor.
        instances.append(Instance(listener, DANAD_DRAIN_DELAY="300ms" if number % 2 else "0"))
        if not instances[-1].ready.wait(harness.START_TIMEOUT_S):
            clients.lost.append("a successor did not start: " + "".join(instances[-1].log))
            break
        instances[-2].stop()
        began = time.monotonic()
        statuses.append(instances[-2].wait())
        drains.append(time.monotonic() - began)
    time.sleep(ROUND_S)
    hanging = clients.finish()
    instances[-1].stop()
    statuses.append(instances[-1].wait())
    listener.close()
    print(f"{len(drains)} handovers, drains of {min(drains):.2f} to {max(drains):.2f} s: {dict(clients.counts)}")
    return judge(clients, hanging, instances, statuses, Clients.KINDS)


def stop_problems():
    """A server that owns its socket: established connections are served, later ones rejected."""
    problems, counts = [], collections.Counter()
    for _ in range(max(1, ROUNDS // 5)):
        server = harness.Server(DANAD_WORKERS="2", DANAD_LOG_LEVEL="debug", **LONG_DRAIN)
        clients = Clients(("127.0.0.1", server.port), owned=True)
        clients.start()
        time.sleep(ROUND_S)
        status = server.stop()
        hanging = clients.finish()
        counts += clients.counts
        problems += judge(clients, hanging, [server], [status], ("fresh", "kept"))
    print(f"{max(1, ROUNDS // 5)} stops: {dict(counts)}")
    return problems


def backlog_problems():
    """Connections that the kernel has established but the server has not accepted when it is told to stop."""
    problems = []
    for number in range(max(3, ROUNDS // 5)):
        server = harness.Server(DANAD_WORKERS="2", DANAD_QUEUE_SIZE="1000", **LONG_DRAIN)
        clients = Clients(("127.0.0.1", server.port), owned=True)
        os.kill(server.pid, signal.SIGSTOP)
        waiting = [clients.connect() for _ in range(BACKLOG)]
        for connection in waiting[::2]:
            connection.sendall(b"".join(clients.bytes_of(f"backlog-{number}", close=True)))
        server.ask_to_stop()
        os.kill(server.pid, signal.SIGCONT)
        for connection in waiting[1::2]:
            with contextlib.suppress(OSError):  # the missing response will show it
                connection.sendall(b"".join(clients.bytes_of(f"backlog-{number}", close=True)))
        for connection in waiting:
            try:
                clients.read(connection, f"backlog-{number}")
            except (Lost, OSError, http.client.HTTPException) as error:
                problems.append(f"{type(error).__name__} {error}")
            connection.close()
        status = server.stop()
        problems += [] if status == 0 else [f"exit status {status}"]
    return problems


def main():
    tally = harness.Tally()
    tally.run(f"{ROUNDS} handovers under load", handover_problems)
    tally.run("stops under load", stop_problems)
    tally.run("stops with a backlog", backlog_problems)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
