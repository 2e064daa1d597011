import { createPrivateKey, randomUUID } from 'node:crypto';
import { cadenaOriginal, readXml, seal, signCadena, type Comprobante } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import { newId, type CallContext } from '@timbre/kit';
import { comprobanteOf } from '../src/domain/drafting/comprobante-of';
import { readImport, type Authorities } from '../src/domain/drafting/imported-cfdi';
import { createCfdi } from '../src/operations/create-cfdi';
import { duplicateCfdi } from '../src/operations/duplicate-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
import { importCfdiXml } from '../src/operations/import-cfdi-xml';
import { listCfdiEvents } from '../src/operations/list-cfdi-events';
import { listCfdiRelations } from '../src/operations/list-cfdi-relations';
import { selloHash } from '../src/workflows/stamping/settle-attempt';
import { incomeInput, newDraft, newOrganization, refusalOf, startCfdi, type Cfdi } from './cfdi';
import { fakePacCertificate, withTimbre } from './fake-pac';
import { codesOf, sampleDraft, sampleProfile } from './sample-draft';
import { testAuthority, type TestCertificate } from './test-authority';

let cfdi: Cfdi;
let own: TestCertificate;
let other: TestCertificate;
/** The FIEL of a company. A company must seal with its CSD and never with its FIEL. */
let fiel: TestCertificate;
beforeAll(async () => {
  cfdi = await startCfdi();
  const authority = await testAuthority();
  own = await authority.mint();
  other = await authority.mint({ rfc: 'URE180429TM6' });
  fiel = await authority.mint({ kind: 'fiel' });
});
afterAll(() => cfdi.service.close());

const deferred = { timing: 'deferred_or_installments', formCode: '99' };
const issuance = { fecha: '2026-11-01T10:00:00', serie: 'EXT', folio: 'F-7' };
const invoice = () =>
  comprobanteOf(
    sampleDraft('income', { cfdiUse: 'G03', payment: deferred }),
    sampleProfile,
    issuance,
  );

const privateKeyOf = ({ privateKey, passphrase }: TestCertificate) =>
  createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
    passphrase,
  });
const signerOf = (csd: TestCertificate) => ({
  privateKey: privateKeyOf(csd),
  certificateNumber: csd.number,
  certificateBase64: csd.certificate,
});

/** Builds a stamped document of another system, sealed with the given certificate. */
function stamped(document: Comprobante, csd: TestCertificate) {
  const { xml, sello } = seal(document, signerOf(csd));
  const uuid = newId();
  return { uuid, sello, text: withTimbre(xml, uuid.toUpperCase(), sello) };
}

/** Builds the document as a stamped CFDI 3.3. */
function stampedAs33(
  document: Comprobante,
  csd: TestCertificate,
  change: (xml: string) => string = (xml) => xml,
) {
  const old = change(
    seal(document, signerOf(csd))
      .xml.replaceAll('http://www.sat.gob.mx/cfd/4', 'http://www.sat.gob.mx/cfd/3')
      .replace('Version="4.0"', 'Version="3.3"')
      .replace(/ Exportacion="01"/, '')
      .replace(/ (DomicilioFiscalR|RegimenFiscalR)eceptor="\d+"/g, '')
      .replaceAll(' ObjetoImp="02"', ''),
  );
  const sello = signCadena(cadenaOriginal(readXml(old)), privateKeyOf(csd));
  const uuid = newId();
  const sealed = old.replace(/ Sello="[^"]*"/, ` Sello="${sello}"`);
  return { uuid, text: withTimbre(sealed, uuid.toUpperCase(), sello) };
}

const importOf = (context: CallContext, text: string) =>
  cfdi.service.answer(importCfdiXml, context, { xml: Buffer.from(text) }) as Promise<
    Record<string, unknown> & { documentRef: string }
  >;
const faultsOf = async (context: CallContext, text: string) =>
  codesOf(
    (await refusalOf(cfdi, importCfdiXml as never, context, { xml: Buffer.from(text) })).details
      .issues as never,
  );

