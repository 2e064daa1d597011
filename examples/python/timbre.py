"""The calls of these examples, with Python's own library. API and KEY are in the environment."""

import json
import os
import time
import urllib.error
import urllib.request

ATTEMPTS = 6


class Refused(Exception):
    """An answer that is not a success."""

    def __init__(self, status, error):
        super().__init__(f"{status} {error.get('code')}: {error.get('message')}")
        self.status = status
        self.code = error.get("code")
        self.issues = error.get("details", {}).get("issues", [])


def download(path):
    """The bytes of a file."""
    return _send("GET", path)


def fetch(path):
    """The `data` of a read."""
    return json.loads(_send("GET", path))["data"]


def each(path):
    """All items of a list, page after page."""
    cursor = ""
    while cursor is not None:
        page = json.loads(_send("GET", f"{path}{cursor and '?cursor=' + cursor}"))
        yield from page["data"]
        cursor = page["pagination"]["nextCursor"]


def write(method, path, key, body=None):
    """The `data` of a write. The key names the intention and is the same in every repeat."""
    return json.loads(_send(method, path, key, body))["data"]


def _send(method, path, key=None, body=None):
    headers = {"Authorization": f"Bearer {os.environ['KEY']}"}
    if key:
        headers["Idempotency-Key"] = key
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    request = urllib.request.Request(os.environ["API"] + path, data, headers, method=method)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.read()
        except urllib.error.HTTPError as failure:
            error = _error_of(failure)
            again = failure.code in (429, 500, 502, 503, 504) or error.get("code") == "operation_in_progress"
            if not again or attempt == ATTEMPTS:
                raise Refused(failure.code, error) from failure
            time.sleep(float(failure.headers.get("Retry-After") or attempt))
        except OSError:
            if attempt == ATTEMPTS:
                raise
            time.sleep(attempt)


def _error_of(failure):
    try:
        return json.loads(failure.read())["error"]
    except (ValueError, KeyError):
        return {"code": "unreadable_answer", "message": failure.reason}


def show(data, *names):
    """Prints members of an answer."""
    print(json.dumps({name: data[name] for name in names}, ensure_ascii=False))
