import { startDatabase, testPool, type TestDatabase } from '@timbre/testkit';
import type { Pool } from 'pg';
import { arrayParameter } from './array-parameter';
import { recordValues, unnested } from './records';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await startDatabase('kit_array_parameter', () => Promise.resolve());
  pool = testPool(database.adminUrl);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/**
 * Returns the array as the database parsed it: the number of elements, and each element as text.
 */
async function stored(type: string, values: readonly unknown[]): Promise<unknown[]> {
  const { rows } = await pool.query<{ value: string | null }>(
    `select x::text as value from unnest($1::${type}[]) as x`,
    [arrayParameter(type, values)],
  );
  return rows.map(({ value }) => value);
}

const awkward = ['', 'NULL', ' a,b ', '{"x"}', String.raw`back\slash "quoted"`, 'ñandú 🙂\n\t'];
const uuids = ['00000000-0000-4000-8000-0123456789ab', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];

describe('arrayParameter', () => {
  test.each(['text', 'varchar'])('an array of %s preserves every character', async (type) => {
    expect(arrayParameter(type, awkward)).toBeInstanceOf(Buffer);
    expect(await stored(type, [...awkward, null])).toEqual([...awkward, null]);
  });

  test.each(['json', 'jsonb'])('an array of %s preserves every value', async (type) => {
    const values = awkward.map((value) => JSON.stringify({ value: [value, null, 1.5] }));
    const back = (await stored(type, [null, ...values])) as (string | null)[];
    expect(back[0]).toBeNull();
    expect(back.slice(1).map((text) => JSON.parse(text!) as unknown)).toEqual(
      awkward.map((value) => ({ value: [value, null, 1.5] })),
    );
  });

  test('arrays preserve bytes and identifiers', async () => {
    const bytes = [Buffer.from([0, 255, 92, 120]), new Uint8Array(), undefined];
    expect(await stored('bytea', bytes)).toEqual([String.raw`\x00ff5c78`, String.raw`\x`, null]);
    expect(await stored('uuid', [...uuids, null])).toEqual([...uuids, null]);
    expect(await stored('uuid', [uuids[1]!.toUpperCase()])).toEqual([uuids[1]]);
  });

  test.each([
    ['uuid', ['no-identifier', uuids[0]]],
    ['uuid', [`{${uuids[0]}}`]],
    ['text', [1, 'a']],
    ['int', [1, 2]],
    ['timestamptz', [new Date(0)]],
    ['text', []],
  ])('the driver writes an array of %s with the values %j', (type, values) => {
    expect(arrayParameter(type, values)).toBe(values);
  });

  test('the database rejects text that is invalid for the type', async () => {
    await expect(stored('uuid', ['no-identifier'])).rejects.toThrow('invalid input syntax');
    await expect(stored('jsonb', ['{'])).rejects.toThrow('invalid input syntax');
    await expect(stored('text', ['a\0'])).rejects.toThrow('invalid byte sequence');
  });
});

test('an array of records is sent as one array per property', async () => {
  const columns = [
    ['id', 'uuid'],
    ['note', 'jsonb'],
    ['count', 'int'],
    ['at', 'timestamptz'],
    ['isOpen', 'boolean'],
  ] as const;
  const records = [
    {
      id: uuids[0],
      note: { a: 'b' },
      count: 3,
      at: new Date('2026-01-02T03:04:05Z'),
      isOpen: true,
    },
    { id: uuids[1], note: undefined, count: null, at: null, isOpen: false },
  ];
  const { rows } = await pool.query(`select $1::text as more, x.* from ${unnested(columns, 2)}`, [
    'same',
    ...recordValues(columns, records),
  ]);
  expect(rows).toEqual([
    { more: 'same', ...records[0] },
    { more: 'same', ...records[1], note: null },
  ]);
});
