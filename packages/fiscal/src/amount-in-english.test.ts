import fc from 'fast-check';
import { amountInEnglish } from './amount-in-english';
import { Decimal } from './decimal';

const words = (amount: string, currency?: string) =>
  amountInEnglish(Decimal.from(amount), currency);

describe('amountInEnglish', () => {
  test.each([
    ['0', 'ZERO PESOS 00/100 MXN'],
    ['1', 'ONE PESO 00/100 MXN'],
    ['1.995', 'TWO PESOS 00/100 MXN'],
    ['20.05', 'TWENTY PESOS 05/100 MXN'],
    ['115', 'ONE HUNDRED FIFTEEN PESOS 00/100 MXN'],
    ['1160', 'ONE THOUSAND ONE HUNDRED SIXTY PESOS 00/100 MXN'],
    ['67879.16', 'SIXTY-SEVEN THOUSAND EIGHT HUNDRED SEVENTY-NINE PESOS 16/100 MXN'],
    ['1000000', 'ONE MILLION PESOS 00/100 MXN'],
    ['2000300001', 'TWO BILLION THREE HUNDRED THOUSAND ONE PESOS 00/100 MXN'],
  ])('the amount %s is written as %s', (amount, expected) => expect(words(amount)).toBe(expected));

  test('the amount in words names a usual currency and writes the code of any other currency', () => {
    expect(words('1', 'USD')).toBe('ONE DOLLAR 00/100 USD');
    expect(words('11600', 'JPY')).toBe('ELEVEN THOUSAND SIX HUNDRED YEN JPY');
    expect(words('2.5', 'KWD')).toBe('TWO 500/1000 KWD');
  });

  test('an amount outside the supported range throws an error', () => {
    expect(() => words('-0.01')).toThrow(RangeError);
    expect(() => words('1000000000000')).toThrow(RangeError);
  });

  test('two different whole amounts are never written with the same words', () => {
    const whole = fc.integer({ min: 0, max: 999_999_999_999 });
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        expect(words(String(a)) === words(String(b))).toBe(a === b);
      }),
    );
  });
});
