import { Migration } from '@mikro-orm/migrations';
import type { common } from '@timbre/contract';
import { callContext, serviceRuntime, testPool, type ServiceRuntime } from '@timbre/testkit';
import { idempotencyTable, tenantTable } from './tables';
import type { MigrationList } from './migrate';
import type { List } from './page';
import { hasWords, wordPatterns } from './search';
import { indexSearches, indexShortWords } from './search-index';
import { query } from '../operation/query';

class CreateReceipts extends Migration {
  override up(): void {
    for (const sql of idempotencyTable('searched')) this.addSql(sql);
    for (const table of ['receipts', 'slips']) {
      this
        .addSql(`create table ${table} (org_id uuid not null, id uuid not null, kind text not null,
        day date not null, search_text text not null, primary key (org_id, id))`);
      for (const sql of tenantTable(table)) this.addSql(sql);
    }
    this.addSql('create index receipts_day on receipts (org_id, day, id)');
  }
}

const list: List = {
  name: 'receipts',
  resource: { name: 'receipt', table: 'receipts', json: 'to_json(r.search_text)' },
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  dateColumn: 'r.day',
  order: { column: 'day', type: 'date' },
};

/** A list that is sorted by the identifiers of its rows. */
const { order: _, ...slips } = {
  ...list,
  name: 'slips',
  resource: { ...list.resource, table: 'slips' },
};

type Asked = { page: common.PageRequest; kind?: string | undefined };
const listOf = (one: List) =>
  query((read, { page, kind }: Asked) =>
    read.page(one, page, kind === undefined ? [] : [['r.kind = $1', kind]]),
  );
const [search, searchRowByRow] = [listOf(list), listOf({ ...list, isSearchIndexed: false })];

let service: ServiceRuntime;
const context = callContext();
const other = callContext();

/**
 * Inserts rows of the organization `of` in the order of their numbers. Each word of a row occurs
 * with a different frequency: `all` occurs in every row, `few` in every 500th row, `old` in the
 * first half, and each folio in one row.
 */
const addRows = (of: string, count: number) =>
  service.rows(
    `insert into receipts (org_id, id, kind, day, search_text)
     select $1, ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'k' || n % 7,
       date '2026-01-01' + n / 40,
       concat_ws(' ', 'todos', 'a-' || n, 'p' || n % 13, case when n % 500 = 0 then 'pocos' end,
         case when n < $2 / 2 then 'viejos' end, case when n % 90 = 0 then 'noventa' end)
     from generate_series(1, $2::int) n`,
    [of, count],
  );

const tables = [{ table: 'receipts', orderColumn: 'day' }, { table: 'slips' }];
const migrations: MigrationList[] = [
  { name: '1-receipts', class: CreateReceipts },
  { name: '2-searches', class: indexSearches('searched', tables) },
  { name: '3-short-words', class: indexShortWords('searched', tables) },
];

beforeAll(async () => {
  service = await serviceRuntime({
    service: 'searched',
    entities: [],
    migrations,
    constraints: {},
  });
  await addRows(context.organizationId, 12_000);
  await addRows(other.organizationId, 12_000);
  await service.rows('analyze');
});
afterAll(() => service.close());

const found = async (page: Partial<common.PageRequest>, kind?: string) =>
  (await service.page(search, context, { page: page as common.PageRequest, kind }))
    .data as never as string[];

/** Returns the number of statements that a search runs. */
async function statementsOf(words: string): Promise<number> {
  const asked = jest.spyOn(service.runtime.pool, 'query');
  try {
    await found({ query: words });
    return asked.mock.calls.length;
  } finally {
    asked.mockRestore();
  }
}

describe('a search with an index finds the same rows as a search that reads all rows', () => {
  it.each([
    ['todos'],
    ['pocos'],
    ['viejos'],
    ['noventa'],
    ['pocos viejos'],
    ['noventa pocos todos viejos'],
    ['a-77'],
    ['a-7'],
    ['7'],
    ['p1'],
    ['p12 viejos'],
    ['a-5000'],
    ['A-500 Pócos'],
    ['no-hay'],
    ['%'],
    ['_\\'],
    ['vi'],
    ['z'],
    ['to vi'],
    ['zz'],
    ['77'],
    ['todos 77'],
    ['no-hay z'],
  ])('%s, page by page', async (words) => {
    for (const kind of [undefined, 'k3']) {
      for (const limits of [{}, { dateFrom: '2026-02-01', dateTo: '2026-06-01' }]) {
        let cursor: string | null | undefined;
        for (let pages = 0; pages < 5 && cursor !== null; pages += 1) {
          const page = { query: words, limit: 50, ...limits, ...(cursor && { cursor }) };
          const asked = { page: page as common.PageRequest, kind };
          const expected = await service.page(searchRowByRow, context, asked);
          expect(await service.page(search, context, asked)).toEqual(expected);
          cursor = expected.pagination.nextCursor;
        }
      }
    }
  });
});

