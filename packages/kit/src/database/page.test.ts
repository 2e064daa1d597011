import type { common } from '@timbre/contract';
import { instantOf } from '@timbre/fiscal';
import type { Refusal } from '../refusal/refusal';
import { pageQuery, type List } from './page';

const list: List = {
  name: 'things',
  resource: { name: 'thing', table: 'things', json: 'r.json' },
  searchColumn: 'r.search_text',
  dateColumn: 'r.dated_on',
};
const organization = { organizationId: '019a0000-0000-7000-8000-000000000001' };
const last = '019a0000-0000-7000-8000-0000000000ff';
const page = (over: Partial<common.PageRequest> = {}) => over as common.PageRequest;

type Filters = [string, unknown][];

function cursorOf(request: common.PageRequest, filters: Filters = [], of = list): string {
  const { render } = pageQuery(of, organization, request, filters);
  const body = JSON.parse(render({ items: '{}', more: true, last })) as {
    pagination: { nextCursor: string };
  };
  return body.pagination.nextCursor;
}

function refusalOf(request: common.PageRequest, filters: Filters = [], of = list): Refusal {
  try {
    pageQuery(of, organization, request, filters);
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('the cursor was taken');
}

test('a cursor continues after the last returned identifier', () => {
  const filters: Filters = [['r.kind = $1', 'customer']];
  const cursor = cursorOf(page({ query: 'Ñu' }), filters);
  const { query } = pageQuery(list, organization, page({ query: 'Ñu', cursor }), filters);
  expect(query.values).toContain(last);
  expect(query.sql).toContain(`r.id < $${query.values.indexOf(last) + 1}::uuid`);
});

test('a list sorted oldest first continues with greater identifiers', () => {
  const ordered = { ...list, isOldestFirst: true };
  const cursor = cursorOf(page(), [], ordered);
  const { query } = pageQuery(ordered, organization, page({ cursor }), []);
  expect(query.sql).toContain(`r.id > $${query.values.indexOf(last) + 1}::uuid`);
  expect(query.sql).not.toContain('desc');
});

test('a cursor is also valid for another page size', () => {
  const cursor = cursorOf(page({ limit: 5 }));
  expect(() => pageQuery(list, organization, page({ limit: 50, cursor }), [])).not.toThrow();
});

test.each([
  ['another list', page(), [], { ...list, name: 'others' }],
  ['another search', page({ query: 'b' }), [], list],
  ['other dates', page({ dateFrom: '2026-01-01' }), [], list],
  ['another filter', page(), [['r.kind = $1', 'supplier']], list],
] as [string, common.PageRequest, Filters, List][])(
  'a cursor of %s is refused',
  (_, request, filters, of) => {
    const refusal = refusalOf({ ...request, cursor: cursorOf(page()) }, filters, of);
    expect(refusal.code).toBe('validation_error');
    expect(refusal.details.issues).toMatchObject([{ path: ['cursor'], code: 'cursor_invalid' }]);
  },
);

const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  ['no base64', '%%%'],
  ['no JSON', Buffer.from('{').toString('base64url')],
  ['no list', packed({})],
  ['too short', packed(['things', ''])],
  ['no identifier', packed(['things', '[null,null,null]', "'; drop table things"])],
])('a cursor that is %s is refused', (_, cursor) => {
  expect(refusalOf(page({ cursor })).details.issues).toMatchObject([{ code: 'cursor_invalid' }]);
});

