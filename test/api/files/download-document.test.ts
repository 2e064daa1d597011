import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID, verify, X509Certificate } from 'node:crypto';
import { cadenaOriginal, parseComprobante, verifyComprobante } from '@timbre/cfdi';
import {
  cadenaByStylesheet,
  customItem,
  dataOf,
  hasSatSchemas,
  hasSatStylesheets,
  newDraft,
  newStamped,
  schemaFaults,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let stamped: Shown;
let xml: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  const payment = { timing: 'deferred_or_installments', formCode: '99' };
  const items = [
    { ...customItem, description: 'Café "de olla" <1 kg> & té ñandú', discount: 1.005 },
    { ...customItem, quantity: 3, unitPrice: 116.333333, taxIncluded: true },
    { ...customItem, taxability: 'zero', taxRate: undefined },
    { ...customItem, taxability: 'exempt', taxRate: undefined },
  ];
  stamped = await newStamped(api, { items, payment, pdfCustomSection: 'Gracias por su compra' });
  xml = (await download(stamped.documentRef as string, 'xml')).bytes.toString();
});

const download = (ref: string, format: string) =>
  api.request('GET', `/v1/documents/${ref}/files/${format}`);

const ifPossible = (isPossible: boolean) => (isPossible ? it : it.skip);

describe('the receipt of the SAT (acuse) of a cancellation', () => {
  it('the receipt of the SAT (acuse) of a cancellation is available as XML and as PDF after the cancellation was requested', async () => {
    const { documentRef, series, folio, uuid } = await newStamped(api);
    const ref = documentRef as string;
    for (const format of ['acuse', 'acuse_pdf']) {
      expect(refusalOf(await download(ref, format))).toBe('409 conflict acuse_missing');
    }
    await dataOf(api.request('POST', `/v1/cfdi/${ref}/cancel`, { body: { motive: '02' } }));
    const file = await download(ref, 'acuse');
    expect(file.headers.get('content-type')).toMatch(/^application\/xml/);
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="acuse-${String(series)}-${String(folio)}.xml"`,
    );
    expect(file.bytes.toString()).toContain(String(uuid).toUpperCase());
    const paper = await download(ref, 'acuse_pdf');
    expect(paper.headers.get('content-type')).toBe('application/pdf');
    expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('200 of the XML', () => {
  it('downloadDocument returns the file with series and folio as its name, and forbids caching', async () => {
    const { status, headers } = await download(stamped.documentRef as string, 'xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/xml/);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${stamped.series}-${stamped.folio}.xml"`,
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('request-id')).toMatch(/^req_[a-f0-9]{32}$/);
  });

  it('downloadDocument returns a CFDI that passes every check of the verifier', () => {
    const { isValid, findings: faults } = verifyComprobante(xml, { nowMs: Date.now() });
    expect({ isValid, faults }).toEqual({ isValid: true, faults: [] });
    const { document, findings } = parseComprobante(xml);
    expect(findings).toEqual([]);
    expect(document.total.toString()).toBe(stamped.total.amount.toFixed(2));
    expect([document.serie, document.folio]).toEqual([stamped.series, stamped.folio]);
  });

  it('downloadDocument returns a CFDI whose seal node:crypto verifies with the certificate', () => {
    const { root } = parseComprobante(xml);
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)![1]!;
    const certificate = new X509Certificate(Buffer.from(attribute('Certificado'), 'base64'));
    const cadena = Buffer.from(cadenaOriginal(root));
    const seal = Buffer.from(attribute('Sello'), 'base64');
    expect(verify('sha256', cadena, certificate.publicKey, seal)).toBe(true);
    const changed = Buffer.from(cadena.toString().replace('ñandú', 'nandu'));
    expect(verify('sha256', changed, certificate.publicKey, seal)).toBe(false);
  });

  it('downloadDocument returns an identical file every time', async () => {
    const { bytes } = await download(stamped.documentRef as string, 'xml');
    expect(bytes.toString()).toBe(xml);
  });

  ifPossible(hasSatSchemas)('is valid in the schemas of the SAT', () => {
    expect(schemaFaults('cfdi40-core', xml)).toBe('');
  });

  ifPossible(hasSatStylesheets)('has the cadena original of the SAT’s stylesheet', () => {
    const stylesheet =
      'www.sat.gob.mx/sitio_internet/cfd/4/cadenaoriginal_4_0/cadenaoriginal_4_0.xslt';
    expect(cadenaOriginal(parseComprobante(xml).root)).toBe(cadenaByStylesheet(stylesheet, xml));
  });
});

