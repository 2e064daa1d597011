import { Decimal } from './decimal';
import { taxRateAllowed, taxRates, type TaxFactor } from './tax-rate';

const today = '2026-11-21';

describe('taxRateAllowed', () => {
  test.each<[string, TaxFactor, string, boolean, boolean]>([
    ['002', 'Tasa', '0.160000', true, true],
    ['002', 'Tasa', '0.16', true, true],
    ['002', 'Tasa', '0.000000', true, true],
    ['002', 'Tasa', '0.080000', true, true],
    ['002', 'Tasa', '0.150000', true, false],
    ['002', 'Tasa', '0.106667', false, true],
    ['002', 'Tasa', '0.106667', true, false],
    ['002', 'Tasa', '0.160001', false, false],
    ['002', 'Cuota', '0.160000', true, false],
    ['001', 'Tasa', '0.012500', false, true],
    ['001', 'Tasa', '0.350000', false, true],
    ['001', 'Tasa', '0.350001', false, false],
    ['001', 'Tasa', '0.100000', true, false],
    ['003', 'Tasa', '0.265000', true, true],
    ['003', 'Tasa', '0.030000', true, true],
    ['003', 'Tasa', '0.030000', false, false],
    ['003', 'Cuota', '72.160500', true, true],
    ['003', 'Cuota', '72.160501', true, false],
    ['004', 'Tasa', '0.160000', true, false],
  ])('tax %s %s %s, transferred: %s, is allowed: %s', (tax, factor, rate, isTransfer, expected) => {
    expect(taxRateAllowed(tax, factor, Decimal.from(rate), isTransfer, today)).toBe(expected);
  });

  test('an exempt line is a transfer without a rate', () => {
    expect(taxRateAllowed('002', 'Exento', undefined, true, today)).toBe(true);
    expect(taxRateAllowed('003', 'Exento', undefined, true, today)).toBe(true);
    expect(taxRateAllowed('001', 'Exento', undefined, true, today)).toBe(false);
    expect(taxRateAllowed('002', 'Exento', undefined, false, today)).toBe(false);
    expect(taxRateAllowed('002', 'Exento', Decimal.zero, true, today)).toBe(false);
    expect(taxRateAllowed('002', 'Tasa', undefined, true, today)).toBe(false);
  });

  test('a rate is allowed only from its first day', () => {
    const cuota = Decimal.from('72.160500');
    expect(taxRateAllowed('003', 'Cuota', cuota, true, '2026-01-01')).toBe(true);
    expect(taxRateAllowed('003', 'Cuota', cuota, true, '2025-12-31')).toBe(false);
    expect(taxRates('2021-12-31')).toEqual([]);
  });

  test('every rate has a known tax and is within its own range', () => {
    for (const rate of taxRates(today)) {
      expect(['001', '002', '003']).toContain(rate.taxCode);
      expect(rate.min.lessOrEqual(rate.max)).toBe(true);
      expect(rate.isTransfer || rate.isWithholding).toBe(true);
    }
  });
});