describe('column cursors', () => {
  const named = (at: string, type: 'bigint' | 'date' | 'text') => () => {
    const ordered: List = { ...list, order: { column: 'day', type } };
    const filterKey = JSON.stringify([null, null, null]);
    const cursor = packed(['things', filterKey, `${at}:${last}`]);
    return pageQuery(ordered, organization, page({ cursor }), []).query;
  };

  test.each([
    ['2026-02-28', 'date'],
    ['-12', 'bigint'],
    ['02 2026-01-01: 7', 'text'],
  ] as const)('continues after %s', (at, type) => {
    const { sql, values } = named(at, type)();
    const place = [at, last].map((value) => `$${values.indexOf(value) + 1}`);
    expect(sql).toContain(`(r.day, r.id) < (${place[0]}::${type}, ${place[1]}::uuid)`);
  });

  test('a list continues after the row of an older cursor that contains no sort value', () => {
    const { sql, values } = named('', 'date')();
    const id = `$${values.indexOf(last) + 1}::uuid`;
    expect(sql).toContain(
      `(r.day, r.id) < ((select c.day from things c where c.org_id = b.org::uuid and c.id = ${id}), ${id})`,
    );
  });

  test.each([
    ['2026-02-30', 'date'],
    ['1'.repeat(19), 'bigint'],
    ['a\0', 'text'],
  ] as const)('is refused with the value %j', (at, type) => {
    expect(named(at, type)).toThrow(expect.objectContaining({ code: 'validation_error' }) as Error);
  });
});

test('the last page and an empty page have no cursor', () => {
  const { render } = pageQuery(list, organization, page(), []);
  const end = '"pagination":{"nextCursor":null,"hasMore":false}}';
  expect(render({ items: '{"a":1}', more: false, last: null })).toBe(`{"data":[{"a":1}],${end}`);
  expect(render(undefined)).toBe(`{"data":[],${end}`);
});

test('a search matches its words literally', () => {
  const { query } = pageQuery(list, organization, page({ query: '100%_\\ b' }), []);
  expect(query.values).toContainEqual(['%100\\%\\_\\\\%', '%b%']);
  expect(query.values).toContainEqual(['(^|[^a-z0-9])b']);
});

describe('day filters', () => {
  const instants: List = { ...list, instantColumn: 'r.created_at', dateColumn: undefined as never };
  const bounds = (timeZone: string | undefined, over: Partial<common.PageRequest>) => {
    const { query } = pageQuery(instants, { ...organization, timeZone }, page(over), []);
    return query.values.filter((value) => value instanceof Date).map((at) => at.toISOString());
  };
  const day = { dateFrom: '2026-11-20', dateTo: '2026-11-20' };

  test.each([
    ['a range of days', day, true],
    ['no range of days', {}, false],
  ])('PostgreSQL plans a page with %s for its values: %j %j', (_, over, isPlannedForValues) => {
    expect(pageQuery(list, organization, page(over), []).query).toMatchObject({
      isPlannedForValues,
    });
  });

  test.each([
    ['America/Tijuana', ['2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z']],
    ['America/Cancun', ['2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z']],
    [undefined, ['2026-11-20T06:00:00.000Z', '2026-11-21T06:00:00.000Z']],
  ])('the days of a list begin and end at midnight in %s', (timeZone, expected) => {
    expect(bounds(timeZone, day)).toEqual(expected);
  });

  test.each(['America/Tijuana', 'America/Hermosillo', 'America/Mexico_City', 'America/Cancun'])(
    'half past eleven in the evening belongs to the day of the organization in %s',
    (timeZone) => {
      const [from = '', to = ''] = bounds(timeZone, day);
      const evening = new Date(instantOf('2026-11-20T23:30:00', timeZone)).toISOString();
      expect([from <= evening, evening < to]).toEqual([true, true]);
      expect(evening.slice(0, 10)).toBe('2026-11-21');
    },
  );

  test('a day has 23 hours when clocks are set forward', () => {
    const change = { dateFrom: '2026-03-08', dateTo: '2026-03-08' };
    expect(bounds('America/Tijuana', change)).toEqual([
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T07:00:00.000Z',
    ]);
  });

  test('a day filter can include the last day of the calendar', () => {
    expect(bounds(undefined, { dateTo: '9999-12-31' })).toEqual([]);
  });
});
