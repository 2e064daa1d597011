import { Decimal } from './decimal';
import { exemptExcesses, type ExemptFacts } from './exempt-earnings';

const facts: ExemptFacts = { paidOn: '2026-12-15', periodDays: 15, serviceYears: 3 };
const excesses = (lines: [type: string, exempt: string][], more: Partial<ExemptFacts> = {}) =>
  exemptExcesses(
    lines.map(([type, exempt]) => ({ type, exemptAmount: Decimal.from(exempt) })),
    { ...facts, ...more },
  ).map(({ index, most }) => `${index}: ${most}`);

const limits: [type: string, most: string, more: string, own: Partial<ExemptFacts>][] = [
  ['001', '0.00', '0.01', {}],
  ['002', '3519.30', '3519.31', {}],
  ['003', '1759.65', '1759.66', {}],
  ['021', '1759.65', '1759.66', {}],
  ['020', '586.55', '586.56', {}],
  ['022', '31673.70', '31673.71', {}],
  ['025', '0.00', '0.01', { serviceYears: 0 }],
  ['019', '500.00', '500.01', { doubleHours: Decimal.from(500) }],
  ['038', '0.00', '0.01', {}],
];

it.each(limits)('of %s at most %s is exempt, not %s', (type, most, more, own) => {
  expect(excesses([[type, most]], own)).toEqual([]);
  expect(excesses([[type, more]], own)).toEqual([`0: ${most}`]);
});

it('adds up the lines that share a limit, and names the one that passes it', () => {
  const lines: [string, string][] = [
    ['022', '20000'],
    ['029', '90000'],
    ['023', '11673.70'],
    ['025', '0.01'],
  ];
  expect(excesses(lines)).toEqual(['3: 31673.70']);
});

it('says nothing where no figure is known', () => {
  expect(excesses([['002', '99999']], { paidOn: '2027-02-01' })).toEqual([]);
  expect(excesses([['025', '99999']], { serviceYears: undefined })).toEqual([]);
  expect(excesses([['019', '99999']])).toEqual([]);
  expect(excesses([['038', '1']], { paidOn: '2025-12-31' })).toEqual([]);
});
