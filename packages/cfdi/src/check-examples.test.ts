import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTaxExamples } from './check-examples';

const input = {
  date: '2026-11-20',
  issuer: { person: 'fisica', regime: '612' },
  receiver: { kind: 'moral' },
  items: [
    { activity: 'professional_services', quantity: '1', unitPrice: '8400.00', iva: '0.160000' },
  ],
};
const line = { tax: '002', factor: 'Tasa', rate: '0.16', base: '8400.00', amount: '1344.00' };
const expected = {
  subtotal: '8400.00',
  transfers: [line],
  withholdings: [
    { tax: '001', amount: '840.00' },
    { tax: '002', amount: '896.00' },
  ],
  total: '8008.00',
};
const fileOf = (changes: object) => ({ examples: [{ id: 'E1', input, expected, ...changes }] });

describe('checkTaxExamples', () => {
  it('an example file with correct amounts has no differences', () => {
    expect(checkTaxExamples(fileOf({}))).toEqual({
      exampleCount: 1,
      differences: [],
      problems: [],
    });
  });

  it('each difference of an example is reported with its path and both values', () => {
    const wrong = { ...expected, total: '8008.01', withholdings: [] };
    const { differences } = checkTaxExamples(fileOf({ expected: wrong }));
    expect(differences).toEqual([
      {
        exampleId: 'E1',
        path: 'expected.withholdings.0',
        expected: 'nothing',
        actual: '{"tax":"001","amount":"840.00"}',
      },
      {
        exampleId: 'E1',
        path: 'expected.withholdings.1',
        expected: 'nothing',
        actual: '{"tax":"002","amount":"896.00"}',
      },
      { exampleId: 'E1', path: 'expected.total', expected: '8008.01', actual: '8008.00' },
    ]);
  });

  it('unknown keys in an example file are reported as problems', () => {
    const { problems } = checkTaxExamples(fileOf({ input: { ...input, rebate: '1' } }));
    expect(problems).toEqual([{ path: 'examples.0.input.rebate', message: 'is not known here' }]);
  });

  it('an example may have discounts, exempt items, fuels, and activities without a withholding rule, like a document in the API', () => {
    const company = { ...input, issuer: { person: 'moral', regime: '601' } };
    const [item] = input.items;
    const sale = (items: object[], total: string, more: object = {}) => ({
      input: { ...company, items },
      expected: { total, ...more },
    });
    const iva = { tax: '002', factor: 'Tasa', rate: '0.16' };
    const fuel = { activity: 'goods_sale', quantity: '100', unitPrice: '24.00', iva: '0.16' };
    const examples = [
      sale([{ ...item, discount: '400' }], '9280.00', {
        subtotal: '8400',
        discount: '400',
        lines: [{ discount: '400', transfers: [{ ...iva, base: '8000' }] }],
      }),
      sale([{ ...item, iva: 'exento' }], '8400.00', {
        transfers: [{ tax: '002', factor: 'Exento', base: '8400', rate: null, amount: null }],
      }),
      sale([{ ...item, activity: 'services' }], '9744.00', { withholdings: [] }),
      sale([{ ...fuel, fuel: 'diesel' }], '2776.15', {
        transfers: [{ ...iva, base: '2350.92', amount: '376.15' }],
      }),
      sale([{ ...fuel, fuel: { quota: '0.490817' } }], '2776.15'),
    ].map((example, index) => ({ id: `H${index}`, ...example }));
    expect(checkTaxExamples({ examples })).toMatchObject({ differences: [], problems: [] });
  });

  it('withholdings are computed on the discounted amount of an item, and an exempt item has no withheld IVA', () => {
    const [item] = input.items;
    const examples = [
      { items: [{ ...item, discount: '400' }], withholdings: ['800', '853.34'] },
      { items: [{ ...item, iva: 'exento' }], withholdings: ['840'] },
    ].map(({ items, withholdings }, index) => ({
      id: `W${index}`,
      input: { ...input, items },
      expected: { withholdings: withholdings.map((amount) => ({ amount })) },
    }));
    expect(checkTaxExamples({ examples })).toMatchObject({ differences: [], problems: [] });
  });

  it('the taxes of an example may be in any order, and a wrong tax is still reported', () => {
    const withholdings = expected.withholdings.toReversed();
    const lines = [{ withholdings: [{ tax: '002' }, { tax: '001' }] }];
    const other = { ...expected, withholdings, lines };
    expect(checkTaxExamples(fileOf({ expected: other })).differences).toEqual([]);
    const wrong = { ...other, withholdings: [{ tax: '002', amount: '1' }, { tax: '001' }] };
    expect(checkTaxExamples(fileOf({ expected: wrong })).differences).toEqual([
      {
        exampleId: 'E1',
        path: 'expected.withholdings.0.amount',
        expected: '1',
        actual: '896.00',
      },
    ]);
  });

  it('an example file without examples is reported', () => {
    expect(checkTaxExamples({}).problems).toEqual([
      { path: 'examples', message: 'there are none' },
    ]);
  });

  it('IEPS is part of the price by default, a buyer can request separate IEPS, and IVA is charged on the IEPS', () => {
    const item = { activity: 'goods_sale', quantity: '24', unitPrice: '18.75', iva: '0.16' };
    const beer = { ...item, ieps: { category: 'A', factor: 'Tasa', rate: '0.265' } };
    const sale = (asks: boolean) => ({
      ...input,
      issuer: { person: 'moral', regime: '601' },
      items: [beer],
      receiver: { kind: 'moral', iepsTaxpayerAsks: asks },
    });
    const asked = { subtotal: '450.00', total: '660.33', withholdings: [] };
    const held = { subtotal: '450.00', total: '522.00', withholdings: [] };
    const file = {
      examples: [
        { id: 'asked', input: sale(true), expected: asked },
        { id: 'held', input: sale(false), expected: held },
      ],
    };
    expect(checkTaxExamples(file).differences).toEqual([]);
  });

  it('a local tax is charged only on items whose activity the tax lists', () => {
    const room = { activity: 'lodging', quantity: '2', unitPrice: '1500.00', iva: '0.16' };
    const meal = { activity: 'goods_sale', quantity: '1', unitPrice: '400.00', iva: '0.16' };
    const ish = { name: 'ISH', kind: 'transfer', rate: '3.00', activities: ['lodging'] };
    const hotel = { ...input, issuer: { person: 'moral', regime: '601' } };
    const file = fileOf({
      input: { ...hotel, items: [room, meal], local: [ish] },
      expected: {
        local: [{ name: 'ISH', base: '3000.00', amount: '90.00' }],
        total: '4034.00',
      },
    });
    expect(checkTaxExamples(file).differences).toEqual([]);
  });
});

const facts = join(__dirname, '../../../../shared/facts/withholding-examples.json');
const ifThere = existsSync(facts) ? it : it.skip;

ifThere('the published examples agree to the sixth decimal', () => {
  const { differences, problems } = checkTaxExamples(JSON.parse(readFileSync(facts, 'utf8')));
  expect([differences, problems]).toEqual([[], []]);
});
