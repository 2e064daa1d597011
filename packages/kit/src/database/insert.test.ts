import { arrayParameter } from './array-parameter';
import { insertStatement } from './insert';
import type { Resource } from './resource';
import { Rendered, type Addition, type Target } from './target';

const notes: Target = {
  table: 'notes',
  columns: {
    id: { column: 'id', type: 'uuid' },
    text: { column: 'note_text', type: 'text' },
    tags: { column: 'tags', type: 'jsonb' },
  },
};
const log: Target = { table: 'log', columns: { reply: { column: 'reply', type: 'text' } } };
const resource: Resource = { name: 'note', table: 'notes', json: 'to_json(r)' };
const note = (values: Record<string, unknown>): Addition => ({ target: notes, values });

describe('insertStatement', () => {
  it('the statement has the same SQL text regardless of which values are missing', () => {
    const full = insertStatement('org', [note({ id: '1', text: 'a', tags: ['x'] })], undefined);
    const bare = insertStatement(
      'org',
      [note({ id: '2', text: undefined, tags: null })],
      undefined,
    );
    expect(bare.text).toBe(full.text);
    expect(full.values).toEqual(['org', '1', 'a', '["x"]']);
    expect(bare.values).toEqual(['org', '2', null, null]);
  });

  it('the statement binds the organization before it inserts a row', () => {
    const { text, values } = insertStatement('org', [note({ id: '1' })], undefined);
    expect(text).toMatch(
      /^with bound as materialized \(select set_config\('app.org_id', \$1, true\)\)/,
    );
    expect(text).toContain('select $2::uuid from bound');
    expect(values[0]).toBe('org');
  });

  it('the statement inserts a rendered row into another of its rows', () => {
    const addition = note({ id: '1' });
    const kept: Addition = { target: log, values: { reply: new Rendered('') } };
    const { text, values } = insertStatement('org', [addition, kept], { addition, resource });
    expect(text).toContain('returning to_json(r)::text as json');
    expect(text).toContain(
      'insert into log as r (reply)\n      select (select json || $3::text from a0)',
    );
    expect(values).toEqual(['org', '1', '']);
    expect(text).toMatch(/select json from a0$/);
  });

  it('many rows of one shape are sent as one array per column, and a value that all rows share is sent once', () => {
    const rows = Array.from({ length: 9 }, (_, n) =>
      note({ id: `${n}`, text: 'same', tags: n ? [n] : null }),
    );
    const { text, values } = insertStatement('org', rows, undefined);
    expect(text).toContain('select u.c1, $3::text, u.c2 from bound');
    expect(text).toContain('unnest($2::uuid[], $4::jsonb[]) as u (c1, c2)');
    expect(values).toEqual([
      'org',
      ['0', '1', '2', '3', '4', '5', '6', '7', '8'],
      'same',
      arrayParameter('jsonb', [null, ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `[${n}]`)]),
    ]);
    const more = insertStatement(
      'org',
      [...rows, note({ id: '9', text: 'same', tags: [] })],
      undefined,
    );
    expect(more.text).toBe(text);
  });

  it('the number of rows is preserved when all rows are equal', () => {
    const rows = Array.from({ length: 9 }, () => note({ text: 'a', tags: null }));
    const { text, values } = insertStatement('org', rows, undefined);
    expect(text).toContain('select u.c1, $3::jsonb from bound');
    const same = Array.from({ length: 9 }, () => 'a');
    expect(values).toEqual(['org', arrayParameter('text', same), null]);
  });

  it('the row to return is inserted separately from similar rows', () => {
    const rows = Array.from({ length: 9 }, (_, n) => note({ id: `${n}` }));
    const { text, values } = insertStatement('org', rows, { addition: rows[4]!, resource });
    expect(text.match(/unnest/g)).toHaveLength(1);
    expect(text).toMatch(/a1 as .* returning to_json\(r\)::text as json/s);
    expect(values).toEqual(['org', ['0', '1', '2', '3', '5', '6', '7', '8'], '4']);
  });

  it('the SQL text is reused only for rows of the same shape', () => {
    const answered = (values: Record<string, unknown>, after = '') => {
      const kept: Addition = { target: log, values: { reply: new Rendered(after) } };
      const addition = note(values);
      return insertStatement('org', [addition, kept], { addition, resource });
    };
    const first = answered({ id: '1', tags: ['x'] });
    const again = answered({ id: '2', tags: undefined }, 'warned');
    expect(again).toEqual({ text: first.text, values: ['org', '2', null, 'warned'] });
    expect(first.values).toEqual(['org', '1', '["x"]', '']);
    const others = [
      answered({ tags: [], id: '3' }),
      answered({ id: '3' }),
      answered({ id: '3', tags: [], text: 'more' }),
      insertStatement('org', [note({ id: '3', tags: [] })], undefined),
      insertStatement(
        'org',
        [note({ id: '3', tags: [] }), { target: log, values: { reply: 'own' } }],
        undefined,
      ),
    ];
    expect(new Set([first, ...others].map(({ text }) => text)).size).toBe(6);
    expect(others[2]!.values).toEqual(['org', '3', '[]', 'more', '']);
    expect(others[4]!.values).toEqual(['org', '3', '[]', 'own']);
  });

  it('the error for a value without a column names the value', () => {
    expect(() => insertStatement('org', [note({ colour: 'red' })], undefined)).toThrow(
      'notes has no column for colour',
    );
  });
});
