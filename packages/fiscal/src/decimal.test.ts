import fc from 'fast-check';
import { Decimal, type Rounding } from './decimal';

const d = (value: string | number | bigint) => Decimal.from(value);

/**
 * The tests compare each result with this fraction, units / 10^scale, which is computed only with
 * bigint.
 */
type Rational = { units: bigint; scale: number };

const rational = fc.record({
  units: fc.oneof(
    fc.bigInt({ min: -(10n ** 4n), max: 10n ** 4n }),
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
    fc.bigInt({ min: -(2n ** 53n) - 3n, max: -(2n ** 53n) + 3n }),
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  ),
  scale: fc.integer({ min: 0, max: 12 }),
});
const rounding = fc.constantFrom<Rounding>('half_up', 'down', 'up');

function textOf({ units, scale }: Rational): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}

const decimalOf = (value: Rational) => Decimal.from(textOf(value));
const at = (value: Rational, scale: number) => value.units * 10n ** BigInt(scale - value.scale);

function roundedQuotient(a: bigint, b: bigint, how: Rounding): bigint {
  const isNegative = a < 0n !== b < 0n;
  const [dividend, divisor] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const extra = how === 'down' ? 0n : how === 'up' ? divisor - 1n : divisor / 2n + (divisor % 2n);
  // The smallest remainder that is rounded up is ceil(divisor / 2). If divisor - ceil(divisor / 2)
  // is added before the division, the division rounds half up.
  const magnitude = (dividend + (how === 'half_up' ? divisor - extra : extra)) / divisor;
  return isNegative ? -magnitude : magnitude;
}

