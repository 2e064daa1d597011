import { randomUUID } from 'node:crypto';
import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { newMail } from './mails';

let api: Api;
let mail: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  const { mailId } = await newMail(api);
  mail = await dataOf(api.request('GET', `/v1/sandbox/mails/${mailId}`));
});

const download = (fileId: string, mailId = mail.mailId as string) =>
  api.request('GET', `/v1/sandbox/mails/${mailId}/files/${fileId}`);

describe('200', () => {
  it('downloadSandboxMailFile returns the same file that the recipient would get', async () => {
    const [xml, pdf] = mail.files;
    const document = `/v1/documents/${mail.documentRef}/files/xml`;
    const [sent, own] = [await download(xml.fileId as string), await api.request('GET', document)];
    expect(sent.headers.get('content-type')).toBe('application/xml');
    expect(sent.bytes.equals(own.bytes)).toBe(true);
    const printed = await download(pdf.fileId as string);
    expect(printed.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('downloadSandboxMailFile returns a link to the file with as=link', async () => {
    const [xml] = mail.files;
    const { url } = await dataOf(download(`${xml.fileId as string}?as=link`));
    const linked = await fetch(url as string);
    const { bytes } = await download(xml.fileId as string);
    expect(Buffer.from(await linked.arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('404', () => {
  it('downloadSandboxMailFile refuses an unknown file, and a file of another mail', async () => {
    expect(refusalOf(await download(randomUUID()))).toBe('404 not_found');
    const { fileId } = mail.files[0];
    expect(refusalOf(await download(fileId as string, randomUUID()))).toBe('404 not_found');
  });
});
