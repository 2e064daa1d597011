import { dataOf, startApi } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { issuesOf, refusalOf } from '../refused';
import { filedDeclaration, satTaxpayer, synchronized } from './taxpayer';

const path = '/v1/declarations';

describe('200', () => {
  it('listDeclarations lists the declarations that a synchronization has read at the SAT, the latest period first', async () => {
    const taxpayer = await satTaxpayer();
    const { api } = taxpayer;
    const january = await filedDeclaration(taxpayer);
    const february = await filedDeclaration(taxpayer, {
      period: 'Febrero',
      filedAt: '2026-03-17T09:30',
      type: 'Complementaria',
      complementaryType: 'Modificación de Obligaciones',
      paid: undefined,
    });
    const sync = await synchronized(taxpayer, { sources: ['declarations'], fiscalYear: 2026 });
    expect(sync).toMatchObject({ state: 'completed', sources: [{ found: 2, imported: 2 }] });
    const page = await api.request('GET', `${path}?fiscalYear=2026&limit=1`);
    expect(page.json.data).toEqual([
      {
        category: 'declaration',
        fiscalYear: 2026,
        period: 2,
        periodicity: 'monthly',
        declarationType: 'Complementaria',
        operationNumber: february,
        status: 'Vigente',
        complementaryType: 'Modificación de Obligaciones',
        documentRef: expect.stringMatching(/^declaration:/),
        filedAt: '2026-03-17',
        scrapedAt: expect.any(String),
        captureLine: expect.stringMatching(/^0426\w{16}$/),
        total: { amount: 29228, currency: 'MXN' },
      },
    ]);
    const { nextCursor } = page.json.pagination as { nextCursor: string };
    const next = await api.request('GET', `${path}?fiscalYear=2026&limit=1&cursor=${nextCursor}`);
    expect(next.json).toMatchObject({
      data: [{ operationNumber: january, paidAmount: 29228, paymentDate: '2026-02-17' }],
      pagination: { nextCursor: null, hasMore: false },
    });
    const search = (query: string) =>
      dataOf(api.request('GET', `${path}?fiscalYear=2026&query=${encodeURIComponent(query)}`));
    expect(await search('retenciones por salarios')).toHaveLength(2);
    expect(await search(january)).toHaveLength(1);
    expect(await search('ieps')).toEqual([]);
    expect(await dataOf(api.request('GET', `${path}?fiscalYear=2025`))).toEqual([]);
  });
});

describe('400', () => {
  it.each([
    ['', 'fiscalYear', 'required'],
    ['?fiscalYear=1999', 'fiscalYear', 'too_small'],
    ['?fiscalYear=2101', 'fiscalYear', 'too_big'],
    ['?fiscalYear=dos', 'fiscalYear', 'invalid_format'],
    ['?fiscalYear=2026&limit=51', 'limit', 'too_big'],
    ['?fiscalYear=2026&limit=0', 'limit', 'too_small'],
    ['?fiscalYear=2026&cursor=x', 'cursor', 'cursor_invalid'],
    ['?fiscalYear=2026&dateFrom=2026-01-01', 'dateFrom', 'unknown_field'],
  ])('listDeclarations refuses the query "%s"', async (query, field, code) => {
    const answer = await (await startProduction()).request('GET', `${path}${query}`);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([`${field}: ${code}`]);
  });
});

describe('403', () => {
  it('listDeclarations is refused in a sandbox', async () => {
    const answer = await (await startApi()).request('GET', `${path}?fiscalYear=2026`);
    expect(refusalOf(answer)).toBe('403 forbidden production_only');
  });
});
