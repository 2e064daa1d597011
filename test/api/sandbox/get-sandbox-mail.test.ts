import { randomUUID } from 'node:crypto';
import type { Api, Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { newMail } from './mails';

let api: Api;
let mail: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  mail = await newMail(api);
});

const get = (mailId: string, by = api) => by.request('GET', `/v1/sandbox/mails/${mailId}`);

describe('200', () => {
  it('getSandboxMail returns the mail with its text and its files', async () => {
    const { json } = await get(mail.mailId as string);
    expect(json.data).toEqual({
      ...mail,
      text: expect.stringContaining('folio fiscal'),
      files: ['application/xml', 'application/pdf'].map((contentType) => ({
        fileId: expect.any(String),
        fileName: expect.any(String),
        contentType,
        byteSize: expect.any(Number),
      })),
      url: expect.stringContaining('/links/'),
      urlExpiresAt: expect.any(String),
    });
  });

  it('getSandboxMail returns the address of a page that shows the mail and its files in a browser', async () => {
    const { url } = (await get(mail.mailId as string)).json.data as { url: string };
    const page = await fetch(url, { headers: { 'accept-language': 'en' } });
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(html).toContain('ana@example.com');
    const [, file = ''] = /href="([^"]+\/links\/[^"]+)"/.exec(html) ?? [];
    const xml = await fetch(file);
    expect(xml.headers.get('content-type')).toBe('application/xml');
  });
});

describe('404', () => {
  it('getSandboxMail refuses an unknown mail, and a mail of another organization', async () => {
    expect(refusalOf(await get(randomUUID()))).toBe('404 not_found');
    const stranger = await startDocumentedIssuer();
    expect(refusalOf(await get(mail.mailId as string, stranger))).toBe('404 not_found');
  });
});
