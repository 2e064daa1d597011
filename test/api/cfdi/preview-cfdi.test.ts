import { randomUUID } from 'node:crypto';
import { customItem, dataOf, incomeInput, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let customerId: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  customerId = await newCustomer(api);
});

const preview = (changes: object = {}, by = api) =>
  by.request('POST', '/v1/cfdi/preview', { body: incomeInput(customerId, changes) });

describe('200', () => {
  it('computes the same amounts as the draft and stores nothing', async () => {
    const { status, json } = await preview();
    expect(status).toBe(200);
    expect((await api.request('GET', '/v1/cfdi')).json.data).toEqual([]);
    const body = incomeInput(customerId);
    const draft = await dataOf(api.request('POST', '/v1/cfdi', { body }));
    const { total, fiscal, items, kind, cfdiType } = draft;
    expect(json.data).toEqual({ total, fiscal, items, kind, cfdiType, issues: [] });
  });

  it('shows the amounts together with violated rules that do not affect them', async () => {
    const { status, json } = await preview({ cfdiUse: 'D01' });
    expect(status).toBe(200);
    expect(json.data.total.amount).toBe(233.16);
    expect(json.data.issues).toMatchObject([{ path: ['cfdiUse'], code: 'cfdi_use_not_allowed' }]);
  });

  it('shows no meaningless amounts', async () => {
    const { json } = await preview({ items: [{ ...customItem, discount: 1000 }] });
    expect(json.data).toEqual({
      issues: [expect.objectContaining({ code: 'discount_too_large' })],
    });
  });

  it('shows the amounts of a foreign currency without a rate', async () => {
    const { json } = await preview({ currency: 'USD' });
    expect(json.data.total).toEqual({ amount: 233.16, currency: 'USD' });
    expect(json.data.fiscal).not.toHaveProperty('totalMxn');
    expect(json.data.issues).toMatchObject([{ code: 'exchange_rate_missing' }]);
  });

  it('needs no Idempotency-Key', async () => {
    const headers = { 'idempotency-key': undefined };
    const body = incomeInput(customerId);
    expect((await api.request('POST', '/v1/cfdi/preview', { body, headers })).status).toBe(200);
  });
});

describe('400', () => {
  it('reports the same faults as createCfdi', async () => {
    expect(issuesOf(await preview({ items: [], cfdiUse: '' }))).toEqual([
      'cfdiUse: too_small',
      'items: too_small',
    ]);
  });
});

describe('404', () => {
  it('lists all unknown identifiers', async () => {
    const answer = await preview({ customerId: randomUUID() });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual(['customerId: contact_not_found']);
  });
});

describe('409 conflict', () => {
  it('without a fiscal profile', async () => {
    const fresh = await startDocumented();
    const answer = await preview({ customerId: await newCustomer(fresh) }, fresh);
    expect(refusalOf(answer)).toBe('409 conflict fiscal_profile_missing');
  });
});
