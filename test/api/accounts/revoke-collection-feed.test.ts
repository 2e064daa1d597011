import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { feed } from './books';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer()));

const revoke = () => api.request('DELETE', feed);

it('revokeCollectionFeed answers 200 and disables the address; the next feed has a different address', async () => {
  const { url } = await created(api, feed, {});
  expect(await dataOf(revoke())).toEqual({ deleted: true });
  expect((await fetch(url as string)).status).toBe(404);
  const next = await created(api, feed, {});
  expect(next.url).not.toBe(url);
  expect((await fetch(next.url as string)).status).toBe(200);
});

it('revokeCollectionFeed answers 404 for a customer without a calendar feed', async () => {
  await revoke();
  expect(refusalOf(await revoke())).toBe('404 not_found');
});
