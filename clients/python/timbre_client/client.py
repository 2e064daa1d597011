"""A method for each operation of the API."""

import json
import re
import uuid
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping
from urllib.parse import quote, urlencode

from .error import TimbreError
from .routes import ROUTES
from .transport import Answer, Call, Clock, Transport

if TYPE_CHECKING:
    from .generated.operations import Files, Lists, Operations
else:
    Operations = object


class Timbre(Operations):
    """A method for each operation, which returns the body of the answer: `data`, and `warnings` or `pagination`
    beside it. Every method raises a TimbreError unless the operation succeeded."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        language: str | None = None,
        patience_seconds: float = 120,
        attempt_seconds: float = 60,
        attempts_max: int | None = None,
        clock: Clock = Clock(),
    ) -> None:
        self._transport = Transport(
            base_url, api_key, language, patience_seconds, attempt_seconds, attempts_max, clock
        )
        self.each: "Lists" = _methods(self._items)
        """Iterates over all items of a list, page by page: `for contact in timbre.each.list_contacts()`."""
        self.files: "Files" = _methods(
            lambda name, *path, **given: self._sent(_call_of(name, *path, **given)).body
        )
        """Methods for answers that are files: `timbre.files.download_document(document_ref, "pdf")` returns bytes."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]:
            return _method(self._json, name)

    def _sent(self, call: Call) -> Answer:
        return self._transport.send(call)

    def _json(self, name: str, *path: str, **given: Any) -> Any:
        call = _call_of(name, *path, **given)
        answer = self._sent(call)
        try:
            return json.loads(answer.body)
        except ValueError as cause:
            raise TimbreError(
                f"{name} answered no JSON; a file comes from files.{name}",
                operation=name,
                # A proxy may have cut the answer of a write that was done.
                outcome="unknown" if call.idempotency_key else "refused",
                code="unreadable_answer",
                status=answer.status,
                request_id=answer.headers.get("request-id"),
                idempotency_key=call.idempotency_key,
            ) from cause

    def _items(
        self, name: str, *path: str, query: Mapping[str, Any] | None = None
    ) -> Iterator[Any]:
        cursor = (query or {}).get("cursor")
        while True:
            page = self._json(name, *path, query={**(query or {}), "cursor": cursor})
            yield from page["data"]
            cursor = page.get("pagination", {}).get("nextCursor")
            if cursor is None:
                return


class _Methods:
    """A method for each operation, which passes the name of the operation and its arguments to `call`."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call = call

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return _method(self._call, name)


def _methods(call: Callable[..., Any]) -> Any:
    return _Methods(call)


def _method(call: Callable[..., Any], name: str) -> Callable[..., Any]:
    if name not in ROUTES:
        raise AttributeError(f"the API has no operation {name}")
    return partial(call, name)


def _call_of(
    name: str,
    *path: str,
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    idempotency_key: str | None = None,
) -> Call:
    """The request of an operation. path: the values of the path, in their order. Raises TypeError if one is missing."""
    method, template, is_keyed = ROUTES[name]
    return Call(
        operation=name,
        method=method,
        target=_path_of(template, path) + _query_of(query or {}),
        body=None if body is None else json.dumps(body).encode(),
        # A write without a key changes nothing.
        idempotency_key=(idempotency_key or str(uuid.uuid4())) if is_keyed else None,
    )


def _path_of(template: str, values: tuple[str, ...]) -> str:
    names = re.findall(r"\{(\w+)\}", template)
    if len(values) != len(names):
        raise TypeError(f"the path has {len(names)} values: {', '.join(names) or 'none'}")
    for name, value in zip(names, values):
        # An empty segment, `.` or `..` would address another operation.
        if value is None or str(value) in ("", ".", ".."):
            raise TypeError(f"{name} is missing")
        # A colon is allowed in a path, and a reference with a plain colon is easier to read in logs.
        template = template.replace(f"{{{name}}}", quote(str(value), safe=":"))
    return template


def _query_of(values: Mapping[str, Any]) -> str:
    given = {name: _text_of(value) for name, value in values.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
