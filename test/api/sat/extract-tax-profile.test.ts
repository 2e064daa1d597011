import { created } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { issuesOf, refusalOf } from '../refused';
import { satTaxpayer, simulatedPdf, uploadedPdf } from './taxpayer';

const path = '/v1/sat/tax-profiles/extract';
const qr = 'https://siat.sat.gob.mx/app/qr/faces/pages/mobile/validadorqr.jsf?D1=10&D2=1&D3=';

describe('201', () => {
  it('extractTaxProfile reads a Constancia from a file, through its QR code, and from the SAT portal with the FIEL', async () => {
    const taxpayer = await satTaxpayer();
    const { api, rfc, sim } = taxpayer;
    const { idCif } = await sim<{ idCif: string }>('GET', `/__sim/taxpayers/${rfc}`);
    const pdf = await simulatedPdf(taxpayer, `taxpayers/${rfc}/constancia.pdf`);
    const sources = {
      file: { fileId: await uploadedPdf(api, pdf) },
      qr: { qrUrl: `${qr}${idCif}_${rfc}` },
      fiel: { own: true },
    };
    for (const [source, body] of Object.entries(sources)) {
      expect(await created(api, path, body)).toMatchObject({
        rfc,
        personKind: 'moral',
        legalName: 'EMPRESA DE PRUEBA',
        idCif,
        source,
        taxRegimes: [{ code: '601', startDate: '2015-03-02' }],
        address: { postalCode: '06000' },
      });
    }
  });
});

describe('400', () => {
  it('extractTaxProfile opens only the address in the QR code, and reports if the SAT does not have the tax identity card', async () => {
    const api = await startProduction();
    const refused = async (qrUrl: string) =>
      issuesOf(await api.request('POST', path, { body: { qrUrl } }));
    expect(await refused('http://127.0.0.1/latest/meta-data')).toEqual(['qrUrl: qr_url_invalid']);
    expect(await refused(`${qr}10000000000_EKU9003173C9`)).toEqual(['qrUrl: qr_unknown']);
  });

  it('extractTaxProfile requires exactly one source', async () => {
    const api = await startProduction();
    for (const body of [{}, { own: true, fileId: 'x' }])
      expect(issuesOf(await api.request('POST', path, { body }))).toEqual([
        'fileId: source_not_single',
      ]);
    const foreign = await api.request('POST', path, { body: { own: false } });
    expect(issuesOf(foreign)).toEqual(['own: invalid_value']);
  });

  it('extractTaxProfile reports the fault of the file', async () => {
    const api = await startProduction();
    const fileId = await uploadedPdf(api, Buffer.from('no PDF'));
    const answer = await api.request('POST', path, { body: { fileId } });
    expect(issuesOf(answer)).toEqual(['fileId: pdf_unreadable']);
  });
});

describe('409', () => {
  it('extractTaxProfile is refused without a FIEL', async () => {
    const { api } = await satTaxpayer({ hasFiel: false });
    const answer = await api.request('POST', path, { body: { own: true } });
    expect(refusalOf(answer)).toBe('409 conflict fiel_missing');
  });
});
