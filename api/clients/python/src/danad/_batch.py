"""Items become requests of lines, lines of answers results; no I/O."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from ._calls import Item, Options, plain, to_json
from ._retry import PASSING, delay, is_retryable, retry_after_of
from .errors import DanadConnectionError, DanadError, DanadProblemError
from .models import ExtractResponse, IncludePart, Problem

HEADERS = {"Content-Type": "application/x-ndjson", "Accept": "application/x-ndjson"}


@dataclasses.dataclass(frozen=True)
class BatchResult:
    """What became of one item: `response`, or `error`."""

    index: int
    """Which item it was, counted from 0 over the whole batch."""
    id: Union[str, int, None]
    item: Item
    status: int
    response: Optional[ExtractResponse]
    error: Optional[DanadProblemError]

    @property
    def ok(self) -> bool:
        """Whether there is a response."""
        return self.response is not None

    def get(self) -> ExtractResponse:
        """The response; raises the error if there is none."""
        if self.response is None:
            assert self.error is not None
            raise self.error
        return self.response


@dataclasses.dataclass
class Entry:
    """An item that has no result yet."""

    index: int
    id: Union[str, int, None]
    item: Item
    line: bytes
    failures: int = 0
    retry_after: Optional[float] = None


class Plan:
    """How a batch is cut into requests."""

    def __init__(self, include: Optional[Sequence[IncludePart]], options: Optional[Options], chunk_items: int, chunk_bytes: int,
                 retries: int, ordered: bool) -> None:
        self.include, self.options = None if include is None else list(include), plain(options)
        self.chunk_items, self.chunk_bytes, self.retries, self.ordered = max(1, chunk_items), chunk_bytes, retries, ordered
        self._count = 0
        self._entries: List[Entry] = []
        self._bytes = 0

    def entry(self, item: Item) -> Entry:
        """An item as a line. Its own include and options replace those of the batch."""
        members = plain(item)
        if not isinstance(members, Mapping):
            raise DanadError(f"an item of a batch is a BatchItem or a mapping, not {type(item).__name__}")
        members = dict(members)
        for name, shared in (("include", self.include), ("options", self.options)):
            if members.get(name) is None and shared is not None:
                members[name] = shared
        self._count += 1
        return Entry(self._count - 1, members.get("id"), item, to_json(members) + b"\n")

    def add(self, item: Item) -> Optional[List[Entry]]:
        """Takes an item; gives a request that is full."""
        entry = self.entry(item)
        full = None
        if self._entries and self._bytes + len(entry.line) > self.chunk_bytes:
            full = self.flush()
        self._entries.append(entry)
        self._bytes += len(entry.line)
        return self.flush() if full is None and len(self._entries) >= self.chunk_items else full

    def flush(self) -> List[Entry]:
        """The request as far as it is."""
        entries, self._entries, self._bytes = self._entries, [], 0
        return entries

    @property
    def waiting(self) -> bool:
        """Whether a request has begun."""
        return bool(self._entries)


class Chunk:
    """The items of one request until each of them has a result; the request may be sent several times."""

    def __init__(self, entries: List[Entry], plan: Plan) -> None:
        self._plan = plan
        self._left: List[Optional[Entry]] = list(entries)
        self._held: Dict[int, BatchResult] = {}
        self._next = entries[0].index
        self._failures = 0
        self._before = 0
        self._answered = 0
        self._complete = False

    @property
    def entries(self) -> List[Entry]:
        """Those that have no result."""
        return [entry for entry in self._left if entry is not None]

    def begin(self) -> bytes:
        """The body of the next request."""
        self._left = list(self.entries)
        self._before, self._answered, self._complete = len(self._left), 0, False
        return b"".join(entry.line for entry in self.entries)

    def add(self, line: bytes) -> Iterator[BatchResult]:
        """Reads a line of the answer; gives the results whose turn it is."""
        try:
            value = json.loads(line)
            if "summary" in value:
                self._complete = True
                return
            result = self._judge(value)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise DanadError(f"the answer is not of this contract: {error!r}") from error
        if result is None:
            return
        if not self._plan.ordered:
            yield result
            return
        self._held[result.index] = result
        while self._next in self._held:
            self._next += 1
            yield self._held.pop(self._next - 1)

    def _judge(self, value: Dict[str, Any]) -> Optional[BatchResult]:
        entry = self._left[value["index"]] if 0 <= value["index"] < len(self._left) else None
        if entry is None:
            return None
        self._answered += 1
        if "result" in value:
            result = BatchResult(entry.index, entry.id, entry.item, 200, ExtractResponse.from_json(value["result"]), None)
        else:
            error = DanadProblemError(value["status"], Problem.from_json(value["problem"]))
            entry.failures += 1
            entry.retry_after = error.retry_after
            if error.status in PASSING and entry.failures <= self._plan.retries:
                return None
            result = BatchResult(entry.index, entry.id, entry.item, error.status, None, error)
        self._left[value["index"]] = None
        return result

    def end(self) -> None:
        """The answer has ended; raises if it was too early."""
        if not self._complete:
            raise DanadConnectionError("the answer broke off before its end")
        if self._answered < self._before:
            raise DanadConnectionError("the answer has no result for some items")

    def wait(self, error: Optional[Exception]) -> float:
        """Seconds until the rest is sent again. Raises the error that ended the request if that is of no use any more."""
        entries = self.entries
        self._failures = self._failures + 1 if error is not None and len(entries) == self._before else 0
        if error is not None and (not is_retryable(error) or self._failures > self._plan.retries):
            raise error
        if not entries:
            return 0.0
        asked = max(retry_after_of(error) or 0.0 if error else 0.0, *(entry.retry_after or 0.0 for entry in entries))
        return delay(max(1, self._failures, *(entry.failures for entry in entries)), asked)


class Lines:
    """Pieces of a body as lines. Long lines are joined once."""

    def __init__(self) -> None:
        self._open: List[bytes] = []

    def add(self, piece: bytes) -> List[bytes]:
        """The lines that the piece completes."""
        *whole, rest = piece.split(b"\n")
        if whole:
            whole[0] = b"".join([*self._open, whole[0]])
            self._open = []
        if rest:
            self._open.append(rest)
        return whole
