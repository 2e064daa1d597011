import { makeCredentials, newKey } from '../test/make-credentials';
import type { CertificateOptions } from '../test/make-credentials';
import { income, receptor, UUID } from '../test/make-documents';
import { certificateFromDer } from './certificate';
import { seal } from './seal';
import { attachTimbre, signTimbre } from './timbre';
import { verifyComprobante } from './verify';

const credentials = makeCredentials();
const pac = makeCredentials({ number: '30001000000500003456', rfc: 'SPR190613I52' });
const pacCertificate = (number: string) =>
  number === '30001000000500003456' ? certificateFromDer(pac.der) : undefined;
const { xml, sello } = seal(income(), credentials.signer);

function codes(source: string | Uint8Array, options = {}): string[] {
  return verifyComprobante(source, options).findings.map(({ code }) => code);
}

function sealedBy(options: CertificateOptions, changes = {}): string {
  return seal(income(changes), makeCredentials(options).signer).xml;
}

function stampedWith(selloCfd: string, key = pac.privateKey): string {
  const request = {
    uuid: UUID,
    fechaTimbrado: '2026-11-18T10:16:00',
    rfcProvCertif: 'SPR190613I52',
    selloCfd,
    noCertificadoSat: '30001000000500003456',
  };
  return attachTimbre(xml, signTimbre(request, key));
}

describe('verifyComprobante', () => {
  it('a sealed document has no findings', () => {
    expect(verifyComprobante(xml)).toMatchObject({
      isValid: true,
      findings: [],
      stamp: 'absent',
      certificate: { number: '30001000000500009999', rfc: 'EKU9003173C9' },
    });
    expect(verifyComprobante(Buffer.from(xml)).isValid).toBe(true);
  });

  it('a word that was changed after the seal is detected', () => {
    expect(codes(xml.replace('Descripcion="Venta"', 'Descripcion="Renta"'))).toEqual(['CFDI40102']);
  });

  it('a changed addenda and a different order of attributes are accepted', () => {
    const noted = xml.replace(
      '</cfdi:Comprobante>',
      '<cfdi:Addenda><a/></cfdi:Addenda></cfdi:Comprobante>',
    );
    const turned = xml.replace(/ (Serie="FAC") (Folio="1001")/, ' $2 $1');
    expect(turned).not.toBe(xml);
    expect([codes(noted), codes(turned)]).toEqual([[], []]);
  });

  it('a seal that does not match the certificate is reported', () => {
    const { der } = makeCredentials({}, newKey());
    const other = xml.replace(credentials.signer.certificateBase64, der.toString('base64'));
    expect(codes(other)).toEqual(['CFDI40102']);
  });

  it.each<[string, string, string[]]>([
    [
      'another certificate number',
      xml.replace('NoCertificado="30001000000500009999"', 'NoCertificado="30001000000500009998"'),
      ['302', 'CFDI40102'],
    ],
    [
      'a malformed certificate',
      xml.replace(/ Certificado="[^"]*"/, ' Certificado="QUJD"'),
      ['CFDI40106'],
    ],
    ["another taxpayer's certificate", sealedBy({ rfc: 'URE180429TM6' }), ['303']],
    ['a certificate that had expired', sealedBy({ validTo: '20261118000000Z' }), ['305']],
    ['a certificate that was not valid yet', sealedBy({ validFrom: '20261119000000Z' }), ['305']],
    ['a FIEL', sealedBy({ isCsd: false }), ['306']],
  ])('the verification detects %s', (_name, source, expected) => {
    expect(codes(source)).toEqual(expected);
  });

  it('the validity of a certificate is compared in Mexico City time', () => {
    // The time 16:15 UTC is 10:15 in Mexico City.
    expect(codes(sealedBy({ validTo: '20261118161500Z' }))).toEqual([]);
    expect(codes(sealedBy({ validTo: '20261118161459Z' }))).toEqual(['305']);
  });

  it('violations of rules and of the seal are reported together', () => {
    const wrong = seal(
      income({ receptor: { ...receptor, usoCfdi: 'D01' } }),
      credentials.signer,
    ).xml;
    expect(codes(wrong.replace('Folio="1001"', 'Folio="1002"'))).toEqual([
      'CFDI40161',
      'CFDI40102',
    ]);
  });

  it('missing parts are reported as findings and not thrown as errors', () => {
    const headless = xml.replace(/<cfdi:Emisor[^>]*>/, '').replace(' Moneda="MXN"', '');
    const verdict = verifyComprobante(headless);
    expect(verdict.findings).toEqual([
      { code: '301', path: ['moneda'], message: 'Moneda is required' },
      { code: '301', path: ['emisor'], message: 'cfdi:Emisor is required' },
    ]);
    expect(verdict).not.toHaveProperty('document');
  });

  it.each([
    ['an unknown attribute', xml.replace(' Serie=', ' Extra="1" Serie='), ['Extra']],
    ['an unknown element', xml.replace('<cfdi:Emisor', '<cfdi:Otro/><cfdi:Emisor'), ['cfdi:Otro']],
    ['an element twice', xml.replace(/(<cfdi:Emisor[^>]*>)/, '$1$1'), ['emisor']],
  ])('the verification reports the fault: %s', (_name, source, path) => {
    const structure = verifyComprobante(source).findings.filter(({ code }) => code === '301');
    expect(structure.map((finding) => finding.path)).toEqual([path]);
  });

  it.each([
    ['no XML', 'nothing'],
    ['a DTD', `<!DOCTYPE x>${xml}`],
    ['another document', '<a/>'],
    [
      'another version',
      xml.replace('http://www.sat.gob.mx/cfd/4"', 'http://www.sat.gob.mx/cfd/3"'),
    ],
  ])('the verification reports a structural fault: %s', (_name, source) => {
    expect(verifyComprobante(source)).toMatchObject({
      isValid: false,
      stamp: 'absent',
      findings: [{ code: '301' }],
    });
  });

  it('the 72 hours are checked if the time is given', () => {
    expect(codes(xml, { nowMs: Date.UTC(2026, 10, 18, 17) })).toEqual([]);
    expect(codes(xml, { nowMs: Date.UTC(2026, 10, 22) })).toEqual(['401']);
  });
});

describe('the stamp', () => {
  it('a stamp is valid if its PAC signed it for this seal', () => {
    expect(verifyComprobante(stampedWith(sello), { pacCertificate })).toMatchObject({
      isValid: true,
      stamp: 'valid',
    });
  });

  it('a stamp is unknown without the certificate of the PAC', () => {
    expect(verifyComprobante(stampedWith(sello))).toMatchObject({
      isValid: true,
      stamp: 'unknown',
    });
  });

  it('a stamp is invalid if it belongs to a different seal', () => {
    const verdict = verifyComprobante(stampedWith('QUJD'));
    expect(verdict).toMatchObject({ isValid: false, stamp: 'invalid' });
    expect(verdict.findings[0]!.path).toEqual(['complemento', 'timbre', 'selloCfd']);
  });

  it('a stamp is invalid if a different key signed it', () => {
    const verdict = verifyComprobante(stampedWith(sello, newKey()), { pacCertificate });
    expect(verdict).toMatchObject({ isValid: false, stamp: 'invalid' });
  });
});
