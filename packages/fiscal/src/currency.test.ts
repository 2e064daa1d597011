import { catalog } from './catalogs';
import { currency } from './currency';

describe('currency', () => {
  test('a currency has the number of decimals of its amounts', () => {
    expect(currency('MXN', 'latest')?.decimals).toBe(2);
    expect(currency('JPY', 'latest')?.decimals).toBe(0);
    expect(currency('KWD', 'latest')?.decimals).toBe(3);
    expect(currency('XXX', 'latest')?.decimals).toBe(0);
    expect(currency('ZZZ', 'latest')).toBeUndefined();
  });

  test('every row of c_Moneda has an integer number of decimals and a percentage', () => {
    for (const { code } of catalog('c_Moneda')?.entries() ?? []) {
      const row = currency(code, 'latest');
      expect(Number.isInteger(row?.decimals)).toBe(true);
      expect(row?.variation.isNegative()).toBe(false);
    }
  });
});
