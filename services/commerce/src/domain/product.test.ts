import { productIssues, type ProductFacts } from './product';

const today = '2026-11-21';
const codesOf = (product: ProductFacts) =>
  productIssues(product, today).map(({ path, code }) => `${path.join('.')}: ${code}`);

describe('productIssues', () => {
  it.each<[string, ProductFacts, string[]]>([
    ['nothing given is standard without a rate of its own', {}, []],
    ['16 % belongs to a standard product', { taxability: 'standard', taxRate: '0.16' }, []],
    ['8 % of the border does too', { taxRate: '0.080000' }, []],
    ['15 % is no rate of IVA', { taxRate: '0.15' }, ['taxRate: tax_rate_not_allowed']],
    ['16 is no rate: it is 0.16', { taxRate: '16' }, ['taxRate: tax_rate_not_allowed']],
    ['rate 0 is taxability zero', { taxRate: '0' }, ['taxRate: tax_rate_not_allowed']],
    ['a zero-rated product may say so twice', { taxability: 'zero', taxRate: '0.00' }, []],
    [
      'a zero-rated product has no other rate',
      { taxability: 'zero', taxRate: '0.16' },
      ['taxRate: tax_rate_not_allowed'],
    ],
    ['an exempt product may give its reason', { taxability: 'exempt', taxExemptReason: 'x' }, []],
    [
      'an exempt product has no rate, not even 0',
      { taxability: 'exempt', taxRate: '0' },
      ['taxRate: tax_rate_not_allowed'],
    ],
    [
      'only an exempt product has a reason',
      { taxability: 'zero', taxExemptReason: 'x' },
      ['taxExemptReason: tax_exempt_reason_not_allowed'],
    ],
    [
      'a product key that demands IVA cannot be exempt',
      { taxability: 'exempt', satProductCode: '84121603' },
      ['taxability: iva_required'],
    ],
    ['nor does it forbid rate zero', { taxability: 'zero', satProductCode: '84121603' }, []],
    ['other keys may be exempt', { taxability: 'exempt', satProductCode: '01010101' }, []],
  ])('%s', (_, product, expected) => {
    expect(codesOf(product)).toEqual(expected);
  });

  it('lets each discount begin at more units than the one before', () => {
    const discounts = (...quantities: string[]) => ({
      quantityDiscounts: quantities.map((minQuantity) => ({ minQuantity, percentage: '5' })),
    });
    expect(codesOf(discounts('1', '1.5', '10'))).toEqual([]);
    expect(codesOf(discounts('10', '9', '9.0', '12'))).toEqual([
      'quantityDiscounts.1.minQuantity: quantity_not_increasing',
      'quantityDiscounts.2.minQuantity: quantity_not_increasing',
    ]);
  });

  it('keeps discounts between 0 and 100 percent', () => {
    const quantityDiscounts = ['0', '100', '100.000001', '-1'].map((percentage, index) => ({
      minQuantity: `${index + 1}`,
      percentage,
    }));
    expect(codesOf({ quantityDiscounts })).toEqual([
      'quantityDiscounts.2.percentage: percentage_out_of_range',
      'quantityDiscounts.3.percentage: percentage_out_of_range',
    ]);
  });

  it('reports every fault at once', () => {
    const quantityDiscounts = [{ minQuantity: '1', percentage: '101' }];
    expect(codesOf({ taxRate: '0.5', taxExemptReason: 'x', quantityDiscounts })).toHaveLength(3);
  });
});
