import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagesOf } from '../../test/read-pdf';
import {
  income,
  payment,
  printed,
  printedRetenciones,
  retenciones,
  uuid,
} from '../../test/printed-samples';
import { draftXml } from './draft-xml';
import { pdfPrinter, type PdfPrinter } from './pdf-printer';

const built = join(__dirname, '..', '..', 'dist', 'print-worker.js');

const textOf = async (pdf: Uint8Array) => (await pagesOf(pdf)).join(' ');

function prints(open: (environment: 'production' | 'sandbox') => PdfPrinter): void {
  let printer: PdfPrinter;
  beforeAll(() => (printer = open('production')));
  afterAll(() => printer.close());

  it('the printer prints a stamped document from its XML', async () => {
    const { xml } = printed(income());
    const text = await textOf(await printer.print({ kind: 'cfdi', xml: Buffer.from(xml) }));
    expect(text).toContain(uuid);
    expect(text).toContain('Sello digital del SAT');
  });

  it('the printer prints a withholding document', async () => {
    const { xml } = printedRetenciones(retenciones());
    const text = await textOf(await printer.print({ kind: 'withholding', xml }));
    expect(text).toContain('Constancia de retenciones');
  });

  it.each([['income', income] as const, ['payment', payment] as const])(
    'the printer prints a draft of %s from its unsealed document',
    async (_, build) => {
      const job = { kind: 'cfdi', xml: draftXml(build()), isDraft: true } as const;
      const text = await textOf(await printer.print(job));
      expect(text).toContain('BORRADOR – sin validez fiscal');
      expect(text).not.toContain('0'.repeat(20));
    },
  );

  it('the printer marks every document of a sandbox and no document of production', async () => {
    const sandbox = open('sandbox');
    const job = { kind: 'cfdi', xml: printed(income()).xml } as const;
    try {
      for (const paper of [job, { ...job, isCanceled: true }]) {
        const text = await textOf(await sandbox.print(paper));
        expect(text).toContain('SIN VALIDEZ FISCAL');
        expect(text).toContain('PRUEBA – sin validez fiscal');
        expect(text.includes('CANCELADO')).toBe('isCanceled' in paper);
        expect(await textOf(await printer.print(paper))).not.toMatch(/validez/i);
      }
    } finally {
      await sandbox.close();
    }
  });

  it('the printer handles concurrent requests', async () => {
    const { xml } = printed(income());
    const all = await Promise.all(
      Array.from({ length: 12 }, () => printer.print({ kind: 'cfdi', xml })),
    );
    expect(new Set(all.map((pdf) => Buffer.from(pdf).toString('base64'))).size).toBe(1);
  });

  it('the printer refuses a file that is not a CFDI', async () => {
    await expect(printer.print({ kind: 'cfdi', xml: '<a/>' })).rejects.toThrow(
      /root element is a,/,
    );
  });
}

describe('printing in the current thread', () =>
  prints((environment) => pdfPrinter({ environment })));

it('the printer returns an error that allows a retry if a document is not printed in time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'printer-'));
  const never = join(folder, 'never.js');
  writeFileSync(never, 'module.exports = () => new Promise(() => setTimeout(() => {}, 60_000));');
  const printer = pdfPrinter({ environment: 'production', filename: never, msMax: 300 });
  const refused = printer.print({ kind: 'cfdi', xml: '<a/>' });
  await expect(refused).rejects.toMatchObject({
    code: 'provider_unavailable',
    details: { retryable: true },
  });
  await printer.close();
  rmSync(folder, { recursive: true });
});

// The tests need compiled files, because worker threads load them; `npm test` compiles before it runs the
// tests.
describe('printing in worker threads', () =>
  prints((environment) => pdfPrinter({ environment, filename: built })));
