import { byName } from './by-name';

describe('a statement with named values', () => {
  it('numbers each name once, in the order in which the names appear', () => {
    const text = 'update a set b = :b, c = :c::jsonb where org_id = :org and (:b > 1 or d = :c)';
    expect(byName(text, { org: 'o', c: '{}', b: 2 })).toEqual([
      'update a set b = $1, c = $2::jsonb where org_id = $3 and ($1 > 1 or d = $2)',
      [2, '{}', 'o'],
    ]);
  });

  it('leaves the names of a reader, casts and time formats unchanged', () => {
    const text = `select to_char(r.at, 'HH24:MI:SS')::text from a r where r.org_id = :org and r.id = :id`;
    expect(byName(text, { id: 'x' }, 2)).toEqual([
      `select to_char(r.at, 'HH24:MI:SS')::text from a r where r.org_id = :org and r.id = $2`,
      ['x'],
    ]);
  });

  it('refuses a value that it does not name, and a name without a value', () => {
    expect(() => byName('select :one', { one: 1, other: 2 })).toThrow('does not name other');
    expect(() => byName('select :one, :two', { one: 1 })).toThrow('no value for two');
    // A refused call does not affect the next call with the same text.
    expect(byName('select :one, :two', { one: 1, two: 2 })).toEqual(['select $1, $2', [1, 2]]);
    const more = { one: 1, two: 2, other: 3 };
    expect(() => byName('select :one, :two', more)).toThrow('does not name other');
  });
});
