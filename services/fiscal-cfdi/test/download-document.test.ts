import { randomUUID } from 'node:crypto';
import { newId, type CallContext, type Refusal } from '@timbre/kit';
import { downloadDocument } from '../src/operations/download-document';
import type { PdfProviders } from '../src/workflows/files/document-file';
import type { CfdiProviders } from '../src/workflows/drafting/draft-sources';
import { pdfPrinter } from '../src/pdf/pdf-printer';
import { bringTo, idOf, newDraft, newOrganization, startCfdi, type Cfdi } from './cfdi';
import { income, printed, uuid } from './printed-samples';
import { pagesOf } from './read-pdf';

let cfdi: Cfdi;
let context: CallContext;
beforeAll(async () => {
  cfdi = await startCfdi();
  context = await newOrganization(cfdi);
});
afterAll(() => cfdi.service.close());

function download(documentRef: string, format: string, caller = context, language?: string) {
  const { runtime } = cfdi.service;
  const providers: CfdiProviders & PdfProviders = {
    ...runtime.providers,
    pdf: pdfPrinter({ environment: 'production' }),
  };
  return downloadDocument.run({ ...runtime, providers }, caller, { documentRef, format, language });
}

const refused = (documentRef: string, format: string, caller = context): Promise<Refusal> =>
  download(documentRef, format, caller).then(
    ({ fileName }) => Promise.reject(new Error(`not refused: ${fileName}`)),
    (error: Refusal) => error,
  );

const textOf = async (content: Uint8Array) => (await pagesOf(new Uint8Array(content))).join(' ');

/**
 * Creates a stamped document whose XML contains a byte that would be lost if the XML were parsed and
 * written again.
 */
async function stampedDocument(status = 'valid') {
  const { documentRef } = await newDraft(cfdi, context, { pdfCustomSection: 'Vuelva pronto' });
  const xml = `${printed(income()).xml}\n<!-- as it came -->`;
  await bringTo(cfdi, documentRef, 'stamped');
  const stored = `update cfdi set stamped_xml = $2, status = $3, uuid = $4 where id = $1`;
  const own = randomUUID();
  await cfdi.service.rows(stored, [idOf({ documentRef }), Buffer.from(xml), status, own]);
  return { documentRef, xml, uuid: own };
}

describe('a draft', () => {
  it('a draft downloads as a PDF with a mark about the missing legal effect', async () => {
    const { documentRef } = await newDraft(cfdi, context, { pdfCustomSection: 'Oferta a 30 días' });
    const { content, contentType, fileName } = await download(documentRef, 'pdf');
    expect([contentType, fileName]).toEqual([
      'application/pdf',
      `borrador-${idOf({ documentRef })}.pdf`,
    ]);
    const text = await textOf(content);
    expect(text).toContain('BORRADOR – sin validez fiscal');
    expect(text).toContain('Consultoría');
    expect(text).toContain('Oferta a 30 días');
  });

  it("a draft shows its due date, each installment, and the customer's address", async () => {
    const address = {
      street: 'Av. Juárez',
      exterior: '12',
      interior: '3',
      neighborhood: 'Centro',
      city: 'Pachuca',
      municipality: 'Pachuca',
      postalCode: '86991',
      country: 'MEX',
    };
    const { documentRef } = await newDraft(cfdi, context, {
      customerId: cfdi.commerce.customer(context, { address }),
      payment: {
        timing: 'deferred_or_installments',
        formCode: '99',
        settlementTerms: {
          installmentCount: 2,
          firstDue: { kind: 'fixed_date', date: '2027-01-31' },
          recurrence: { kind: 'last_day' },
        },
      },
    });
    const text = await textOf((await download(documentRef, 'pdf')).content);
    for (const part of [
      'Vencimiento 2027-02-28',
      '1 de 2, vence 2027-01-31 $116.58 MXN',
      '2 de 2, vence 2027-02-28 $116.58 MXN',
      'Av. Juárez 12 int. 3, Centro, Pachuca',
    ]) {
      expect(text.replaceAll(' – ', ' ')).toContain(part);
    }
  });

  it('a draft is printed in the language that its customer had, unless the request contains another language', async () => {
    const customerId = cfdi.commerce.customer(context, { documentLanguage: 'es-en' });
    const { documentRef } = await newDraft(cfdi, context, { customerId });
    const asked = async (language?: string) =>
      textOf((await download(documentRef, 'pdf', context, language)).content);
    expect(await asked()).toContain('Importe con letra / Amount in words');
    expect(await asked('en')).not.toContain('Importe con letra');
    expect(await asked('es')).not.toContain('Amount in words');
  });

  it.each(['El nombre no coincide.', 'CFDI40145: El nombre no coincide.'])(
    "a draft shows the reason of the PAC's refusal, with its code once: %s",
    async (message) => {
      const { documentRef } = await newDraft(cfdi, context);
      const rejection = JSON.stringify({ code: 'CFDI40145', message });
      await bringTo(cfdi, documentRef, 'rejected', `, last_rejection = '${rejection}'::jsonb`);
      const text = await textOf((await download(documentRef, 'pdf')).content);
      expect(text).toContain('RECHAZADO – sin validez fiscal CFDI40145: El nombre no coincide.');
    },
  );

  it('a draft cannot be downloaded as XML', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    const { code, details } = await refused(documentRef, 'xml');
    expect([code, details.reason]).toEqual(['conflict', 'not_stamped']);
  });
});

