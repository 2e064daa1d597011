import { decimal } from '../test/make-documents';
import { convertedRange, isProduct, isTax } from './amount-limits';

describe('isProduct', () => {
  it.each([
    ['24999.80', '2', '12499.9', true],
    ['99.999', '3', '33.333', true],
    ['100.00', '3', '33.333', true],
    // The quantity 1 may be a rounded value from 0.5 to 1.5; the quantity 1.000 may be a rounded
    // value from 0.9995 to 1.0005.
    ['1.40', '1', '1.00', true],
    ['1.40', '1.000', '1.00', false],
    ['100.60', '1.000', '100.00', false],
    ['0.01', '1.000000', '0.000001', true],
    ['0.02', '1.000000', '0.000001', false],
  ])('the amount %s can be the product of %s and %s: %s', (importe, cantidad, valor, expected) => {
    expect(isProduct(decimal(importe), decimal(cantidad), decimal(valor))).toBe(expected);
  });
});

describe('isTax', () => {
  it.each([
    ['3799.97', '23749.81', '0.160000', true],
    ['3799.96', '23749.81', '0.160000', true],
    ['3799.98', '23749.81', '0.160000', true],
    ['3799.99', '23749.81', '0.160000', false],
    ['3799.95', '23749.81', '0.160000', false],
    ['0.00', '99.40', '0.000000', true],
    ['0.01', '99.40', '0.000000', false],
    ['13.793103', '86.206897', '0.160000', true],
    ['13.793105', '86.206897', '0.160000', false],
  ])('the amount %s can be the tax of %s at the rate %s: %s', (importe, base, tasa, expected) => {
    expect(isTax(decimal(importe), decimal(base), decimal(tasa))).toBe(expected);
  });
});

describe('convertedRange', () => {
  it('the range of a converted payment contains the amount that was actually paid', () => {
    const { low, high } = convertedRange(decimal('1000.00'), decimal('0.0543168300'));
    expect(low.lessThan(decimal('18410.50'))).toBe(true);
    expect(high.greaterThan(decimal('18410.50'))).toBe(true);
    expect(high.minus(low).lessThan(decimal('0.2'))).toBe(true);
  });
});
