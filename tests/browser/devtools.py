"""A page in headless Chromium, driven over the DevTools protocol on a pair of pipes: no port, no library."""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
REPLY_TIMEOUT_S = 60
PIPE_FDS = (3, 4)  # where Chromium reads commands and writes replies

# Properties of a screen: width, height, dark or light.
DESKTOP, PHONE = (1360, 1000), (390, 844)


class Lost(Exception):
    """The browser does not start, does not answer or has rejected a command."""


def environment(folder):
    """The environment of a browser: files outside its profile go to this folder, not to the user's home."""
    return {**os.environ, **dict.fromkeys(("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), folder)}


class Browser:
    """One page. Script errors, and violations of the page's policy, are collected in `complaints`."""

    def __init__(self):
        program = next((path for path in map(shutil.which, BROWSERS) if path), None)
        if program is None:
            raise Lost("there is no chromium")
        self.complaints, self.events, self._buffer, self._last = [], [], b"", 0
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._process = self._start(program)
        try:
            target = self._call("Target.createTarget", url="about:blank")["targetId"]
            self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "DOM", "Network"):
                self.call(f"{domain}.enable")
        except Lost:
            self.close()
            raise

    def _start(self, program):
        self._session = None
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in (theirs_in, theirs_out)]

        def place():
            for fd, wanted in zip(theirs, PIPE_FDS):
                os.dup2(fd, wanted)

        process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--remote-debugging-pipe", f"--user-data-dir={self._profile.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=place, start_new_session=True, env=environment(self._profile.name))
        for fd in [theirs_in, theirs_out] + theirs:
            os.close(fd)
        self._in, self._out = ours_in, ours_out
        return process

    def _read(self, deadline):
        while b"\0" not in self._buffer:
            if not select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise Lost("no answer in time")
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise Lost("the browser has ended")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def _note(self, event):
        kind, found = event.get("method"), event.get("params", {})
        self.events.append(event)
        if kind == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(found["exceptionDetails"])[:400])
        elif kind == "Log.entryAdded" and found["entry"]["level"] == "error":
            self.complaints.append(f"{found['entry']['text']} {found['entry'].get('url', '')}")

    def _call(self, method, session=None, **parameters):
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        try:
            os.write(self._out, json.dumps(message).encode() + b"\0")
        except OSError as error:
            raise Lost(str(error)) from error
        deadline = time.monotonic() + REPLY_TIMEOUT_S
        while True:
            reply = self._read(deadline)
            if reply.get("id") == self._last:
                if "error" in reply:
                    raise Lost(f"{method}: {reply['error']}")
                return reply["result"]
            self._note(reply)

    def call(self, method, **parameters):
        """A command to the page."""
        return self._call(method, self._session, **parameters)

    def run(self, script):
        """The value of a script in the page; it may await."""
        got = self.call("Runtime.evaluate", expression=f"(async () => {{ {script} }})()", awaitPromise=True,
                        returnByValue=True)
        if "exceptionDetails" in got:
            raise Lost(json.dumps(got["exceptionDetails"])[:600])
        return got["result"].get("value")

    def wait(self, condition, seconds=20):
        """Whether an expression becomes true in the page."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return Boolean({condition})"):
                return True
            time.sleep(0.05)
        return False

    def open(self, url):
        """Shows a page as if it were the first one loaded."""
        self.call("Page.navigate", url="about:blank")
        self.complaints.clear()
        self.events.clear()
        self.call("Page.navigate", url=url)
        if not self.wait("document.readyState === 'complete' && location.href !== 'about:blank'"):
            raise Lost(f"{url} is not shown")

    def screen(self, size=DESKTOP, dark=False, scale=1, mobile=None):
        """Sets the size of the page, and dark or light."""
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=scale,
                  mobile=size == PHONE if mobile is None else mobile)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def key(self, name, control=False, shift=False):
        """Presses a key in the focused element, optionally with Ctrl or Shift."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
                 "ArrowDown": 40}
        text = "\r" if name == "Enter" else name if name not in codes else None
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=codes.get(name, ord(name[0])),
                      modifiers=2 * control + 8 * shift, **({"text": text} if text and kind == "keyDown" else {}))

    def point(self, x, y, click=False):
        """Moves the mouse to a position in the window."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased") if click else ():
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, start, end):
        """Presses the mouse at a position, moves it, releases it."""
        for kind, (x, y), down in (("mouseMoved", start, 0), ("mousePressed", start, 1), ("mouseMoved", end, 1), ("mouseReleased", end, 0)):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if kind != "mouseMoved" or down else "none",
                      buttons=down, clickCount=1)

    def wheel(self, x, y, by, control=False):
        """Turns the wheel over a position."""
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=by, modifiers=2 * control)

    def drop(self, files=(), items=()):
        """Drops files, or items {mimeType, data}, on the page."""
        data = {"items": list(items), "files": list(files), "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=300, y=300, data=data)

    def keep_downloads(self, folder):
        """Files that the page has the browser save go to this folder."""
        self._call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)

    def choose_file(self, selector, path):
        """Chooses a file in an input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[path])

    def picture(self, path, whole=True):
        """Writes a PNG of the page."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        """Ends the browser."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._profile.cleanup()
