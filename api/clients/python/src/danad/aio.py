"""The client for asyncio. One event loop uses it; a call that is cancelled closes its connection, so that the server stops its work."""

from __future__ import annotations

import asyncio
import ssl
from types import TracebackType
from typing import Any, AsyncGenerator, AsyncIterable, AsyncIterator, Iterable, List, Mapping, Optional, Sequence, Type, TypeVar, Union

from . import _calls as calls
from ._asyncio_http import Pool
from ._batch import HEADERS, BatchResult, Chunk, Entry, Lines, Plan
from ._calls import Call, Item, Options, Page
from ._retry import delay, is_retryable, retry_after_of
from ._target import Deadline, Target, Token
from .errors import DanadConnectionError, DanadError, problem_of
from .models import (AlgorithmList, EvaluateResponse, ExtractResponse, HeadlineResponse, IncludePart, Info, Period, SiteResponse,
                     TrendDocument, TrendQuery, TrendsResponse)

T = TypeVar("T")


class AsyncClient:
    """A danad server. The arguments are those of `Client`."""

    def __init__(self, base_url: str = "http://127.0.0.1:8080", *, token: Optional[Token] = None, timeout: Optional[float] = 60.0,
                 retries: int = 3, headers: Optional[Mapping[str, str]] = None, proxy: Optional[str] = None,
                 ssl: Optional[ssl.SSLContext] = None) -> None:
        self._target = Target(base_url, token, headers, proxy, ssl)
        self._pool = Pool(self._target)
        self._timeout, self._retries = timeout, retries

    async def close(self) -> None:
        """Closes idle connections."""
        await self._pool.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        await self.close()

    async def extract(self, html: Optional[Page] = None, *, url: Optional[str] = None, base_url: Optional[str] = None,
                      content_type: Optional[str] = None, include: Optional[Sequence[IncludePart]] = None,
                      options: Optional[Options] = None, timeout: Optional[float] = None,
                      request_id: Optional[str] = None) -> ExtractResponse:
        """Main content and headline of a page: its text, its bytes in any encoding, or the URL that it is fetched from."""
        request = calls.page_of(html, url, base_url, content_type, include, options)
        return await self._call(calls.extract(request), timeout, request_id)

    async def extract_as(self, form: str, html: Optional[Page] = None, *, url: Optional[str] = None, base_url: Optional[str] = None,
                         content_type: Optional[str] = None, options: Optional[Options] = None, timeout: Optional[float] = None,
                         request_id: Optional[str] = None) -> str:
        """The content as `text`, `markdown`, an `html` document, or `svg`, a picture of the density."""
        request = calls.page_of(html, url, base_url, content_type, None, options)
        return await self._call(calls.extract_as(form, request), timeout, request_id)

    async def batch(self, items: Union[Iterable[Item], AsyncIterable[Item]], *, include: Optional[Sequence[IncludePart]] = None,
                    options: Optional[Options] = None, ordered: bool = False, concurrency: int = 2, chunk_items: int = 100,
                    chunk_bytes: int = 4 << 20, linger: float = 0.05, retries: int = 5, timeout: Optional[float] = None,
                    request_id: Optional[str] = None) -> AsyncGenerator[BatchResult, None]:
        """Many pages, as `Client.batch`; the iterable may be asynchronous. `concurrency` requests are at work, one if `ordered`. A
        request that is not full waits `linger` seconds for the next item.
        """
        plan = Plan(include, options, chunk_items, chunk_bytes, retries, ordered)
        source = _chunks(items, plan, linger)
        turn = asyncio.Lock()
        results: asyncio.Queue[BatchResult] = asyncio.Queue(1)

        done: List[bool] = []

        async def work() -> None:
            while True:
                async with turn:
                    entries = [] if done else await _first(source)
                    if not entries:
                        done.append(True)
                        return
                await self._answer(Chunk(entries, plan), results, timeout, request_id)

        workers = [asyncio.ensure_future(work()) for _ in range(1 if ordered else max(1, concurrency))]
        everything = asyncio.gather(*workers)
        taken: Optional[asyncio.Future[BatchResult]] = None
        try:
            while not everything.done():
                taken = asyncio.ensure_future(results.get())
                waiting: List[asyncio.Future[Any]] = [taken, everything]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if taken.done():
                    yield taken.result()
            if taken is not None and not taken.done():
                taken.cancel()
                await asyncio.gather(taken, return_exceptions=True)
            await everything
            while not results.empty():
                yield results.get_nowait()
        finally:
            done.append(True)
            ending: List[asyncio.Future[Any]] = [*workers, *([taken] if taken else [])]
            for one in ending:
                one.cancel()
            await asyncio.gather(*ending, everything, return_exceptions=True)
            await source.aclose()

    async def site(self, items: Sequence[Item], *, include: Optional[Sequence[IncludePart]] = None, options: Optional[Options] = None,
                   timeout: Optional[float] = None, request_id: Optional[str] = None) -> SiteResponse:
        """2 to 200 pages of one site, compared with one another."""
        return await self._call(calls.site(items, include, options), timeout, request_id)

    async def headline(self, html: str, *, algorithm: Optional[str] = None, timeout: Optional[float] = None,
                       request_id: Optional[str] = None) -> HeadlineResponse:
        """The headline with the scores of all candidates."""
        return await self._call(calls.headline(html, algorithm), timeout, request_id)

    async def evaluate(self, gold: str, *, text: Optional[str] = None, html: Optional[str] = None, algorithms: Optional[str] = None,
                       timeout: Optional[float] = None, request_id: Optional[str] = None) -> EvaluateResponse:
        """A text, or algorithms on a page, against a gold standard."""
        return await self._call(calls.evaluate(gold, text, html, algorithms), timeout, request_id)

    async def trends(self, queries: Sequence[TrendQuery], documents: Sequence[TrendDocument], *, period: Optional[Period] = None,
                     algorithm: Optional[str] = None, timeout: Optional[float] = None,
                     request_id: Optional[str] = None) -> TrendsResponse:
        """How similar dated documents are to some queries, over time."""
        return await self._call(calls.trends(queries, documents, period, algorithm), timeout, request_id)

    async def algorithms(self, *, timeout: Optional[float] = None) -> AlgorithmList:
        """The algorithms with their parameters."""
        return await self._call(calls.algorithms(), timeout, None)

    async def info(self, *, timeout: Optional[float] = None) -> Info:
        """Version, limits and features of the server."""
        return await self._call(calls.info(), timeout, None)

    async def _call(self, call: Call[T], timeout: Optional[float], request_id: Optional[str]) -> T:
        deadline = Deadline(self._timeout if timeout is None else timeout)
        failures = 0
        while True:
            try:
                return await self._attempt(call, request_id, deadline)
            except DanadError as error:
                failures += 1
                if failures == 1 and isinstance(error, DanadConnectionError) and call.body:
                    await self._refuse_too_large(len(call.body), error)
                wait = delay(failures, retry_after_of(error))
                if not is_retryable(error) or failures > self._retries or not deadline.allows(wait):
                    raise
            await asyncio.sleep(wait)

    async def _attempt(self, call: Call[T], request_id: Optional[str], deadline: Deadline) -> T:
        headers = self._target.headers_of(call.headers, request_id)
        response = await self._pool.send(call.method, call.route, headers, call.body, deadline)
        body = await response.read()
        if response.status != 200:
            raise problem_of(response.status, response.headers, body)
        return call.read(body)

    async def _refuse_too_large(self, size: int, error: DanadConnectionError) -> None:
        """A server that refuses a body by its length may end the connection before it has been read why."""
        if size < 1024:
            return
        try:
            limit = (await self._attempt(calls.info(), None, Deadline(self._timeout))).limits.max_body_bytes
        except DanadError:
            return
        if size > limit:
            raise calls.too_large(size, limit) from error

    async def _answer(self, chunk: Chunk, results: asyncio.Queue[BatchResult], timeout: Optional[float],
                      request_id: Optional[str]) -> None:
        """Sends a request of a batch until each of its items has a result."""
        deadline = Deadline(self._timeout if timeout is None else timeout)
        while chunk.entries:
            failed: Optional[Exception] = None
            try:
                await self._results(chunk, results, request_id, deadline)
            except DanadError as error:
                failed = error
            wait = chunk.wait(failed)
            if chunk.entries:
                await asyncio.sleep(wait)

    async def _results(self, chunk: Chunk, results: asyncio.Queue[BatchResult], request_id: Optional[str],
                       deadline: Deadline) -> None:
        deadline.restart()
        headers = self._target.headers_of(HEADERS, request_id)
        response = await self._pool.send("POST", "/v1/extract/batch", headers, chunk.begin(), deadline)
        if response.status != 200:
            raise problem_of(response.status, response.headers, await response.read())
        lines = Lines()
        pieces = response.pieces()
        try:
            async for piece in pieces:
                for line in lines.add(piece):
                    for result in chunk.add(line):
                        await results.put(result)
                deadline.restart()  # the consumer's time does not count
        finally:
            await pieces.aclose()
        chunk.end()


