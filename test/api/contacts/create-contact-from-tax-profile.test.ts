import { randomUUID } from 'node:crypto';
import { dataOf } from '@timbre/testkit/client';
import { issuesOf, refusalOf } from '../refused';
import { satTaxpayer, simulatedPdf, uploadedPdf } from '../sat/taxpayer';

const path = '/v1/contacts/from-tax-profile';

describe('201', () => {
  it('createContactFromTaxProfile creates one contact from a Constancia for each idempotency key', async () => {
    const taxpayer = await satTaxpayer();
    const { api, rfc } = taxpayer;
    const pdf = await simulatedPdf(taxpayer, `taxpayers/${rfc}/constancia.pdf`);
    const fileId = await uploadedPdf(api, pdf);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { kind: 'customer', fileId, cfdiUse: 'G03', code: 'C-1' };
    const create = () => api.request('POST', path, { body, headers });
    const first = await create();
    expect(await dataOf(Promise.resolve(first))).toMatchObject({
      kind: 'customer',
      rfc,
      cfdiUse: 'G03',
      code: 'C-1',
      taxSystem: expect.any(String),
      address: { country: 'MEX' },
    });
    expect((await create()).bytes.equals(first.bytes)).toBe(true);
    expect(await dataOf(api.request('GET', `/v1/contacts?query=${rfc}`))).toHaveLength(1);
    expect(await dataOf(api.request('GET', `/v1/sat/tax-profiles/${rfc}`))).toMatchObject({ rfc });
    const other = await api.request('POST', path, { body: { ...body, taxSystem: '607' } });
    expect(issuesOf(other)).toEqual(['taxSystem: tax_system_not_registered']);
  });
});

describe('400', () => {
  it('createContactFromTaxProfile refuses a request with more than one source', async () => {
    const { api } = await satTaxpayer();
    const send = (body: object) => api.request('POST', path, { body });
    expect(issuesOf(await send({ kind: 'customer' }))).toEqual(['fileId: source_not_single']);
    const both = { kind: 'customer', fileId: 'a', qrUrl: 'b' };
    expect(issuesOf(await send(both))).toEqual(['fileId: source_not_single']);
    const elsewhere = { kind: 'supplier', qrUrl: 'https://example.com/?D1=10&D2=1&D3=1_X' };
    expect(issuesOf(await send(elsewhere))).toEqual(['qrUrl: qr_url_invalid']);
  });
});

describe('404', () => {
  it('createContactFromTaxProfile refuses a file of another organization', async () => {
    const { api } = await satTaxpayer();
    const body = { kind: 'customer', fileId: randomUUID() };
    expect(refusalOf(await api.request('POST', path, { body }))).toBe('404 not_found');
  });
});