describe('a stamped document', () => {
  it('a stamped document downloads as its XML byte for byte', async () => {
    const { documentRef, xml, uuid: own } = await stampedDocument();
    const { content, contentType, fileName } = await download(documentRef, 'xml');
    expect(Buffer.from(content).equals(Buffer.from(xml))).toBe(true);
    expect([contentType, fileName]).toEqual(['application/xml', `${own}.xml`]);
  });

  it('a stamped document is printed from its stored XML, with the custom section of its draft', async () => {
    const { documentRef, uuid: own } = await stampedDocument();
    const { content, fileName } = await download(documentRef, 'pdf');
    expect(fileName).toBe(`${own}.pdf`);
    const text = await textOf(content);
    expect(text).toContain(uuid);
    expect(text).toContain('Vuelva pronto');
    expect(text).not.toContain('BORRADOR');
  });

  it('a stamped document of another issuer has file names with RFC, series and folio', async () => {
    const { documentRef } = await stampedDocument();
    const received = `series = 'A', external_folio = 'F/12', direction = 'received'`;
    await cfdi.service.rows(`update cfdi set ${received} where id = $1`, [idOf({ documentRef })]);
    for (const format of ['xml', 'pdf']) {
      const { fileName } = await download(documentRef, format);
      expect(fileName).toBe(`URE180429TM6_A-F_12.${format}`);
    }
  });

  it('a stamped document shows the address of its issuer if the organization issued it', async () => {
    const { documentRef } = await stampedDocument();
    const address = { street: 'Av. Juárez', city: 'Pachuca', postalCode: '42501', country: 'MEX' };
    await cfdi.service.rows('update fiscal_profiles set address = $2 where org_id = $1', [
      context.organizationId,
      JSON.stringify(address),
    ]);
    const printed = async () => textOf((await download(documentRef, 'pdf')).content);
    expect(await printed()).toContain('Av. Juárez, Pachuca, C.P. 42501');
    await cfdi.service.rows(`update cfdi set direction = 'received' where id = $1`, [
      idOf({ documentRef }),
    ]);
    expect(await printed()).not.toContain('Av. Juárez');
  });

  it('a stamped document is marked as canceled after its cancellation', async () => {
    const { documentRef } = await stampedDocument('canceled');
    expect(await textOf((await download(documentRef, 'pdf')).content)).toContain('CANCELADO');
  });

  it('a stamped document has no files if only its metadata are known', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    await bringTo(cfdi, documentRef, 'stamped');
    for (const format of ['xml', 'pdf']) {
      expect((await refused(documentRef, format)).details.reason).toBe('xml_missing');
    }
  });
});

describe('a refused download', () => {
  it.each([`cfdi:${newId()}`, `withholding:${newId()}`, 'cfdi:1', 'nonsense'])(
    'a download of %s is not found',
    async (documentRef) => {
      expect((await refused(documentRef, 'pdf')).code).toBe('not_found');
    },
  );

  it('a download fails with not_found for a document of another organization', async () => {
    const { documentRef } = await stampedDocument();
    const other = await newOrganization(cfdi);
    for (const format of ['xml', 'pdf']) {
      expect((await refused(documentRef, format, other)).code).toBe('not_found');
    }
  });

  it('a download fails with validation_error for an unknown format', async () => {
    const { documentRef } = await stampedDocument();
    const { code, details } = await refused(documentRef, 'doc');
    expect([code, details.issues?.[0]?.code]).toEqual(['validation_error', 'format_unknown']);
  });
});