describe('200 of the PDF', () => {
  it('downloadDocument returns a PDF with text for a stamped document and for a draft', async () => {
    const draft = await newDraft(api);
    for (const [ref, name] of [
      [stamped.documentRef as string, `${stamped.series}-${stamped.folio}.pdf`],
      [draft, `borrador-${draft.slice(5)}.pdf`],
    ] as const) {
      const { status, headers, bytes } = await download(ref, 'pdf');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
      expect(bytes.toString('latin1')).toContain('/Font');
      expect(bytes.length).toBeGreaterThan(2_000);
    }
  });

  const hasPdftotext = spawnSync('pdftotext', ['-v']).status === 0;
  const textOf = (bytes: Buffer): string =>
    execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, stdio: 'pipe' }).toString();

  ifPossible(hasPdftotext)('contains the data of the document', async () => {
    const text = textOf((await download(stamped.documentRef as string, 'pdf')).bytes);
    for (const words of [
      'ESCUELA KEMPER URGATE',
      'URE180429TM6',
      'Café "de olla"',
      'Gracias por',
    ]) {
      expect(text).toContain(words);
    }
    expect(text.replace(/\s/g, '').toUpperCase()).toContain((stamped.uuid as string).toUpperCase());
  });
});

describe('the language of a PDF', () => {
  it('a PDF has the requested language, even if it is downloaded through a link', async () => {
    const ref = stamped.documentRef as string;
    const files = await Promise.all(
      ['pdf', 'pdf?language=en', 'pdf?language=es-en'].map((file) => download(ref, file)),
    );
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [, english] = files.map(({ bytes }) => bytes.toString('latin1'));
    expect(english).toContain('/Lang (en-US)');
    const { url } = await dataOf(
      api.request('GET', `/v1/documents/${ref}/files/pdf?as=link&language=en`),
    );
    const linked = await fetch(url as string);
    expect(Buffer.from(await linked.arrayBuffer()).equals(files[1]!.bytes)).toBe(true);
    const other = await download(ref, 'pdf?language=fr');
    expect(issuesOf(other)).toEqual(['language: invalid_value']);
  });
});

describe('200 of a link', () => {
  const linked = async (ref: string, format: string) => {
    const path = `/v1/documents/${ref}/files/${format}?as=link`;
    return dataOf(api.request('GET', path));
  };

  it.each(['xml', 'pdf'])(
    'downloadDocument gives the %s without a key for a limited time',
    async (format) => {
      const { url, expiresAt } = await linked(stamped.documentRef as string, format);
      expect(Date.parse(expiresAt as string)).toBeGreaterThan(Date.now());
      const response = await fetch(url as string);
      const file = await download(stamped.documentRef as string, format);
      expect(response.status).toBe(200);
      for (const name of ['content-type', 'content-disposition', 'content-length', 'cache-control'])
        expect(response.headers.get(name)).toBe(file.headers.get(name));
      expect((await fetch(url as string, { method: 'POST' })).headers.get('allow')).toBe('GET');
    },
  );

  it('downloadDocument returns no link for a missing file', async () => {
    const path = (ref: string) => `/v1/documents/${ref}/files/xml?as=link`;
    const ofDraft = await api.request('GET', path(await newDraft(api)));
    expect(refusalOf(ofDraft)).toBe('409 conflict not_stamped');
    const ofUnknown = await api.request('GET', path(`cfdi:${randomUUID()}`));
    expect(refusalOf(ofUnknown)).toBe('404 not_found');
    const other = `/v1/documents/${stamped.documentRef}/files/xml?as=file`;
    expect(issuesOf(await api.request('GET', other))).toEqual(['as: invalid_value']);
  });
});

describe('400', () => {
  it('downloadDocument refuses an unknown format', async () => {
    const answer = await download(stamped.documentRef as string, 'docx');
    expect(issuesOf(answer)).toEqual(['format: invalid_value']);
  });
});

describe('404', () => {
  it.each([`cfdi:${randomUUID()}`, `quote:${randomUUID()}`, 'x'])(
    'downloadDocument does not find %s',
    async (ref) => {
      expect(refusalOf(await download(ref, 'xml'))).toBe('404 not_found');
      expect(refusalOf(await download(ref, 'pdf'))).toBe('404 not_found');
    },
  );
});

describe('409 conflict', () => {
  it('downloadDocument refuses the XML of a draft', async () => {
    expect(refusalOf(await download(await newDraft(api), 'xml'))).toBe('409 conflict not_stamped');
  });
});
