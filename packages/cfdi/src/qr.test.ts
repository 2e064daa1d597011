import { decimal, emisor, income, receptor, UUID, withholding } from '../test/make-documents';
import type { Comprobante } from './comprobante';
import { expresionImpresa, qrUrl, retencionesQrUrl } from './qr';
import type { Timbre } from './timbre-grammar';

const timbre = { uuid: UUID } as Timbre;
const sello = 'AAAAAAAAAAAAAAAAabcdef+==';

function stamped(changes: Partial<Comprobante> = {}): Comprobante {
  return { ...income(), sello, complemento: { timbre }, ...changes };
}

describe('qrUrl', () => {
  it('the URL of the QR code contains the five parameters in order', () => {
    expect(qrUrl(stamped())).toBe(
      `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${UUID}` +
        '&re=EKU9003173C9&rr=URE180429TM6&tt=116.0&fe=bcdef+==',
    );
  });

  it.each([
    ['1160.00', '1160.0'],
    ['0.5', '0.5'],
    ['0', '0.0'],
    ['1234567.123456', '1234567.123456'],
    ['99.90', '99.9'],
  ])('the URL of the QR code shows a total of %s as %s', (total, expected) => {
    expect(expresionImpresa(stamped({ total: decimal(total) }))).toContain(`&tt=${expected}&`);
  });

  it('the ampersand in an RFC is escaped in the URL of the QR code', () => {
    const document = stamped({
      emisor: { ...emisor, rfc: 'H&E951128469' },
      receptor: { ...receptor, rfc: 'L&O950913MSA' },
    });
    expect(expresionImpresa(document)).toContain('&re=H&amp;E951128469&rr=L&amp;O950913MSA&');
  });

  it('the URL of the QR code cannot be built for an unstamped document', () => {
    expect(() => qrUrl(income())).toThrow(RangeError);
    expect(() => qrUrl({ ...income(), complemento: { timbre } })).toThrow(RangeError);
  });
});

describe('retencionesQrUrl', () => {
  const page = 'https://prodretencionverificacion.clouda.sat.gob.mx/';
  const signed = { sello, complemento: { timbre } };

  it('the QR code of a withholding document identifies a national receiver by RFC', () => {
    expect(retencionesQrUrl({ ...withholding(), ...signed })).toBe(
      `${page}?id=${UUID}&re=EKU9003173C9&rr=MISC491214B86&tt=10000.0&fe=bcdef+==`,
    );
  });

  it.each([
    ['12345', '00000000000000012345'],
    [undefined, '00000000000000000000'],
  ])(
    'a foreigner is named by the tax number %s, filled up to 20 characters',
    (numRegIdTribR, expected) => {
      const extranjero = { nomDenRazSocR: 'SMITH', ...(numRegIdTribR && { numRegIdTribR }) };
      const document = withholding({ receptor: { nacionalidadR: 'Extranjero', extranjero } });
      expect(retencionesQrUrl({ ...document, ...signed })).toContain(`&nr=${expected}&`);
    },
  );
});
