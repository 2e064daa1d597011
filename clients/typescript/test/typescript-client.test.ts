import { createHmac } from 'node:crypto';
import { createTimbre, readWebhook, TimbreError, WebhookSignatureError } from '../src/index.ts';

interface Sent {
  url: string;
  method: string;
  key: string | null;
  language: string | null;
  body: string | undefined;
}

/**
 * Simulates an API that returns the given answers in turn and repeats the last answer, with a clock that
 * advances by the waits.
 */
function startFake(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const timbre = createTimbre({
    baseUrl: 'https://timbre.example/',
    apiKey: 'key',
    language: 'es',
    clock: {
      now: () => waits.reduce((sum, ms) => sum + ms, 0),
      wait: (ms) => (waits.push(ms), Promise.resolve()),
    },
    fetch: (url, { method = '', headers, body } = {}) => {
      const given = new Headers(headers);
      sent.push({
        url: String(url),
        method,
        key: given.get('idempotency-key'),
        language: given.get('accept-language'),
        body: body as string | undefined,
      });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return answer instanceof Response
        ? Promise.resolve(answer.clone())
        : Promise.reject(answer ?? new Error('no answer given'));
    },
  });
  return { timbre, sent, waits };
}

const refused = (status: number, error: object, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });
const contact = Response.json({ data: { contactId: 'c1' } }, { status: 201 });
const contactInput = { body: { kind: 'customer', legalName: 'PAPELERIA EL LAPIZ' } } as const;
const failureOf = (call: Promise<unknown>): Promise<TimbreError> =>
  call.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => error as TimbreError,
  );

describe('a request', () => {
  it('a request contains path, query, body and language in the form that the API expects', async () => {
    const { timbre, sent } = startFake(Response.json({ data: [] }));
    await timbre.listContacts({ query: { query: 'A&B', kind: 'customer', limit: 5 } });
    await timbre.getCfdi({ path: { documentRef: 'cfdi:a/b' } });
    await timbre.createContact(contactInput);
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', 'https://timbre.example/v1/contacts?query=A%26B&kind=customer&limit=5', undefined],
      ['GET', 'https://timbre.example/v1/cfdi/cfdi:a%2Fb', undefined],
      ['POST', 'https://timbre.example/v1/contacts', JSON.stringify(contactInput.body)],
    ]);
    expect(sent[0]?.language).toBe('es');
  });

  it('a request is refused if a value of its path is missing, because it would address another operation', async () => {
    const { timbre, sent } = startFake(contact);
    for (const contactId of ['', '.', '..'])
      await expect(timbre.getContact({ path: { contactId } })).rejects.toThrow(
        'path.contactId is missing',
      );
    expect(sent).toEqual([]);
  });
});

it.each([
  ['baseUrl', { baseUrl: '', apiKey: 'key' }],
  ['apiKey', { baseUrl: 'https://timbre.example', apiKey: '' }],
])('a client without %s is not made', (name, options) => {
  expect(() => createTimbre(options)).toThrow(`${name} is missing`);
});

describe('the key of a write', () => {
  it('the client generates a new idempotency key for each write without a key, and sends the same key in repeats', async () => {
    const { timbre, sent } = startFake(new TypeError('fetch failed'), contact);
    await timbre.createContact(contactInput);
    await timbre.createContact(contactInput);
    const [first, repeat, second] = sent.map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(repeat).toBe(first);
    expect(second).not.toBe(first);
  });

  it('the client sends the idempotency key that the caller passes', async () => {
    const { timbre, sent } = startFake(contact);
    await timbre.createContact({ ...contactInput, idempotencyKey: 'order-8124-contact' });
    expect(sent[0]?.key).toBe('order-8124-contact');
  });

  it('the client sends no idempotency key with reads, or with posts that change nothing', async () => {
    const { timbre, sent } = startFake(Response.json({ data: {} }));
    await timbre.getOrganization();
    await timbre.checkTaxId({ body: { rfc: 'URE180429TM6' } });
    expect(sent.map(({ key }) => key)).toEqual([null, null]);
  });
});

