"""HTTP/1.1 over asyncio's streams, with connections that are used again."""

from __future__ import annotations

import asyncio
import http.client
import io
import ssl
from typing import AsyncGenerator, Awaitable, Dict, List, Optional, Tuple, TypeVar

from ._target import Deadline, Target
from .errors import DanadConnectionError, DanadError

T = TypeVar("T")
PIECE = 1 << 16
IDLE_MAX = 32
HEAD_MAX = 1 << 16


def _number(text: bytes, base: int) -> int:
    """A number of HTTP: digits alone, where int() takes signs and underscores too."""
    if not text.strip().isalnum() or b"x" in text.lower():
        raise ValueError(f"{text!r} is no length")
    return int(text, base)


class Lost(Exception):
    """The connection ended before an answer began."""


async def within(deadline: Deadline, work: Awaitable[T]) -> T:
    """Awaits with the time that is left. (asyncio.wait_for loses a cancellation that comes together with the result before Python 3.12.)"""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task], timeout=deadline.left())
        if not task.done():
            raise deadline.error()
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


class Protocol(asyncio.StreamReaderProtocol):
    """Closes what the server has closed. (By default a plain connection stays half open; TLS cannot, and warns.)"""

    def eof_received(self) -> bool:
        super().eof_received()
        return False


class Connection:
    """A connection to the server, or through a proxy to it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self._below: Optional[asyncio.StreamWriter] = None

    @staticmethod
    async def open(target: Target) -> Connection:
        """Connects, through a tunnel of the proxy if there is one and TLS behind it."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=HEAD_MAX, loop=loop)
        protocol = Protocol(reader, loop=loop)
        host, port = (target.proxy_host, target.proxy_port) if target.proxy_host else (target.host, target.port)
        context = None if target.proxy_host else target.context
        transport, _ = await loop.create_connection(lambda: protocol, host, port, ssl=context)
        connection = Connection(reader, asyncio.StreamWriter(transport, protocol, reader, loop))
        if target.proxy_host and target.context is not None:
            try:
                await connection._tunnel(target, target.context, protocol)
            except BaseException:
                connection.abort()
                raise
        return connection

    async def _tunnel(self, target: Target, context: ssl.SSLContext, protocol: asyncio.StreamReaderProtocol) -> None:
        name = f"[{target.host}]" if ":" in target.host else target.host
        lines = [f"CONNECT {name}:{target.port} HTTP/1.1", f"Host: {name}:{target.port}"]
        lines += [f"{header}: {value}" for header, value in target.proxy_headers.items()]
        self.writer.write("\r\n".join(lines + ["", ""]).encode("latin-1"))
        status, _ = await self.read_head()
        if status != 200:
            raise DanadConnectionError(f"the proxy refuses the tunnel with status {status}")
        loop = asyncio.get_running_loop()
        transport = await loop.start_tls(self.writer.transport, protocol, context, server_hostname=target.host)
        if transport is None:
            raise DanadConnectionError("TLS through the proxy failed")
        self._below = self.writer  # a StreamWriter that nobody holds closes its connection
        self.writer = asyncio.StreamWriter(transport, protocol, self.reader, loop)

    def is_alive(self) -> bool:
        """Whether the server has not closed it."""
        return not self.reader.at_eof() and not self.writer.is_closing() and self.reader.exception() is None

    def abort(self) -> None:
        """Closes it at once: the server stops what it does for it."""
        self.writer.transport.abort()

    async def read_head(self) -> Tuple[int, Dict[str, str]]:
        """Status and headers, names in lower case; interim answers are skipped."""
        while True:
            try:
                head = await self.reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError as error:
                raise Lost("it was closed without an answer") from error
            except asyncio.LimitOverrunError as error:
                raise DanadConnectionError("the head of the answer is too long") from error
            line, _, rest = head.partition(b"\r\n")
            words = line.split(None, 2)
            if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
                raise DanadConnectionError("the answer is not HTTP/1.1")
            if int(words[1]) >= 200:
                try:
                    headers = http.client.parse_headers(io.BytesIO(rest))
                except http.client.HTTPException as error:
                    raise DanadConnectionError(f"the head of the answer is not right: {error}") from error
                return int(words[1]), {name.lower(): value for name, value in headers.items()}

    async def send(self, data: bytes, body: bytes) -> Tuple[int, Dict[str, str]]:
        """Writes a request while the answer is awaited: a server that refuses a body may answer before it has come."""
        head = asyncio.ensure_future(self.read_head())
        try:
            try:
                self.writer.write(data)
                for at in range(0, len(body), PIECE):
                    if head.done():
                        break
                    self.writer.write(body[at:at + PIECE])
                    await self.writer.drain()
            except (BrokenPipeError, ConnectionResetError):
                pass  # read_head says what came before
            return await head
        finally:
            if not head.done():
                head.cancel()
            await asyncio.wait([head])
            if not head.cancelled():
                head.exception()

    async def body(self, headers: Dict[str, str]) -> AsyncGenerator[bytes, None]:
        """The body as it comes."""
        if "chunked" in headers.get("transfer-encoding", "").lower():
            while True:
                size = _number((await self.reader.readuntil(b"\r\n")).split(b";")[0], 16)
                async for piece in self._exactly(size):
                    yield piece
                if size == 0:
                    while await self.reader.readuntil(b"\r\n") != b"\r\n":
                        pass
                    return
                await self.reader.readexactly(2)
        elif "content-length" in headers:
            async for piece in self._exactly(_number(headers["content-length"].encode(), 10)):
                yield piece
        else:
            piece = await self.reader.read(PIECE)
            while piece:
                yield piece
                piece = await self.reader.read(PIECE)

    async def _exactly(self, size: int) -> AsyncGenerator[bytes, None]:
        while size > 0:
            piece = await self.reader.read(min(size, PIECE))
            if not piece:
                raise asyncio.IncompleteReadError(b"", size)
            size -= len(piece)
            yield piece


