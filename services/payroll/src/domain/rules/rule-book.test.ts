import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from '@timbre/fiscal';
import type { Tariff, TariffName } from './dated-rule';
import { findRule, payrollRules, RuleReader, RuleUnavailable, rulesInForce } from './rule-book';

const years = [2024, 2025, 2026];
const monthDays = Decimal.from('30.4');
const cent = Decimal.from('0.01');

function tariffOf(name: TariffName, year: number): Tariff {
  return findRule(`isr.tariff.${name}`, `${year}-06-30`)?.value ?? [];
}

test('no two versions of a rule are in force on the same day', () => {
  for (const versions of Map.groupBy(payrollRules(), (rule) => rule.key).values()) {
    versions.slice(1).forEach((next, index) => {
      const before = versions[index];
      expect(before?.validTo).not.toBeNull();
      expect((before?.validTo ?? '') < next.validFrom).toBe(true);
    });
  }
});

test('a rule is in force from its first day to its last day', () => {
  const subsidyOn = (on: string) => findRule('isr.subsidy', on)?.value.monthlyAmount.toString();
  expect(subsidyOn('2026-01-31')).toBe('536.21');
  expect(subsidyOn('2026-02-01')).toBe('535.65');
  expect(subsidyOn('2024-04-30')).toBeUndefined();
  expect(subsidyOn('2027-01-01')).toBeUndefined();
});

test('no figure of another year is used for a rule', () => {
  expect(() => new RuleReader().read('isr.tariff.monthly', '2023-12-31')).toThrow(RuleUnavailable);
  expect(() => new RuleReader().read('minimum_wage.border', '2027-01-01')).toThrow(
    'no rule minimum_wage.border in force on 2027-01-01',
  );
});

test('a rule reader lists each rule once, in the order in which the rules were first read', () => {
  const reader = new RuleReader();
  reader.read('uma.tax', '2026-01-15');
  reader.read('isr.subsidy', '2026-01-15');
  reader.read('uma.tax', '2026-01-15');
  expect(
    reader.rulesRead().map(({ key, readOn, validFrom }) => ({ key, readOn, validFrom })),
  ).toEqual([
    { key: 'uma.tax', readOn: '2026-01-15', validFrom: '2025-02-01' },
    { key: 'isr.subsidy', readOn: '2026-01-15', validFrom: '2026-01-01' },
  ]);
});

test('each rule key has one rule in force on any date', () => {
  const keys = rulesInForce('2026-06-15').map((rule) => rule.key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain('minimum_wage.border');
  expect(keys).not.toContain('isr.subsidy.legacy');
});

test('docs/law-packs.md lists the keys of figures that end with a year', () => {
  const guide = readFileSync(join(__dirname, '../../../../../docs/law-packs.md'), 'utf8');
  const lasting = new Set(rulesInForce('2027-06-15').map((rule) => rule.key));
  const ending = rulesInForce('2026-06-15').filter(({ key }) => !lasting.has(key));
  const keys = ending.map(({ key }) => (key.startsWith('uma.') ? 'uma' : key));
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !guide.includes(`\`${key}\``))).toEqual([]);
});

describe.each(years)('tariffs of %d', (year) => {
  test.each<TariffName>([
    'daily',
    'weekly',
    'decenal',
    'catorcenal',
    'quincenal',
    'monthly',
    'annual',
  ])(
    'each row of the tariff %s starts one cent after the previous row, and the tax never falls as income rises',
    (name) => {
      const tariff = tariffOf(name, year);
      expect(tariff).toHaveLength(11);
      tariff.slice(1).forEach((row, index) => {
        const before = tariff[index];
        expect(row.lowerLimit).toEqual(before?.upperLimit?.plus(cent));
        expect(row.percent.greaterThan(before?.percent ?? row.percent)).toBe(true);
      });
      expect(tariff.at(-1)?.upperLimit).toBeUndefined();
    },
  );

  test.each<[TariffName, number]>([
    ['daily', 1],
    ['weekly', 7],
    ['decenal', 10],
    ['catorcenal', 14],
    ['quincenal', 15],
  ])(
    'the tariff %s is the monthly tariff divided by 30.4, rounded to the cent, times %d',
    (name, days) => {
      const monthly = tariffOf('monthly', year);
      const share = (amount: Decimal) => amount.dividedBy(monthDays, 2).times(Decimal.from(days));
      tariffOf(name, year).forEach((row, index) => {
        const month = monthly[index];
        expect(row.fixedFee).toEqual(month && share(month.fixedFee));
        expect(row.upperLimit).toEqual(month?.upperLimit && share(month.upperLimit));
        expect(row.percent).toEqual(month?.percent);
      });
    },
  );
});

