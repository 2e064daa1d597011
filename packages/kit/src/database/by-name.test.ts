import { byName } from './by-name';

describe('named values', () => {
  it('each name gets one parameter number, in the order in which the names appear', () => {
    const text = 'update a set b = :b, c = :c::jsonb where org_id = :org and (:b > 1 or d = :c)';
    expect(byName(text, { org: 'o', c: '{}', b: 2 })).toEqual([
      'update a set b = $1, c = $2::jsonb where org_id = $3 and ($1 > 1 or d = $2)',
      [2, '{}', 'o'],
    ]);
  });

  it('casts, time formats and the names that a Reader replaces stay unchanged', () => {
    const text = `select to_char(r.at, 'HH24:MI:SS')::text from a r where r.org_id = :org and r.id = :id`;
    expect(byName(text, { id: 'x' }, 2)).toEqual([
      `select to_char(r.at, 'HH24:MI:SS')::text from a r where r.org_id = :org and r.id = $2`,
      ['x'],
    ]);
  });

  it('a value whose name is not in the text and a name without a value are rejected', () => {
    expect(() => byName('select :one', { one: 1, other: 2 })).toThrow('does not name other');
    expect(() => byName('select :one, :two', { one: 1 })).toThrow('no value for two');
    // After a call that throws, the next call with the same text still works.
    expect(byName('select :one, :two', { one: 1, two: 2 })).toEqual(['select $1, $2', [1, 2]]);
    const more = { one: 1, two: 2, other: 3 };
    expect(() => byName('select :one, :two', more)).toThrow('does not name other');
  });
});
