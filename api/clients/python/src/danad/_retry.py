"""When a call is sent again, and how long to wait before. Nothing that danad does changes anything, so all may be sent twice."""

from __future__ import annotations

import random
from typing import Optional

from .errors import DanadConnectionError, DanadProblemError

# Answers that say nothing about the request itself.
PASSING = frozenset((408, 429, 503))
FIRST_S = 0.25
LONGEST_S = 20.0
# Longest wait, whatever the server says: no clock of the system takes all numbers.
MOST_S = 86400.0


def is_retryable(error: BaseException) -> bool:
    """Whether an error may be gone when the same is sent again."""
    return isinstance(error, DanadConnectionError) or (isinstance(error, DanadProblemError) and error.status in PASSING)


def delay(failures: int, retry_after: Optional[float]) -> float:
    """Seconds before the next attempt, after so many failures: twice as long each time, of which half is by chance, so that clients
    that failed together do not return together; never less than what the server says, a day at most.
    """
    longest = min(LONGEST_S, FIRST_S * 2.0 ** max(0, failures - 1))
    return min(MOST_S, max(retry_after or 0.0, longest * (0.5 + random.random() / 2)))


def retry_after_of(error: BaseException) -> Optional[float]:
    """What an error says of the time to wait."""
    return error.retry_after if isinstance(error, DanadProblemError) else None
