import { newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { newQuote, newSent } from './offer';

let api: Api;
let customerId: string;
beforeAll(async () => {
  api = await startDocumented();
  customerId = await newCustomer(api);
  await newQuote(api, { issueDate: '2026-01-01', validUntil: '2027-01-01' });
  await newSent(api, { customerName: 'Comercializadora Ñandú' });
  await newQuote(api, { customerId });
});

const folios = async (query = '') => {
  const { json } = await api.request('GET', `/v1/quotes${query}`);
  return (json.data as { folioNumber: number }[]).map(({ folioNumber }) => folioNumber);
};

it('listQuotes answers 200 and lists the newest quotes first, filters, searches and paginates', async () => {
  expect(await folios()).toEqual([3, 2, 1]);
  expect(await folios('?status=sent')).toEqual([2]);
  expect(await folios(`?customerId=${customerId}`)).toEqual([3]);
  expect(await folios('?dateFrom=2026-01-01&dateTo=2026-01-01')).toEqual([1]);
  expect(await folios('?query=nandu')).toEqual([2]);
  const { json } = await api.request('GET', '/v1/quotes?limit=2');
  expect(await folios(`?limit=2&cursor=${json.pagination.nextCursor}`)).toEqual([1]);
});

it('listQuotes answers 400 for an unknown status', async () => {
  const answer = await api.request('GET', '/v1/quotes?status=open');
  expect(issuesOf(answer)).toEqual(['status: invalid_value']);
});
