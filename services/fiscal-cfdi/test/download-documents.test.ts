import { newId, type CallContext, type Refusal } from '@timbre/kit';
import { withKey, testPool } from '@timbre/testkit';
import { strFromU8, unzipSync } from 'fflate';
import { createDownloadJob } from '../src/jobs/prepare-downloads';
import { downloadDocuments } from '../src/operations/download-documents';
import { getDocumentsDownload } from '../src/operations/get-documents-download';
import { prepareDownload } from '../src/workflows/files/prepare-download';
import { readDownloadPart } from '../src/operations/read-download-part';
import { pdfPrinter, type PdfPrinter } from '../src/pdf/pdf-printer';
import { bringTo, idOf, newDraft, newOrganization, refusalOf, startCfdi, type Cfdi } from './cfdi';
import { newFile } from './files';

let cfdi: Cfdi;
let context: CallContext;
const pdf = pdfPrinter({ environment: 'production' });
beforeAll(async () => {
  cfdi = await startCfdi();
  context = await newOrganization(cfdi);
});
beforeEach(() => cfdi.service.setClock('2026-11-21T15:00:00.000Z'));
afterAll(() => cfdi.service.close());

const runtimeWith = (printer: PdfPrinter = pdf) => {
  const { runtime } = cfdi.service;
  return { ...runtime, providers: { ...runtime.providers, pdf: printer } };
};

async function ask(documentRefs: string[], format = 'xml', caller = context): Promise<string> {
  const request = { documentRefs, format };
  const { downloadId } = await cfdi.service.answer(downloadDocuments as never, caller, request);
  return downloadId as string;
}

const prepare = (id: string, printer?: PdfPrinter) =>
  prepareDownload(runtimeWith(printer), context, id);

const shown = (downloadId: string) =>
  cfdi.service.answer(getDocumentsDownload as never, context, { downloadId });

const refused = (documentRefs: string[], format = 'xml', caller = context) =>
  refusalOf(cfdi, downloadDocuments as never, caller, { documentRefs, format });

async function zipOf(downloadId: string, caller = context): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let number = 0; ; number += 1) {
    const request = { downloadId, number };
    const part = await readDownloadPart.run(runtimeWith(), caller, request);
    parts.push(part.content);
    if (part.isLast) return Buffer.concat(parts);
  }
}

const zipRefusal = (downloadId: string, caller = context): Promise<Refusal> =>
  zipOf(downloadId, caller).then(
    () => Promise.reject(new Error('not refused')),
    (error: Refusal) => error,
  );

const filesOf = async (downloadId: string) => unzipSync(new Uint8Array(await zipOf(downloadId)));

const partsLeft = async () =>
  (await cfdi.service.rows<{ n: number }>('select count(*)::int as n from file_parts'))[0]!.n;

describe('a download of many documents', () => {
  it('a download of many documents is one ZIP of their XML, byte for byte, named by UUID', async () => {
    const [one, two] = [await newFile(cfdi, context), await newFile(cfdi, context)];
    const id = await ask([one.documentRef, two.documentRef]);
    expect(await shown(id)).toEqual({
      downloadId: id,
      state: 'preparing',
      format: 'xml',
      total: 2,
      done: 0,
      omitted: [],
      createdAt: '2026-11-21T15:00:00.000Z',
    });
    expect((await zipRefusal(id)).details.reason).toBe('not_ready');
    expect(await prepare(id)).toBe(true);
    const files = await filesOf(id);
    expect(Object.keys(files).sort()).toEqual([`${one.uuid}.xml`, `${two.uuid}.xml`].sort());
    expect(strFromU8(files[`${one.uuid}.xml`]!)).toBe(one.xml);
    expect(await shown(id)).toMatchObject({
      state: 'ready',
      done: 2,
      byteSize: (await zipOf(id)).length,
      expiresAt: '2026-11-22T15:00:00.000Z',
    });
  });

  it('a download of many documents contains XML and PDF when both are requested', async () => {
    const { documentRef, uuid } = await newFile(cfdi, context);
    const id = await ask([documentRef], 'both');
    await prepare(id);
    const files = await filesOf(id);
    expect(Object.keys(files)).toEqual([`${uuid}.xml`, `${uuid}.pdf`]);
    expect(strFromU8(files[`${uuid}.pdf`]!.subarray(0, 5))).toBe('%PDF-');
  });

  it('repeating a download request with the same idempotency key returns the same download', async () => {
    const keyed = withKey(context, 'POST /v1/documents/downloads');
    const { documentRef } = await newFile(cfdi, context);
    expect(await ask([documentRef], 'xml', keyed)).toBe(await ask([documentRef], 'xml', keyed));
  });

  it('a download of many documents is stored in parts that together form the ZIP', async () => {
    const { documentRef } = await newFile(cfdi, context);
    // The text is hard to compress, so that the printed file is larger than two parts.
    const { randomBytes } = await import('node:crypto');
    const large = randomBytes(2_500_000);
    const id = await ask([documentRef], 'pdf');
    await prepare(id, { print: () => Promise.resolve(large), close: () => Promise.resolve() });
    const [file] = Object.values(await filesOf(id));
    expect(Buffer.from(file!).equals(large)).toBe(true);
    const [row] = await cfdi.service.rows<{ n: number; most: number }>(
      `select count(*)::int as n, max(length(content)) as most from file_parts p
       join document_downloads d on d.content_id = p.content_id where d.id = $1`,
      [id],
    );
    expect(row).toEqual({ n: 3, most: 1 << 20 });
  });

  it('a download of many documents omits documents that changed in the meantime, and lists them', async () => {
    const kept = await newFile(cfdi, context);
    const { documentRef } = await newDraft(cfdi, context);
    const id = await ask([kept.documentRef, documentRef], 'pdf');
    await cfdi.service.rows('delete from cfdi where id = $1', [idOf({ documentRef })]);
    await prepare(id);
    expect(await shown(id)).toMatchObject({
      state: 'ready',
      omitted: [{ documentRef, code: 'not_found' }],
    });
    expect(Object.keys(await filesOf(id))).toEqual([`${kept.uuid}.pdf`]);
  });

  it('a download of many documents fails above 50 MB and stores no parts', async () => {
    const before = await partsLeft();
    const refs = await Promise.all(
      [1, 2, 3].map(async () => (await newFile(cfdi, context)).documentRef),
    );
    const { randomBytes } = await import('node:crypto');
    const large = randomBytes(20 << 20);
    const id = await ask(refs, 'pdf');
    await prepare(id, { print: () => Promise.resolve(large), close: () => Promise.resolve() });
    expect(await shown(id)).toMatchObject({ state: 'failed', errorCode: 'too_large' });
    expect(await partsLeft()).toBe(before);
  });
});

