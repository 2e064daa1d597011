import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newReceipt, newTill } from './till';

let api: Api;
let path: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  const { documentRef } = await newReceipt(api, await newTill(api));
  path = `/v1/documents/${documentRef as string}/files`;
});

it.each(['pdf', 'ticket'])(
  'downloadDocument returns the receipt as the file %s',
  async (format) => {
    const { status, headers, bytes } = await api.request('GET', `${path}/${format}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { url } = await dataOf(api.request('GET', `${path}/${format}?as=link`));
    const linked = Buffer.from(await (await fetch(url as string)).arrayBuffer());
    expect(linked.subarray(0, 5).toString()).toBe('%PDF-');
  },
);

it('downloadDocument answers 400 for the XML of a receipt, which does not exist', async () => {
  const answer = await api.request('GET', `${path}/xml`);
  expect(refusalOf(answer)).toBe('400 validation_error');
  expect(issuesOf(answer)).toEqual(['format: format_not_available']);
});
