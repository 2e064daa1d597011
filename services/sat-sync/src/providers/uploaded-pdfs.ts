import type { CallableRpcs } from '@timbre/contract';
import { conflict, withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { UploadedPdfs } from '../domain/portals';

type FiscalCfdiClient = ServiceClient<CallableRpcs<'sat-sync', 'fiscal-cfdi'>>;

/**
 * The size limit of an uploaded PDF. The SAT's own files have some hundred kilobytes; a larger file is
 * usually a scan without text.
 */
const pdfBytesMax = 10 << 20;

/** Reads uploaded files from fiscal-cfdi in parts. */
export const uploadedPdfs = (
  client: Pick<FiscalCfdiClient, 'readFilePart'>,
): UploadedPdfs<CallContext> => ({
  async read(context, fileId) {
    const parts: Uint8Array[] = [];
    for (;;) {
      const part = await client.readFilePart({ fileId, number: parts.length }, withoutKey(context));
      if (part.byteSize > pdfBytesMax) {
        throw conflict('The file is larger than 10 MB.', 'file_too_large');
      }
      parts.push(part.content);
      if (part.isLast) return Buffer.concat(parts);
    }
  },
});
