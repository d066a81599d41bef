"""danad finds the main content and the headline of web pages. This is its client.

    from danad import Client

    with Client("http://127.0.0.1:8080") as danad:
        page = danad.extract(html, include=["text", "headline"])
        print(page.headline, page.text)

`AsyncClient` is the same for asyncio.
"""

from ._batch import BatchResult
from ._version import VERSION as __version__
from .aio import AsyncClient
from .client import Client
from .errors import DanadConnectionError, DanadError, DanadProblemError, DanadTimeoutError
from .models import BatchItem, ExtractOptions, ExtractResponse, Problem, TrendDocument, TrendQuery

__all__ = ["AsyncClient", "BatchItem", "BatchResult", "Client", "DanadConnectionError", "DanadError", "DanadProblemError",
           "DanadTimeoutError", "ExtractOptions", "ExtractResponse", "Problem", "TrendDocument", "TrendQuery", "__version__"]