describe('a repeat', () => {
  const busy = { code: 'operation_in_progress', message: 'It runs.', status: 409 };

  it('before a repeat, the client waits as long as Retry-After states, in seconds or as a date', async () => {
    const { timbre, waits } = startFake(
      refused(429, { code: 'rate_limited' }, { 'retry-after': '3' }),
      refused(409, busy, { 'retry-after': new Date(5_000).toUTCString() }),
      contact,
    );
    expect(await timbre.createContact(contactInput)).toEqual({ data: { contactId: 'c1' } });
    expect(waits).toEqual([3_000, 2_000]);
  });

  it('without Retry-After, the client waits longer before each repeat, and the call throws the last failure', async () => {
    const { timbre, sent, waits } = startFake(refused(500, { code: 'internal', message: 'Oh.' }));
    const failure = await failureOf(timbre.createContact(contactInput));
    expect(failure).toMatchObject({ status: 500, code: 'internal', outcome: 'unknown' });
    expect(sent).toHaveLength(6);
    const bounds = [500, 1_000, 2_000, 4_000, 8_000];
    expect(waits.every((ms, at) => ms >= (bounds[at] ?? 0) / 2 && ms <= (bounds[at] ?? 0))).toBe(
      true,
    );
  });

  it('a call is not repeated if Retry-After is longer than the remaining patience', async () => {
    const tomorrow = { 'retry-after': '86400' };
    const { timbre, sent } = startFake(refused(429, { code: 'rate_limited' }, tomorrow));
    expect(await failureOf(timbre.getOrganization())).toMatchObject({ status: 429 });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a fault of the request', refused(400, { code: 'validation_error' })],
    ['a conflict', refused(409, { code: 'conflict' })],
    ['another use of the key', refused(409, { code: 'idempotency_conflict' })],
    ['a recovery', refused(409, { code: 'recovery_required' })],
    ['a final word of the PAC', refused(503, { code: 'x', details: { retryable: false } })],
  ])('a call is not repeated after %s', async (_, answer) => {
    const { timbre, sent } = startFake(answer);
    await failureOf(timbre.stampCfdi({ path: { documentRef: 'cfdi:1' } }));
    expect(sent).toHaveLength(1);
  });

  it.each([401, 403, 429])(
    'a write with a lost answer has an unknown outcome when the last answer to its repeats is %d',
    async (status) => {
      const lost = new TypeError('fetch failed');
      const { timbre } = startFake(
        lost,
        refused(status, { code: 'x' }, { 'retry-after': '86400' }),
      );
      const call = timbre.createContact({ ...contactInput, idempotencyKey: 'k' });
      const unknown = { outcome: 'unknown', status, code: 'x', idempotencyKey: 'k' };
      expect(await failureOf(call)).toMatchObject(unknown);
    },
  );

  it.each([404, 408, 413])(
    'a write with a lost answer has an unknown outcome when a proxy answers its repeats with %d',
    async (status) => {
      const body = status === 404 ? '{"error":{"code":404}}' : '<html>nginx</html>';
      const proxy = new Response(body, { status });
      const { timbre } = startFake(new TypeError('fetch failed'), proxy);
      const call = timbre.createContact({ ...contactInput, idempotencyKey: 'k' });
      const unknown = {
        outcome: 'unknown',
        status,
        code: 'unreadable_answer',
        idempotencyKey: 'k',
      };
      expect(await failureOf(call)).toMatchObject(unknown);
      expect(await failureOf(timbre.getOrganization())).toMatchObject({ outcome: 'refused' });
    },
  );

  it('a write whose answer was lost throws the refusal if the API refuses its repeat', async () => {
    const wrong = refused(400, { code: 'validation_error' });
    const { timbre } = startFake(new TypeError('fetch failed'), wrong);
    const failure = await failureOf(timbre.createContact(contactInput));
    expect(failure).toMatchObject({ outcome: 'refused', status: 400 });
  });

  it('a write is repeated after a timeout of a proxy, because the API may have executed the write', async () => {
    const { timbre, sent } = startFake(new Response('', { status: 408 }));
    expect(await failureOf(timbre.createContact(contactInput))).toMatchObject({
      outcome: 'unknown',
      status: 408,
    });
    expect(sent).toHaveLength(6);
  });

  it('a call is repeated as long as the API requests a repeat and the patience is not used up', async () => {
    const { timbre, sent } = startFake(
      ...Array.from({ length: 20 }, () => refused(409, busy, { 'retry-after': '2' })),
      contact,
    );
    expect(await timbre.createContact(contactInput)).toEqual({ data: { contactId: 'c1' } });
    expect(sent).toHaveLength(21);
  });

  it('a call is no longer repeated when the caller aborts its signal', async () => {
    const given = new AbortController();
    const { timbre, sent } = startFake(new TypeError('fetch failed'));
    given.abort();
    const call = timbre.createContact({ ...contactInput, signal: given.signal });
    expect(await failureOf(call)).toMatchObject({ code: 'no_answer' });
    expect(sent).toHaveLength(1);
  });
});

