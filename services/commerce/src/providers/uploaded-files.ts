import { uploadBytesMax, type file } from '@timbre/api';
import { conflict, withoutKey, type Answer, type CallContext } from '@timbre/kit';
import type { UploadedFiles } from '../domain/ports';
import { ifFound, type FiscalCfdiClient } from './fiscal-cfdi-client';

/** Reads uploaded files from fiscal-cfdi in parts. */
export const uploadedFiles = (client: FiscalCfdiClient): UploadedFiles<CallContext> => ({
  async find(context, fileId) {
    const found = await ifFound(client.getFile({ fileId }, withoutKey(context)));
    if (!found) return undefined;
    const { data } = JSON.parse(Buffer.from(found.body).toString()) as {
      data: Answer<typeof file>;
    };
    if (data.state === 'stored') return data;
    throw conflict('The content of this file was never uploaded.', 'not_stored');
  },
  async read(context, fileId) {
    const parts: Uint8Array[] = [];
    for (let length = 0; ;) {
      const part = await client.readFilePart({ fileId, number: parts.length }, withoutKey(context));
      parts.push(part.content);
      length += part.content.length;
      if (length > uploadBytesMax) throw new RangeError('an upload is larger than uploads can be');
      if (part.isLast) return Buffer.concat(parts, length);
    }
  },
});
