import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

const path = '/v1/settings/expense-categories';
let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('200 deletes the category; then 404', async () => {
  const { categoryId } = await created(api, path, { name: 'Luz' });
  const remove = () => api.request('DELETE', `${path}/${categoryId}`);
  expect(await dataOf(remove())).toEqual({ categoryId, deleted: true });
  expect(refusalOf(await remove())).toBe('404 not_found');
  await created(api, path, { name: 'Luz' });
});
