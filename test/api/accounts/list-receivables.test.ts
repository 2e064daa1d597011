import { newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { deferred, narrowed, owedIn } from './books';

const path = '/v1/accounts/receivables';
let api: Api;
let invoice: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  invoice = await newStamped(api, deferred);
});

it('listReceivables answers 200 and has a row for each customer with a balance', async () => {
  const total = invoice.total.amount as number;
  expect(await owedIn(api, path)).toEqual([
    {
      customerId: invoice.customerId,
      customerName: expect.any(String),
      currency: 'MXN',
      total,
      credit: 0,
      openDocuments: 1,
      oldestDueOn: expect.any(String),
      buckets: expect.objectContaining({ over90: 0 }),
    },
  ]);
});

it('listReceivables answers 200, finds a customer by name and sorts the results', async () => {
  const [row] = await owedIn(api, path);
  const name = encodeURIComponent((row!['customerName'] as string).slice(0, 6).toLowerCase());
  expect(await owedIn(api, `${path}?query=${name}&sort=total`)).toEqual([row]);
  const { json } = await api.request('GET', `${path}?query=nobody`);
  expect(json.data).toEqual([]);
});

it('listReceivables answers 400 for an unknown order', async () => {
  expect(issuesOf(await api.request('GET', `${path}?sort=color`))).toEqual(['sort: invalid_value']);
});

it('listReceivables answers 400 for a limit above 50, and for a cursor of a different list', async () => {
  expect(issuesOf(await api.request('GET', `${path}?limit=51`))).toEqual(['limit: too_big']);
  expect(issuesOf(await api.request('GET', `${path}?cursor=x`))).toEqual([
    'cursor: cursor_invalid',
  ]);
});

it('listReceivables answers 400 for a handmade cursor without an identifier', async () => {
  for (const contact of ['\u0000', `${'x'.repeat(40)}\u0000`]) {
    const cursor = Buffer.from(JSON.stringify(['receivable', '', `${contact}|MXN`]));
    const answer = await api.request('GET', `${path}?cursor=${cursor.toString('base64url')}`);
    expect(issuesOf(answer)).toEqual(['cursor: cursor_invalid']);
  }
});

it('listReceivables answers 403 for an API key that may read only payables', async () => {
  const payables = await narrowed(api, ['payables:read']);
  expect(refusalOf(await payables.request('GET', path))).toBe('403 forbidden insufficient_scope');
});
