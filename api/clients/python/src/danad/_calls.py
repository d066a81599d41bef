"""What both clients send, and how they read the answers; no I/O."""

from __future__ import annotations

import base64
import dataclasses
import json
from typing import Any, Callable, Dict, Generic, Mapping, Optional, Sequence, TypeVar, Union

from .errors import DanadError, DanadProblemError
from .models import (AlgorithmList, BatchItem, EvaluateResponse, ExtractOptions, ExtractResponse, HeadlineResponse, IncludePart, Info,
                     Period, Problem, Sent, SiteResponse, TrendDocument, TrendQuery, TrendsResponse)

T = TypeVar("T")
Page = Union[str, bytes, bytearray, memoryview]
Item = Union[BatchItem, Mapping[str, Any]]
Options = Union[ExtractOptions, Mapping[str, Any]]

MEDIA_TYPES = {"text": "text/plain", "markdown": "text/markdown", "html": "text/html", "svg": "image/svg+xml"}


@dataclasses.dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and what reads its answer."""

    method: str
    route: str
    read: Callable[[bytes], T]
    headers: Dict[str, str]
    body: Optional[bytes] = None


def plain(value: Any) -> Any:
    """A value of a request as JSON has it."""
    return value.to_json() if isinstance(value, Sent) else value


def to_json(value: Any) -> bytes:
    """Compact JSON. Text that is no Unicode (lone surrogates) is escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), default=plain).encode()


def from_json(read: Callable[[Any], T]) -> Callable[[bytes], T]:
    """A reader of answers in JSON."""
    def parse(body: bytes) -> T:
        try:
            return read(json.loads(body))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise DanadError(f"the answer is not of this contract; is this a danad server? {error!r}") from error
    return parse


def post(route: str, body: Any, read: Callable[[bytes], T], accept: str = "application/json") -> Call[T]:
    """A call with JSON as its body."""
    return Call("POST", route, read, {"Content-Type": "application/json", "Accept": accept}, to_json(body))


def page_of(html: Optional[Page], url: Optional[str], base_url: Optional[str], content_type: Optional[str],
            include: Optional[Sequence[IncludePart]], options: Optional[Options]) -> Dict[str, Any]:
    """The request for one page. Bytes are sent as `html_base64`."""
    if (html is None) == (url is None):
        raise DanadError("extract needs either html or url")
    if isinstance(include, str):
        raise DanadError("include is a list of parts")
    members: Dict[str, Any] = {"url": url, "base_url": base_url, "content_type": content_type, "options": plain(options),
                               "include": None if include is None else list(include)}
    if isinstance(html, str):
        members["html"] = html
    elif html is not None:
        members["html_base64"] = base64.b64encode(html).decode()
    return {name: value for name, value in members.items() if value is not None}


def extract(request: Dict[str, Any]) -> Call[ExtractResponse]:
    """A page as its answer."""
    return post("/v1/extract", request, from_json(ExtractResponse.from_json))


def extract_as(form: str, request: Dict[str, Any]) -> Call[str]:
    """A page as text."""
    if form not in MEDIA_TYPES:
        raise DanadError(f"there is no form {form!r}, but {', '.join(MEDIA_TYPES)}")
    return post("/v1/extract", request, bytes.decode, MEDIA_TYPES[form])


def site(items: Sequence[Item], include: Optional[Sequence[IncludePart]], options: Optional[Options]) -> Call[SiteResponse]:
    """Pages of a site."""
    body = {"items": [plain(item) for item in items], "include": include, "options": plain(options)}
    return post("/v1/extract/site", body, from_json(SiteResponse.from_json))


def headline(html: str, algorithm: Optional[str]) -> Call[HeadlineResponse]:
    """The headline with its candidates."""
    return post("/v1/headline", {"html": html, "algorithm": algorithm}, from_json(HeadlineResponse.from_json))


def evaluate(gold: str, text: Optional[str], html: Optional[str], algorithms: Optional[str]) -> Call[EvaluateResponse]:
    """Scores against a gold standard."""
    body = {"gold": gold, "text": text, "html": html, "algorithms": algorithms}
    return post("/v1/evaluate", {name: value for name, value in body.items() if value is not None}, from_json(EvaluateResponse.from_json))


def trends(queries: Sequence[TrendQuery], documents: Sequence[TrendDocument], period: Optional[Period],
           algorithm: Optional[str]) -> Call[TrendsResponse]:
    """Similarity over time."""
    body = {"queries": list(queries), "documents": list(documents), "period": period, "algorithm": algorithm}
    return post("/v1/trends", body, from_json(TrendsResponse.from_json))


def algorithms() -> Call[AlgorithmList]:
    """The algorithms."""
    return Call("GET", "/v1/algorithms", from_json(AlgorithmList.from_json), {"Accept": "application/json"})


def info() -> Call[Info]:
    """The server."""
    return Call("GET", "/v1/info", from_json(Info.from_json), {"Accept": "application/json"})


def too_large(size: int, limit: int) -> DanadProblemError:
    """What a server means that ends the connection of a body that is too long for it before it has been read."""
    detail = f"The request has {size} bytes; limits.max_body_bytes of the server is {limit}."
    return DanadProblemError(413, Problem(type="/problems/body-too-large", title="The body is larger than the limit", status=413,
                                          detail=detail, instance="", code="body-too-large", request_id="", limit=limit))
