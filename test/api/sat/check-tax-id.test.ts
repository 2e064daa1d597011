import { created, dataOf } from '@timbre/testkit/client';
import { issuesOf } from '../refused';
import { satTaxpayer, simulatedPdf, uploadedPdf } from './taxpayer';

const path = '/v1/sat/tax-ids/validate';

describe('200', () => {
  it('checkTaxId returns the data of the Constancia for the RFC, and returns no data if there is no Constancia', async () => {
    const taxpayer = await satTaxpayer();
    const { api, rfc } = taxpayer;
    const claim = { rfc, legalName: 'Otro nombre', taxSystem: '601' };
    const check = () => dataOf(api.request('POST', path, { body: claim }));
    expect(await check()).toEqual({
      rfc,
      kind: 'moral',
      checkDigitMatches: expect.any(Boolean),
      status: 'unknown',
      fields: ['rfc', 'legalName', 'taxSystem'].map((field) => ({ field, status: 'unknown' })),
    });
    const pdf = await simulatedPdf(taxpayer, `taxpayers/${rfc}/constancia.pdf`);
    const fileId = await uploadedPdf(api, pdf);
    const { legalName } = await created(api, '/v1/sat/tax-profiles/extract', { fileId });
    expect(await check()).toMatchObject({
      status: 'mismatch',
      checkedAt: expect.any(String),
      fields: [
        { field: 'rfc', status: 'matches' },
        { field: 'legalName', status: 'differs', registered: legalName as string },
        { field: 'taxSystem' },
      ],
    });
  });
});

describe('200 for an RFC without data in the register', () => {
  it.each([
    ['URE180429TM6', { kind: 'moral', checkDigitMatches: true }],
    ['CACX7605101P8', { kind: 'fisica', checkDigitMatches: true }],
    ['CACX7605101P9', { kind: 'fisica', checkDigitMatches: false }],
    ['XAXX010101000', { kind: 'generic' }],
  ])('checkTaxId checks the format of %s', async (rfc, form) => {
    const { api } = await satTaxpayer();
    expect(await dataOf(api.request('POST', path, { body: { rfc } }))).toEqual({
      rfc,
      ...form,
      status: 'unknown',
      fields: [{ field: 'rfc', status: 'unknown' }],
    });
  });
});

describe('400', () => {
  it('checkTaxId reports that the SAT does not have the tax identity card (idCIF), even if other data of the RFC is stored', async () => {
    const { api, rfc, sim } = await satTaxpayer({ hasFiel: false });
    const { idCif } = await sim<{ idCif: string }>('GET', `/__sim/taxpayers/${rfc}`);
    const check = (card: string) =>
      api.request('POST', path, { body: { rfc, idCif: card, taxSystem: '601' } });
    expect(issuesOf(await check('10000000000'))).toEqual(['idCif: id_cif_unknown']);
    expect(await dataOf(check(idCif))).toMatchObject({ status: 'valid', source: 'qr' });
    expect(issuesOf(await check('10000000000'))).toEqual(['idCif: id_cif_unknown']);
  });

  it('checkTaxId answers 400 and reports every fault of the request', async () => {
    const { api } = await satTaxpayer();
    const body = { rfc: 'X', taxSystem: '999', postalCode: 'a', idCif: '1' };
    expect(issuesOf(await api.request('POST', path, { body }))).toEqual([
      'idCif: invalid_format',
      'postalCode: invalid_format',
      'rfc: rfc_invalid',
      'taxSystem: not_in_catalog',
    ]);
  });
});
