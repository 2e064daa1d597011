import { createHash } from 'node:crypto';
import { created, dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { until } from '../until';

/**
 * Uploads a spreadsheet.
 * @returns the fileId
 */
export async function uploaded(
  api: Api,
  content: string | Uint8Array,
  fileName = 'lista.csv',
): Promise<string> {
  const bytes = Buffer.from(content);
  const { fileId, uploadUrl } = (await created(api, '/v1/files/uploads', {
    fileName,
    contentType: 'text/csv',
    byteSize: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })) as Shown;
  const { status } = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) });
  if (status !== 200) throw new Error(`the upload was answered ${status}`);
  return fileId as string;
}

/** Waits at most a minute until the import has none of these states, and returns the import. */
export const leaving = (api: Api, importId: string, ...states: string[]): Promise<Shown> =>
  until(
    60_000,
    () => dataOf(api.request('GET', `/v1/imports/${importId}`)),
    ({ state }) => !states.includes(state as string),
  );

/** Creates an import of a spreadsheet, and waits until the file was read or reading has failed. */
export async function newImport(
  api: Api,
  kind: string,
  content: string | Uint8Array,
  fileName?: string,
): Promise<Shown> {
  const body = { kind, fileId: await uploaded(api, content, fileName) };
  const { importId } = await dataOf(api.request('POST', '/v1/imports', { body }));
  return leaving(api, importId as string, 'parsing');
}
