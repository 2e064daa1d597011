import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { pdfReader } from './pdf-reader';

const built = join(__dirname, '..', '..', 'dist', 'pdf-lines-worker.js');

test('a PDF that takes too long may be sent again; one that is none cannot be read', async () => {
  const slow = pdfReader(built, 1);
  await expect(slow.read(Buffer.from('%PDF-1.7'))).rejects.toMatchObject({
    ...{ code: 'provider_unavailable', details: { reason: 'pdf_timeout', retryable: true } },
  });
  await slow.close();
  const reader = pdfReader(built);
  expect(await reader.read(Buffer.from('no PDF'))).toEqual({ fault: 'pdf_unreadable' });
  await reader.close();
});

test('a small PDF that inflates to much more is not read', async () => {
  const reader = pdfReader(built);
  const bomb = deflateSync(Buffer.alloc(96 << 20, ' '));
  expect(await reader.read(pdfOf(bomb))).toEqual({ fault: 'pdf_too_long' });
  const sound = deflateSync('BT /F 9 Tf 1 1 Td (Constancia) Tj ET');
  expect(await reader.read(pdfOf(sound))).toEqual({ text: 'Constancia' });
  await reader.close();
});

/** A PDF of one page; readers find its objects without a table of their places. */
function pdfOf(content: Buffer): Buffer {
  const head = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources 5 0 R>> endobj
5 0 obj <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>> endobj
4 0 obj <</Length ${content.length} /Filter /FlateDecode>> stream
`;
  const foot = '\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF';
  return Buffer.concat([Buffer.from(head), content, Buffer.from(foot)]);
}