describe('a ZIP', () => {
  it('a ZIP is deleted after a day', async () => {
    const { documentRef } = await newFile(cfdi, context);
    const before = await partsLeft();
    const id = await ask([documentRef]);
    await prepare(id);
    cfdi.service.setClock('2026-11-22T15:00:00.000Z');
    expect((await zipRefusal(id)).details.reason).toBe('expired');
    expect(await prepare(id)).toBe(true);
    expect(await shown(id)).toMatchObject({ state: 'expired' });
    expect(await partsLeft()).toBe(before);
    expect((await zipRefusal(id)).details.reason).toBe('expired');
  });

  it('a ZIP can be read only by its own organization', async () => {
    const { documentRef } = await newFile(cfdi, context);
    const id = await ask([documentRef]);
    await prepare(id);
    const stranger = await newOrganization(cfdi);
    const none = await zipRefusal(newId());
    expect((await zipRefusal(id, stranger)).message).toBe(none.message);
    const asked = refusalOf(cfdi, getDocumentsDownload as never, stranger, { downloadId: id });
    expect((await asked).code).toBe('not_found');
  });
});

describe('replicas', () => {
  it('replicas prepare each download only once', async () => {
    const { documentRef } = await newFile(cfdi, context);
    const id = await ask([documentRef]);
    const made = await Promise.all([prepare(id), prepare(id), prepare(id)]);
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  it('replicas take over an abandoned download at most three times', async () => {
    const { documentRef } = await newFile(cfdi, context);
    const id = await ask([documentRef], 'pdf');
    const broken = { print: () => Promise.reject(new Error('no paper')), close: async () => {} };
    for (const minute of ['00', '01', '02']) {
      cfdi.service.setClock(`2026-11-21T15:${minute}:00.000Z`);
      await expect(prepare(id, broken)).rejects.toThrow('no paper');
      expect(await prepare(id, broken)).toBe(false);
    }
    cfdi.service.setClock('2026-11-21T15:03:00.000Z');
    expect(await prepare(id)).toBe(true);
    expect(await shown(id)).toMatchObject({ state: 'failed', errorCode: 'not_prepared' });
  });

  it('replicas that resume after their lease do not overwrite the ZIP of the replica that took over', async () => {
    const { documentRef } = await newFile(cfdi, context);
    const id = await ask([documentRef], 'pdf');
    const asked = Promise.withResolvers<void>();
    const printed = Promise.withResolvers<Uint8Array>();
    const print = () => {
      asked.resolve();
      return printed.promise;
    };
    const first = prepare(id, { print, close: async () => {} });
    // The slow attempt extended its lease for the last time before it printed the document.
    await asked.promise;
    cfdi.service.setClock('2026-11-21T15:01:00.000Z');
    await prepare(id);
    const right = await zipOf(id);
    await new Promise(setImmediate);
    printed.resolve(Buffer.from('too late'));
    await first;
    expect((await zipOf(id)).equals(right)).toBe(true);
  });

  it('replicas find due downloads of all organizations', async () => {
    cfdi.service.setClock(new Date().toISOString());
    const { documentRef } = await newFile(cfdi, context);
    const id = await ask([documentRef]);
    const pool = testPool(cfdi.service.database.systemUrl, 1);
    const job = createDownloadJob({ runtime: runtimeWith(), systemPool: pool });
    for (let pass = 0; pass < 20; pass += 1) await job.pass();
    await job.stop();
    await pool.end();
    expect(await shown(id)).toMatchObject({ state: 'ready' });
  });
});

describe('a refusal of downloadDocuments', () => {
  it('downloadDocuments refuses with the index of every document that the organization does not have', async () => {
    const own = await newFile(cfdi, context);
    const stranger = await newOrganization(cfdi);
    const others = await newFile(cfdi, stranger);
    const refs = [own.documentRef, others.documentRef, `cfdi:${newId()}`, 'nonsense'];
    const { code, details } = await refused(refs);
    expect(code).toBe('not_found');
    expect(details.issues!.map(({ path }) => path.join('.'))).toEqual([
      'documentRefs.1',
      'documentRefs.2',
      'documentRefs.3',
    ]);
  });

  it('downloadDocuments refuses with every document without an XML if XML is requested', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    const known = await newDraft(cfdi, context);
    await bringTo(cfdi, known.documentRef, 'stamped');
    for (const format of ['xml', 'both']) {
      const { details } = await refused([documentRef, known.documentRef], format);
      expect([details.reason, details.issues!.length]).toEqual(['xml_missing', 2]);
    }
  });
});
