"""What this client raises."""

from __future__ import annotations

import email.utils
import json
import math
import time
from typing import Any, List, Mapping, Optional

from .models import Problem, ProblemError


class DanadError(Exception):
    """Whatever this client raises."""


class DanadConnectionError(DanadError, ConnectionError):
    """The server could not be reached, or the connection ended before the whole answer was there. `__cause__` says more."""


class DanadTimeoutError(DanadError, TimeoutError):
    """The call took longer than its `timeout`."""


class DanadProblemError(DanadError):
    """The server, or something in front of it, answered with an error."""

    status: int
    """Status of HTTP."""
    code: Optional[str]
    """Stable name of the problem such as `queue-full`; None if the answer is not danad's."""
    type: str
    """Path of the problem's description at the server, such as `/problems/queue-full`; `about:blank` if it is not danad's."""
    title: str
    detail: str
    """What is wrong with this request, for people."""
    pointer: Optional[str]
    """Where in the request the first error is, as a JSON pointer such as `#/options/params/gap`; None if nowhere in particular."""
    errors: List[ProblemError]
    """All errors of the request, each with its pointer."""
    request_id: Optional[str]
    """The id under which the server's log has the request."""
    retry_after: Optional[float]
    """Seconds after which the server wants to be asked again, if it says so."""
    limit: Optional[int]
    """The limit that was exceeded, if it is one."""
    problem: Optional[Problem]
    """The whole problem document, None if the answer is none."""
    body: Optional[str]
    """The body of an answer that is no problem document."""

    def __init__(self, status: int, problem: Optional[Problem], body: Optional[str] = None, request_id: Optional[str] = None,
                 retry_after: Optional[float] = None) -> None:
        self.status = status
        self.problem = problem
        self.code = problem.code if problem else None
        self.type = problem.type if problem else "about:blank"
        self.title = problem.title if problem else f"HTTP status {status}"
        self.detail = problem.detail if problem else (body or "")[:200]
        self.errors = (problem.errors if problem else None) or []
        self.pointer = self.errors[0].pointer if self.errors else None
        self.request_id = (problem.request_id if problem else None) or request_id
        stated = problem.retry_after if problem else None
        self.retry_after = stated if isinstance(stated, (int, float)) and math.isfinite(stated) else retry_after
        self.limit = problem.limit if problem else None
        self.body = None if problem else body
        where = f"{self.pointer}: {self.errors[0].detail}" if self.errors else ""
        super().__init__(" | ".join(part for part in (f"{status} {self.title}", self.detail, where) if part))

    def __reduce__(self) -> Any:  # errors travel between processes
        return type(self), (self.status, self.problem, self.body, self.request_id, self.retry_after)


def read_retry_after(value: Optional[str]) -> Optional[float]:
    """Seconds of a `Retry-After` header: a number, or a date."""
    if value is None:
        return None
    digits = value.strip()
    if digits.isascii() and digits.isdigit():
        return float(digits) if len(digits) < 20 else None
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def read_problem(value: Any) -> Optional[Problem]:
    """A problem document, or None."""
    texts = ("code", "request_id", "title", "detail", "type", "instance")
    if not isinstance(value, dict) or "status" not in value or not all(isinstance(value.get(name), str) for name in texts):
        return None
    try:
        return Problem.from_json(value)
    except (KeyError, TypeError, AttributeError):
        return None


def problem_of(status: int, headers: Mapping[str, str], body: bytes) -> DanadProblemError:
    """The error of an answer. Names of headers are in lower case."""
    text = body.decode("utf-8", "replace")
    try:
        problem = read_problem(json.loads(text))
    except (ValueError, RecursionError):
        problem = None
    return DanadProblemError(status, problem, text, headers.get("x-request-id"), read_retry_after(headers.get("retry-after")))
