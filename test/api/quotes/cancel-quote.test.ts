import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { ask, newQuote, newSent, publicly } from './offer';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const cancel = (documentRef: unknown) => ask(api, documentRef, 'cancel');

it('cancelQuote answers 200 for a draft, a published quote and an accepted quote', async () => {
  const [draft, sent, accepted] = [await newQuote(api), await newSent(api), await newSent(api)];
  await dataOf(ask(api, accepted.documentRef, 'accept', publicly));
  for (const { documentRef } of [draft, sent, accepted]) {
    expect(await dataOf(cancel(documentRef))).toMatchObject({ status: 'canceled' });
  }
});

it('cancelQuote answers 409: conflict for a canceled quote', async () => {
  const { documentRef } = await newQuote(api);
  await cancel(documentRef);
  expect(refusalOf(await cancel(documentRef))).toBe('409 conflict canceled');
});
