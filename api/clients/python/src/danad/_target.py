"""Where a client connects to: the server's URL, the proxy in front of it, the headers of each request."""

from __future__ import annotations

import base64
import ssl
import sys
import time
import urllib.parse
import urllib.request
from typing import Callable, Dict, Mapping, Optional, Union

from ._version import VERSION
from .errors import DanadError, DanadTimeoutError

Token = Union[str, Callable[[], str]]
AGENT = f"danad-client-python/{VERSION} python/{sys.version_info[0]}.{sys.version_info[1]}"


def find_proxy(scheme: str, host: str) -> Optional[str]:
    """The proxy that the environment names (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY) and NO_PROXY does not except."""
    if urllib.request.proxy_bypass(host):
        return None
    proxies = urllib.request.getproxies()
    return proxies.get(scheme) or proxies.get("all")


class Target:
    """A server. `proxy` is a URL, "" for none, or None for what the environment says."""

    def __init__(self, base_url: str, token: Optional[Token], headers: Optional[Mapping[str, str]], proxy: Optional[str],
                 context: Optional[ssl.SSLContext]) -> None:
        url = urllib.parse.urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise DanadError(f"base_url {base_url!r} is no http or https URL")
        self.secure = url.scheme == "https"
        self.host = url.hostname
        self.port = url.port or (443 if self.secure else 80)
        self.context = (context or ssl.create_default_context()) if self.secure else None
        self.prefix = url.path.rstrip("/")
        self.authority = url.netloc.rpartition("@")[2]
        self.token = token
        self.headers = dict(headers or {})
        self.proxy_host: Optional[str] = None
        self.proxy_port = 0
        self.proxy_headers: Dict[str, str] = {}
        through = find_proxy(url.scheme, self.authority) if proxy is None else proxy
        if through:
            self._read_proxy(through)

    def _read_proxy(self, proxy: str) -> None:
        url = urllib.parse.urlsplit(proxy if "//" in proxy else f"http://{proxy}")
        if url.scheme != "http" or not url.hostname:
            raise DanadError(f"proxy {proxy!r} is no http URL")
        self.proxy_host, self.proxy_port = url.hostname, url.port or 80
        if url.username is not None:
            pair = f"{urllib.parse.unquote(url.username)}:{urllib.parse.unquote(url.password or '')}"
            self.proxy_headers["Proxy-Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()

    def path(self, route: str) -> str:
        """What stands in the request line: proxies get the whole URL, but through their tunnels."""
        path = self.prefix + route
        return f"http://{self.authority}{path}" if self.proxy_host and not self.secure else path

    def headers_of(self, extra: Mapping[str, str], request_id: Optional[str]) -> Dict[str, str]:
        """All headers of a request but those of HTTP itself. Asks for the token."""
        headers = {"User-Agent": AGENT, **self.headers, **extra}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token() if callable(self.token) else self.token}"
        if request_id is not None:
            headers["X-Request-Id"] = request_id
        if self.proxy_host and not self.secure:
            headers.update(self.proxy_headers)
        for name, value in headers.items():
            if any(c in name + value for c in "\r\n\0") or not (name + value).isascii():
                raise DanadError(f"the header {name!r} has characters that HTTP does not allow")
        return headers


class Deadline:
    """The time of a call; None is no limit."""

    def __init__(self, seconds: Optional[float]) -> None:
        self.seconds = seconds
        self.restart()

    def restart(self) -> None:
        """The time begins again."""
        self._end = None if self.seconds is None else time.monotonic() + self.seconds

    def left(self) -> Optional[float]:
        """Seconds that are left; raises when none are."""
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.error()
        return left

    def allows(self, wait: float) -> bool:
        """Whether there is time left after a wait."""
        return self._end is None or time.monotonic() + wait < self._end

    def error(self) -> DanadTimeoutError:
        """What to raise when no time is left."""
        return DanadTimeoutError(f"no answer within {self.seconds} s")
