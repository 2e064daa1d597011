import { Migration } from '@mikro-orm/migrations';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import * as sql from './resource';
import { idempotencyTable, instantFunction, tenantTable } from './tables';

/** Creates a table whose columns are null, empty, or contain characters that JSON escapes. */
class CreateThings extends Migration {
  override up(): void {
    this.addSql(instantFunction);
    for (const sql of idempotencyTable('shown')) this.addSql(sql);
    this.addSql(`create table things (org_id uuid not null, id uuid not null, name text, kind text,
      is_open boolean, pieces int, amount numeric(18, 6), seen_at timestamptz, seen_on date,
      stored jsonb, parts jsonb, primary key (org_id, id))`);
    for (const sql of tenantTable('things')) this.addSql(sql);
  }
}

interface Thing {
  thingId: string;
  category: string;
  name?: string;
  kind?: string;
  isOpen?: boolean;
  pieces?: number;
  amount?: number;
  seenAt?: string;
  seenOn?: string;
  stored?: object;
  parts?: { amount?: number; note?: string }[];
  chosen?: { name?: string };
  never?: string;
}

const { code, text, flag, integer, number, instant, json, object, when, selected } = sql;

const part = object<NonNullable<Thing['parts']>[number]>({
  amount: sql.entryNumber('amount'),
  note: text(`e.entry->>'note'`),
});

const thing = sql.resource<Thing>(
  'thing',
  'things',
  {
    name: text('r.name'),
    thingId: code('r.id'),
    category: `'thing'`,
    kind: code('r.kind'),
    isOpen: flag('r.is_open'),
    pieces: integer('r.pieces'),
    amount: number('r.amount'),
    seenAt: instant('r.seen_at'),
    seenOn: code('r.seen_on'),
    stored: json('r.stored'),
    parts: sql.entriesOf('r.parts', part),
    chosen: when(
      'r.is_open',
      selected(object<{ name?: string }>({ name: text('o.name') }), 'from (select r.name) o'),
      when('r.pieces > 0', object<{ name?: string }>({ name: text('d.name') })),
    ),
    never: sql.absent,
  },
  `from (select 'beside "it"' as name) d`,
);

let service: ServiceRuntime;

beforeAll(async () => {
  service = await serviceRuntime({
    service: 'shown',
    entities: [],
    migrations: [{ name: '1-things', class: CreateThings }],
    constraints: {},
  });
});
afterAll(() => service.close());

const rendered = async (values: Record<string, unknown>): Promise<[string, string]> => {
  const [row] = await service.rows<{ json: string; text: string }>(
    `select ${thing.json}::text as json, ${sql.textOf(thing)} as text
     from jsonb_populate_record(null::things, $1::jsonb) r`,
    [JSON.stringify({ id: '01990000-0000-7000-8000-000000000001', ...values })],
  );
  return [row!.json, row!.text];
};

it('a resource whose members are all marked is rendered as text instead of JSON', () => {
  expect(sql.textOf(thing)).not.toContain('json_build_object');
});

it('an object with an unmarked column is rendered only as JSON', () => {
  const unmarked = sql.resource<{ name: string }>('thing', 'things', { name: 'r.name' });
  expect(sql.textOf(unmarked)).toBe(`${unmarked.json}::text`);
});

it.each<[string, Record<string, unknown>]>([
  ['nothing else', {}],
  ['signs that JSON escapes', { name: 'a "b" \\ \n \u0001 ñ 😀 </x>', kind: 'sale' }],
  ['empty texts', { name: '', kind: '' }],
  ['the text null', { name: 'null', stored: 'null' }],
  ['numbers with zeros', { amount: '12.500000', pieces: 0 }],
  ['a negative number', { amount: '-0.000001', pieces: -7 }],
  ['instants and days', { seen_at: '2026-02-28T23:59:59.001-06:00', seen_on: '2026-02-28' }],
  [
    'a stored object with blanks and nulls',
    { stored: { a: { b: null, c: [1, null, {}] }, d: 'x' } },
  ],
  ['a stored list', { stored: [] }],
  ['a stored null', { stored: null }],
  ['no parts', { parts: [] }],
  ['parts', { parts: [{ amount: '1.10', note: 'a"b' }, { note: null }, { amount: '2' }] }],
  ['the chosen value', { is_open: true, name: 'open' }],
  ['the other value', { is_open: false, pieces: 2 }],
  ['an empty chosen value', { is_open: true }],
])('the text form of a resource with %s has the bytes of its JSON form', async (_, values) => {
  const [asJson, asText] = await rendered(values);
  expect(asText).toBe(asJson);
});
