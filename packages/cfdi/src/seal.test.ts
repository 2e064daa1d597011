import { makeCredentials, newKey } from '../test/make-credentials';
import { income, withholding } from '../test/make-documents';
import { cadenaOriginal } from './cadena';
import { certificateFromDer } from './certificate';
import { parseComprobante, parseRetenciones } from './parse';
import { seal, sealAsync, sealRetenciones, signCadena, verifyCadena } from './seal';
import { readXml } from './xml';

const { der, signer, privateKey } = makeCredentials();
const { publicKey } = certificateFromDer(der);

describe('seal', () => {
  it('the signed cadena contains the certificate number, but not the certificate or the seal', () => {
    const { xml, cadena, sello } = seal(income(), signer);
    expect(cadena).toContain('|30001000000500009999|');
    expect(cadena).not.toContain(signer.certificateBase64);
    expect(verifyCadena(cadena, sello, publicKey)).toBe(true);
    expect(parseComprobante(xml).document).toMatchObject({
      sello,
      noCertificado: '30001000000500009999',
      certificado: signer.certificateBase64,
    });
  });

  it('a seal can be verified with the XML alone', () => {
    const root = readXml(seal(income(), signer).xml);
    expect(verifyCadena(cadenaOriginal(root), root.attributes['Sello']!, publicKey)).toBe(true);
  });

  it('sealing the same document twice returns the same bytes', () => {
    expect(seal(income(), signer)).toEqual(seal(income(), signer));
  });

  it('sealAsync computes the same seal as seal', async () => {
    expect(await sealAsync(income(), signer)).toEqual(seal(income(), signer));
    await expect(sealAsync({ ...income(), serie: '\u0000' }, signer)).rejects.toThrow(RangeError);
  });

  it('sealing replaces an earlier seal', () => {
    const once = seal(income(), signer);
    const twice = seal({ ...income(), sello: 'old' }, signer);
    expect(twice.xml).toBe(once.xml);
  });

  it('a withholding document can be sealed', () => {
    const { xml, cadena, sello } = sealRetenciones(withholding(), signer);
    expect(verifyCadena(cadena, sello, publicKey)).toBe(true);
    expect(parseRetenciones(xml).document.sello).toBe(sello);
  });
});

describe('verifyCadena', () => {
  const sello = signCadena('||1.0|Ñ||', privateKey);

  it('verifyCadena refuses a different cadena, a different key and a damaged seal', () => {
    const other = certificateFromDer(makeCredentials({}, newKey()).der).publicKey;
    expect(verifyCadena('||1.0|Ñ||', sello, publicKey)).toBe(true);
    expect(verifyCadena('||1.0|N||', sello, publicKey)).toBe(false);
    expect(verifyCadena('||1.0|Ñ||', sello, other)).toBe(false);
    expect(verifyCadena('||1.0|Ñ||', sello.slice(4), publicKey)).toBe(false);
    expect(verifyCadena('||1.0|Ñ||', 'not base64!', publicKey)).toBe(false);
    expect(verifyCadena('||1.0|Ñ||', '', publicKey)).toBe(false);
  });
});