it.each([
  ['todos', 1],
  ['a-77', 2],
  ['no-hay', 2],
  ['viejos', 2],
  ['to', 1],
  ['zz', 2],
  ['vi', 2],
  ['q vi', 2],
])('a search for %s does not read all rows', async (words, statements) => {
  expect(await statementsOf(words)).toBe(statements);
});

it('a search for one or two letters matches the beginning of a word, after a blank or a punctuation mark', async () => {
  const all = await found({ query: 'a-90 90 n', limit: 50 });
  expect(all).toContain('todos a-90 p12 viejos noventa');
  expect(all.every((text) => /\ba-90\d* /.test(text) && text.includes('noventa'))).toBe(true);
  expect(await found({ query: 'od' })).toEqual([]);
  expect(await found({ query: 'a-90 0' })).toEqual([]);
});

it('a word filter uses the search index like a search, also in combination with a search', async () => {
  const filtered = (isSearchIndexed: boolean) =>
    query((read, { page, words }: { page: common.PageRequest; words: string }) =>
      read.page({ ...list, isSearchIndexed }, page, [
        [hasWords('r.search_text', '$1'), wordPatterns(words), 'words'],
      ]),
    );
  const asked = jest.spyOn(service.runtime.pool, 'query');
  for (const page of [{}, { query: 'viejos' }, { query: 'no-hay' }, { dateFrom: '2026-02-01' }]) {
    const given = { page: page as common.PageRequest, words: 'a-77' };
    const expected = await service.page(filtered(false), context, given);
    asked.mockClear();
    expect(await service.page(filtered(true), context, given)).toEqual(expected);
    expect(asked.mock.calls.length).toBe(2);
  }
  asked.mockRestore();
});

it('a search reads all rows if its filter excludes all rows that the index found', async () => {
  const page = { query: 'viejos' };
  expect((await found(page, 'k3')).length).toBe(20);
  expect(await found(page, 'no kind')).toEqual([]);
});

it('a new row is found immediately', async () => {
  expect(await found({ query: 'recién' })).toEqual([]);
  await service.rows(
    `insert into receipts (org_id, id, kind, day, search_text)
     values ($1, '01980000-0000-7000-8000-000000000000', 'k1', '2025-01-01', 'recien')`,
    [context.organizationId],
  );
  expect(await found({ query: 'recién' })).toEqual(['recien']);
});

it.each([
  ['the order of identifiers', slips],
  ['the order of days', list],
])('a list in %s goes on after its last row was deleted', async (_name, of) => {
  const { table } = of.resource;
  const { organizationId } = context;
  if (table === 'slips')
    await service.rows('insert into slips select * from receipts where org_id = $1', [
      organizationId,
    ]);
  const read = (isSearchIndexed: boolean, page: object) => {
    const asked = { page: { query: 'a-77', limit: 50, ...page } as common.PageRequest };
    return service.page(listOf({ ...of, isSearchIndexed }), context, asked);
  };
  let cursor: string | null = null;
  for (const page of [1, 2]) {
    const shown = await read(true, cursor ? { cursor } : {});
    expect([page, shown.data.length]).toEqual([page, 50]);
    cursor = shown.pagination.nextCursor;
  }
  const [, , place] = JSON.parse(Buffer.from(cursor!, 'base64url').toString()) as string[];
  const last = place!.split(':').at(-1);
  const [row] = await service.rows<{ search_text: string }>(
    `delete from ${table} where org_id = $1 and id = $2 returning *`,
    [organizationId, last],
  );
  expect(row?.search_text).toContain('a-7700 ');
  const rest = await read(true, { cursor });
  expect(rest).toEqual(await read(false, { cursor }));
  expect(rest.data.length).toBe(11);
});

it('a search reads all rows if the search function exceeds its time limit', async () => {
  const definition = await definitionOfSearch();
  const replace = (code: string) =>
    service.rows(
      `create or replace function search_receipts(words text[], organization uuid, last uuid)
       returns uuid[] language plpgsql security definer as $$
       begin raise exception using errcode = '${code}'; end $$`,
    );
  await replace('57014');
  const statements = await statementsOf('a-77');
  const shown = await found({ query: 'a-7777' });
  await replace('55P03');
  await expect(found({ query: 'a-7777' })).rejects.toThrow();
  await service.rows(definition);
  expect(statements).toBe(3);
  expect(shown).toEqual(['todos a-7777 p3']);
});

