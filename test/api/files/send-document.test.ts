import { randomUUID } from 'node:crypto';
import { dataOf, newDraft, newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
let stamped: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  stamped = await newStamped(api);
});

const send = (body: object, documentRef: string = stamped.documentRef, headers = {}) =>
  api.request('POST', `/v1/documents/${documentRef}/send`, { body, headers });

describe('202', () => {
  it('sendDocument queues and sends a mail for each recipient', async () => {
    const recipients = ['ana@example.com', 'beto@example.com'];
    const queued = await send({ recipients, message: 'Gracias por su compra.' });
    expect(queued.status).toBe(202);
    const { deliveries, documentRef } = queued.json.data as Shown;
    expect(documentRef).toBe(stamped.documentRef);
    expect(deliveries.map((delivery: Shown) => [delivery.recipient, delivery.state])).toEqual(
      recipients.map((recipient) => [recipient, 'queued']),
    );
    const path = `/v1/documents/${documentRef}/deliveries?state=sent`;
    const sent = await until(
      60_000,
      () => dataOf(api.request('GET', path)),
      ({ length }) => length === 2,
    );
    expect(sent.map(({ recipient }: Shown) => recipient).sort()).toEqual(recipients);
  });

  it('sendDocument returns the same response to a retry and sends no second mail', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { recipients: ['carla@example.com'] };
    const first = await send(body, stamped.documentRef, headers);
    expect((await send(body, stamped.documentRef, headers)).json).toEqual(first.json);
    const path = `/v1/documents/${stamped.documentRef}/deliveries?query=carla`;
    expect(await dataOf(api.request('GET', path))).toHaveLength(1);
  });
});

describe('400', () => {
  it('sendDocument reports all faults at once', async () => {
    const recipients = ['ana@example.com', 'no-address', 'ANA@example.com'];
    const answer = await send({ recipients, message: 'x'.repeat(1_001), copy: true });
    expect(issuesOf(answer)).toEqual([
      'copy: unknown_field',
      'message: too_big',
      'recipients.1: invalid_format',
      'recipients.2: repeated',
    ]);
  });

  it.each([0, 11])('sendDocument refuses %d recipients', async (count) => {
    const recipients = Array.from({ length: count }, (_, n) => `r${n}@example.com`);
    expect(issuesOf(await send({ recipients }))).toEqual([
      count === 0 ? 'recipients: too_small' : 'recipients: too_big',
    ]);
  });
});

describe('404', () => {
  it('sendDocument refuses a document of another organization', async () => {
    const stranger = await startDocumentedIssuer();
    const path = `/v1/documents/${stamped.documentRef}/send`;
    const answer = await stranger.request('POST', path, { body: { recipients: ['a@b.mx'] } });
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});

describe('409', () => {
  it('sendDocument refuses to send a draft', async () => {
    const answer = await send({ recipients: ['a@b.mx'] }, await newDraft(api));
    expect(refusalOf(answer)).toBe('409 conflict not_stamped');
  });
});
