"""The client for programs that wait for their answers; for any number of threads."""

from __future__ import annotations

import ssl
import time
from types import TracebackType
from typing import Dict, Generator, Iterable, Iterator, Mapping, Optional, Sequence, Type, TypeVar

from . import _calls as calls
from ._batch import HEADERS, BatchResult, Chunk, Lines, Plan
from ._calls import Call, Item, Options, Page
from ._http import Pool
from ._retry import delay, is_retryable, retry_after_of
from ._target import Deadline, Target, Token
from .errors import DanadConnectionError, DanadError, problem_of
from .models import (AlgorithmList, EvaluateResponse, ExtractResponse, HeadlineResponse, IncludePart, Info, Period, SiteResponse,
                     TrendDocument, TrendQuery, TrendsResponse)

T = TypeVar("T")


class Client:
    """A danad server.

    base_url  where it is, with the path in front of its routes if there is one
    token     a token of the server, or a function that gives one, asked at each request
    timeout   longest seconds of a call with all its attempts; None is no limit. For batches: longest silence
    retries   attempts after the first one, where the server has no room or the connection fails
    headers   of every request, for what stands in front of the server
    proxy     URL of an http proxy; "" is none; None is what HTTP_PROXY, HTTPS_PROXY and NO_PROXY say
    ssl       context of TLS: own authorities, client certificates
    """

    def __init__(self, base_url: str = "http://127.0.0.1:8080", *, token: Optional[Token] = None, timeout: Optional[float] = 60.0,
                 retries: int = 3, headers: Optional[Mapping[str, str]] = None, proxy: Optional[str] = None,
                 ssl: Optional[ssl.SSLContext] = None) -> None:
        self._target = Target(base_url, token, headers, proxy, ssl)
        self._pool = Pool(self._target)
        self._timeout, self._retries = timeout, retries

    def close(self) -> None:
        """Closes idle connections."""
        self._pool.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def extract(self, html: Optional[Page] = None, *, url: Optional[str] = None, base_url: Optional[str] = None,
                content_type: Optional[str] = None, include: Optional[Sequence[IncludePart]] = None,
                options: Optional[Options] = None, timeout: Optional[float] = None, request_id: Optional[str] = None) -> ExtractResponse:
        """Main content and headline of a page: its text, its bytes in any encoding, or the URL that it is fetched from."""
        request = calls.page_of(html, url, base_url, content_type, include, options)
        return self._call(calls.extract(request), timeout, request_id)

    def extract_as(self, form: str, html: Optional[Page] = None, *, url: Optional[str] = None, base_url: Optional[str] = None,
                   content_type: Optional[str] = None, options: Optional[Options] = None, timeout: Optional[float] = None,
                   request_id: Optional[str] = None) -> str:
        """The content as `text`, `markdown`, an `html` document, or `svg`, a picture of the density."""
        request = calls.page_of(html, url, base_url, content_type, None, options)
        return self._call(calls.extract_as(form, request), timeout, request_id)

    def batch(self, items: Iterable[Item], *, include: Optional[Sequence[IncludePart]] = None, options: Optional[Options] = None,
              ordered: bool = False, chunk_items: int = 100, chunk_bytes: int = 4 << 20, retries: int = 5,
              timeout: Optional[float] = None, request_id: Optional[str] = None) -> Generator[BatchResult, None, None]:
        """Many pages: any iterable, of any length. Results come as they are done, or in the order of the items if `ordered`.

        Items go in requests of `chunk_items` and `chunk_bytes`, one at a time; the server works on several items of each. What the
        server has no room for is sent again, `retries` times without a result; so is what has none when a connection fails.
        """
        plan = Plan(include, options, chunk_items, chunk_bytes, retries, ordered)
        for item in items:
            full = plan.add(item)
            if full:
                yield from self._answer(Chunk(full, plan), timeout, request_id)
        if plan.waiting:
            yield from self._answer(Chunk(plan.flush(), plan), timeout, request_id)

    def site(self, items: Sequence[Item], *, include: Optional[Sequence[IncludePart]] = None, options: Optional[Options] = None,
             timeout: Optional[float] = None, request_id: Optional[str] = None) -> SiteResponse:
        """2 to 200 pages of one site, compared with one another."""
        return self._call(calls.site(items, include, options), timeout, request_id)

    def headline(self, html: str, *, algorithm: Optional[str] = None, timeout: Optional[float] = None,
                 request_id: Optional[str] = None) -> HeadlineResponse:
        """The headline with the scores of all candidates."""
        return self._call(calls.headline(html, algorithm), timeout, request_id)

    def evaluate(self, gold: str, *, text: Optional[str] = None, html: Optional[str] = None, algorithms: Optional[str] = None,
                 timeout: Optional[float] = None, request_id: Optional[str] = None) -> EvaluateResponse:
        """A text, or algorithms on a page, against a gold standard."""
        return self._call(calls.evaluate(gold, text, html, algorithms), timeout, request_id)

    def trends(self, queries: Sequence[TrendQuery], documents: Sequence[TrendDocument], *, period: Optional[Period] = None,
               algorithm: Optional[str] = None, timeout: Optional[float] = None, request_id: Optional[str] = None) -> TrendsResponse:
        """How similar dated documents are to some queries, over time."""
        return self._call(calls.trends(queries, documents, period, algorithm), timeout, request_id)

    def algorithms(self, *, timeout: Optional[float] = None) -> AlgorithmList:
        """The algorithms with their parameters."""
        return self._call(calls.algorithms(), timeout, None)

    def info(self, *, timeout: Optional[float] = None) -> Info:
        """Version, limits and features of the server."""
        return self._call(calls.info(), timeout, None)

    def _call(self, call: Call[T], timeout: Optional[float], request_id: Optional[str]) -> T:
        deadline = Deadline(self._timeout if timeout is None else timeout)
        failures = 0
        while True:
            try:
                return self._attempt(call, request_id, deadline)
            except DanadError as error:
                failures += 1
                if failures == 1 and isinstance(error, DanadConnectionError) and call.body:
                    self._refuse_too_large(len(call.body), error)
                wait = delay(failures, retry_after_of(error))
                if not is_retryable(error) or failures > self._retries or not deadline.allows(wait):
                    raise
            time.sleep(wait)

    def _attempt(self, call: Call[T], request_id: Optional[str], deadline: Deadline) -> T:
        headers = self._target.headers_of(call.headers, request_id)
        response = self._pool.send(call.method, call.route, headers, call.body, deadline)
        body = response.read()
        if response.status != 200:
            raise problem_of(response.status, response.headers, body)
        return call.read(body)

    def _refuse_too_large(self, size: int, error: DanadConnectionError) -> None:
        """A server that refuses a body by its length may end the connection before it has been read why."""
        if size < 1024:
            return
        try:
            limit = self._attempt(calls.info(), None, Deadline(self._timeout)).limits.max_body_bytes
        except DanadError:
            return
        if size > limit:
            raise calls.too_large(size, limit) from error

    def _answer(self, chunk: Chunk, timeout: Optional[float], request_id: Optional[str]) -> Iterator[BatchResult]:
        """Sends a request of a batch until each of its items has a result."""
        deadline = Deadline(self._timeout if timeout is None else timeout)
        while chunk.entries:
            failed: Optional[Exception] = None
            try:
                yield from self._results(chunk, request_id, deadline)
            except DanadError as error:
                failed = error
            wait = chunk.wait(failed)
            if chunk.entries:
                time.sleep(wait)

    def _results(self, chunk: Chunk, request_id: Optional[str], deadline: Deadline) -> Iterator[BatchResult]:
        deadline.restart()
        headers: Dict[str, str] = self._target.headers_of(HEADERS, request_id)
        response = self._pool.send("POST", "/v1/extract/batch", headers, chunk.begin(), deadline)
        if response.status != 200:
            raise problem_of(response.status, response.headers, response.read())
        lines = Lines()
        pieces = response.pieces()
        try:
            for piece in pieces:
                for line in lines.add(piece):
                    yield from chunk.add(line)
                deadline.restart()  # the consumer's time does not count
        finally:
            pieces.close()
        chunk.end()
