"""The calls of these examples, with Python's own library. API and KEY are in the environment."""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

API = os.environ.get("API") or sys.exit("API is not set: where Timbre runs")
KEY = os.environ.get("KEY") or sys.exit("KEY is not set: an API key")
ATTEMPTS = 6
WAIT_MAX_SECONDS = 60


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
    cursor_is = "&cursor=" if "?" in path else "?cursor="
    while cursor is not None:
        page = json.loads(_send("GET", f"{path}{cursor and cursor_is + cursor}"))
        yield from page["data"]
        cursor = page["pagination"]["nextCursor"]


def write(method, path, key, body=None):
    """The `data` of a write. The key names the intention and is the same in every repeat."""
    answer = json.loads(_send(method, path, key, body))
    for warning in answer.get("warnings", []):
        print(warning["message"], file=sys.stderr)
    return answer["data"]


def _send(method, path, key=None, body=None):
    headers = {"Authorization": f"Bearer {KEY}"}
    if key:
        headers["Idempotency-Key"] = key
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    request = urllib.request.Request(API + path, data, headers, method=method)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return _done(answer.status, answer.read())
        except urllib.error.HTTPError as failure:
            error = _error_of(failure)
            wait = float(failure.headers.get("Retry-After") or attempt)
            if not _may_help(failure.code, error) or wait > WAIT_MAX_SECONDS or attempt == ATTEMPTS:
                raise Refused(failure.code, error) from failure
            time.sleep(wait)
        except (OSError, http.client.HTTPException):
            if attempt == ATTEMPTS:
                raise
            time.sleep(attempt)


def _done(status, content):
    """202 is of work that goes on, or of a write that is not done until a person approves it."""
    if status == 202 and "approvalId" in json.loads(content)["data"]:
        raise Refused(status, {"code": "kept_for_approval", "message": "waits for approval"})
    return content


def _may_help(status, error):
    """Whether the same request may have another outcome."""
    if error.get("details", {}).get("retryable") is False:
        return False
    return status in (429, 500, 502, 503, 504) or error.get("code") == "operation_in_progress"


def _error_of(failure):
    try:
        return json.loads(failure.read())["error"]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return {"code": "unreadable_answer", "message": failure.reason}


def show(data, *names):
    """Prints members of an answer."""
    print(json.dumps({name: data[name] for name in names}, ensure_ascii=False))
