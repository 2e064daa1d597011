import { dataOf, startApi } from '@timbre/testkit/client';
import { narrowed } from '../accounts/books';
import { call, rpc } from '../assistant/tools';
import { startProduction } from '../production';
import { issuesOf, refusalOf } from '../refused';
import { filedDeclaration, satTaxpayer, synchronized } from '../sat/taxpayer';
import { until } from '../until';

const path = '/v1/reports/taxes';

describe('200', () => {
  it('getTaxReport returns the declared and paid taxes from the declarations on the SAT portal', async () => {
    const taxpayer = await satTaxpayer();
    const { api } = taxpayer;
    await filedDeclaration(taxpayer);
    await synchronized(taxpayer, { sources: ['declarations'], fiscalYear: 2026 });
    const ask = (query = '') => dataOf(api.request('GET', `${path}?fiscalYear=2026${query}`));
    // The test waits, because the synchronization reads the payment after the declaration.
    const report = await until(60_000, ask, ({ totals }) => totals?.paidTaxTotal > 0);
    const amounts = {
      declaredTaxTotal: 29228,
      paidTaxTotal: 29228,
      pendingTaxTotal: 0,
      breakdown: { isr: 17060, iva: 0, withholdings: 12168, unclassified: 0 },
    };
    expect(report).toEqual({
      source: 'sat_declarations',
      currency: 'MXN',
      fiscalYear: 2026,
      selectedPeriod: null,
      declarationCoverage: 'partial',
      filedPeriods: [1],
      missingPeriods: expect.any(Array),
      totals: amounts,
      periods: [
        {
          period: 1,
          filingCount: 1,
          paymentStatus: 'paid',
          ...amounts,
          withholdingDetails: [{ name: 'ISR retenciones por salarios', amount: 12168 }],
        },
      ],
      cfdiContext: null,
    });
    expect(await ask('&period=1&contributorLimit=10')).toMatchObject({
      selectedPeriod: 1,
      declarationCoverage: 'complete',
      missingPeriods: [],
    });
    expect(await ask('&period=2')).toMatchObject({ totals: null, missingPeriods: [2] });
    // An assistant gets the same report as the REST API, but only in production.
    const asked = { fiscalYear: 2026, period: 1 };
    const { json: summary } = await call(api, 'get_tax_summary', asked);
    expect(summary.data).toEqual(await ask('&period=1'));
    const declarations = { category: 'declaration', fiscalYear: 2026 };
    const { json: found } = await call(api, 'search_documents', declarations);
    expect(found.data).toMatchObject([{ category: 'declaration', period: 1, paidAmount: 29228 }]);
    const { isError, json: refused } = await call(api, 'get_tax_summary', { fiscalYear: 1999 });
    expect([isError, refused.error.code]).toEqual([true, 'validation_error']);
  });
});

describe('400', () => {
  it.each([
    ['', ['fiscalYear: required']],
    ['?fiscalYear=1999', ['fiscalYear: too_small']],
    ['?fiscalYear=2026&period=13', ['period: too_big']],
    ['?fiscalYear=2026&period=0', ['period: too_small']],
    ['?fiscalYear=2026&contributorLimit=11', ['contributorLimit: too_big']],
    ['?fiscalYear=2026&limit=1', ['limit: unknown_field']],
  ])('getTaxReport reports the faults of the query "%s"', async (query, issues) => {
    expect(issuesOf(await (await startProduction()).request('GET', `${path}${query}`))).toEqual(
      issues,
    );
  });
});

describe('403', () => {
  it('getTaxReport is refused in a sandbox', async () => {
    const answer = await (await startApi()).request('GET', `${path}?fiscalYear=2026`);
    expect(refusalOf(answer)).toBe('403 forbidden production_only');
  });

  it('getTaxReport is not a tool for assistants in a sandbox', async () => {
    const { result } = await rpc(await startApi(), 'tools/list');
    const names = (result.tools as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('get_cfdi_summary');
    expect(names).not.toContain('get_tax_summary');
  });

  it('getTaxReport refuses an API key that may not read SAT data', async () => {
    const other = await narrowed(await startProduction(), ['invoices:read']);
    const answer = await other.request('GET', `${path}?fiscalYear=2026`);
    expect(refusalOf(answer)).toBe('403 forbidden insufficient_scope');
  });
});

it('getTaxReport answers 404 for an organization without a fiscal profile', async () => {
  const answer = await (await startProduction()).request('GET', `${path}?fiscalYear=2026`);
  expect(refusalOf(answer)).toBe('404 not_found');
});