describe('Decimal text', () => {
  test.each(['0', '7', '-7', '10.50', '-0.01', '007', '0.000000', '99999999999999999999.123456'])(
    'the text %s is a plain decimal',
    (text) => expect(Decimal.parse(text)).toBeDefined(),
  );

  test.each([
    '',
    '-',
    '.',
    '.5',
    '5.',
    '1.2.3',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '1,000',
    'NaN',
    '--1',
    '-.1',
  ])('the text %j is not a plain decimal', (text) => {
    expect(Decimal.parse(text)).toBeUndefined();
    expect(() => Decimal.from(text)).toThrow(RangeError);
  });

  test('a text that is too long for an amount is refused', () => {
    expect(Decimal.parse('1'.repeat(128))).toBeDefined();
    expect(Decimal.parse('1'.repeat(129))).toBeUndefined();
  });

  test('a Decimal preserves the decimals as written', () => {
    expect(d('10.50').toString()).toBe('10.50');
    expect(d('10.50').scale).toBe(2);
    expect(JSON.stringify({ total: d('10.50') })).toBe('{"total":"10.50"}');
  });

  test('a negative zero becomes zero', () => {
    expect(d('-0.00').toString()).toBe('0.00');
    expect(Object.is(d('-0').toNumber(), 0)).toBe(true);
    expect(d('-3').times(d('0')).toString()).toBe('0');
    expect(d('-0.4').round(0).isNegative()).toBe(false);
    expect(d('-0.4').round(0)).toEqual(Decimal.zero);
  });

  test('a Decimal from a number uses the shortest text of the number, including exponents', () => {
    expect(d(0.1).toString()).toBe('0.1');
    expect(d(1e-7).toString()).toBe('0.0000001');
    expect(d(-1.25e-9).toString()).toBe('-0.00000000125');
    expect(d(1.5e21).toString()).toBe('1500000000000000000000');
    expect(d(123n).toString()).toBe('123');
    expect(() => d(Number.NaN)).toThrow(RangeError);
    expect(() => d(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });

  test.each(['999999999999999', '9007199254740991', '9007199254740993', '99999999999999999999'])(
    'every digit of %s is kept with the point at any position',
    (digits) => {
      for (let point = 1; point < digits.length; point += 1) {
        const text = `${digits.slice(0, point)}.${digits.slice(point)}`;
        expect(d(text).toString()).toBe(text);
        expect(d(`-${text}`).toString()).toBe(`-${text}`);
        expect(d(`00${text}`).equals(d(text))).toBe(true);
      }
    },
  );

  test('a decimal is written as the same text that was read', () => {
    fc.assert(fc.property(rational, (a) => decimalOf(a).toString() === textOf(a)));
  });
});

describe('Decimal arithmetic agrees with bigint fractions', () => {
  const run = { numRuns: 1000 };

  test('sum, difference and order agree with bigint fractions', () => {
    fc.assert(
      fc.property(rational, rational, (a, b) => {
        const scale = Math.max(a.scale, b.scale);
        const [left, right] = [at(a, scale), at(b, scale)];
        const [x, y] = [decimalOf(a), decimalOf(b)];
        expect(x.plus(y).toString()).toBe(textOf({ units: left + right, scale }));
        expect(x.minus(y).toString()).toBe(textOf({ units: left - right, scale }));
        expect(x.compare(y)).toBe(left < right ? -1 : left > right ? 1 : 0);
        expect(x.equals(y)).toBe(left === right);
        expect(Decimal.max(x, y).toString()).toBe(textOf(right > left ? b : a));
        expect(Decimal.min(x, y).toString()).toBe(textOf(right < left ? b : a));
      }),
      run,
    );
  });

  test('products agree with bigint fractions', () => {
    fc.assert(
      fc.property(rational, rational, (a, b) => {
        const exact = { units: a.units * b.units, scale: a.scale + b.scale };
        expect(decimalOf(a).times(decimalOf(b)).toString()).toBe(textOf(exact));
      }),
      run,
    );
  });

  test('quotients agree with bigint fractions for every rounding mode', () => {
    fc.assert(
      fc.property(rational, rational, fc.nat(12), rounding, (a, b, scale, how) => {
        fc.pre(b.units !== 0n);
        const dividend = a.units * 10n ** BigInt(b.scale + scale);
        const units = roundedQuotient(dividend, b.units * 10n ** BigInt(a.scale), how);
        const quotient = decimalOf(a).dividedBy(decimalOf(b), scale, how);
        expect(quotient.toString()).toBe(textOf({ units, scale }));
      }),
      run,
    );
  });

  test('rounding agrees with bigint fractions', () => {
    fc.assert(
      fc.property(rational, fc.nat(12), rounding, (a, scale, how) => {
        const units = roundedQuotient(a.units * 10n ** BigInt(scale), 10n ** BigInt(a.scale), how);
        expect(decimalOf(a).round(scale, how).toString()).toBe(textOf({ units, scale }));
      }),
      run,
    );
  });

  test('a Decimal is unchanged after another Decimal is added and subtracted', () => {
    fc.assert(
      fc.property(rational, rational, (a, b) => {
        expect(decimalOf(a).plus(decimalOf(b)).minus(decimalOf(b)).equals(decimalOf(a))).toBe(true);
      }),
    );
  });
});

describe('Decimal rounding', () => {
  test.each<[string, number, Rounding, string]>([
    ['1.005', 2, 'half_up', '1.01'],
    ['-1.005', 2, 'half_up', '-1.01'],
    ['1.0049', 2, 'half_up', '1.00'],
    ['1.009', 2, 'down', '1.00'],
    ['-1.009', 2, 'down', '-1.00'],
    ['1.001', 2, 'up', '1.01'],
    ['-1.001', 2, 'up', '-1.01'],
    ['1.5', 3, 'half_up', '1.500'],
  ])('%s rounded to %d decimals %s is %s', (value, scale, how, expected) => {
    expect(d(value).round(scale, how).toString()).toBe(expected);
  });

  test('a third of a hundred is rounded', () => {
    expect(d(100).dividedBy(d(3), 2).toString()).toBe('33.33');
    expect(d(200).dividedBy(d(3), 2).toString()).toBe('66.67');
    expect(() => d(1).dividedBy(Decimal.zero, 2)).toThrow('division by zero');
    expect(() => d(1).round(-1)).toThrow(RangeError);
    expect(() => d(1).round(1.5)).toThrow(RangeError);
  });

  test('trimmed removes only trailing zeros, down to the minimum number of decimals', () => {
    expect(d('10.5000').trimmed().toString()).toBe('10.5');
    expect(d('10.0000').trimmed().toString()).toBe('10');
    expect(d('10.0000').trimmed(2).toString()).toBe('10.00');
    expect(d('10.1230').trimmed(2).toString()).toBe('10.123');
    expect(d('100').trimmed().toString()).toBe('100');
    expect(d('0.000').trimmed().toString()).toBe('0');
    expect(d('12345678901234567890.100').trimmed().toString()).toBe('12345678901234567890.1');
  });

  test('a comparison of Decimals considers sign and size', () => {
    expect(d('-0.01').isNegative()).toBe(true);
    expect(d('0.01').isPositive()).toBe(true);
    expect(d('0.00').isZero()).toBe(true);
    expect(d('-2.5').abs().toString()).toBe('2.5');
    expect(d('1.50').lessOrEqual(d('1.5'))).toBe(true);
    expect(d('1.50').greaterOrEqual(d('1.5'))).toBe(true);
    expect(d('1.49').lessThan(d('1.5'))).toBe(true);
    expect(d('1.51').greaterThan(d('1.5'))).toBe(true);
    expect(d('1.50').toNumber()).toBe(1.5);
  });

  test('a sum has the largest number of decimals of its values, and an empty sum is zero', () => {
    expect(Decimal.sum([d('0.1'), d('0.20'), d('1')]).toString()).toBe('1.30');
    expect(Decimal.sum([])).toBe(Decimal.zero);
    expect(() => Decimal.max()).toThrow(RangeError);
  });
});
