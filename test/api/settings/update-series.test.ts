import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let defaultId: string;
beforeAll(async () => {
  api = await startDocumented();
  defaultId = await newSeries('DEFAULT');
});

const newSeries = async (code: string = randomUUID().slice(0, 8), more: object = {}) =>
  (await created(api, '/v1/settings/series', { code, kind: 'income', ...more })).seriesId as string;

const update = (id: string, body: object) =>
  api.request('PATCH', `/v1/settings/series/${id}`, { body });

describe('200', () => {
  it('updateSeries increases the next folio', async () => {
    const id = await newSeries();
    expect((await dataOf(update(id, { nextFolio: 500 }))).nextFolio).toBe(500);
    expect((await dataOf(update(id, { nextFolio: 500 }))).nextFolio).toBe(500);
  });

  it('updateSeries deactivates and reactivates a series', async () => {
    const id = await newSeries();
    expect((await dataOf(update(id, { active: false }))).active).toBe(false);
    expect((await dataOf(update(id, { active: true }))).active).toBe(true);
  });

  it('updateSeries makes another series the default', async () => {
    const other = await startDocumented();
    const path = '/v1/settings/series';
    const first = await created(other, path, { code: 'A', kind: 'income' });
    const second = await created(other, path, { code: 'B', kind: 'income' });
    const body = { isDefault: true };
    await dataOf(other.request('PATCH', `${path}/${second.seriesId}`, { body }));
    const { json } = await other.request('GET', path);
    const defaults = json.data.filter(({ isDefault }: { isDefault: boolean }) => isDefault);
    expect(defaults.map(({ code }: { code: string }) => code)).toEqual(['B']);
    expect(first.isDefault).toBe(true);
  });
});

describe('400', () => {
  it('updateSeries refuses to change code or kind', async () => {
    const answer = await update(defaultId, { code: 'B', kind: 'payroll', nextFolio: 0 });
    expect(issuesOf(answer)).toEqual([
      'code: unknown_field',
      'kind: unknown_field',
      'nextFolio: too_small',
    ]);
  });
});

describe('404', () => {
  it('updateSeries refuses an unknown series', async () => {
    expect(refusalOf(await update(randomUUID(), {}))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('updateSeries refuses a next folio that was already used', async () => {
    const id = await newSeries(undefined, { nextFolio: 100 });
    expect(refusalOf(await update(id, { nextFolio: 99 }))).toBe(
      '409 conflict next_folio_not_upward',
    );
  });

  it.each([{ active: false }, { isDefault: false }])(
    'updateSeries keeps the default of a kind until another replaces it: %j',
    async (body) => {
      expect(refusalOf(await update(defaultId, body))).toBe('409 conflict series_is_default');
    },
  );

  it('updateSeries refuses to make an inactive series the default', async () => {
    const id = await newSeries();
    const answer = await update(id, { active: false, isDefault: true });
    expect(refusalOf(answer)).toBe('409 conflict series_inactive');
  });
});