async def _chunks(items: Union[Iterable[Item], AsyncIterable[Item]], plan: Plan,
                  linger: float) -> AsyncGenerator[List[Entry], None]:
    """The items in requests; an empty one at the end. What waits for a slow source is sent after `linger` seconds."""
    if isinstance(items, AsyncIterable):
        source = items.__aiter__()
        coming: Optional[asyncio.Future[Item]] = None
        try:
            while True:
                coming = coming or asyncio.ensure_future(_next(source))
                await asyncio.wait([coming], timeout=linger if plan.waiting else None)
                if not coming.done():
                    yield plan.flush()
                    continue
                try:
                    item = coming.result()
                except StopAsyncIteration:
                    break
                coming = None
                full = plan.add(item)
                if full:
                    yield full
        finally:
            if coming is not None and not coming.done():
                coming.cancel()
                await asyncio.gather(coming, return_exceptions=True)
            close = getattr(source, "aclose", None)
            if close is not None:
                await close()
    else:
        for item in items:
            full = plan.add(item)
            if full:
                yield full
    yield plan.flush()
    yield []


async def _first(source: AsyncGenerator[List[Entry], None]) -> List[Entry]:
    """The next request; none at the end, or after an error of the source."""
    async for entries in source:
        return entries
    return []


async def _next(source: AsyncIterator[Item]) -> Item:
    return await source.__anext__()
