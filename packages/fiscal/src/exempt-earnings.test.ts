import { Decimal } from './decimal';
import { exemptExcesses, type ExemptFacts } from './exempt-earnings';

type Line = readonly [type: string, exempt: string, taxable?: string];

const d = (text: string) => Decimal.from(text);
const facts: ExemptFacts = { paidOn: '2026-12-15', periodDays: 15, serviceYears: 3 };
const excesses = (lines: readonly Line[], more: Partial<ExemptFacts> = {}) =>
  exemptExcesses(
    lines.map(([type, exempt, taxable = '0']) => ({
      type,
      exemptAmount: d(exempt),
      taxableAmount: d(taxable),
    })),
    { ...facts, ...more },
  ).map(({ index, most }) => `${index}: ${most}`);

const limits: [type: string, most: string, more: string, own: Partial<ExemptFacts>][] = [
  ['001', '0.00', '0.01', {}],
  ['010', '0.00', '0.01', {}],
  ['002', '3519.30', '3519.31', {}],
  ['003', '1759.65', '1759.66', {}],
  ['021', '1759.65', '1759.66', {}],
  ['020', '586.55', '586.56', {}],
  ['022', '31673.70', '31673.71', {}],
  ['025', '0.00', '0.01', { serviceYears: 0 }],
  ['019', '500.00', '500.01', { doubleHours: d('500') }],
  ['019', '500.00', '500.01', { doubleHours: d('500'), hasMinimumWage: true }],
  ['019', '250.00', '250.01', { doubleHours: d('500'), hasMinimumWage: false }],
  ['029', '299562.48', '299562.49', {}],
  ['038', '0.00', '0.01', {}],
  ['044', '28154.40', '28154.41', {}],
  ['044', '54549.15', '54549.16', { periodDays: 28 }],
  ['044', '12317.55', '12317.56', { periodDays: 7 }],
  ['039', '3853633.50', '3853633.51', {}],
];

it.each(limits)(
  'a payment of %s has an exempt amount of at most %s, not %s',
  (type, most, more, own) => {
    expect(excesses([[type, most]], own)).toEqual([]);
    expect(excesses([[type, more]], own)).toEqual([`0: ${most}`]);
  },
);

it('exempt amounts of earnings with the same limit are added, and the earning that exceeds the limit is reported', () => {
  const lines: Line[] = [
    ['022', '20000'],
    ['029', '90000'],
    ['023', '11673.70'],
    ['025', '0.01'],
  ];
  expect(excesses(lines)).toEqual(['3: 31673.70']);
});

it('an exempt amount counts toward the yearly limit together with the exempt amounts of other payments in the year', () => {
  const exemptInYear = { '002': d('3000'), '021': d('5000') };
  expect(excesses([['002', '519.30']], { exemptInYear })).toEqual([]);
  expect(excesses([['002', '519.31']], { exemptInYear })).toEqual(['0: 519.30']);
  expect(excesses([['021', '0.01']], { exemptInYear })).toEqual(['0: 0.00']);
});

describe('rest days worked', () => {
  const paid: Line[] = [
    ['054', '600', '400'],
    ['055', '400', '600'],
  ];

  it('pay for rest days worked is half exempt, and fully exempt on a minimum wage', () => {
    expect(excesses(paid, { hasMinimumWage: false })).toEqual([]);
    const more: Line[] = [paid[0]!, ['055', '400.01', '599.99']];
    expect(excesses(more, { hasMinimumWage: false })).toEqual(['1: 1000.00']);
    expect(excesses([['054', '9000']], { hasMinimumWage: true })).toEqual([]);
    expect(excesses([['054', '9000']])).toEqual([]);
  });

  it('pay for rest days worked and pay for overtime share one exemption of five UMA per week', () => {
    const own = { hasMinimumWage: false, doubleHours: d('4000') };
    const together = (exempt: string): Line[] => [
      ['019', '2000', '2000'],
      ['054', exempt, '2000'],
    ];
    expect(excesses(together('932.75'), own)).toEqual([]);
    expect(excesses(together('932.76'), own)).toEqual(['1: 2932.75']);
  });
});

it('welfare benefits are exempt up to one yearly UMA if their sum with the wages exceeds seven yearly UMA', () => {
  expect(
    excesses([
      ['001', '0', '250000'],
      ['029', '49562.48'],
    ]),
  ).toEqual([]);
  expect(
    excesses([
      ['001', '0', '250000'],
      ['029', '49562.49'],
    ]),
  ).toEqual(['1: 49562.48']);
  expect(
    excesses([
      ['001', '0', '290000'],
      ['029', '42794.64'],
    ]),
  ).toEqual([]);
  expect(
    excesses([
      ['001', '0', '290000'],
      ['005', '42000'],
      ['056', '794.65'],
    ]),
  ).toEqual(['2: 42794.64']);
});

it('exempt amounts are not checked on a day without legal figures', () => {
  expect(excesses([['002', '99999']], { paidOn: '2027-02-01' })).toEqual([]);
  expect(excesses([['029', '999999']], { paidOn: '2027-02-01' })).toEqual([]);
  expect(excesses([['025', '99999']], { serviceYears: undefined })).toEqual([]);
  expect(excesses([['019', '99999']])).toEqual([]);
  expect(excesses([['038', '1']], { paidOn: '2025-12-31' })).toEqual([]);
});
