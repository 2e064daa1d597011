import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newQuote, newSent } from './offer';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer('Seller')));

it('getQuote answers 200 and returns the quote', async () => {
  const quote = await newQuote(api);
  const path = `/v1/quotes/${quote.documentRef as string}`;
  expect(await dataOf(api.request('GET', path))).toEqual(quote);
});

it.each(['quote:x', 'cfdi:01890000-0000-7000-8000-000000000000', 'x'])(
  'getQuote answers 404 for the reference %s',
  async (documentRef) => {
    const answer = await api.request('GET', `/v1/quotes/${documentRef}`);
    expect(refusalOf(answer)).toBe('404 not_found');
  },
);

describe('its file', () => {
  const file = (by: Api, documentRef: unknown, more = 'pdf') =>
    by.request('GET', `/v1/documents/${documentRef as string}/files/${more}`);

  it('the file of a quote is a PDF, which can also be downloaded by a link', async () => {
    const { documentRef } = await newSent(api);
    const { status, headers, bytes } = await file(api, documentRef);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { url } = await dataOf(file(api, documentRef, 'pdf?as=link'));
    const linked = await fetch(url as string);
    expect(Buffer.from(await linked.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('the file of a quote is not available as XML', async () => {
    const { documentRef } = await newSent(api);
    expect(issuesOf(await file(api, documentRef, 'xml'))).toEqual(['format: format_not_available']);
  });

  it('the file of a quote requires a fiscal profile with the name of the issuer', async () => {
    const bare = await startDocumented();
    const { documentRef } = await newSent(bare);
    expect(refusalOf(await file(bare, documentRef))).toBe('409 conflict fiscal_profile_missing');
  });

  it('the file of a quote has no deliveries before it is mailed', async () => {
    const { documentRef } = await newSent(api);
    const { json } = await api.request('GET', `/v1/documents/${documentRef as string}/deliveries`);
    expect(json.data).toEqual([]);
    const unknown = 'quote:01890000-0000-7000-8000-000000000000';
    const answer = await api.request('GET', `/v1/documents/${unknown}/deliveries`);
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});
