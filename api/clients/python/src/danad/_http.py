"""HTTP by http.client, with connections that are used again."""

from __future__ import annotations

import http.client
import select
import socket
import threading
from typing import Dict, Generator, List, Optional

from ._target import Deadline, Target
from .errors import DanadConnectionError, DanadError

PIECE = 1 << 16
IDLE_MAX = 8
# What the end of a connection that was idle for too long looks like.
STALE = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)


class Response:
    """An answer whose body is still to be read. Its connection is used again once all is read."""

    def __init__(self, pool: Pool, connection: http.client.HTTPConnection, sock: socket.socket, response: http.client.HTTPResponse,
                 deadline: Deadline) -> None:
        self._pool, self._connection, self._sock, self._response, self._deadline = pool, connection, sock, response, deadline
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}

    def pieces(self) -> Generator[bytes, None, None]:
        """The body as it comes. The connection is closed if the caller stops before the end."""
        whole = False
        try:
            while True:
                self._sock.settimeout(self._deadline.left())
                piece = self._response.read1(PIECE)
                if not piece:
                    break
                yield piece
            if self._response.length:  # http.client.read1 takes a body that is too short for a whole one
                raise DanadConnectionError("the answer broke off before its end")
            whole = not self._response.will_close
        except socket.timeout as error:
            raise self._deadline.error() from error
        except (OSError, http.client.HTTPException) as error:
            if isinstance(error, DanadError):
                raise
            raise DanadConnectionError(f"the answer broke off: {error!r}") from error
        finally:
            self._response.close()
            if whole:
                self._pool.give_back(self._connection)
            else:
                self._connection.close()

    def read(self) -> bytes:
        """The whole body."""
        return b"".join(self.pieces())


class Pool:
    """Connections to a server, for any number of threads."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._lock = threading.Lock()
        self._idle: List[http.client.HTTPConnection] = []
        self._closed = False

    def close(self) -> None:
        """Closes the connections that are not in use; those in use are closed when they are given back."""
        with self._lock:
            idle, self._idle, self._closed = self._idle, [], True
        for connection in idle:
            connection.close()

    def give_back(self, connection: http.client.HTTPConnection) -> None:
        """The connection may be used again."""
        with self._lock:
            if not self._closed and len(self._idle) < IDLE_MAX and connection.sock is not None:
                self._idle.append(connection)
                return
        connection.close()

    def _take(self) -> Optional[http.client.HTTPConnection]:
        """An idle connection that the server has not closed."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection = self._idle.pop()
            try:
                if connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]:
                    return connection
            except (OSError, ValueError):
                pass
            connection.close()

    def _connect(self, deadline: Deadline) -> http.client.HTTPConnection:
        target = self._target
        host, port = (target.proxy_host, target.proxy_port) if target.proxy_host else (target.host, target.port)
        if target.context is not None:
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(host, port, timeout=deadline.left(),
                                                                                 context=target.context)
            if target.proxy_host:
                connection.set_tunnel(target.host, target.port, headers=target.proxy_headers)
        else:
            connection = http.client.HTTPConnection(host, port, timeout=deadline.left())
        connection.connect()
        if connection.sock is not None:
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def send(self, method: str, route: str, headers: Dict[str, str], body: Optional[bytes], deadline: Deadline) -> Response:
        """Sends a request and reads the head of the answer."""
        try:
            idle = self._take()
            if idle is not None:
                try:
                    return self._send_on(idle, method, route, headers, body, deadline)
                except STALE:
                    idle = None  # it was closed meanwhile: a new one
            return self._send_on(self._connect(deadline), method, route, headers, body, deadline)
        except socket.timeout as error:
            raise deadline.error() from error
        except (OSError, http.client.HTTPException) as error:
            if isinstance(error, DanadError):
                raise
            raise DanadConnectionError(f"the connection failed: {error!r}") from error

    def _send_on(self, connection: http.client.HTTPConnection, method: str, route: str, headers: Dict[str, str], body: Optional[bytes],
                 deadline: Deadline) -> Response:
        sock = connection.sock
        assert sock is not None
        try:
            sock.settimeout(deadline.left())
            refused: Optional[OSError] = None
            try:
                connection.request(method, self._target.path(route), body, {"Host": self._target.authority, **headers})
            except (BrokenPipeError, ConnectionResetError) as error:
                refused = error  # the server may have said why before it closed
            sock.settimeout(deadline.left())
            try:
                response = connection.getresponse()
            except (OSError, http.client.HTTPException):
                if refused:
                    raise refused
                raise
            return Response(self, connection, sock, response, deadline)
        except BaseException:
            connection.close()
            raise
