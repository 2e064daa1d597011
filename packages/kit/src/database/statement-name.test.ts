import { prepared } from './statement-name';

describe('statement names', () => {
  it('a prepared statement has one name per SQL text', () => {
    const first = prepared('select 1', []);
    expect(prepared('select 1', [2])).toEqual({ ...first, values: [2] });
    expect(prepared('select 2', []).name).not.toBe(first.name);
  });

  it('a prepared statement has no name when too many texts already have names', () => {
    for (let n = 0; n < 1_000; n += 1) prepared(`select ${n} as n`, []);
    expect(prepared('one too many', [])).toEqual({ text: 'one too many', values: [] });
    expect(prepared('select 0 as n', []).name).toBeDefined();
  });
});
