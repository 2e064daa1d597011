import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { bodies } from '../request-examples';

const path = '/v1/settings/expense-categories';
let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

it('deleteExpenseCategory answers 200 and deletes the category; a second call gets 404', async () => {
  const { categoryId } = await created(api, path, { name: 'Luz' });
  const remove = () => api.request('DELETE', `${path}/${categoryId}`);
  expect(await dataOf(remove())).toEqual({ categoryId, deleted: true });
  expect(refusalOf(await remove())).toBe('404 not_found');
  await created(api, path, { name: 'Luz' });
});

it('deleteExpenseCategory answers 200 and archives a category that an expense uses', async () => {
  const { categoryId } = await created(api, path, { name: 'Renta' });
  await created(api, '/v1/expenses', { ...bodies['createExpense'], categoryId });
  const remove = api.request('DELETE', `${path}/${categoryId}`);
  expect(await dataOf(remove)).toEqual({ categoryId, deleted: false });
  const { json } = await api.request('GET', `${path}?active=false`);
  expect(json.data).toMatchObject([{ categoryId }]);
});