class Response:
    """An answer whose body is still to be read. Its connection is used again once all is read."""

    def __init__(self, pool: Pool, connection: Connection, status: int, headers: Dict[str, str], deadline: Deadline) -> None:
        self._pool, self._connection, self._deadline = pool, connection, deadline
        self.status, self.headers = status, headers

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """The body as it comes. The connection is closed if the caller stops before the end."""
        whole = False
        body = self._connection.body(self.headers)
        try:
            while True:
                try:
                    piece = await within(self._deadline, body.__anext__())
                except StopAsyncIteration:
                    break
                yield piece
            whole = self.headers.get("connection", "").lower() != "close" and \
                ("content-length" in self.headers or "transfer-encoding" in self.headers)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
            raise DanadConnectionError(f"the answer broke off before its end: {error}") from error
        except OSError as error:
            if isinstance(error, DanadError):
                raise
            raise DanadConnectionError(f"the answer broke off: {error!r}") from error
        finally:
            if whole:
                self._pool.give_back(self._connection)
            else:
                self._connection.abort()

    async def read(self) -> bytes:
        """The whole body."""
        return b"".join([piece async for piece in self.pieces()])


class Pool:
    """Connections to a server, for the tasks of one event loop."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._idle: List[Connection] = []
        self._closed = False

    async def close(self) -> None:
        """Closes the connections that are not in use; those in use are closed when they are given back."""
        idle, self._idle, self._closed = self._idle, [], True
        for connection in idle:
            connection.writer.close()
        await asyncio.gather(*(connection.writer.wait_closed() for connection in idle), return_exceptions=True)

    def give_back(self, connection: Connection) -> None:
        """The connection may be used again."""
        if self._closed or len(self._idle) >= IDLE_MAX:
            connection.writer.close()
        else:
            self._idle.append(connection)

    def _take(self) -> Optional[Connection]:
        while self._idle:
            connection = self._idle.pop()
            if connection.is_alive():
                return connection
            connection.abort()
        return None

    async def send(self, method: str, route: str, headers: Dict[str, str], body: Optional[bytes], deadline: Deadline) -> Response:
        """Sends a request and reads the head of the answer."""
        lines = [f"{method} {self._target.path(route)} HTTP/1.1", f"Host: {self._target.authority}"]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        lines += [f"{name}: {value}" for name, value in headers.items()]
        data = "\r\n".join(lines + ["", ""]).encode("latin-1")
        try:
            idle = self._take()
            if idle is not None:
                try:
                    return await self._send_on(idle, data, body or b"", deadline)
                except (Lost, ConnectionResetError, BrokenPipeError):
                    pass  # it was closed meanwhile: a new one
            connection = await within(deadline, Connection.open(self._target))
            return await self._send_on(connection, data, body or b"", deadline)
        except (OSError, Lost) as error:
            if isinstance(error, DanadError):
                raise
            raise DanadConnectionError(f"the connection failed: {error!r}") from error

    async def _send_on(self, connection: Connection, data: bytes, body: bytes, deadline: Deadline) -> Response:
        try:
            status, headers = await within(deadline, connection.send(data, body))
            return Response(self, connection, status, headers, deadline)
        except BaseException:
            connection.abort()
            raise
