import { Decimal } from './decimal';
import { compareRate } from './exchange-rate';

describe('compareRate', () => {
  test.each([
    ['USD', '18.4567', 'usual'],
    ['USD', '9', 'usual'],
    ['USD', '36', 'usual'],
    ['USD', '8.99', 'unusual'],
    ['USD', '36.01', 'unusual'],
    ['USD', '0.0543', 'unusual'],
    ['USD', '72', 'unusual'],
    ['USD', '72.01', 'doubtful'],
    ['USD', '144', 'doubtful'],
    ['USD', '144.01', 'beyond'],
    ['JPY', '0.1234', 'usual'],
    ['JPY', '18.5', 'beyond'],
    ['XAU', '1', undefined],
    ['ZZZ', '1', undefined],
  ])('the rate of %s at %s is %s', (code, rate, expected) => {
    expect(compareRate(code, Decimal.from(rate))).toBe(expected);
  });
});
