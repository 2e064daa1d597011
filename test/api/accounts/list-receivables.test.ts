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

it('200 has a row for each customer that owes', async () => {
  const total = invoice.total.amount as number;
  expect(await owedIn(api, path)).toEqual([
    {
      ...{ customerId: invoice.customerId, customerName: expect.any(String), currency: 'MXN' },
      ...{ total, credit: 0, openDocuments: 1, oldestDueOn: expect.any(String) },
      buckets: expect.objectContaining({ over90: 0 }),
    },
  ]);
});

it('400 for a limit above 50 and a cursor of another list', async () => {
  expect(issuesOf(await api.request('GET', `${path}?limit=51`))).toEqual(['limit: too_big']);
  expect(issuesOf(await api.request('GET', `${path}?cursor=x`))).toEqual([
    'cursor: cursor_invalid',
  ]);
});

it('403 with the permission of the other side', async () => {
  const payables = await narrowed(api, ['payables:read']);
  expect(refusalOf(await payables.request('GET', path))).toBe('403 forbidden insufficient_scope');
});
