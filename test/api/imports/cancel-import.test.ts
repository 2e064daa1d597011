import { randomUUID } from 'node:crypto';
import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { newImport } from './spreadsheet';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const cancel = (importId: unknown) => api.request('POST', `/v1/imports/${String(importId)}/cancel`);

it('cancelImport answers 200 for a preview, which then changes nothing', async () => {
  const { importId } = await newImport(api, 'customers', 'nombre\nUNO\n');
  const canceled = await dataOf(cancel(importId));
  expect(canceled).toMatchObject({ importId, state: 'canceled', finishedAt: expect.any(String) });
  expect((await api.request('GET', '/v1/contacts')).json.data).toEqual([]);
});

it('cancelImport answers 404 for an unknown import', async () => {
  expect(refusalOf(await cancel(randomUUID()))).toBe('404 not_found');
});

it('cancelImport answers 409 for an import that has ended', async () => {
  const { importId } = await newImport(api, 'customers', 'nombre\nUNO\n');
  await cancel(importId);
  expect(refusalOf(await cancel(importId))).toBe('409 conflict import_not_cancelable');
});
