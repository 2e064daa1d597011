import { created, type Api, type ApiResponse, type Shown } from '@timbre/testkit/client';
import { randomUUID } from 'node:crypto';
import { startDocumented } from '../documented';
import { quoteBody } from '../quotes/offer';
import { issuesOf } from '../refused';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const idOf = ({ headers }: ApiResponse): string => headers.get('request-id')!;
const list = async (query: string, by = api) =>
  (await by.request('GET', `/v1/developer-activity${query}`)).json.data as Shown[];

/** Waits until the activity of a request is stored, and returns the activity. */
const recorded = async (answer: ApiResponse): Promise<Shown> => {
  const find = () => list(`?requestId=${idOf(answer)}`);
  return (await until(60_000, find, (found) => found.length > 0))[0]!;
};

describe('200', () => {
  it('listDeveloperActivity returns the metadata of a request, its outcome and its caller, but not its contents', async () => {
    const { json } = await api.request('GET', '/v1/credentials/current');
    const answer = await api.request('POST', '/v1/contacts?query=secreto', {
      body: { kind: 'customer', legalName: 'Papelería Secreta', rfc: 'XAXX' },
      headers: { 'user-agent': 'caja/7.1 (Linux)' },
    });
    const shown = await recorded(answer);
    expect(shown).toEqual({
      requestId: idOf(answer),
      at: expect.any(String) as string,
      channel: 'rest',
      operation: 'createContact',
      method: 'POST',
      path: '/v1/contacts',
      status: 400,
      durationMs: expect.any(Number) as number,
      idempotentReplay: false,
      code: 'validation_error',
      issueCodes: ['unknown_field', 'rfc_invalid'],
      credentialId: json.data.credentialId as string,
      network: '127.0.0.0/24',
      agent: 'caja',
    });
    expect(JSON.stringify(shown)).not.toMatch(/secret|XAXX/i);
  });

  it('listDeveloperActivity marks a repeated request with the same key, for any service', async () => {
    for (const [path, body] of [
      ['/v1/contacts', { kind: 'customer', legalName: 'Ana' }],
      ['/v1/credentials', { name: 'Caja', permissions: ['contacts:read'] }],
    ] as const) {
      const headers = { 'idempotency-key': randomUUID() };
      const [first, again] = [
        await api.request('POST', path, { body, headers }),
        await api.request('POST', path, { body, headers }),
      ];
      expect([await recorded(first), await recorded(again)]).toMatchObject([
        { idempotentReplay: false, status: 201 },
        { idempotentReplay: true, status: 201 },
      ]);
    }
  });

  it('listDeveloperActivity returns the document that a request has created or referred to', async () => {
    const quote = await api.request('POST', '/v1/quotes', { body: quoteBody });
    const { documentRef } = quote.json.data as { documentRef: string };
    const read = await api.request('GET', `/v1/quotes/${documentRef}`);
    await recorded(read);
    const touching = await list(`?documentRef=${documentRef}`);
    expect(touching.map((one) => one['operation'])).toEqual(['getQuote', 'createQuote']);
  });

  it('listDeveloperActivity filters the requests and lists the newest first, page by page', async () => {
    const own = await startDocumented();
    const asked = { name: 'Narrow', permissions: ['contacts:read'] };
    const narrow = await created(own, '/v1/credentials', asked);
    const other = own.withApiKey(narrow.apiKey as string);
    await other.request('GET', '/v1/contacts');
    const refused = await other.request('GET', '/v1/quotes');
    const find = (query: string) => list(query, own);
    await until(
      60_000,
      () => find(`?requestId=${idOf(refused)}`),
      ({ length }) => length > 0,
    );
    const operationsOf = async (query: string) =>
      (await find(query)).map((one) => one['operation']);
    const by = `credentialId=${narrow.credentialId as string}`;
    expect(await operationsOf(`?${by}`)).toEqual(['listQuotes', 'listContacts']);
    expect(await operationsOf('?statusClass=4xx')).toEqual(['listQuotes']);
    expect(await operationsOf('?code=forbidden')).toEqual(['listQuotes']);
    expect(await operationsOf('?operation=listContacts')).toEqual(['listContacts']);
    expect(await operationsOf('?channel=mcp')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await operationsOf(`?${by}&dateFrom=${today}&dateTo=${today}`)).toHaveLength(2);
    expect(await operationsOf(`?${by}&dateTo=2020-01-01`)).toEqual([]);
    const first = await own.request('GET', `/v1/developer-activity?${by}&limit=1`);
    const { nextCursor } = first.json.pagination as { nextCursor: string };
    expect(await operationsOf(`?${by}&limit=1&cursor=${nextCursor}`)).toEqual(['listContacts']);
  });

  it('listDeveloperActivity exports every matching request as CSV, across the pages of the list', async () => {
    const own = await startDocumented();
    const headers = { 'user-agent': '+1+1/1' };
    const requests = Array.from({ length: 101 }, () =>
      own.request('GET', '/v1/contacts?limit=1', { headers }),
    );
    const ids = (await Promise.all(requests)).map(idOf);
    const csv = async () => {
      const path = '/v1/developer-activity?operation=listContacts&format=csv';
      return (await own.request('GET', path)).bytes.toString().trimEnd().split('\r\n');
    };
    const [heading, ...lines] = await until(60_000, csv, (found) => found.length > ids.length);
    expect(heading).toMatch(/^\uFEFFrequestId,at,channel,operation,/);
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(ids.sort());
    // A spreadsheet program must not evaluate the name of a client program as a formula.
    expect(lines.filter((line) => line.includes(",'+1+1,"))).toHaveLength(ids.length);
  });

  it('listDeveloperActivity returns no requests of other organizations', async () => {
    const foreign = await startDocumented();
    const answer = await foreign.request('GET', '/v1/contacts');
    await until(
      60_000,
      () => list('', foreign),
      ({ length }) => length > 0,
    );
    expect(await list(`?requestId=${idOf(answer)}`)).toEqual([]);
  });
});

it('listDeveloperActivity answers 400 for filters that no request can match', async () => {
  const query =
    '?requestId=x&code=%00&documentRef=x&statusClass=3xx&dateFrom=2026-02-01&dateTo=2026-01-01';
  expect(issuesOf(await api.request('GET', `/v1/developer-activity${query}`))).toEqual([
    'code: invalid_format',
    'dateTo: period_reversed',
    'documentRef: invalid_format',
    'requestId: invalid_format',
    'statusClass: invalid_value',
  ]);
});
