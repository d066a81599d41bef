"""A running danad, requests to it, and a tally of checks, for the test programs of this folder."""

import collections
import http.client
import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback

START_TIMEOUT_S = 120
STOP_TIMEOUT_S = 150
REPLY_TIMEOUT_S = 120

Reply = collections.namedtuple("Reply", "status headers body")


def binary():
    """The path of the server under test."""
    path = os.environ.get("DANAD_BIN")
    if not path:
        sys.exit("DANAD_BIN must name the danad binary")
    return path


def clean_environment(**settings):
    """The environment without the DANAD_ variables of the user who runs the test."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("DANAD_")}
    kept.update(settings)
    return kept


# Deadlines long enough for slow machines; a test of a deadline sets its own.
PATIENCE = {"DANAD_PROCESS_TIMEOUT": "90s", "DANAD_QUEUE_TIMEOUT": "90s", "DANAD_READ_TIMEOUT": "90s",
            "DANAD_WRITE_TIMEOUT": "90s"}


class Server:
    """danad on a free port of 127.0.0.1; its log lines are kept. Its deadlines are long unless a test sets them."""

    LISTENING = re.compile(r"listening on http://127\.0\.0\.1:(\d+)")

    def __init__(self, **settings):
        settings.setdefault("DANAD_LISTEN", "127.0.0.1:0")
        settings.setdefault("DANAD_DRAIN_DELAY", "0")
        settings = {**PATIENCE, **settings}
        self.log = []
        self._asked = False
        self._ports = queue.Queue()
        self._process = subprocess.Popen(
            [binary(), "serve"],
            env=clean_environment(**settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        try:
            self.port = self._ports.get(timeout=START_TIMEOUT_S)
        except queue.Empty:
            self.port = None
        if self.port is None:
            self._process.kill()
            raise RuntimeError("danad did not start:\n" + "\n".join(self.log))

    def _read_log(self):
        for line in self._process.stderr:
            self.log.append(line.rstrip("\n"))
            found = self.LISTENING.search(line)
            if found:
                self._ports.put(int(found.group(1)))
        self._ports.put(None)

    @property
    def pid(self):
        return self._process.pid

    def request(self, method, path, body=None, headers=None):
        """Sends one request on its own connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=REPLY_TIMEOUT_S)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            response = connection.getresponse()
            return Reply(response.status, response.headers, response.read())
        finally:
            connection.close()

    def raw(self, data, method="GET"):
        """Sends raw bytes and reads one response."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=REPLY_TIMEOUT_S) as s:
            s.sendall(data)
            response = http.client.HTTPResponse(s, method=method)
            response.begin()
            return Reply(response.status, response.headers, response.read())

    def extract(self, request, headers=None):
        """POSTs a request object to /v1/extract."""
        sent = {"Content-Type": "application/json"}
        sent.update(headers or {})
        return self.request("POST", "/v1/extract", json.dumps(request).encode(), sent)

    def wait_for_requests(self, count=1):
        """Waits until so many requests have come, and are not answered yet."""
        asking = 1
        wanted = f"danad_http_requests_in_flight {count + asking}\n".encode()
        end = time.monotonic() + REPLY_TIMEOUT_S
        while wanted not in self.request("GET", "/metrics").body:
            if time.monotonic() > end:
                raise RuntimeError(f"{count} requests have not come")
            time.sleep(.02)

    def ask_to_stop(self, signal_number=signal.SIGTERM):
        """Sends a signal that ends the server, without waiting."""
        if self._process.poll() is None:
            self._process.send_signal(signal_number)
        self._asked = True

    def begin_to_stop(self):
        """Sends SIGTERM and waits until the server has noticed."""
        self.ask_to_stop()
        end = time.monotonic() + STOP_TIMEOUT_S
        while not any('"draining"' in line for line in list(self.log)) and time.monotonic() < end:
            time.sleep(.01)

    def stop(self):
        """Stops the server; returns its exit status."""
        if not self._asked:
            self.ask_to_stop()
        try:
            status = self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = "none: it did not stop"
        self._reader.join(STOP_TIMEOUT_S)
        return status


def has_thread_sanitizer():
    """With it a program is some ten times slower and larger: tests of threads use fewer documents, none measures."""
    with open(binary(), "rb") as file:
        return b"__tsan_init" in file.read()


class Tally:
    """Counts checks, prints failed ones, and prints at the end the line that the counting script reads."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, name, problems):
        """One check; problems is a list of lines (or one line), empty if the check passed."""
        lines = [problems] if isinstance(problems, str) else list(problems or [])
        lines = [line for line in lines if line]
        if not lines:
            self.passed += 1
            return True
        self.failed += 1
        print(f"FAIL {name}")
        for line in lines[:20]:
            print(f"     {line}")
        sys.stdout.flush()
        return False

    def run(self, name, function, *arguments):
        """Runs a check that returns its problems; an exception is a problem, too."""
        try:
            return self.check(name, function(*arguments))
        except Exception:  # a broken check must not hide the others
            return self.check(name, traceback.format_exc().splitlines())

    def finish(self):
        """Prints the last line and returns the exit status."""
        print(f"tests: {self.passed} passed, {self.failed} failed, 0 skipped")
        return 1 if self.failed or not self.passed else 0
