from typing import Any, Literal, NotRequired, TypedDict

Outcome = Literal["refused", "kept", "unknown"]
"""What became of a call that did not succeed. `refused`: nothing was done, mend the request. `kept`: it waits until
a member approves it. `unknown`: a write may have been done; call again with the `idempotency_key` of the error."""


class Issue(TypedDict):
    """One fault of a request."""

    path: list[str | int]
    code: str
    message: str
    satCode: NotRequired[str]


class TimbreError(Exception):
    """Every call that does not succeed raises this, whatever the cause."""

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
        """The status of the answer; 0 if none came."""
        self.details = details or {}
        """The details of the answer, such as the `reason` of a conflict."""
        self.issues: list[Issue] = self.details.get("issues", [])
        self.request_id = request_id
        """Name it to the people who run Timbre: they find the request by it."""
        self.idempotency_key = idempotency_key
        """The key of the write: after `unknown`, repeat it with this key only."""