async function definitionOfSearch(): Promise<string> {
  const [{ definition }] = (await service.rows<{ definition: string }>(
    `select pg_get_functiondef('search_receipts'::regproc) as definition`,
  )) as [{ definition: string }];
  return definition;
}

describe('the search function', () => {
  const call = `select search_receipts(array['%a-777%'], $1::uuid, null) as ids`;
  const idsOf = async (bound: string | undefined, given: string) =>
    (await service.asOrganization<{ ids: string[] | null }>(bound, call, [given]))[0]!.ids;
  const [own, theirs] = [context.organizationId, other.organizationId];

  it('the search function finds only rows of the bound organization', async () => {
    const rows = await service.rows<{ id: string }>(
      `select id from receipts where org_id = $1 and search_text like '%a-777%'`,
      [own],
    );
    const ids = rows.map(({ id }) => id);
    expect(ids.length).toBe(11);
    expect((await idsOf(own, own))!.toSorted()).toEqual(ids.toSorted());
  });

  it('the search function finds word prefixes only in rows of the bound organization', async () => {
    const short = `select search_receipts(array['a', '77'], $1::uuid, null) as ids`;
    const [of] = await service.asOrganization<{ ids: string[] }>(own, short, [own]);
    const rows = await service.rows<{ id: string }>(
      `select id from receipts where org_id = $1 and search_text ~ '\\ma-77'`,
      [own],
    );
    expect(of!.ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(await service.asOrganization(own, short, [theirs])).toEqual([{ ids: null }]);
  });

  it('the search function finds nothing if another organization or none is bound', async () => {
    expect(await idsOf(own, theirs)).toBeNull();
    expect(await idsOf(undefined, own)).toBeNull();
    expect(await idsOf('', own)).toBeNull();
  });

  it('the search function returns null after a row that was deleted', async () => {
    const after = `select search_receipts(array['%a-777%'], $1::uuid, gen_random_uuid()) as ids`;
    expect(await service.asOrganization(own, after, [own])).toEqual([{ ids: null }]);
  });

  it('the search function cannot be called by the system role, because it is only for requests', async () => {
    const system = testPool(service.database.systemUrl, 1);
    await expect(system.query(call, [own])).rejects.toThrow('permission denied');
    await system.end();
  });

  it('the search function uses the index', async () => {
    const app = testPool(service.database.appUrl, 1);
    await app.query('begin');
    await app.query(`select set_config('app.org_id', $1, true)`, [own]);
    await app.query(call, [own]);
    const { rows } = await app.query(
      `select pg_stat_get_xact_numscans('receipts_words'::regclass)::int as scans,
         pg_stat_get_xact_numscans('receipts'::regclass)::int as "tableScans"`,
    );
    await app.query('rollback');
    await app.end();
    expect(rows).toEqual([{ scans: 1, tableScans: 0 }]);
  });

  it('a search function that returned rows of other organizations would still not show them', async () => {
    const definition = await definitionOfSearch();
    const theirFolio = 'a-secreto';
    await service.rows(
      `insert into receipts (org_id, id, kind, day, search_text)
       values ($1, gen_random_uuid(), 'k1', '2025-01-01', $2)`,
      [theirs, theirFolio],
    );
    await service.rows(
      `create or replace function search_receipts(words text[], organization uuid, last uuid)
       returns uuid[] language sql security definer
       begin atomic select array_agg(id) from receipts; end`,
    );
    expect(await found({ query: theirFolio })).toEqual([]);
    const shown = await found({ query: 'a-7777' });
    await service.rows(definition);
    expect(shown).toEqual(['todos a-7777 p3']);
  });

  const migrateAgain = async () => {
    const owner = testPool(service.database.ownerUrl, 1);
    for (const { class: Searches } of migrations.slice(1)) {
      const again = new Searches({} as never, {} as never);
      await again.up();
      for (const sql of again.getQueries()) await owner.query(String(sql));
    }
    await owner.end();
  };

  it('a migration that was interrupted creates the search function when it is repeated', async () => {
    await service.rows('drop function search_receipts(text[], uuid, uuid)');
    await migrateAgain();
    expect(await found({ query: 'a-5000' })).toEqual(['todos a-5000 p8 pocos viejos']);
    expect((await found({ query: 'vi', limit: 50 })).length).toBe(50);
  });
});