describe('an error', () => {
  it('an error contains the status, code, issues, details and identifier of the request', async () => {
    const issue = { path: ['legalName'], code: 'required', message: 'This field is required.' };
    const error = {
      code: 'validation_error',
      message: 'The request has a fault.',
      status: 400,
      details: { issues: [issue] },
    };
    const { timbre } = startFake(refused(400, error, { 'request-id': 'r1' }));
    const failure = await failureOf(timbre.createContact(contactInput));
    expect(failure).toBeInstanceOf(TimbreError);
    expect(failure).toMatchObject({
      message: 'createContact: The request has a fault.\n  legalName: This field is required.',
      operation: 'createContact',
      outcome: 'refused',
      status: 400,
      code: 'validation_error',
      issues: [issue],
      requestId: 'r1',
    });
  });

  it('if the answer of a write is cut off, the error has the outcome unknown and the key for the repeat', async () => {
    const { timbre } = startFake(new Response('{"data":', { status: 201 }));
    const call = timbre.createContact({ ...contactInput, idempotencyKey: 'k' });
    const unknown = { outcome: 'unknown', code: 'unreadable_answer', idempotencyKey: 'k' };
    expect(await failureOf(call)).toMatchObject(unknown);
    expect(await failureOf(timbre.getOrganization())).toMatchObject({ outcome: 'refused' });
  });

  it('if a write gets no answer, the error has the outcome unknown and the key for the repeat', async () => {
    const { timbre } = startFake(new TypeError('fetch failed'));
    const call = timbre.createContact({ ...contactInput, idempotencyKey: 'k' });
    const unknown = { outcome: 'unknown', status: 0, code: 'no_answer', idempotencyKey: 'k' };
    expect(await failureOf(call)).toMatchObject(unknown);
    expect(await failureOf(timbre.getOrganization())).toMatchObject({ outcome: 'refused' });
  });

  it('a call throws an error if its action waits for approval, because the action was not executed', async () => {
    const approval = { approvalId: 'a1' };
    const { timbre } = startFake(Response.json({ data: approval }, { status: 202 }));
    const path = { documentRef: 'cfdi:1' };
    const calls = [timbre.stampCfdi({ path }), timbre.cancelCfdi({ path, body: { motive: '02' } })];
    const kept = { outcome: 'kept', code: 'kept_for_approval', details: approval };
    for (const call of calls) expect(await failureOf(call)).toMatchObject(kept);
  });

  it('a call throws no error if the API has accepted work that is still running', async () => {
    const accepted = { data: { status: 'cancel_requested' } };
    const { timbre } = startFake(Response.json(accepted, { status: 202 }));
    const call = timbre.cancelCfdi({ path: { documentRef: 'cfdi:1' }, body: { motive: '02' } });
    expect(await call).toEqual(accepted);
  });

  it('a call throws an error if a proxy answers instead of Timbre', async () => {
    const { timbre } = startFake(new Response('<html>Bad gateway</html>', { status: 502 }));
    expect(await failureOf(timbre.getOrganization())).toMatchObject({
      status: 502,
      code: 'unreadable_answer',
    });
  });
});

describe('a list', () => {
  it('a list returns its items page by page', async () => {
    const page = (ids: string[], nextCursor: string | null) =>
      Response.json({ data: ids.map((contactId) => ({ contactId })), pagination: { nextCursor } });
    const { timbre, sent } = startFake(page(['1', '2'], 'next'), page(['3'], null));
    const found: string[] = [];
    for await (const { contactId } of timbre.each.listContacts({ query: { limit: 2 } }))
      found.push(contactId);
    expect(found).toEqual(['1', '2', '3']);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=2',
      '?limit=2&cursor=next',
    ]);
  });
});

describe('a file', () => {
  it('a file is returned unchanged', async () => {
    const { timbre } = startFake(
      new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    );
    const path = { documentRef: 'cfdi:1', format: 'pdf' } as const;
    expect(await (await timbre.files.downloadDocument({ path })).text()).toBe('%PDF');
    expect(await failureOf(timbre.downloadDocument({ path }))).toMatchObject({
      message: 'downloadDocument answered no JSON; a file comes from files.downloadDocument',
    });
  });
});

describe('a webhook', () => {
  const secret = `whsec_${Buffer.from('a secret that only you have here').toString('base64')}`;
  const nowMs = 1_795_824_000_000;
  const body = JSON.stringify({ type: 'cfdi.stamped', data: { legalName: 'MUÑOZ' } });

  const signed = (text: string, id = 'e1', seconds: number | string = nowMs / 1000) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64');
    return {
      'Webhook-Id': id,
      'Webhook-Timestamp': String(seconds),
      'Webhook-Signature': `v1,bm90IG91cnM= v1,${signature}`,
    };
  };

  it('a webhook is returned as an event if one of its signatures matches the secret', async () => {
    const headers = signed(body);
    const given = [headers, new Headers(headers)].map((each) =>
      readWebhook({ secret, headers: each, body, nowMs }),
    );
    const bytes = readWebhook({ secret, headers, body: Buffer.from(body), nowMs });
    for (const event of await Promise.all([...given, bytes]))
      expect(event).toEqual(JSON.parse(body));
  });

  it.each([
    ['another body', { body: body.replace('stamped', 'canceled') }],
    ['another identifier', { headers: { ...signed(body), 'Webhook-Id': 'e2' } }],
    ['another secret', { secret: 'whsec_YW5vdGhlcg==' }],
    ['no secret at all', { secret: 'whsec_' }],
    ['no signature', { headers: {} }],
    [
      'a signature that is no base64',
      { headers: { ...signed(body), 'Webhook-Signature': 'v1,?' } },
    ],
    ['an old message', { nowMs: nowMs + 301_000 }],
    ['a time that is no number', { headers: signed(body, 'e1', NaN) }],
    ['a time of 400 digits', { headers: signed(body, 'e1', '9'.repeat(400)) }],
    ['a time that is no plain number', { headers: signed(body, 'e1', `${nowMs / 1000}.0`) }],
  ])('a webhook is refused with %s', async (_, change) => {
    const message = { secret, headers: signed(body), body, nowMs, ...change };
    await expect(readWebhook(message)).rejects.toThrow(WebhookSignatureError);
  });
});
