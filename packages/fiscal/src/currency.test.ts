import { catalog } from './catalogs';
import { currency } from './currency';

describe('currency', () => {
  test('gives the decimals of its amounts', () => {
    expect(currency('MXN')?.decimals).toBe(2);
    expect(currency('JPY')?.decimals).toBe(0);
    expect(currency('KWD')?.decimals).toBe(3);
    expect(currency('XXX')?.decimals).toBe(0);
    expect(currency('ZZZ')).toBeUndefined();
  });

  test('every row has whole decimals and a percentage', () => {
    for (const { code } of catalog('c_Moneda')?.entries() ?? []) {
      const row = currency(code);
      expect(Number.isInteger(row?.decimals)).toBe(true);
      expect(row?.variation.isNegative()).toBe(false);
    }
  });
});
