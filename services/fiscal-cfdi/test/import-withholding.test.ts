import { createPrivateKey } from 'node:crypto';
import {
  cadenaOriginal,
  readXml,
  sealRetenciones,
  signCadena,
  xmlNode,
  type Retenciones,
} from '@timbre/cfdi';
import { newId, type CallContext } from '@timbre/kit';
import { retencionesOf } from '../src/domain/withholdings/withholding';
import { cancelWithholding } from '../src/operations/cancel-withholding';
import { downloadDocument } from '../src/operations/download-document';
import { getWithholding } from '../src/operations/get-withholding';
import { importCfdi } from '../src/operations/import-cfdi';
import { importCfdiXml } from '../src/operations/import-cfdi-xml';
import { listWithholdings } from '../src/operations/list-withholdings';
import { newOrganization, refusalOf, startCfdi, type Cfdi } from './cfdi';
import { withTimbre } from './fake-pac';
import { codesOf, sampleProfile } from './sample-draft';
import { sampleWithholding } from './sample-withholding';
import { testAuthority, type TestCertificate } from './test-authority';

let cfdi: Cfdi;
let payer: TestCertificate;
beforeAll(async () => {
  cfdi = await startCfdi();
  payer = await (await testAuthority()).mint({ rfc: 'URE180429TM6' });
});
afterAll(() => cfdi.service.close());

const keyOf = ({ privateKey, passphrase }: TestCertificate) =>
  createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
    passphrase,
  });

/** Builds a withholding document that URE180429TM6 issued to this organization or to another RFC. */
function withheld(rfc = sampleProfile.rfc): Retenciones {
  const receiver = { kind: 'national', rfc, legalName: 'ESCUELA', postalCode: '42501' };
  const fecha = '2026-11-01T10:00:00';
  const document = retencionesOf(sampleWithholding({ receiver }), sampleProfile, { fecha });
  const emisor = { ...document.emisor, rfcE: 'URE180429TM6', nomDenRazSocE: 'UNIVERSIDAD' };
  return { ...document, emisor, folioInt: 'R7' };
}

const dividends = xmlNode('dividendos:Dividendos', { Version: '1.0' });

function stamped(document = withheld()) {
  const complemento = { otros: [dividends] };
  const { xml, sello } = sealRetenciones(
    { ...document, complemento },
    {
      privateKey: keyOf(payer),
      certificateNumber: payer.number,
      certificateBase64: payer.certificate,
    },
  );
  const uuid = newId();
  return { uuid, xml: Buffer.from(withTimbre(xml, uuid.toUpperCase(), sello)) };
}

/** Builds the same withholding document in version 1.0, which has other attribute names. */
function stamped10() {
  const unsealed = `<?xml version="1.0" encoding="UTF-8"?>
<retenciones:Retenciones xmlns:retenciones="http://www.sat.gob.mx/esquemas/retencionpago/1" Version="1.0"
  FolioInt="R 7" NumCert="${payer.number}" Cert="${payer.certificate}" FechaExp="2026-11-01T10:00:00-06:00"
  CveRetenc="14"><retenciones:Emisor RFCEmisor="URE180429TM6" NomDenRazSocE="UNIVERSIDAD"/><retenciones:Receptor
  Nacionalidad="Nacional"><retenciones:Nacional RFCRecep="EKU9003173C9"/></retenciones:Receptor><retenciones:Periodo
  MesIni="1" MesFin="12" Ejerc="2021"/><retenciones:Totales montoTotOperacion="1000.123456" montoTotGrav="1000.123456"
  montoTotExent="0" montoTotRet="100"><retenciones:ImpRetenidos BaseRet="1000" Impuesto="01" montoRet="100"
  TipoPagoRet="Pago provisional"/></retenciones:Totales></retenciones:Retenciones>`;
  const cadena = cadenaOriginal(readXml(unsealed));
  expect(cadena).toBe(
    `||1.0|${payer.number}|R 7|2026-11-01T10:00:00-06:00|14|URE180429TM6|UNIVERSIDAD|Nacional` +
      '|EKU9003173C9|1|12|2021|1000.123456|1000.123456|0|100|1000|01|100|Pago provisional||',
  );
  const sello = signCadena(cadena, keyOf(payer));
  const uuid = newId();
  const sealed = unsealed.replace(' NumCert', ` Sello="${sello}" NumCert`);
  return { uuid, xml: Buffer.from(withTimbre(sealed, uuid.toUpperCase(), sello)) };
}

