import busboy from 'busboy';
import type { Request } from 'express';

/**
 * The maximum size of a form part, in bytes. PACs accept a CFDI of at most about 1 MB; the limit includes
 * the base64 overhead and a margin.
 */
const PART_BYTES_MAX = 3 * 1024 * 1024;

/**
 * Returns the part `xml` of a multipart form, which is a field or a file; `undefined` if the part is
 * absent.
 */
export function readXmlPart(request: Request): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let form: busboy.Busboy;
    try {
      const limits = { fileSize: PART_BYTES_MAX, fieldSize: PART_BYTES_MAX, parts: 10 };
      form = busboy({ headers: request.headers, limits });
    } catch {
      // A request without a form has no part `xml`.
      return resolve(undefined);
    }
    let xml: string | undefined;
    form.on('field', (name, value) => {
      if (name === 'xml') xml = value;
    });
    form.on('file', (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (name === 'xml') xml = Buffer.concat(chunks).toString('utf8');
      });
    });
    form.on('error', reject);
    form.on('close', () => resolve(xml));
    request.pipe(form);
  });
}