test('the subsidy is a percentage of the monthly UMA, rounded to the cent', () => {
  for (const rule of payrollRules().filter((one) => one.key === 'isr.subsidy')) {
    const figures = findRule('isr.subsidy', rule.validFrom)?.value;
    const amount = figures?.monthlyUma.times(figures.percentOfMonthlyUma).times(cent).round(2);
    expect(figures?.monthlyAmount).toEqual(amount);
  }
});

test('the monthly UMA is the daily UMA times 30.4, and the annual UMA is twelve times the monthly UMA', () => {
  for (const on of ['2024-01-31', '2024-02-01', '2025-02-01', '2026-02-01']) {
    const uma = findRule('uma.tax', on)?.value;
    expect(uma?.monthly).toEqual(uma?.daily.times(monthDays).round(2));
    expect(uma?.annual).toEqual(uma?.monthly.times(Decimal.from(12)));
    expect(findRule('uma.social_security', on)?.value).toEqual(uma);
  }
});

const shared = join(__dirname, '../../../../../../shared/facts/payroll-rules.json');
const whenShared = existsSync(shared) ? test : test.skip;

interface SharedRule {
  key: string;
  validFrom: string;
  validTo: string | null;
  value: unknown;
}

whenShared('every figure of the shared file is in a table, on the same dates', () => {
  const { rules } = JSON.parse(readFileSync(shared, 'utf8')) as { rules: SharedRule[] };
  for (const rule of rules) {
    const keys = rule.key === 'uma' ? ['uma.tax', 'uma.social_security'] : [rule.key];
    for (const key of keys) {
      const ours = payrollRules().find(
        (one) => one.key === key && one.validFrom === rule.validFrom,
      );
      // The first overtime rule ends with the reform of 2026-05-01, a date that the shared file
      // does not contain.
      const validTo = key === 'labour.overtime' ? ours?.validTo : rule.validTo;
      expect([key, ours?.validTo]).toEqual([key, validTo]);
      const figures = key === 'isr.subsidy.legacy' ? withoutUpperLimits(rule.value) : rule.value;
      expect(numbersOf(ours?.value)).toEqual(expect.arrayContaining(numbersOf(figures)));
    }
  }
});

/**
 * Returns every number in a value as text without trailing zeros. Descriptive texts in the value
 * are ignored.
 */
function numbersOf(value: unknown): string[] {
  if (value instanceof Decimal) return [value.trimmed().toString()];
  if (typeof value === 'number') return [Decimal.from(value).trimmed().toString()];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersOf);
}

/**
 * Removes the upper limits from the shared tax table, because each upper limit follows from the
 * lower limit of the next row.
 */
function withoutUpperLimits(value: unknown): unknown {
  const { rows } = value as { rows: unknown[][] };
  return rows.map(([from, , amount]) => [from, amount]);
}

test('a provisional read marks the last published figure as provisional, and fails for a date before the first figure', () => {
  const reader = new RuleReader(true);
  expect(reader.read('isr.tariff.monthly', '2027-01-15')).toBe(tariffOf('monthly', 2026));
  reader.read('labour.overtime', '2027-01-15');
  expect(
    reader.rulesRead().map(({ key, validFrom, provisional }) => [key, validFrom, provisional]),
  ).toEqual([
    ['isr.tariff.monthly', '2026-01-01', true],
    ['labour.overtime', '2027-01-01', undefined],
  ]);
  expect(() => reader.read('isr.subsidy', '2024-04-30')).toThrow(RuleUnavailable);
});
