import { productIssues, type ProductFacts } from './product';

const today = '2026-11-21';
const codesOf = (product: ProductFacts) =>
  productIssues(product, today).map(({ path, code }) => `${path.join('.')}: ${code}`);

describe('productIssues', () => {
  it.each<[string, ProductFacts, string[]]>([
    ['a product without tax fields is valid', {}, []],
    ['a standard product may have 16 %', { taxability: 'standard', taxRate: '0.16' }, []],
    ['a product without taxability may have the border rate of 8 %', { taxRate: '0.080000' }, []],
    ['15 % is not a rate of IVA', { taxRate: '0.15' }, ['taxRate: tax_rate_not_allowed']],
    ['16 is not a rate; 16 % is 0.16', { taxRate: '16' }, ['taxRate: tax_rate_not_allowed']],
    ['rate 0 requires taxability zero', { taxRate: '0' }, ['taxRate: tax_rate_not_allowed']],
    ['a zero-rated product may have rate 0', { taxability: 'zero', taxRate: '0.00' }, []],
    [
      'a zero-rated product must not have another rate',
      { taxability: 'zero', taxRate: '0.16' },
      ['taxRate: tax_rate_not_allowed'],
    ],
    ['an exempt product may give its reason', { taxability: 'exempt', taxExemptReason: 'x' }, []],
    [
      'an exempt product must not have a rate, not even 0',
      { taxability: 'exempt', taxRate: '0' },
      ['taxRate: tax_rate_not_allowed'],
    ],
    [
      'only an exempt product may have a reason',
      { taxability: 'zero', taxExemptReason: 'x' },
      ['taxExemptReason: tax_exempt_reason_not_allowed'],
    ],
    [
      'a product key that requires IVA cannot be exempt',
      { taxability: 'exempt', satProductCode: '84121603' },
      ['taxability: iva_required'],
    ],
    [
      'a product key that requires IVA may be zero-rated',
      { taxability: 'zero', satProductCode: '84121603' },
      [],
    ],
    ['other keys may be exempt', { taxability: 'exempt', satProductCode: '01010101' }, []],
  ])('productIssues: %s', (_, product, expected) => {
    expect(codesOf(product)).toEqual(expected);
  });

  it('productIssues requires each discount to start at a larger quantity than the previous discount', () => {
    const discounts = (...quantities: string[]) => ({
      quantityDiscounts: quantities.map((minQuantity) => ({ minQuantity, percentage: '5' })),
    });
    expect(codesOf(discounts('1', '1.5', '10'))).toEqual([]);
    expect(codesOf(discounts('10', '9', '9.0', '12'))).toEqual([
      'quantityDiscounts.1.minQuantity: quantity_not_increasing',
      'quantityDiscounts.2.minQuantity: quantity_not_increasing',
    ]);
  });

  it('productIssues requires discounts between 0 and 100 percent', () => {
    const quantityDiscounts = ['0', '100', '100.000001', '-1'].map((percentage, index) => ({
      minQuantity: `${index + 1}`,
      percentage,
    }));
    expect(codesOf({ quantityDiscounts })).toEqual([
      'quantityDiscounts.2.percentage: percentage_out_of_range',
      'quantityDiscounts.3.percentage: percentage_out_of_range',
    ]);
  });

  it('productIssues reports all errors together', () => {
    const quantityDiscounts = [{ minQuantity: '1', percentage: '101' }];
    expect(codesOf({ taxRate: '0.5', taxExemptReason: 'x', quantityDiscounts })).toHaveLength(3);
  });
});
