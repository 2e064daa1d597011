import { randomUUID } from 'node:crypto';
import { created, dataOf, startApi } from '@timbre/testkit/client';
import { refusalOf } from '../refused';
import { satTaxpayer, simulatedPdf, uploadedPdf } from '../sat/taxpayer';

const pathOf = (contactId: string) => `/v1/contacts/${contactId}/validate`;

describe('200', () => {
  it('validateContact compares a contact with its Constancia', async () => {
    const taxpayer = await satTaxpayer();
    const { api, rfc } = taxpayer;
    const { contactId } = await created(api, '/v1/contacts', {
      kind: 'supplier',
      legalName: 'Otro nombre',
      rfc,
    });
    const validate = () => dataOf(api.request('POST', pathOf(contactId as string)));
    expect(await validate()).toMatchObject({ contactId: contactId as string, status: 'unknown' });
    const fileId = await uploadedPdf(
      api,
      await simulatedPdf(taxpayer, `taxpayers/${rfc}/constancia.pdf`),
    );
    const { legalName } = await created(api, '/v1/sat/tax-profiles/extract', { fileId });
    expect(await validate()).toMatchObject({ status: 'mismatch' });
    await dataOf(
      api.request('PATCH', `/v1/contacts/${contactId as string}`, { body: { legalName } }),
    );
    expect(await validate()).toMatchObject({ rfc, status: 'valid' });
  });
});

describe('404', () => {
  it('validateContact refuses a contact of another organization', async () => {
    const api = await startApi();
    const answer = await api.request('POST', pathOf(randomUUID()));
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});

describe('409', () => {
  it.each([
    [undefined, 'rfc_missing'],
    ['XAXX010101000', 'rfc_not_own'],
  ])('a contact with RFC %s cannot be compared with a Constancia: %s', async (rfc, reason) => {
    const api = await startApi();
    const { contactId } = await created(api, '/v1/contacts', {
      kind: 'customer',
      legalName: 'Ana',
      rfc,
    });
    const answer = await api.request('POST', pathOf(contactId as string));
    expect(refusalOf(answer)).toBe(`409 conflict ${reason}`);
  });
});
