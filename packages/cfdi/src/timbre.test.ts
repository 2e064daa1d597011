import { makeCredentials } from '../test/make-credentials';
import { income, UUID, withholding } from '../test/make-documents';
import { certificateFromDer } from './certificate';
import { parseComprobante, parseRetenciones, parseTimbre } from './parse';
import { seal, sealRetenciones, verifyCadena } from './seal';
import { attachTimbre, signTimbre, timbreCadena, writeTimbre } from './timbre';
import { XmlError, xmlNode } from './xml';

const { signer, privateKey, der } = makeCredentials();
const timbre = signTimbre(
  {
    uuid: UUID,
    fechaTimbrado: '2026-11-18T10:16:00',
    rfcProvCertif: 'SPR190613I52',
    selloCfd: 'U0VMTE8=',
    noCertificadoSat: '30001000000500003456',
  },
  privateKey,
);

describe('signTimbre', () => {
  it('the PAC signs the cadena of the stamp, which excludes the signature', () => {
    expect(timbreCadena(timbre)).toBe(
      `||1.1|${UUID}|2026-11-18T10:16:00|SPR190613I52|U0VMTE8=|30001000000500003456||`,
    );
    const { publicKey } = certificateFromDer(der);
    expect(verifyCadena(timbreCadena(timbre), timbre.selloSat, publicKey)).toBe(true);
  });

  it("a legend is part of the stamp's cadena only if the stamp has a legend", () => {
    const leyenda = 'Con leyenda & aviso';
    expect(timbreCadena({ ...timbre, leyenda })).toContain(`|SPR190613I52|${leyenda}|U0VMTE8=|`);
  });
});

describe('parseTimbre', () => {
  it('parseTimbre reads a stamp that writeTimbre has written', () => {
    expect(parseTimbre(writeTimbre(timbre))).toEqual(timbre);
  });
});

describe('attachTimbre', () => {
  const { xml } = seal(income(), signer);

  it('attachTimbre adds the stamp and changes no other byte', () => {
    const stamped = attachTimbre(xml, timbre);
    const added = `<cfdi:Complemento>${writeTimbre(timbre)}</cfdi:Complemento>`;
    expect(stamped).toBe(xml.replace('</cfdi:Comprobante>', `${added}</cfdi:Comprobante>`));
    expect(parseComprobante(stamped).document.complemento).toEqual({ timbre });
  });

  const ine = xmlNode('ine:INE', { Version: '1.1', TipoProceso: 'Ordinario' });
  const trap = xmlNode('cfdi:Complemento', {}, [], '</x>');

  it('attachTimbre appends the stamp to an existing complement', () => {
    const sealed = seal({ ...income(), complemento: { otros: [ine] } }, signer);
    const { document } = parseComprobante(attachTimbre(sealed.xml, timbre));
    expect(document.complemento).toEqual({ otros: [expect.objectContaining(ine)], timbre });
  });

  it('attachTimbre fills an empty complement', () => {
    const empty = xml.replace('</cfdi:Comprobante>', '<cfdi:Complemento /></cfdi:Comprobante>');
    expect(parseComprobante(attachTimbre(empty, timbre)).document.complemento).toEqual({ timbre });
  });

  it('attachTimbre does not change the complements of concepts', () => {
    const pupil = xmlNode('iedu:instEducativas', { version: '1.0' });
    const [first] = income().conceptos;
    const conceptos = [{ ...first!, complementoConcepto: [pupil] }];
    const sealed = seal({ ...income(), conceptos }, signer);
    const { document } = parseComprobante(attachTimbre(sealed.xml, timbre));
    expect(document.complemento).toEqual({ timbre });
    expect(document.conceptos[0]!.complementoConcepto).toEqual([expect.objectContaining(pupil)]);
  });

  it('attachTimbre puts the stamp before any addenda', () => {
    const sealed = seal({ ...income(), addenda: [xmlNode('nota', {}, [trap])] }, signer);
    const stamped = attachTimbre(sealed.xml, timbre);
    expect(stamped.indexOf('<tfd:')).toBeLessThan(stamped.indexOf('<cfdi:Addenda'));
    expect(parseComprobante(stamped).document.complemento).toEqual({ timbre });
  });

  it('attachTimbre ignores elements in comments', () => {
    const commented = xml.replace('<cfdi:Emisor', '<!--<cfdi:Complemento/>--><cfdi:Emisor');
    const stamped = attachTimbre(commented, timbre);
    expect(parseComprobante(stamped).document.complemento).toEqual({ timbre });
  });

  it('attachTimbre stamps a withholding document', () => {
    const sealed = sealRetenciones(withholding(), signer);
    const { document } = parseRetenciones(attachTimbre(sealed.xml, timbre));
    expect(document.complemento).toEqual({ timbre });
  });

  it('attachTimbre refuses text that is not a document', () => {
    expect(() => attachTimbre('<a/>', timbre)).toThrow(XmlError);
  });
});
