import { rulesInForce } from './rules/rule-book';
import { rulesPage } from './rules-page';

const keysOf = (page: ReturnType<typeof rulesPage>) => page?.rules.map((rule) => rule.key);

describe('rulesPage', () => {
  it('rulesPage returns each rule that is in force on a day once, across several pages', () => {
    const keys: string[] = [];
    let next: string | undefined;
    do {
      const page = rulesPage('2026-06-15', '', 7, next);
      keys.push(...(keysOf(page) ?? []));
      next = page?.nextKey;
    } while (next !== undefined);
    expect(keys).toEqual(rulesInForce('2026-06-15').map((rule) => rule.key));
  });

  it('rulesPage returns one figure for each rule on every day', () => {
    const keys = keysOf(rulesPage('2026-06-15', '', 100)) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('rulesPage returns the rules of the given day, not of another year', () => {
    const subsidyOn = (on: string) => rulesPage(on, 'isr.subsidy', 50)?.rules[0]?.validFrom;
    expect(subsidyOn('2026-01-31')).toBe('2026-01-01');
    expect(subsidyOn('2026-02-01')).toBe('2026-02-01');
    expect(subsidyOn('2027-01-01')).toBeUndefined();
  });

  it('rulesPage finds words in the legal basis', () => {
    expect(keysOf(rulesPage('2026-06-15', 'lisr regulation', 50))).toEqual(['isr.regulation174']);
  });

  it('rulesPage finds Spanish words in the legal basis and the label', () => {
    expect(keysOf(rulesPage('2026-06-15', 'sexto párrafo', 50))).toEqual(['isr.separation']);
    expect(keysOf(rulesPage('2026-06-15', 'Prima dominical', 50))).toEqual([
      'exemption.sunday_premium',
    ]);
  });

  it('rulesPage finds words with or without accents, in upper or lower case', () => {
    expect(keysOf(rulesPage('2026-06-15', 'LÍSR Regulátion', 50))).toEqual(['isr.regulation174']);
  });

  it('rulesPage refuses a cursor that is not a key of the list', () => {
    expect(rulesPage('2026-06-15', '', 5, 'nothing')).toBeUndefined();
  });
});
