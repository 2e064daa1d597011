import { join } from 'node:path';
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
