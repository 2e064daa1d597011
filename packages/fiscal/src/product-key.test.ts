import { catalog } from './catalogs';
import { productKey } from './product-key';

describe('productKey', () => {
  test('a product key states its required taxes, whether the border stimulus applies, and its synonyms', () => {
    expect(productKey('43211507', 'latest')).toEqual({
      code: '43211507',
      description: 'Computadores de escritorio',
      iva: 'optional',
      ieps: 'optional',
      isBorderStimulusAllowed: true,
      synonyms: ['Computadora de escritorio', 'Equipo de cómputo'],
    });
    expect(productKey('01010101', 'latest')?.isBorderStimulusAllowed).toBe(false);
    expect(productKey('10101501', 'latest')?.synonyms).toEqual([]);
    expect(productKey('99999999', 'latest')).toBeUndefined();
  });

  test('four product keys require a transfer of IVA', () => {
    const all = [...(catalog('c_ClaveProdServ')?.entries() ?? [])].map(({ code }) => code);
    expect(all).toHaveLength(52_513);
    const required = all.filter((code) => productKey(code, 'latest')?.iva === 'required');
    expect(required).toEqual(['80111700', '80111701', '84121603', '84121604']);
  });
});
