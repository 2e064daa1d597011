import {
  created,
  customItem,
  dataOf,
  incomeInput,
  newCustomer,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';

let api: Api;
let stamped: Shown;
let drafts: string[];
let person: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  const school = await newCustomer(api);
  person = await newCustomer(api, {
    legalName: 'XOCHILT CASAS CHÁVEZ',
    rfc: 'CACX7605101P8',
    taxSystem: '605',
    address: { postalCode: '36257', country: 'MEX' },
    cfdiUse: 'S01',
  });
  const first = await created(api, '/v1/cfdi', incomeInput(school));
  const items = [{ ...customItem, description: 'Asesoría' }];
  const second = await created(api, '/v1/cfdi', incomeInput(person, { items, cfdiUse: 'S01' }));
  const third = await created(api, '/v1/cfdi', incomeInput(school));
  stamped = await dataOf(api.request('POST', `/v1/cfdi/${first.documentRef}/stamp`));
  await dataOf(api.request('POST', `/v1/cfdi/${third.documentRef}/archive`));
  drafts = [third.documentRef, second.documentRef] as string[];
});

const list = async (query = '') => {
  const { json } = await api.request('GET', `/v1/cfdi${query}`);
  return json.data.map((one: { documentRef: string }) => one.documentRef) as string[];
};

describe('200', () => {
  it('listCfdi lists drafts and stamped documents, the newest first', async () => {
    expect(await list()).toEqual([...drafts, stamped.documentRef]);
  });

  it('listCfdi returns summaries with a subset of the fields of getCfdi', async () => {
    const { json } = await api.request('GET', '/v1/cfdi?status=valid');
    expect(stamped).toMatchObject(json.data[0]);
    for (const field of ['items', 'fiscal', 'stamp'])
      expect(json.data[0]).not.toHaveProperty(field);
  });

  it.each<[string, () => string[]]>([
    ['?status=draft', () => drafts],
    ['?status=valid', () => [stamped.documentRef as string]],
    ['?status=canceled', () => []],
    ['?archived=true', () => drafts.slice(0, 1)],
    ['?archived=false', () => [drafts[1]!, stamped.documentRef as string]],
    ['?kind=income', () => [...drafts, stamped.documentRef as string]],
    ['?kind=payroll', () => []],
    ['?direction=received', () => []],
    ['?counterparty=cacx7605101p8', () => [drafts[1]!]],
    ['?counterparty=chavez', () => [drafts[1]!]],
    ['?status=draft&counterparty=URE180429TM6', () => [drafts[0]!]],
    ['?query=robotica', () => [drafts[0]!, stamped.documentRef as string]],
  ])('listCfdi filters %s', async (query, expected) => {
    expect(await list(query)).toEqual(expected());
  });

  it('listCfdi filters by customer and finds a document by UUID', async () => {
    expect(await list(`?counterparty=${person}`)).toEqual([drafts[1]]);
    expect(await list(`?query=${stamped.uuid}`)).toEqual([stamped.documentRef]);
  });

  it('listCfdi filters by document date, and includes the first and the last day', async () => {
    const day = (stamped.issuedLocalDateTime as string).slice(0, 10);
    expect(await list(`?status=valid&dateFrom=${day}&dateTo=${day}`)).toHaveLength(1);
    expect(await list('?dateTo=2020-12-31')).toEqual([]);
  });

  it('listCfdi returns the CFDI page by page', async () => {
    const { json } = await api.request('GET', '/v1/cfdi?limit=2');
    expect(await list(`?limit=2&cursor=${json.pagination.nextCursor}`)).toEqual([
      stamped.documentRef,
    ]);
  });
});

describe('400', () => {
  it.each(['?status=stamped', '?kind=invoice', '?direction=out', '?archived=1', '?dateFrom=hoy'])(
    'listCfdi refuses the query %s',
    async (query) => {
      expect((await api.request('GET', `/v1/cfdi${query}`)).status).toBe(400);
    },
  );
});
