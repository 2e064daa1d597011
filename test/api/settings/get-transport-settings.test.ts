import { dataOf } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

it('getTransportSettings answers 200 with empty lists until settings are stored', async () => {
  const api = await startDocumented();
  const path = '/v1/settings/transport';
  const get = () => dataOf(api.request('GET', path));
  const empty = { vehicles: [], figures: [], routes: [] };
  expect(await get()).toEqual(empty);
  const figures = [{ code: 'ANA', type: '01', name: 'ANA GOMEZ', license: 'LFD0123456' }];
  const set = await dataOf(api.request('PUT', path, { body: { ...empty, figures } }));
  expect(await get()).toEqual(set);
  expect(set).toEqual({ ...empty, figures, updatedAt: expect.any(String) as string });
});
