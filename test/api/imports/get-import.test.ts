import { randomUUID } from 'node:crypto';
import { dataOf, startApi, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newImport } from './spreadsheet';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const get = (importId: unknown, by = api) => by.request('GET', `/v1/imports/${String(importId)}`);

it('getImport answers 200 with the preview, its counts and its expiry', async () => {
  const job = await newImport(api, 'customers', 'nombre,rfc\nUNO,\nDOS,NO\n');
  expect(await dataOf(get(job.importId))).toEqual(job);
  expect(job).toMatchObject({ kind: 'customers', counts: { create: 1, invalid: 1 } });
  const days = (Date.parse(job.expiresAt as string) - Date.parse(job.updatedAt as string)) / 86_400_000;
  expect(Math.round(days)).toBe(7);
}); // prettier-ignore

it('getImport answers 404 for an unknown import, and for an import of another organization', async () => {
  const { importId } = await newImport(api, 'customers', 'nombre\nUNO\n');
  expect(refusalOf(await get(randomUUID()))).toBe('404 not_found');
  expect(refusalOf(await get(importId, await startApi()))).toBe('404 not_found');
});
