import { customItem, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { ask, newQuote, newSent } from './offer';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const patch = (documentRef: unknown, body: object) =>
  api.request('PATCH', `/v1/quotes/${documentRef as string}`, { body });

describe('200', () => {
  it('updateQuote replaces given fields, clears null fields and does not change the rest', async () => {
    const { documentRef, totals } = await newQuote(api, { notes: 'Gracias' });
    const changed = await dataOf(patch(documentRef, { customerName: 'Ana', notes: null }));
    expect(changed).toMatchObject({ customerName: 'Ana', totals });
    expect(changed).not.toHaveProperty('notes');
    const items = [customItem, customItem];
    expect(await dataOf(patch(documentRef, { items }))).toMatchObject({
      items: [{ lineRef: '1' }, { lineRef: '2' }],
    });
  });

  it('updateQuote stores changes of a published quote separately from the published revision', async () => {
    const { documentRef } = await newSent(api);
    const waiting = await dataOf(patch(documentRef, { customerName: 'Ana' }));
    expect(waiting).toMatchObject({
      customerName: 'Eva',
      revisionNumber: 1,
      pendingRevision: { customerName: 'Ana' },
    });
    const published = await dataOf(ask(api, documentRef, 'publish'));
    expect(published).toMatchObject({ customerName: 'Ana', revisionNumber: 2 });
    expect(published).not.toHaveProperty('pendingRevision');
  });
});

it('updateQuote answers 400 if a required field is cleared', async () => {
  const { documentRef } = await newQuote(api);
  const answer = await patch(documentRef, { customerName: null, items: [] });
  expect(issuesOf(answer)).toEqual(['customerName: invalid_type', 'items: too_small']);
});

it('updateQuote answers 409 conflict after the quote is canceled', async () => {
  const { documentRef } = await newQuote(api);
  await ask(api, documentRef, 'cancel');
  expect(refusalOf(await patch(documentRef, { notes: 'x' }))).toBe('409 conflict canceled');
});
