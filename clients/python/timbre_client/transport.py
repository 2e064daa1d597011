"""Sends a call, and repeats it as long as that is safe and the API may still answer."""

import http.client
import json
import random
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Callable
from urllib.parse import urlsplit

from .error import Outcome, TimbreError

FIRST_WAIT_SECONDS = 0.5
"""The first wait if the API gives no advice. The wait doubles with each attempt."""
ATTEMPTS_MAX = 6
"""How often a call without an answer is sent at most. A call that the API asks to repeat has no such limit."""
BEFORE_THE_KEY = (401, 403, 429)
"""The statuses of refusals that the API sends before it looks up the key. These say nothing about an earlier attempt."""
UNREADABLE = "unreadable_answer"
"""The code of an answer that the API did not write. A proxy knows nothing about an earlier attempt."""


@dataclass(frozen=True)
class Call:
    """A request that can be sent any number of times."""

    operation: str
    method: str
    target: str
    body: bytes | None
    idempotency_key: str | None


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Clock:
    """A clock, which tests replace so that they need not wait."""

    now: Callable[[], float] = time.time
    wait: Callable[[float], None] = time.sleep


@dataclass(frozen=True)
class Transport:
    base_url: str
    api_key: str
    language: str | None
    patience_seconds: float
    attempt_seconds: float
    attempts_max: int | None
    clock: Clock

    def __post_init__(self) -> None:
        for name in ("base_url", "api_key"):
            if not getattr(self, name):
                raise TypeError(f"{name} is missing")
        if urlsplit(self.base_url).scheme not in ("http", "https"):
            raise TypeError(f"base_url is no address: {self.base_url}")

    def send(self, call: Call) -> Answer:
        """Raises TimbreError unless the call succeeds."""
        until = self.clock.now() + self.patience_seconds
        may_be_done = False
        attempt = 0
        while True:
            attempt += 1
            seconds = max(0.001, min(self.attempt_seconds, until - self.clock.now()))
            try:
                answer = self._attempt(call, seconds)
                failure = _failure_of(call, answer)
                if failure is None:
                    return answer
            except (OSError, http.client.HTTPException) as cause:
                answer, failure = None, _unanswered(call, cause)
            if may_be_done and _says_nothing(failure):
                failure.outcome = "unknown"
            may_be_done = failure.outcome == "unknown"
            advice = _advice_of(answer, self.clock.now())
            wait = _backoff_of(attempt) if advice is None else advice
            most = self.attempts_max or (ATTEMPTS_MAX if advice is None else None)
            is_over = (most is not None and attempt >= most) or self.clock.now() + wait > until
            if is_over or not _may_help(failure):
                raise failure
            self.clock.wait(wait)

    def _attempt(self, call: Call, seconds: float) -> Answer:
        headers = {"Authorization": f"Bearer {self.api_key}"}
        if self.language:
            headers["Accept-Language"] = self.language
        if call.idempotency_key:
            headers["Idempotency-Key"] = call.idempotency_key
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        url = self.base_url.rstrip("/") + call.target
        request = urllib.request.Request(url, call.body, headers, method=call.method)
        try:
            with _opener.open(request, timeout=seconds) as response:
                return _answer_of(response)
        except urllib.error.HTTPError as response:
            with response:
                return _answer_of(response)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, because that would turn a write into a read and send the API key to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _answer_of(response: Any) -> Answer:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(response.status, headers, response.read())


def _backoff_of(attempt: int) -> float:
    """The wait before the next attempt: a random part, at least half, of a time that doubles each attempt. The random
    part keeps many clients from returning at once."""
    return FIRST_WAIT_SECONDS * float(2 ** (attempt - 1)) * (0.5 + random.random() / 2)


def _advice_of(answer: Answer | None, now: float) -> float | None:
    """The seconds of a `Retry-After`, which contains seconds or a date."""
    given = answer.headers.get("retry-after", "") if answer else ""
    if given.isdecimal():
        return float(given)
    try:
        return max(0.0, parsedate_to_datetime(given).timestamp() - now)
    except ValueError:
        return None


def _says_nothing(failure: TimbreError) -> bool:
    """Whether the failure reveals nothing about an earlier attempt of the same write."""
    return failure.status in BEFORE_THE_KEY or failure.code == UNREADABLE


def _may_help(failure: TimbreError) -> bool:
    """Whether the same request may have another outcome. A repeat is safe, because reads change nothing and writes
    have a key."""
    if failure.status == 503:
        return failure.details.get("retryable") is not False
    is_open = failure.status in (0, 408, 429) or failure.status >= 500
    return is_open or failure.code == "operation_in_progress"


def _unanswered(call: Call, cause: Exception) -> TimbreError:
    """The error of a call without an answer. A write may have been done. A read has changed nothing."""
    failure = TimbreError(
        f"{call.operation}: no answer ({cause})",
        operation=call.operation,
        outcome="unknown" if call.idempotency_key else "refused",
        code="no_answer",
        idempotency_key=call.idempotency_key,
    )
    failure.__cause__ = cause
    return failure


def _failure_of(call: Call, answer: Answer) -> TimbreError | None:
    is_success = 200 <= answer.status < 300
    if is_success and answer.status != 202:
        return None
    parsed = _parsed(answer.body)
    data, error = _object(parsed.get("data")), _object(parsed.get("error"))
    # The status 202 means that work continues or that an action waits for approval. An action that waits for
    # approval is not done.
    if is_success and "approvalId" not in data:
        return None
    details = data if is_success else _object(error.get("details"))
    given = error.get("code")
    # A code of the API is text. The code may be a number, if a proxy answers.
    refusal = given if isinstance(given, str) else UNREADABLE
    code = "kept_for_approval" if is_success else refusal
    reason = error.get("message", f"status {answer.status} without a reason")
    message = "it waits until a member approves it" if is_success else f"{reason}{_list_of(details)}"
    return TimbreError(
        f"{call.operation}: {message}",
        operation=call.operation,
        outcome="kept" if is_success else _outcome_of(call, answer.status, code),
        code=code,
        status=answer.status,
        details=details,
        request_id=answer.headers.get("request-id"),
        idempotency_key=call.idempotency_key,
    )


def _outcome_of(call: Call, status: int, code: str) -> Outcome:
    # The status 408 comes from a proxy that waited too long.
    is_open = status == 408 or status >= 500 or code == "operation_in_progress"
    is_unknown = (call.idempotency_key and is_open) or code == "recovery_required"
    return "unknown" if is_unknown else "refused"


def _list_of(details: dict[str, Any]) -> str:
    """The faults of a request, one per line."""
    return "".join(
        f"\n  {'.'.join(map(str, issue['path'])) or 'request'}: {issue['message']}"
        for issue in details.get("issues", [])
    )


def _parsed(body: bytes) -> dict[str, Any]:
    """Parses the body of an answer. A proxy between the client and the API may have sent any text."""
    try:
        return _object(json.loads(body))
    except ValueError:
        # Without readable JSON the status is the only information.
        return {}


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
