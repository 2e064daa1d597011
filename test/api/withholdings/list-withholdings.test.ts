import {
  created,
  dataOf,
  newDraft,
  newStampedWithholding,
  newWithholdingSeries,
  withholdingInput,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';

let api: Api;
let stamped: Shown;
let drafts: string[];
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await newWithholdingSeries(api);
  stamped = await newStampedWithholding(api);
  const person = { kind: 'foreign', legalName: 'Peña & Co. Ltd.', taxId: 'GB-1' };
  const second = await created(
    api,
    '/v1/withholdings',
    withholdingInput({ withholdingCode: '25', description: 'Otra', receiver: person }),
  );
  const last = { startMonth: 1, endMonth: 12, year: 2025 };
  const third = await created(api, '/v1/withholdings', withholdingInput({ period: last }));
  await dataOf(api.request('POST', `/v1/withholdings/${third.documentRef}/archive`));
  drafts = [third.documentRef, second.documentRef] as string[];
  await newDraft(api);
});

const list = async (query = '') => {
  const { json } = await api.request('GET', `/v1/withholdings${query}`);
  return json.data.map((one: { documentRef: string }) => one.documentRef) as string[];
};

describe('200', () => {
  it('listWithholdings lists drafts and stamped withholding documents, the newest first, and lists no CFDI', async () => {
    expect(await list()).toEqual([...drafts, stamped.documentRef]);
  });

  it('listWithholdings returns summaries with a subset of the fields of getWithholding', async () => {
    const { json } = await api.request('GET', '/v1/withholdings?status=valid');
    expect(stamped).toMatchObject(json.data[0]);
    for (const field of ['receiver', 'taxes', 'stamp'])
      expect(json.data[0]).not.toHaveProperty(field);
  });

  it.each<[string, () => string[]]>([
    ['?status=draft', () => drafts],
    ['?status=valid', () => [stamped.documentRef as string]],
    ['?status=canceled', () => []],
    ['?archived=true', () => drafts.slice(0, 1)],
    ['?year=2025', () => drafts.slice(0, 1)],
    ['?withholdingCode=25', () => [drafts[1]!]],
    ['?counterparty=misc491214b86', () => [drafts[0]!, stamped.documentRef as string]],
    ['?counterparty=pena', () => [drafts[1]!]],
    ['?query=sanchez', () => [drafts[0]!, stamped.documentRef as string]],
    ['?query=r1', () => [stamped.documentRef as string]],
  ])('listWithholdings filters %s', async (query, expected) => {
    expect(await list(query)).toEqual(expected());
  });

  it('listWithholdings finds a document by UUID and filters by document date', async () => {
    expect(await list(`?query=${stamped.uuid}`)).toEqual([stamped.documentRef]);
    const day = (stamped.issuedLocalDateTime as string).slice(0, 10);
    expect(await list(`?status=valid&dateFrom=${day}&dateTo=${day}`)).toHaveLength(1);
    expect(await list('?dateTo=2020-12-31')).toEqual([]);
  });

  it('listWithholdings returns the withholdings page by page', async () => {
    const { json } = await api.request('GET', '/v1/withholdings?limit=2');
    const next = `?limit=2&cursor=${json.pagination.nextCursor}`;
    expect(await list(next)).toEqual([stamped.documentRef]);
  });
});

describe('400', () => {
  it.each(['?status=stamped', '?year=26', '?archived=1', '?kind=x'])(
    'listWithholdings refuses the query %s',
    async (query) => {
      expect((await api.request('GET', `/v1/withholdings${query}`)).status).toBe(400);
    },
  );
});
