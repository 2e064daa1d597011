import fc from 'fast-check';
import { amountInWords } from './amount-in-words';
import { Decimal } from './decimal';

const words = (amount: string, currency?: string) => amountInWords(Decimal.from(amount), currency);

describe('amountInWords', () => {
  test.each([
    ['0', 'CERO PESOS 00/100 M.N.'],
    ['0.50', 'CERO PESOS 50/100 M.N.'],
    ['1', 'UN PESO 00/100 M.N.'],
    ['2.05', 'DOS PESOS 05/100 M.N.'],
    ['16', 'DIECISÉIS PESOS 00/100 M.N.'],
    ['21', 'VEINTIÚN PESOS 00/100 M.N.'],
    ['31', 'TREINTA Y UN PESOS 00/100 M.N.'],
    ['100', 'CIEN PESOS 00/100 M.N.'],
    ['101', 'CIENTO UN PESOS 00/100 M.N.'],
    ['555', 'QUINIENTOS CINCUENTA Y CINCO PESOS 00/100 M.N.'],
    ['1000', 'MIL PESOS 00/100 M.N.'],
    ['1160', 'MIL CIENTO SESENTA PESOS 00/100 M.N.'],
    ['21000', 'VEINTIÚN MIL PESOS 00/100 M.N.'],
    ['100100', 'CIEN MIL CIEN PESOS 00/100 M.N.'],
    ['1000000', 'UN MILLÓN DE PESOS 00/100 M.N.'],
    ['1000001', 'UN MILLÓN UN PESOS 00/100 M.N.'],
    ['2000000', 'DOS MILLONES DE PESOS 00/100 M.N.'],
    ['1001000', 'UN MILLÓN MIL PESOS 00/100 M.N.'],
    ['1000000000', 'MIL MILLONES DE PESOS 00/100 M.N.'],
    [
      '999999999999.99',
      'NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE MILLONES ' +
        'NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE PESOS 99/100 M.N.',
    ],
  ])('the amount %s is written as %s', (amount, expected) => expect(words(amount)).toBe(expected));

  test('an amount is rounded half up to the cent, and a carry changes the words', () => {
    expect(words('1.994')).toBe('UN PESO 99/100 M.N.');
    expect(words('1.995')).toBe('DOS PESOS 00/100 M.N.');
  });

  test('the amount in words names a usual currency and writes the code of any other currency', () => {
    expect(words('1', 'USD')).toBe('UN DÓLAR 00/100 USD');
    expect(words('1500.10', 'EUR')).toBe('MIL QUINIENTOS EUROS 10/100 EUR');
    expect(words('1', 'GBP')).toBe('UNO 00/100 GBP');
    expect(words('21', 'GBP')).toBe('VEINTIUNO 00/100 GBP');
    expect(words('1000000', 'GBP')).toBe('UN MILLÓN 00/100 GBP');
    expect(words('0', 'XXX')).toBe('CERO XXX');
  });

  test('an amount is written with the smallest units of its currency', () => {
    expect(words('11600', 'JPY')).toBe('ONCE MIL SEISCIENTOS YENES JPY');
    expect(words('1.5', 'JPY')).toBe('DOS YENES JPY');
    expect(words('2.5', 'KWD')).toBe('DOS 500/1000 KWD');
  });

  test('an amount outside the supported range throws an error', () => {
    expect(() => words('-0.01')).toThrow(RangeError);
    expect(() => words('1000000000000')).toThrow(RangeError);
    expect(() => words('999999999999.995')).toThrow(RangeError);
  });

  test('two different whole amounts are never written with the same words', () => {
    const whole = fc.integer({ min: 0, max: 999_999_999_999 });
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        expect(words(String(a)) === words(String(b))).toBe(a === b);
      }),
    );
  });

  test('the amount that the words state equals the given amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (value) => {
        expect(readBack(words(String(value)))).toBe(value);
      }),
    );
  });
});

/** Computes the amount that a text states in words, independently of the tested implementation. */
function readBack(text: string): number {
  const single: Record<string, number> = { UN: 1, CIEN: 100, CIENTO: 100, CERO: 0 };
  const list =
    'DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE DOCE TRECE CATORCE QUINCE DIECISÉIS ' +
    'DIECISIETE DIECIOCHO DIECINUEVE VEINTE VEINTIÚN VEINTIDÓS VEINTITRÉS VEINTICUATRO ' +
    'VEINTICINCO VEINTISÉIS VEINTISIETE VEINTIOCHO VEINTINUEVE';
  list.split(' ').forEach((word, index) => (single[word] = index + 2));
  const tens = 'TREINTA CUARENTA CINCUENTA SESENTA SETENTA OCHENTA NOVENTA';
  tens.split(' ').forEach((word, index) => (single[word] = (index + 3) * 10));
  const hundreds =
    'DOSCIENTOS TRESCIENTOS CUATROCIENTOS QUINIENTOS SEISCIENTOS SETECIENTOS OCHOCIENTOS NOVECIENTOS';
  hundreds.split(' ').forEach((word, index) => (single[word] = (index + 2) * 100));
  let [total, group, hundred] = [0, 0, 0];
  for (const word of text.replace(/( DE)? PESOS? 00.*/, '').split(' ')) {
    if (word === 'MIL') [group, hundred] = [group + (hundred || 1) * 1000, 0];
    else if (word.startsWith('MILL')) [total, group, hundred] = [(group + hundred) * 1e6, 0, 0];
    else if (word !== 'Y') hundred += single[word] ?? Number.NaN;
  }
  return total + group + hundred;
}
