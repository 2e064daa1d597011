import { dataOf, newStamped, startApi, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
let path: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  const { documentRef } = await newStamped(api);
  path = `/v1/documents/${documentRef}`;
  for (const name of ['ana', 'beto', 'carla']) {
    const body = { recipients: [`${name}@example.com`] };
    await dataOf(api.request('POST', `${path}/send`, { body }));
  }
});

const list = (query = '') => api.request('GET', `${path}/deliveries${query}`);
const recipientsOf = (data: Shown) => data.map(({ recipient }: Shown) => recipient);

describe('200', () => {
  it('listDeliveries lists the mails of the document, the newest first, page by page', async () => {
    const first = await list('?limit=2');
    expect(recipientsOf(first.json.data)).toEqual(['carla@example.com', 'beto@example.com']);
    const { nextCursor } = first.json.pagination;
    const rest = await list(`?limit=2&cursor=${nextCursor}`);
    expect(recipientsOf(rest.json.data)).toEqual(['ana@example.com']);
    expect(rest.json.pagination.hasMore).toBe(false);
  });

  it('listDeliveries filters the deliveries by state', async () => {
    const sent = await until(
      60_000,
      () => dataOf(list('?state=sent')),
      ({ length }) => length === 3,
    );
    expect(sent.every(({ state, sentAt }: Shown) => state === 'sent' && sentAt)).toBe(true);
    expect((await list('?state=failed')).json.data).toEqual([]);
  });

  it('listDeliveries returns an empty list for a document that was never sent', async () => {
    const { documentRef } = await newStamped(api);
    const answer = await api.request('GET', `/v1/documents/${documentRef}/deliveries`);
    expect(answer.json.data).toEqual([]);
  });
});

it('listDeliveries answers 400 for an unknown state', async () => {
  expect(issuesOf(await list('?state=lost'))).toEqual(['state: invalid_value']);
});

it('listDeliveries answers 404 for a document of another organization', async () => {
  const stranger = await startApi();
  expect(refusalOf(await stranger.request('GET', `${path}/deliveries`))).toBe('404 not_found');
});
