import { itemTax } from './item-tax';

describe('itemTax', () => {
  it.each([
    [undefined, undefined, { taxability: 'standard', taxRate: '0.16' }],
    ['standard', undefined, { taxability: 'standard', taxRate: '0.16' }],
    [undefined, '0.08', { taxability: 'standard', taxRate: '0.08' }],
    [undefined, '0', { taxability: 'zero', taxRate: '0' }],
    ['zero', undefined, { taxability: 'zero', taxRate: '0' }],
    ['zero', '0.000000', { taxability: 'zero', taxRate: '0' }],
    ['exempt', undefined, { taxability: 'exempt' }],
    ['exempt', '0', { taxability: 'exempt' }],
    ['standard', '0', undefined],
    ['zero', '0.16', undefined],
    ['exempt', '0.16', undefined],
    ['other', undefined, undefined],
    [undefined, 'x', undefined],
  ])('the taxability %s with the rate %s is completed to %p', (taxability, taxRate, expected) => {
    expect(itemTax(taxability, taxRate, '2026-11-26')).toEqual(expected);
  });
});
