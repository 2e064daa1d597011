import { dataOf, newDraft, setUpIssuer, type Api } from '@timbre/testkit/client';
import { pngOf } from '../../../services/fiscal-cfdi/test/logos';
import { pagesOf } from '../../../services/fiscal-cfdi/test/read-pdf';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
  await setUpIssuer(api);
});

const put = (body: object, by: Api = api) =>
  by.request('PUT', '/v1/organization/branding', { body });

describe('200', () => {
  it('putBranding stores the logo, colour and footer, which documents then show', async () => {
    const logo = pngOf({ width: 20, height: 10 });
    const body = {
      accentColor: '#0a7d4f',
      logo: logo.toString('base64'),
      pdfFooter: 'Gracias por su preferencia · Ñandú',
    };
    expect(await dataOf(put(body))).toEqual({
      accentColor: '#0A7D4F',
      logo: { contentType: 'image/png', byteSize: logo.length },
      pdfFooter: body.pdfFooter,
      updatedAt: expect.any(String),
    });
    const documentRef = await newDraft(api);
    const { bytes } = await api.request('GET', `/v1/documents/${documentRef}/files/pdf`);
    expect((await pagesOf(new Uint8Array(bytes))).join(' ')).toContain(body.pdfFooter);
    expect(bytes.includes('/Subtype /Image')).toBe(true);
  });

  it('putBranding removes the fields that are missing in the request', async () => {
    expect(await dataOf(put({}))).toEqual({ updatedAt: expect.any(String) });
  });
});

describe('400', () => {
  it('putBranding reports all faults at once', async () => {
    const answer = await put({
      accentColor: '#12345', logo: '!', pdfFooter: 'x'.repeat(121), theme: 'dark',
    }); // prettier-ignore
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'accentColor: color_invalid',
      'logo: invalid_format',
      'pdfFooter: too_big',
      'theme: unknown_field',
    ]);
  });

  it.each([
    ['R0lGODlhAQABAAAAACw=', 'logo: logo_unreadable'],
    ['A'.repeat(699_056), 'logo: too_big'],
  ])(
    'putBranding refuses a logo that cannot be printed or is too large',
    async (logo, expected) => {
      expect(issuesOf(await put({ logo }))).toEqual([expected]);
    },
  );
});