/** Builds the invoice of `income()`, issued by URE180429TM6 to the organization. */
function received(): Comprobante {
  const document = invoice();
  const { emisor, receptor } = document;
  return {
    ...document,
    emisor: { rfc: receptor.rfc, nombre: receptor.nombre, regimenFiscal: '601' },
    receptor: {
      ...receptor,
      rfc: emisor.rfc,
      nombre: emisor.nombre,
      domicilioFiscalReceptor: '42501',
    },
  };
}

describe('importCfdiXml', () => {
  it('importCfdiXml imports an issued invoice byte for byte, with all its data', async () => {
    const context = await newOrganization(cfdi);
    const { uuid, text } = stamped(invoice(), own);
    const detail = await importOf(context, text);
    expect(detail).toMatchObject({
      kind: 'income',
      direction: 'issued',
      status: 'valid',
      completeness: 'complete',
      uuid,
      series: 'EXT',
      folio: 'F-7',
      counterpartyName: 'UNIVERSIDAD ROBÓTICA ESPAÑOLA',
      receiver: {
        rfc: 'URE180429TM6',
        legalName: 'UNIVERSIDAD ROBÓTICA ESPAÑOLA',
        taxSystem: '601',
        postalCode: '86991',
      },
      issuedLocalDateTime: issuance.fecha,
      total: { amount: 233.16, currency: 'MXN' },
      payment: { methodCode: 'PPD', remainingBalance: 233.16 },
      fiscal: { subtotal: 201, ivaTransferred: 32.16 },
      items: [{ description: 'Consultoría', quantity: 2, amount: 201, taxAmount: 32.16 }],
      stamp: { pacRfc: 'SPR190613I52', certificateNumber: own.number },
    });
    const [row] = await cfdi.service.rows<{ xml: Buffer }>(
      'select stamped_xml as xml from cfdi where uuid = $1',
      [uuid],
    );
    expect(row!.xml.toString()).toBe(text);
    const events = await cfdi.service.page(listCfdiEvents, context, detail);
    expect(events.data).toMatchObject([{ event: 'imported' }]);
    const copy = await refusalOf(cfdi, duplicateCfdi as never, context, detail);
    expect(copy.details.reason).toBe('not_drafted_here');
  });

  it("an import continues the series of the document's kind after its folio, and never lowers the next folio", async () => {
    const context = await newOrganization(cfdi);
    const elsewhere = await newOrganization(cfdi);
    const nextFolios = async ({ organizationId }: CallContext) => {
      const rows = await cfdi.service.rows<{ name: string; next: string }>(
        `select kind || ' ' || code as name, next_folio as next from series
         where org_id = $1 and code in ('F', 'NC') order by kind`,
        [organizationId],
      );
      return rows.map(({ name, next }) => `${name} ${next}`);
    };
    const importFolio = (folio: string, document = invoice(), csd = own) =>
      importOf(context, stamped({ ...document, serie: 'F', folio }, csd).text);
    await importFolio('41');
    expect(await nextFolios(context)).toEqual(['credit_note NC 1', 'income F 42']);
    await importFolio('7');
    await importFolio('F-99');
    await importFolio('500', received(), other);
    expect(await nextFolios(context)).toEqual(['credit_note NC 1', 'income F 42']);
    expect(await nextFolios(elsewhere)).toEqual(['credit_note NC 1', 'income F 1']);
  });

  it('importCfdiXml reads the country of residence and the tax number of a foreign receiver', async () => {
    const context = await newOrganization(cfdi);
    const document = invoice();
    const generic = { rfc: 'XEXX010101000', regimenFiscalReceptor: '616', usoCfdi: 'S01' };
    const place = { domicilioFiscalReceptor: document.lugarExpedicion, residenciaFiscal: 'USA' };
    const receptor = { ...generic, ...place, nombre: 'ACME INC', numRegIdTrib: '123456789' };
    const { text } = stamped({ ...document, receptor }, own);
    expect(await importOf(context, text)).toMatchObject({
      receiver: { legalName: 'ACME INC', taxResidence: 'USA', foreignTaxId: '123456789' },
    });
  });

  it('importCfdiXml imports a received invoice once, with the issuer as the counterparty', async () => {
    const context = await newOrganization(cfdi);
    const { text } = stamped(received(), other);
    expect(await importOf(context, text)).toMatchObject({
      direction: 'received',
      counterpartyName: 'UNIVERSIDAD ROBÓTICA ESPAÑOLA',
      receiver: { rfc: 'EKU9003173C9', postalCode: '42501' },
    });
    const again = await refusalOf(cfdi, importCfdiXml as never, context, {
      xml: Buffer.from(text),
    });
    expect([again.code, again.details.reason]).toEqual(['conflict', 'cfdi_exists']);
    const elsewhere = await newOrganization(cfdi);
    expect(await importOf(elsewhere, text)).toMatchObject({ direction: 'received' });
  });

  it('a complement can pay an imported invoice, and imported complements count as payments', async () => {
    const context = await newOrganization(cfdi);
    const customerId = cfdi.commerce.customer(context);
    const { uuid, text } = stamped(invoice(), own);
    const { documentRef } = await importOf(context, text);
    const paying = (installment: number, previousBalance: string, amount: string) => ({
      kind: 'payment_complement',
      customerId,
      items: [],
      complement: {
        formCode: '03',
        additionalPayments: [],
        documents: [{ uuid, amount, installment, previousBalance }],
      },
    });
    const input = paying(1, '233.16', '100');
    const { paidDocuments } = await draftRow(context, input);
    const complement = comprobanteOf(
      { ...sampleDraft('payment_complement', input, { items: [] }), paidDocuments },
      sampleProfile,
      issuance,
    );
    const imported = await importOf(context, stamped(complement, own).text);
    expect(imported).toMatchObject({
      kind: 'payment_complement',
      complement: {
        amount: { amount: 100, currency: 'MXN' },
        documents: [{ uuid, remainingBalance: 133.16, taxes: { taxObject: '02' } }],
      },
    });
    const shown = await cfdi.service.answer(getCfdi, context, { documentRef });
    expect(shown['payment']).toMatchObject({ remainingBalance: 133.16 });
    const { relations } = await cfdi.service.answer(listCfdiRelations, context, { documentRef });
    expect(relations).toMatchObject([
      { role: 'paid_by', status: 'draft' },
      { role: 'paid_by', status: 'valid', documentRef: imported.documentRef },
    ]);
    const second = { input: paying(2, '133.16', '33.16') };
    expect(await cfdi.service.answer(createCfdi, context, second)).toMatchObject({
      complement: { documents: [{ series: 'EXT', folio: 'F-7', remainingBalance: 100 }] },
    });
  });

  it('importCfdiXml stores every payment of an imported complement', async () => {
    const context = await newOrganization(cfdi);
    const customerId = cfdi.commerce.customer(context);
    const taxes = { taxObject: '01', entries: [] };
    const uuids = [randomUUID(), randomUUID()];
    const paid = { amount: '100', installment: 1, previousBalance: '100', taxes };
    const chain = { type: '01', certificate: 'MIIF', chain: '||1|20112026|||', seal: 'c2Vsbw==' };
    const spei = {
      formCode: '03',
      paidLocalDateTime: '2026-11-20T10:00:00',
      operationNumber: 'MBAN01',
      payerBank: { rfc: 'XEXX010101000', name: 'Bank of Nowhere', account: '0121800012' },
      payeeBank: { rfc: 'BNM840515VB1', account: '002180123456789016' },
      paymentChain: chain,
    };
    const dollars = { ...spei, currency: 'USD', exchangeRate: '18.5' };
    const input = {
      kind: 'payment_complement',
      customerId,
      items: [],
      complement: {
        formCode: '01',
        documents: [{ uuid: uuids[0]!, ...paid }],
        additionalPayments: [
          { ...dollars, documents: [{ uuid: uuids[1]!, ...paid, currency: 'USD' }] },
        ],
      },
    };
    const { paidDocuments } = await draftRow(context, input);
    const draft = { ...sampleDraft('payment_complement', input, { items: [] }), paidDocuments };
    const complement = comprobanteOf(draft, sampleProfile, issuance);
    const imported = await importOf(context, stamped(complement, own).text);
    expect(imported).toMatchObject({
      complement: {
        formCode: '01',
        amount: { amount: 100, currency: 'MXN' },
        documents: [{ uuid: uuids[0] }],
        additionalPayments: [
          {
            ...spei,
            amount: { amount: 100, currency: 'USD' },
            exchangeRate: 18.5,
            documents: [{ uuid: uuids[1] }],
          },
        ],
      },
    });
  });

  it('importCfdiXml reads a CFDI 3.3 and checks its seal with the cadena of that version', async () => {
    const context = await newOrganization(cfdi);
    const { text, sello, uuid } = stamped(received(), other);
    const old = text
      .replaceAll('http://www.sat.gob.mx/cfd/4', 'http://www.sat.gob.mx/cfd/3')
      .replace('Version="4.0"', 'Version="3.3"')
      .replace(/ Exportacion="01"/, '')
      .replace(/ (DomicilioFiscalR|RegimenFiscalR)eceptor="\d+"/g, '')
      .replaceAll(' ObjetoImp="02"', '');
    expect(await faultsOf(context, old)).toEqual(['xml.sello seal_invalid']);
    const sealed = signCadena(cadenaOriginal(readXml(old)), privateKeyOf(other));
    const bare = old.replaceAll(sello, sealed).replace(/<tfd:.*?\/>/, '');
    expect(await importOf(context, withTimbre(bare, uuid.toUpperCase(), sealed))).toMatchObject({
      direction: 'received',
      uuid,
      total: { amount: 233.16 },
      fiscal: { ivaTransferred: 32.16 },
    });
  });

  it('importCfdiXml counts the payment of an invoice by a complement of CFDI 3.3 (Pagos 1.0)', async () => {
    const context = await newOrganization(cfdi);
    const invoiced = stampedAs33(received(), other);
    const paid = `<pago10:Pagos xmlns:pago10="http://www.sat.gob.mx/Pagos" Version="1.0"><pago10:Pago
      FechaPago="2022-03-20T12:00:00" FormaDePagoP="03" MonedaP="MXN" Monto="100.00"
      ><pago10:DoctoRelacionado IdDocumento="${invoiced.uuid}" MonedaDR="MXN" MetodoDePagoDR="PPD"
      NumParcialidad="1" ImpSaldoAnt="233.16" ImpPagado="100.00" ImpSaldoInsoluto="133.16"
      /></pago10:Pago></pago10:Pagos>`;
    const { documentRef } = await importOf(context, invoiced.text);
    const complement = stampedAs33(received(), other, (xml) =>
      xml
        .replace(/ (FormaPago|MetodoPago|TipoCambio)="[^"]*"/g, '')
        .replace('TipoDeComprobante="I"', 'TipoDeComprobante="P"')
        .replace(/(SubTotal|Total)="[^"]*"/g, '$1="0"')
        .replace(/Moneda="MXN"/, 'Moneda="XXX"')
        .replace(/(ValorUnitario|Importe)="[^"]*"/g, '$1="0"')
        .replace(/<cfdi:Impuestos.*<\/cfdi:Impuestos>(?=<\/cfdi:Concepto>)/s, '')
        .replace(/(<\/cfdi:Conceptos>)<cfdi:Impuestos.*<\/cfdi:Impuestos>/s, '$1')
        .replace('</cfdi:Comprobante>', `<cfdi:Complemento>${paid}</cfdi:Complemento>$&`),
    );
    expect(await importOf(context, complement.text)).toMatchObject({
      kind: 'payment_complement',
      complement: {
        amount: { amount: 100, currency: 'MXN' },
        documents: [{ uuid: invoiced.uuid, installment: 1, remainingBalance: 133.16 }],
      },
    });
    expect(await cfdi.service.answer(getCfdi, context, { documentRef })).toMatchObject({
      payment: { remainingBalance: 133.16 },
    });
  });

  it('importCfdiXml imports a sealed document that departs from the schema, with warnings', async () => {
    const context = await newOrganization(cfdi);
    const text = stamped({ ...invoice(), serie: 'A'.repeat(26) }, own)
      .text.replace('<cfdi:Concepto ', '<cfdi:Concepto Color="rojo" ')
      .replace('</cfdi:Comprobante>', '<cfdi:Otro/>$&');
    const { documentRef, warnings } = await importOf(context, text);
    expect(codesOf(warnings as never)).toEqual([
      'xml.cfdi:Otro schema_departure',
      'xml.conceptos.0.Color schema_departure',
      'xml.serie schema_departure',
    ]);
    expect(await cfdi.service.answer(getCfdi, context, { documentRef })).toMatchObject({
      warnings,
      series: 'A'.repeat(26),
    });
  });

  it('importCfdiXml warns of an unknown PAC, and of a certificate that no known authority issued', () => {
    const xml = Buffer.from(stamped(invoice(), own).text);
    const warningsWith = (authorities: Authorities) => {
      const read = readImport(xml, sampleProfile.rfc, authorities);
      return 'issues' in read ? read.issues : codesOf(read.warnings);
    };
    const pacCertificate = () => fakePacCertificate;
    expect(warningsWith({ pacCertificate })).toEqual([]);
    expect(warningsWith({ pacCertificate: () => undefined })).toEqual([
      'xml.complemento.timbre.noCertificadoSat pac_not_known',
    ]);
    const asked: Uint8Array[] = [];
    const isIssued = (der: Uint8Array) => asked.push(der) > 1;
    expect(warningsWith({ pacCertificate, isIssued })).toEqual([
      'xml.certificado issuer_certificate_not_trusted',
    ]);
    expect(warningsWith({ pacCertificate, isIssued })).toEqual([]);
    expect(Buffer.from(asked[0]!).toString('base64')).toBe(own.certificate);
  });

  it('importCfdiXml does not check an addenda, which is added outside of the seal', async () => {
    const context = await newOrganization(cfdi);
    const addenda = '<cfdi:Addenda>Pedido 7<![CDATA[<a>]]><b c="1"/></cfdi:Addenda>';
    const text = stamped(invoice(), own).text.replace('</cfdi:Comprobante>', `${addenda}$&`);
    expect(await importOf(context, text)).not.toHaveProperty('warnings');
  });

  it.each([
    ['the e.firma of a natural person', 'CACX7605101P8', 'CACX7605101P8', 'fiel'] as const,
    ['the seal of the SAT, by its own tool', 'CACX7605101P8', 'SAT970701NN3', 'csd'] as const,
  ])('importCfdiXml accepts a document with %s', async (_name, issuer, rfc, kind) => {
    const context = await newOrganization(cfdi);
    const document = received();
    const emisor = { ...document.emisor, rfc: issuer };
    const signer = await (await testAuthority()).mint({ rfc, kind });
    const { text } = stamped({ ...document, emisor }, signer);
    expect(await importOf(context, text)).toMatchObject({ direction: 'received' });
  });

  it('importCfdiXml refuses a document that it cannot parse or calculate, and reports every fault', async () => {
    const context = await newOrganization(cfdi);
    const text = stamped(invoice(), own)
      .text.replace(/ Moneda="[^"]*"/, '')
      .replace(/<cfdi:Concepto /g, '<cfdi:Concepto Color="rojo" ')
      .replace('TipoDeComprobante="I"', 'TipoDeComprobante="X"');
    expect(await faultsOf(context, text)).toEqual([
      'xml.moneda document_invalid',
      'xml.conceptos.0.Color document_invalid',
    ]);
    const readable = text.replace(' Total=', ' Moneda="MXN" Total=');
    expect(await faultsOf(context, readable)).toEqual([
      'xml.tipoDeComprobante document_invalid',
      'xml.sello seal_invalid',
    ]);
  });

  it('importCfdiXml lists 100 of 20,000 faults and the number of the others', async () => {
    const context = await newOrganization(cfdi);
    const faulty = '<cfdi:Concepto Color="rojo"/>'.repeat(20_000);
    const { text } = stamped(invoice(), own);
    const faults = await faultsOf(
      context,
      text.replace(/<cfdi:Concepto .*<\/cfdi:Concepto>/s, faulty),
    );
    expect(faults).toHaveLength(100);
    expect(faults[0]).toMatch(/^xml.conceptos.0/);
    expect(faults.at(-1)).toBe(' more_issues');
  });

  it('importCfdiXml accepts a document that is refused only by the catalogues of another day', async () => {
    const context = await newOrganization(cfdi);
    const document = invoice();
    const conceptos = document.conceptos.map((item) => ({ ...item, claveProdServ: '99999999' }));
    const { text } = stamped({ ...document, conceptos }, own);
    expect(await importOf(context, text)).toMatchObject({ direction: 'issued' });
  });

  it.each<[string, () => string]>([
    ['xml xml_invalid', () => '<a>'],
    ['xml xml_invalid', () => '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['xml document_invalid', () => '<a/>'],
    [
      'xml version_not_read',
      () => '<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/3" version="3.2" total="1"/>',
    ],
    ['xml not_stamped', () => seal(invoice(), signerOf(own)).xml],
    [
      'xml.sello seal_invalid',
      () => stamped(invoice(), own).text.replace('Folio="F-7"', 'Folio="F-8"'),
    ],
    ['xml.certificado seal_invalid', () => stamped(invoice(), other).text],
    ['xml.certificado seal_invalid', () => stamped(invoice(), fiel).text],
    [
      'xml.complemento.timbre document_invalid',
      () => stamped(invoice(), own).text.replace(/<tfd:.*?\/>/s, '$&$&'),
    ],
    [
      'xml.fecha seal_invalid',
      () => stamped({ ...invoice(), fecha: '2016-01-01T00:00:00' }, own).text,
    ],
    ['xml.total CFDI40119', () => stamped({ ...invoice(), total: Decimal.from('1.00') }, own).text],
    [
      'xml.complemento.timbre.selloCfd seal_invalid',
      () => stamped(invoice(), own).text.replace(/SelloCFD="..../, 'SelloCFD="AAAA'),
    ],
    [
      'xml.complemento.timbre.selloSat seal_invalid',
      () => stamped(invoice(), own).text.replace(/ UUID="./, ' UUID="F'),
    ],
    [
      'xml not_of_organization',
      () => {
        const document = received();
        const receptor = { ...document.receptor, rfc: 'KIJ0906199R1' };
        return stamped({ ...document, receptor }, other).text;
      },
    ],
  ])('importCfdiXml refuses %s', async (code, text) => {
    const context = await newOrganization(cfdi);
    expect(await faultsOf(context, text())).toEqual([code]);
    expect(
      await cfdi.service.rows('select from cfdi where org_id = $1', [context.organizationId]),
    ).toEqual([]);
  });
});

it('the import refuses the stamped XML of a draft with an unknown stamp outcome', async () => {
  const context = await newOrganization(cfdi);
  const { documentRef } = await newDraft(cfdi, context, incomeInput(cfdi, context));
  const { text, sello } = stamped(invoice(), own);
  await cfdi.service.rows(
    `update cfdi set stage = 'unknown', sello_hash = $2 where id = $1 returning 1`,
    [documentRef.slice(5), selloHash(sello)],
  );
  const request = { xml: Buffer.from(text) };
  const refused = await refusalOf(cfdi, importCfdiXml as never, context, request);
  expect([refused.code, refused.details.reason]).toEqual(['conflict', 'cfdi_exists']);
});

describe('the completeness of a document', () => {
  it('a document is partial if only its metadata from the SAT are known', async () => {
    const context = await newOrganization(cfdi);
    const { documentRef } = await newDraft(cfdi, context, incomeInput(cfdi, context));
    await cfdi.service.rows(
      `update cfdi set stage = 'stamped', status = 'valid', uuid = gen_random_uuid() where id = $1`,
      [documentRef.slice(5)],
    );
    expect(await cfdi.service.answer(getCfdi, context, { documentRef })).toMatchObject({
      completeness: 'partial',
    });
  });
});

/** Returns the database row of a new draft for the given input. */
async function draftRow(context: CallContext, input: Parameters<typeof sampleDraft>[1] & object) {
  const draft = await cfdi.service.answer(createCfdi, context, { input: input as never });
  const [row] = await cfdi.service.rows<{ paidDocuments: never[] }>(
    'select paid_documents as "paidDocuments" from cfdi where id = $1',
    [(draft['documentRef'] as string).slice(5)],
  );
  return row!;
}