const importOf = (context: CallContext, xml: Buffer) =>
  cfdi.service.answer(importCfdiXml, context, { xml }) as Promise<{ documentRef: string }>;

describe('importCfdiXml of a withholding document', () => {
  it('importCfdiXml stores a received withholding document byte for byte', async () => {
    const context = await newOrganization(cfdi);
    const { uuid, xml } = stamped();
    const { documentRef } = await importOf(context, xml);
    expect(await cfdi.service.answer(getWithholding, context, { documentRef })).toMatchObject({
      direction: 'received',
      status: 'valid',
      uuid,
      counterpartyName: 'UNIVERSIDAD',
      folio: 'R7',
      withholdingCode: '01',
      total: { amount: 0.3, currency: 'MXN' },
      withheld: { amount: 0.3, currency: 'MXN' },
      receiver: { kind: 'national', rfc: 'EKU9003173C9', postalCode: '42501' },
      taxes: [
        { type: 'ISR', amount: 0.1, paymentType: '04' },
        { type: 'IVA', amount: 0.2, paymentType: '01' },
      ],
      stamp: { certificateNumber: payer.number },
    });
    const list = await cfdi.service.page(listWithholdings, context, {});
    expect(list.data).toMatchObject([{ documentRef, direction: 'received' }]);
    const asked = { documentRef, format: 'xml' };
    const file = await downloadDocument.run(cfdi.service.runtime as never, context, asked);
    expect(Buffer.from(file.content).equals(xml)).toBe(true);
  });

  it('importCfdiXml reads a withholding document of version 1.0 and returns its values under the names of version 2.0', async () => {
    const context = await newOrganization(cfdi);
    const { uuid, xml } = stamped10();
    const imported = await importOf(context, xml);
    expect(imported).toMatchObject({
      direction: 'received',
      uuid,
      folio: 'R 7',
      withholdingCode: '14',
      period: { startMonth: 1, endMonth: 12, year: 2021 },
      total: { amount: 1000.12, currency: 'MXN' },
      issuedLocalDateTime: '2026-11-01T10:00:00',
      taxes: [{ type: 'ISR', base: 1000, amount: 100, paymentType: 'Pago provisional' }],
    });
    const asked = { documentRef: imported.documentRef, format: 'pdf' };
    const refused = await refusalOf(cfdi, downloadDocument as never, context, asked as never);
    expect(refused.details.reason).toBe('pdf_missing');
  });

  it('importCfdiXml stores a withholding document once, and only its issuer can cancel it', async () => {
    const context = await newOrganization(cfdi);
    const { xml } = stamped();
    const { documentRef } = await importOf(context, xml);
    const again = await refusalOf(cfdi, importCfdiXml as never, context, { xml });
    expect([again.code, again.details.reason]).toEqual(['conflict', 'cfdi_exists']);
    const request = { documentRef, motive: '02' };
    const refused = await refusalOf(cfdi, cancelWithholding as never, context, request as never);
    expect(refused.code).toBe('conflict');
  });

  it('a withholding document from the mass download is imported too', async () => {
    const context = await newOrganization(cfdi);
    const { uuid, xml } = stamped();
    const other = stamped(withheld('MISC491214B86'));
    const documents = [{ uuid, xml }, { uuid, xml }, other].map((document) => ({
      direction: 'received',
      metadata: undefined,
      ...document,
    }));
    const answer = await importCfdi.run(cfdi.service.runtime, context, { documents });
    expect(answer.documents.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual([
      'imported ',
      'unchanged ',
      'refused not_of_organization',
    ]);
  });

  it('a withholding document with a broken seal is refused', async () => {
    const context = await newOrganization(cfdi);
    const xml = Buffer.from(stamped().xml.toString().replace('MontoTotOperacion="', '$&1'));
    const { details } = await refusalOf(cfdi, importCfdiXml as never, context, { xml });
    expect(codesOf(details.issues as never)).toEqual(['xml.sello seal_invalid']);
  });
});
