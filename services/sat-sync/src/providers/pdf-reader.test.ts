import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { pdfReader } from './pdf-reader';

const built = join(__dirname, '..', '..', 'dist', 'pdf-lines-worker.js');

test('the PDF reader reports a PDF that takes too long as temporary, and a file that is not a PDF as unreadable', async () => {
  const slow = pdfReader(built, 1);
  await expect(slow.read(Buffer.from('%PDF-1.7'))).rejects.toMatchObject({
    code: 'provider_unavailable',
    details: { reason: 'pdf_timeout', retryable: true },
  });
  await slow.close();
  const reader = pdfReader(built);
  expect(await reader.read(Buffer.from('no PDF'))).toEqual({ fault: 'pdf_unreadable' });
  await reader.close();
});

test('the PDF reader refuses a small PDF that decompresses to a huge size', async () => {
  const reader = pdfReader(built);
  const bomb = deflateSync(Buffer.alloc(96 << 20, ' '));
  expect(await reader.read(pdfOf(bomb))).toEqual({ fault: 'pdf_too_long' });
  const sound = deflateSync('BT /F 9 Tf 1 1 Td (Constancia) Tj ET');
  expect(await reader.read(pdfOf(sound))).toEqual({ text: 'Constancia' });
  await reader.close();
});

test('the PDF reader returns no characters that cannot be stored or that truncation could split', async () => {
  const reader = pdfReader(built);
  const cases = [
    ['<42>', 'Acuse'],
    ['<43>', 'Acuse'],
    ['<44>', 'Acuseé'],
    ['<45>', 'Acuseñ'],
  ] as const;
  for (const [odd, text] of cases) {
    const content = deflateSync(`BT /F 9 Tf 1 1 Td (Acuse) Tj ${odd} Tj ET`);
    expect(await reader.read(pdfOf(content, oddCodes))).toEqual({ text });
  }
  await reader.close();
});

/**
 * The codes B to E are mapped to a NUL, a surrogate pair, é, and ñ as a letter with a combining
 * tilde.
 */
const codes = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
4 beginbfchar
<42> <0000>
<43> <D83DDE00>
<44> <00E9>
<45> <006E0303>
endbfchar
endcmap`;
const oddCodes = `/ToUnicode 6 0 R >>>>>> endobj
6 0 obj <</Length ${codes.length}>> stream
${codes}
endstream endobj`;

/**
 * Returns a PDF of one page without a cross-reference table, which readers do not need to find the
 * objects.
 */
function pdfOf(content: Buffer, ofFont = '>>>>>> endobj'): Buffer {
  const head = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources 5 0 R>> endobj
5 0 obj <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica ${ofFont}
4 0 obj <</Length ${content.length} /Filter /FlateDecode>> stream
`;
  const foot = '\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF';
  return Buffer.concat([Buffer.from(head), content, Buffer.from(foot)]);
}
