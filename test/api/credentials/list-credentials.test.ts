import { localDateIn } from '@timbre/fiscal';
import { created, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const named = (name: string) =>
  created(api, '/v1/credentials', { name, permissions: ['contacts:read'] });
const list = async (query = '') => (await api.request('GET', `/v1/credentials${query}`)).json;
const names = (page: { data: { name: string }[] }) => page.data.map(({ name }) => name);

describe('200', () => {
  it('listCredentials lists each credential once, the newest first, page by page', async () => {
    for (const name of ['Uno', 'Dos', 'Tres']) await named(name);
    const all = names(await list());
    expect(all.slice(0, 3)).toEqual(['Tres', 'Dos', 'Uno']);
    const first = await list('?limit=2');
    const second = await list(`?limit=50&cursor=${first.pagination.nextCursor}`);
    expect(first.pagination.hasMore).toBe(true);
    expect([...names(first), ...names(second)]).toEqual(all);
    expect(second.pagination).toEqual({ nextCursor: null, hasMore: false });
  });

  it('listCredentials finds credentials by words of the name, ignoring case and accents', async () => {
    await named('Almacén Ñandú');
    for (const query of ['almacen', 'ALMACÉN', 'ñandú', 'nandu']) {
      expect(names(await list(`?query=${encodeURIComponent(query)}`))).toEqual(['Almacén Ñandú']);
    }
    expect(names(await list('?query=100%25'))).toEqual([]);
  });

  it('listCredentials filters by the day of creation, and includes the first and the last day', async () => {
    const page = await list();
    const days = page.data.map(({ createdAt }: { createdAt: string }) =>
      localDateIn(Date.parse(createdAt), 'America/Mexico_City'),
    );
    const bounds = `?dateFrom=${days.at(-1)}&dateTo=${days[0]}`;
    expect(names(await list(bounds))).toEqual(names(page));
    expect(names(await list('?dateTo=2020-01-01'))).toEqual([]);
  });

  it('listCredentials returns no API keys and no digests of API keys', async () => {
    const { apiKey } = await named('Secreta');
    const text = JSON.stringify(await list());
    expect(text).not.toContain(apiKey);
    expect(text).not.toMatch(/digest|timbre_test_/);
  });
});
