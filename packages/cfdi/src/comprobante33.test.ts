import { makeCredentials } from '../test/make-credentials';
import { cadenaOriginal } from './cadena';
import { certificateFromDer } from './certificate';
import { parseComprobante33 } from './comprobante33';
import { parseDocument, verifyDocument } from './document';
import { StructureError } from './parse';
import { signCadena, verifyCadena } from './seal';
import { readXml } from './xml';

const { signer, privateKey, der } = makeCredentials({ validFrom: '20180101000000Z' });

/** Returns a CFDI 3.3 with two Complemento elements and without the receiver's postal code. */
function cfdi33(changes: (xml: string) => string = (xml) => xml): string {
  const xml = changes(
    `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/3" xmlns:implocal="http://www.sat.gob.mx/implocal"
  Version="3.3" Serie="A" Folio="7" Fecha="2020-05-06T10:00:00" Sello="" FormaPago="03"
  NoCertificado="${signer.certificateNumber}" Certificado="${signer.certificateBase64}"
  SubTotal="100.00" Descuento="10.00" Moneda="MXN" Total="107.10" TipoDeComprobante="I"
  MetodoPago="PUE" LugarExpedicion="42501">
  <cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="5A00000C-7A2B-4C3D-8E4F-ABCDEF00000C"/></cfdi:CfdiRelacionados>
  <cfdi:Emisor Rfc="EKU9003173C9" RegimenFiscal="601"/>
  <cfdi:Receptor Rfc="URE180429TM6" Nombre="UNIVERSIDAD ROBÓTICA ESPAÑOLA" UsoCFDI="G03"/>
  <cfdi:Conceptos><cfdi:Concepto ClaveProdServ="01010101" Cantidad="01.0" ClaveUnidad="ACT"
    Descripcion="  Venta   de mostrador " ValorUnitario="100" Importe="100.00" Descuento="10.00"><cfdi:Impuestos><cfdi:Traslados>
    <cfdi:Traslado Base="90.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="14.40"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto></cfdi:Conceptos>
  <cfdi:Impuestos TotalImpuestosTrasladados="14.40"><cfdi:Traslados>
    <cfdi:Traslado Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="14.40"/></cfdi:Traslados></cfdi:Impuestos>
  <cfdi:Complemento><implocal:ImpuestosLocales version="1.0" TotaldeRetenciones="0.00" TotaldeTraslados="2.70"><implocal:TrasladosLocales ImpLocTrasladado="ISH" TasadeTraslado="3.00" Importe="2.70"/></implocal:ImpuestosLocales></cfdi:Complemento>
  <cfdi:Complemento><otro:Cosa xmlns:otro="urn:otro" Dato="1"/></cfdi:Complemento>
</cfdi:Comprobante>`,
  );
  const sello = signCadena(cadenaOriginal(readXml(xml)), privateKey);
  return xml.replace('Sello=""', `Sello="${sello}"`);
}

describe('parseComprobante33', () => {
  it('the cadena of a CFDI 3.3 follows version 3.3 and contains the numbers as written', () => {
    const { root, document } = parseComprobante33(cfdi33());
    expect(cadenaOriginal(root)).toBe(
      `||3.3|A|7|2020-05-06T10:00:00|03|${signer.certificateNumber}|100.00|10.00|MXN|107.10|I|PUE` +
        '|42501|04|5A00000C-7A2B-4C3D-8E4F-ABCDEF00000C|EKU9003173C9|601' +
        '|URE180429TM6|UNIVERSIDAD ROBÓTICA ESPAÑOLA|G03' +
        '|01010101|01.0|ACT|Venta de mostrador|100|100.00|10.00|90.00|002|Tasa|0.160000|14.40' +
        '|002|Tasa|0.160000|14.40|14.40|1.0|0.00|2.70|ISH|3.00|2.70||',
    );
    const { publicKey } = certificateFromDer(der);
    expect(verifyCadena(cadenaOriginal(root), document.sello!, publicKey)).toBe(true);
  });

  it('a CFDI 3.3 can be read without the fields that only version 4.0 requires', () => {
    const { document, findings } = parseComprobante33(cfdi33());
    expect(findings).toEqual([]);
    expect(document.emisor).toEqual({ rfc: 'EKU9003173C9', regimenFiscal: '601' });
    expect(document.impuestos?.traslados?.[0]).not.toHaveProperty('base');
  });

  it('several Complemento elements are merged without loss', () => {
    const { document } = parseComprobante33(cfdi33());
    expect(document.complemento).toMatchObject({
      impuestosLocales: { trasladosLocales: [{ impLocTrasladado: 'ISH' }] },
      otros: [{ name: 'otro:Cosa', uri: 'urn:otro', attributes: { Dato: '1' } }],
    });
  });

  it('a CFDI 3.3 without an element or attribute that version 3.3 requires is refused', () => {
    const headless = cfdi33((xml) => xml.replace(/<cfdi:Receptor[^>]*>/, ''));
    expect(() => parseComprobante33(headless)).toThrow(StructureError);
    // In a CFDI 3.3, the taxes of a concept have bases, and the taxes of the summary have no bases.
    const baseless = cfdi33((xml) => xml.replace(' Base="90.00"', ''));
    expect(() => parseComprobante33(baseless)).toThrow('Base');
  });
});

describe('verifyDocument with a CFDI 3.3', () => {
  const codes = (xml: string) => verifyDocument(xml).findings.map(({ code }) => code);

  it('a valid CFDI 3.3 has no findings', () => {
    expect(codes(cfdi33())).toEqual([]);
  });

  it.each([
    ['Total="107.10"', 'Total="107.11"', 'CFDI33118'],
    ['SubTotal="100.00"', 'SubTotal="101.00"', 'CFDI33107'],
    ['Descuento="10.00" Moneda', 'Descuento="11.00" Moneda', 'CFDI33109'],
    ['Rfc="EKU9003173C9"', 'Rfc="XIA190128J61"', '303'],
    ['Fecha="2020-05-06', 'Fecha="2017-12-31', '305'],
    ['Rfc="URE180429TM6"', 'Rfc="URE18"', '301'],
  ])('the verification detects a fault in %s changed to %s', (before, after, code) => {
    expect(codes(cfdi33((xml) => xml.replace(before, after)))).toContain(code);
  });

  it('a word that was changed after the seal is detected', () => {
    expect(codes(cfdi33().replace('Folio="7"', 'Folio="8"'))).toEqual(['CFDI40102']);
  });
});

describe('parseDocument', () => {
  it('parseDocument recognizes the kind of a document by its root element', () => {
    expect(parseDocument(cfdi33()).kind).toBe('comprobante33');
  });

  it('parseDocument refuses any other root element', () => {
    expect(() => parseDocument('<a/>')).toThrow(StructureError);
    expect(() => parseDocument('<cfdi:Comprobante xmlns:cfdi="urn:x"/>')).toThrow(StructureError);
  });
});
