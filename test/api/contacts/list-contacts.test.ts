import { localDateIn } from '@timbre/fiscal';
import { created, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  for (const [kind, legalName, more] of contacts) {
    await created(api, '/v1/contacts', { kind, legalName, ...more });
  }
});

const contacts: [kind: string, legalName: string, more: object][] = [
  ['customer', 'Café Águila', { code: 'CAFE-1' }],
  ['supplier', 'Cartón y Empaque 100%', { rfc: 'CEM0001015X3' }],
  ['customer', 'Peña_y_Asociados', { email: 'pena@example.com' }],
  ['supplier', 'Zapatería El Ángel', {}],
];

interface Page {
  data: { legalName: string; updatedAt: string }[];
  pagination: { nextCursor: string | null; hasMore: boolean };
}

const list = async (query = '') => (await api.request('GET', `/v1/contacts${query}`)).json as Page;
const names = ({ data }: Page) => data.map(({ legalName }) => legalName);
const newestFirst = contacts.map(([, legalName]) => legalName).reverse();

describe('200', () => {
  it('listContacts lists the newest contacts first', async () => {
    expect(names(await list())).toEqual(newestFirst);
  });

  it.each([1, 2, 3, 4, 50])(
    'listContacts shows every contact once in pages of %i',
    async (limit) => {
      const seen: string[] = [];
      let page = await list(`?limit=${limit}`);
      seen.push(...names(page));
      while (page.pagination.hasMore) {
        page = await list(`?limit=${limit}&cursor=${page.pagination.nextCursor}`);
        seen.push(...names(page));
      }
      expect(seen).toEqual(newestFirst);
      expect(page.pagination.nextCursor).toBeNull();
    },
  );

  it('listContacts neither repeats nor skips contacts if a contact is added between two pages', async () => {
    const other = await startDocumented();
    const added = async (legalName: string) =>
      void (await created(other, '/v1/contacts', { kind: 'customer', legalName }));
    for (const name of ['a', 'b', 'c']) await added(name);
    const first = (await other.request('GET', '/v1/contacts?limit=2')).json as Page;
    await added('d');
    const path = `/v1/contacts?limit=2&cursor=${first.pagination.nextCursor}`;
    const second = (await other.request('GET', path)).json as Page;
    expect([...names(first), ...names(second)]).toEqual(['c', 'b', 'a']);
  });

  it('listContacts filters contacts by kind', async () => {
    expect(names(await list('?kind=customer'))).toEqual(['Peña_y_Asociados', 'Café Águila']);
  });

  it.each([
    ['aguila', ['Café Águila']],
    ['ÁNGEL', ['Zapatería El Ángel']],
    ['cafe-1', ['Café Águila']],
    ['cem0001', ['Cartón y Empaque 100%']],
    ['PENA@', ['Peña_y_Asociados']],
    ['100%', ['Cartón y Empaque 100%']],
    ['_y_', ['Peña_y_Asociados']],
    ['\\', []],
  ])('listContacts finds contacts by the query "%s"', async (query, expected) => {
    expect(names(await list(`?query=${encodeURIComponent(query)}`))).toEqual(expected);
  });

  it('listContacts filters by the day of creation, and includes the first and the last day', async () => {
    // The contacts of this test were never updated, so `updatedAt` is the time of their creation.
    const days = (await list()).data.map(({ updatedAt }) =>
      localDateIn(Date.parse(updatedAt), 'America/Mexico_City'),
    );
    const bounds = `?dateFrom=${days.at(-1)}&dateTo=${days[0]}`;
    expect(names(await list(bounds))).toEqual(newestFirst);
    expect(names(await list('?dateFrom=2999-01-01'))).toEqual([]);
    expect(names(await list('?dateTo=1999-12-31'))).toEqual([]);
  });

  it('listContacts returns contacts in the same form as getContact', async () => {
    const [shown] = (await list('?limit=1&balances=true')).data as { contactId?: string }[];
    const { json } = await api.request('GET', `/v1/contacts/${shown!.contactId}`);
    expect(json.data).toEqual(shown);
  });

  it('listContacts returns an empty list for an organization without contacts', async () => {
    const other = await startDocumented();
    const { json } = await other.request('GET', '/v1/contacts');
    expect(json).toEqual({ data: [], pagination: { nextCursor: null, hasMore: false } });
  });
});

describe('400', () => {
  it.each([
    '?kind=employee',
    '?dateFrom=2026-02-30',
    '?dateTo=0000-01-01',
    '?query=',
    '?query=%20',
  ])('listContacts refuses the query %s', async (query) => {
    expect((await api.request('GET', `/v1/contacts${query}`)).status).toBe(400);
  });

  it('listContacts refuses a range that ends before it begins, and reports other faults together with the range', async () => {
    const query = '?limit=0&dateFrom=2026-02-02&dateTo=2026-02-01';
    const { json } = await api.request('GET', `/v1/contacts${query}`);
    const { issues } = json.error!.details as { issues: { path: string[]; code: string }[] };
    expect(issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['limit', 'too_small'],
      ['dateTo', 'period_reversed'],
    ]);
  });
});
