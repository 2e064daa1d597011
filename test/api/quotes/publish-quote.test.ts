import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { ask, newQuote, newSent } from './offer';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

describe('200', () => {
  it('publishQuote increments the revision, and does not increment it if nothing has changed', async () => {
    const first = await newSent(api);
    expect(first).toMatchObject({ status: 'sent', revisionNumber: 1 });
    expect(first.lastPublishedAt).toBe(first.sentAt);
    const publish = () => dataOf(ask(api, first.documentRef, 'publish', { sendEmail: false }));
    expect(await publish()).toMatchObject({ status: 'sent', revisionNumber: 1 });
    const body = { notes: 'Entrega el lunes.' };
    await dataOf(api.request('PATCH', `/v1/quotes/${first.documentRef as string}`, { body }));
    const again = await publish();
    expect(again).toMatchObject({ status: 'sent', revisionNumber: 2, sentAt: first.sentAt });
    expect(again.publicLink).toEqual(first.publicLink);
    const { url } = first.publicLink as { url: string };
    expect(url).toMatch(/^http:\/\/\S+\/p\/[\w-]{22}$/);
  });
});

it('publishQuote answers 400 for an empty message', async () => {
  const { documentRef } = await newQuote(api);
  expect(issuesOf(await ask(api, documentRef, 'publish', { message: '' }))).toEqual([
    'message: too_small',
  ]);
});

it('publishQuote answers 400 if a mail is requested and the customer has no email address', async () => {
  const { documentRef } = await newQuote(api, { customerEmail: undefined });
  expect(issuesOf(await ask(api, documentRef, 'publish', { sendEmail: true }))).toEqual([
    'sendEmail: quote_email_missing',
  ]);
});

describe('409 conflict', () => {
  it('publishQuote refuses an expired offer; a later last day renews the offer', async () => {
    const days = { issueDate: '2020-01-01', validUntil: '2020-01-31' };
    const { documentRef } = await newQuote(api, days);
    const answer = await ask(api, documentRef, 'publish');
    expect(refusalOf(answer)).toBe('409 conflict valid_until_passed');
    expect(issuesOf(answer)).toEqual(['validUntil: valid_until_passed']);
    const body = { validUntil: '2100-01-01' };
    await dataOf(api.request('PATCH', `/v1/quotes/${documentRef as string}`, { body }));
    expect(await dataOf(ask(api, documentRef, 'publish'))).toMatchObject({ status: 'sent' });
  });
});
