from typing import Any, Literal, NotRequired, TypedDict

Outcome = Literal["refused", "kept", "unknown"]
"""The outcome of a call that did not succeed. `refused`: nothing was done, so correct the request. `kept`: the action
waits until a member approves it. `unknown`: a write may have been done, so call again with the `idempotency_key` of
the error."""


class Issue(TypedDict):
    """One fault of a request."""

    path: list[str | int]
    code: str
    message: str
    satCode: NotRequired[str]


class TimbreError(Exception):
    """The error of every call that fails for any reason."""

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        outcome: Outcome,
        code: str,
        status: int = 0,
        details: dict[str, Any] | None = None,
        request_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.operation = operation
        self.outcome: Outcome = outcome
        self.code = code
        """A code of the API, or `no_answer`, `unreadable_answer` and `kept_for_approval`."""
        self.status = status
        """The HTTP status of the answer; 0 without an answer."""
        self.details = details or {}
        """The details of the answer, such as the `reason` of a conflict."""
        self.issues: list[Issue] = self.details.get("issues", [])
        self.request_id = request_id
        """The identifier by which the operators of Timbre find the request."""
        self.idempotency_key = idempotency_key
        """The key of the write. After `unknown`, repeat the write only with this key."""
