"""Run by `npm test -- test/examples`, or here by `python3 -m unittest discover tests`."""

import base64
import hashlib
import hmac
import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from timbre_client import Timbre, TimbreError, WebhookSignatureError, read_webhook
from timbre_client.transport import Clock


class Handler(BaseHTTPRequestHandler):
    def answer(self):
        length = int(self.headers.get("content-length", 0))
        body = self.rfile.read(length).decode()
        self.server.asked.append((self.command, self.path, dict(self.headers), body))
        status, headers, answer = self.server.answers.pop(0)
        if status is None:
            return  # The connection ends without an answer.
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class ClientTest(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.asked = []
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.waits = []
        self.now = 1_000_000.0

    def wait(self, seconds):
        self.waits.append(seconds)
        self.now += seconds

    def client(self, *answers, **options):
        self.server.answers = list(answers)
        address = f"http://127.0.0.1:{self.server.server_port}"
        return Timbre(address, "key", clock=Clock(lambda: self.now, self.wait), **options)

    def keys(self):
        return {headers.get("Idempotency-Key") for _, _, headers, _ in self.server.asked}

    def failure(self, call):
        with self.assertRaises(TimbreError) as raised:
            call()
        return raised.exception

    def test_calls_an_operation_by_its_route(self):
        timbre = self.client((200, {}, {"data": {"name": "A"}}), language="es")
        answer = timbre.get_cfdi("cfdi:a/b")
        method, path, headers, _ = self.server.asked[0]
        self.assertEqual(answer, {"data": {"name": "A"}})
        self.assertEqual((method, path), ("GET", "/v1/cfdi/cfdi:a%2Fb"))
        self.assertEqual(headers["Authorization"], "Bearer key")
        self.assertEqual(headers["Accept-Language"], "es")
        self.assertEqual(self.keys(), {None})

    def test_repeats_a_write_with_its_key_after_a_lost_answer(self):
        timbre = self.client((None, {}, None), (500, {}, {}), (201, {}, {"data": {}}))
        timbre.create_contact(body={"legalName": "ANA"}, idempotency_key="customer-1")
        self.assertEqual(len(self.server.asked), 3)
        self.assertEqual(self.keys(), {"customer-1"})

    def test_makes_one_key_for_all_repeats_of_a_call(self):
        timbre = self.client((503, {}, {}), (201, {}, {"data": {}}), (201, {}, {"data": {}}))
        timbre.create_contact(body={})
        self.assertEqual(len(self.keys()), 1)
        timbre.create_contact(body={})
        self.assertEqual(len(self.keys()), 2)

    def test_waits_as_the_api_says_and_no_longer_than_its_patience(self):
        busy = (429, {"Retry-After": "50"}, {"error": {"code": "rate_limited"}})
        timbre = self.client(busy, busy, busy)
        failure = self.failure(lambda: timbre.list_contacts())
        self.assertEqual(self.waits, [50, 50])
        self.assertEqual((failure.status, failure.outcome), (429, "refused"))

    def test_reads_a_date_of_retry_after(self):
        date = "Mon, 12 Jan 1970 13:46:50 GMT"
        timbre = self.client((429, {"Retry-After": date}, {}), (200, {}, {"data": []}))
        timbre.list_contacts()
        self.assertEqual(self.waits, [10])

    def test_says_what_was_refused_and_does_not_repeat_it(self):
        issue = {"path": ["items", 0], "code": "required", "message": "Missing."}
        error = {"code": "validation_error", "message": "Wrong.", "details": {"issues": [issue]}}
        timbre = self.client((400, {"Request-Id": "req_1"}, {"error": error}))
        failure = self.failure(lambda: timbre.create_cfdi(body={}))
        self.assertEqual((failure.outcome, failure.issues), ("refused", [issue]))
        self.assertEqual(failure.request_id, "req_1")
        self.assertEqual(str(failure), "create_cfdi: Wrong.\n  items.0: Missing.")

    def test_says_what_waits_for_approval(self):
        timbre = self.client((202, {}, {"data": {"approvalId": "a-1"}}))
        failure = self.failure(lambda: timbre.stamp_cfdi("cfdi:1"))
        self.assertEqual((failure.outcome, failure.details["approvalId"]), ("kept", "a-1"))

    def test_answers_work_that_goes_on(self):
        timbre = self.client((202, {}, {"data": {"runId": "r-1"}}))
        answer = timbre.calculate_payroll_run("r-1")
        self.assertEqual(answer["data"]["runId"], "r-1")

    def test_does_not_call_a_write_refused_that_may_be_done(self):
        gone = (401, {}, {"error": {"code": "unauthenticated", "message": "Who?"}})
        timbre = self.client((None, {}, None), gone)
        failure = self.failure(lambda: timbre.create_contact(body={}))
        self.assertEqual((failure.status, failure.outcome), (401, "unknown"))
        self.assertEqual({failure.idempotency_key}, self.keys())

    def test_does_not_call_a_write_refused_because_of_the_answer_of_a_proxy(self):
        foreign = {"error": {"code": 404, "message": "Not Found"}}
        for status, body in ((404, foreign), (408, b""), (413, b"<html>nginx</html>")):
            proxy = (status, {}, body)
            timbre = self.client((None, {}, None), proxy, attempts_max=2)
            failure = self.failure(lambda: timbre.create_contact(body={}))
            self.assertEqual((failure.status, failure.outcome), (status, "unknown"))
            failure = self.failure(self.client(proxy, attempts_max=1).get_organization)
            self.assertEqual((failure.status, failure.outcome), (status, "refused"))

    def test_repeats_a_write_after_a_timeout_of_a_proxy(self):
        timbre = self.client((408, {}, b""), (201, {}, {"data": {}}))
        timbre.create_contact(body={}, idempotency_key="customer-1")
        self.assertEqual((len(self.server.asked), self.keys()), (2, {"customer-1"}))
        timbre = self.client((408, {}, b""), attempts_max=1)
        failure = self.failure(lambda: timbre.create_contact(body={}))
        self.assertEqual((failure.status, failure.outcome), (408, "unknown"))

    def test_calls_a_write_refused_that_the_api_refuses_after_a_lost_answer(self):
        error = {"code": "validation_error", "message": "Wrong."}
        timbre = self.client((None, {}, None), (400, {}, {"error": error}))
        failure = self.failure(lambda: timbre.create_contact(body={}))
        self.assertEqual((failure.status, failure.outcome), (400, "refused"))

    def test_leaves_a_read_without_an_answer_refused(self):
        timbre = self.client((None, {}, None), attempts_max=1)
        failure = self.failure(lambda: timbre.list_contacts())
        self.assertEqual((failure.code, failure.outcome), ("no_answer", "refused"))

    def test_does_not_follow_a_redirect(self):
        timbre = self.client((302, {"Location": "/v1/other"}, {}))
        self.assertEqual(self.failure(lambda: timbre.create_contact(body={})).status, 302)
        self.assertEqual(len(self.server.asked), 1)

    def test_reads_all_pages_of_a_list(self):
        first = {"data": [1, 2], "pagination": {"nextCursor": "c-2"}}
        last = {"data": [3], "pagination": {"nextCursor": None}}
        timbre = self.client((200, {}, first), (200, {}, last))
        self.assertEqual(list(timbre.each.list_contacts(query={"balances": True})), [1, 2, 3])
        paths = [path for _, path, _, _ in self.server.asked]
        self.assertEqual(
            paths, ["/v1/contacts?balances=true", "/v1/contacts?balances=true&cursor=c-2"]
        )

    def test_answers_the_bytes_of_a_file(self):
        timbre = self.client((200, {}, b"%PDF\xff"), (200, {}, b"%PDF\xff"))
        self.assertEqual(timbre.files.download_document("cfdi:1", "pdf"), b"%PDF\xff")
        failure = self.failure(lambda: timbre.download_document("cfdi:1", "pdf"))
        self.assertEqual(failure.code, "unreadable_answer")

    def test_refuses_a_path_that_would_be_another_operation(self):
        timbre = self.client()
        for value in (None, "", ".", ".."):
            with self.assertRaises(TypeError):
                timbre.get_cfdi(value)
        with self.assertRaises(TypeError):
            timbre.get_cfdi()
        with self.assertRaises(AttributeError):
            timbre.get_nothing()
        with self.assertRaises(TypeError):
            Timbre("", "key")


class WebhookTest(unittest.TestCase):
    key = b"0123456789abcdef"
    secret = f"whsec_{base64.b64encode(key).decode()}"
    body = '{"type": "cfdi.stamped", "data": {"legalName": "MUÑOZ"}}'.encode()

    def headers(self, key=key, sent_at="1000"):
        signed = f"event-1.{sent_at}.".encode() + self.body
        digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return {
            "Webhook-Id": "event-1",
            "Webhook-Timestamp": sent_at,
            "Webhook-Signature": f"v1,bm8= v1,{digest}",
        }

    def test_reads_an_event_that_timbre_sent(self):
        event = read_webhook(self.secret, self.headers(), self.body, now=1300)
        self.assertEqual(event["type"], "cfdi.stamped")

    def test_refuses_any_other(self):
        forged = [
            (self.secret, {}, self.body, 1000),
            (self.secret, self.headers(), self.body + b" ", 1000),
            (self.secret, self.headers(), self.body, 1301),
            (self.secret, self.headers(b"another key"), self.body, 1000),
            ("whsec_", self.headers(b""), self.body, 1000),
            (self.secret, self.headers(sent_at="soon"), self.body, 1000),
            (self.secret, self.headers(sent_at="9" * 400), self.body, 1000),
            (self.secret, self.headers(sent_at="9" * 5000), self.body, 1000),
            (self.secret, self.headers(sent_at="١٠٠٠"), self.body, 1000),
        ]
        for secret, headers, body, now in forged:
            with self.assertRaises(WebhookSignatureError):
                read_webhook(secret, headers, body, now=now)


if __name__ == "__main__":
    unittest.main()
