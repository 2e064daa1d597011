import { Decimal, paperWords } from '@timbre/fiscal';
import { amount, coded, count, money, rate } from './format';

const decimal = (text: string) => Decimal.from(text);
const { item: words } = paperWords('es');

it.each([
  ['0', '0.00'],
  ['1160', '1,160.00'],
  ['1234567.8', '1,234,567.80'],
  ['-1250.00', '-1,250.00'],
  ['44.576', '44.576'],
  ['44.5700', '44.57'],
  ['999999999999.123456', '999,999,999,999.123456'],
])('an amount of %s is written %s, without losing a decimal', (value, expected) => {
  expect(amount(decimal(value))).toBe(expected);
});

it('a quantity is printed without trailing zeros', () => {
  expect(count(decimal('40.000000'))).toBe('40');
  expect(count(decimal('1500.5'))).toBe('1,500.5');
});

it('amounts are printed with a dollar sign only in currencies that commonly use one', () => {
  expect(money(decimal('10'), 'MXN')).toBe('$10.00 MXN');
  expect(money(decimal('10'), 'EUR')).toBe('10.00 EUR');
});

it.each([
  ['Tasa', '0.160000', '16 %'],
  ['Tasa', '0.106667', '10.6667 %'],
  ['Tasa', '0.012500', '1.25 %'],
  ['Cuota', '5.929500', 'cuota 5.9295'],
])('a %s of %s is printed as %s', (kind, value, expected) => {
  expect(rate(kind, decimal(value), words)).toBe(expected);
});

it('an exempt tax is printed without a rate', () => {
  expect(rate('Exento', undefined, words)).toBe('exento');
});

it('a code without a catalogue entry is printed without a text', () => {
  expect(coded('c_RegimenFiscal', '601', '2026-11-18')).toBe(
    '601 – General de Ley Personas Morales',
  );
  expect(coded('c_RegimenFiscal', '999', '2026-11-18')).toBe('999');
});
