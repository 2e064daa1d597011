import type { fiscalCfdi } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { downloadDocument } from '../src/operations/download-document';
import { getLetterhead } from '../src/operations/get-letterhead';
import { putBranding } from '../src/operations/put-branding';
import { pdfPrinter } from '../src/pdf/pdf-printer';
import { newDraft, newOrganization, startCfdi, type Cfdi } from './cfdi';
import { issueCodes, refusal } from './fiscal-cfdi';
import { jpegOf, pngOf } from './logos';
import { pagesOf } from './read-pdf';

let cfdi: Cfdi;
let context: CallContext;
let documentRef: string;
beforeAll(async () => {
  cfdi = await startCfdi();
  context = await newOrganization(cfdi);
  ({ documentRef } = await newDraft(cfdi, context));
});
afterAll(() => cfdi.service.close());

const put = (request: fiscalCfdi.PutBrandingRequest, by = context) =>
  cfdi.service.answer(putBranding, by, request);

async function pdf(): Promise<Buffer> {
  const { runtime } = cfdi.service;
  const providers = { ...runtime.providers, pdf: pdfPrinter({ environment: 'production' }) };
  const request = { documentRef, format: 'pdf' };
  const { content } = await downloadDocument.run({ ...runtime, providers }, context, request);
  return Buffer.from(content);
}

const textOf = async (content: Buffer) => (await pagesOf(new Uint8Array(content))).join(' ');
const hasImage = (content: Buffer) => content.includes('/Subtype /Image');

describe('branding', () => {
  it('the branding appears in every later PDF, including the PDFs of older documents', async () => {
    const plain = await pdf();
    expect(hasImage(plain)).toBe(false);
    const data = await put({
      accentColor: '#c2185b',
      logo: pngOf(),
      pdfFooter: 'Síganos en línea',
    });
    expect(data).toEqual({
      accentColor: '#C2185B',
      logo: { contentType: 'image/png', byteSize: pngOf().length },
      pdfFooter: 'Síganos en línea',
      updatedAt: expect.any(String),
    });
    const branded = await pdf();
    expect(await textOf(branded)).toContain('Síganos en línea');
    expect(hasImage(branded)).toBe(true);
  });

  it('the branding appears as letterhead only on pages of its own organization', async () => {
    await put({ accentColor: '#c2185b', logo: pngOf() });
    const letterheadOf = (by: CallContext) => getLetterhead.run(cfdi.service.runtime, by, {});
    expect(await letterheadOf(context)).toEqual({
      legalName: expect.any(String),
      accentColor: '#C2185B',
      logo: pngOf(),
      logoType: 'image/png',
    });
    expect(await letterheadOf(callContext())).toEqual({});
  });

  it('a new branding removes each member that the request omits', async () => {
    await put({ logo: jpegOf('baseline'), pdfFooter: 'Adiós' });
    expect(await put({ accentColor: '#000000' })).toEqual({
      accentColor: '#000000',
      updatedAt: expect.any(String),
    });
    const after = await pdf();
    expect(await textOf(after)).not.toContain('Adiós');
    expect(hasImage(after)).toBe(false);
  });

  it('the branding of one organization does not change the branding of another', async () => {
    await put({ pdfFooter: 'Nuestro' });
    const other = await newOrganization(cfdi);
    await put({ pdfFooter: 'De otros' }, other);
    const text = await textOf(await pdf());
    expect(text).toContain('Nuestro');
    expect(text).not.toContain('De otros');
  });

  it('concurrent requests never mix: the stored branding comes from a single request', async () => {
    const fresh = await newOrganization(cfdi);
    const footers = ['a', 'b', 'c', 'd'];
    await Promise.all(footers.map((pdfFooter) => put({ pdfFooter }, fresh)));
    const rows = await cfdi.service.rows<{ pdf_footer: string; version: number }>(
      'select pdf_footer, version from branding where org_id = $1',
      [fresh.organizationId],
    );
    expect(rows).toEqual([{ pdf_footer: expect.stringMatching(/^[a-d]$/), version: 4 }]);
  });

  it('an invalid branding is refused with every fault at once and changes nothing', async () => {
    await put({ pdfFooter: 'Antes' });
    const faultsOf = async (request: fiscalCfdi.PutBrandingRequest) =>
      issueCodes(await refusal(cfdi.service as never, putBranding, context, request));
    const wrong = { accentColor: 'red', logo: Buffer.from('GIF89a') };
    expect(await faultsOf(wrong)).toEqual(['accentColor color_invalid', 'logo logo_unreadable']);
    const large = { logo: Buffer.alloc((512 << 10) + 1) };
    expect(await faultsOf(large)).toEqual(['logo logo_too_large']);
    expect(await textOf(await pdf())).toContain('Antes');
  });
});
