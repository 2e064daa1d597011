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
  it('finds no differences in a file that agrees', () => {
    expect(checkTaxExamples(fileOf({}))).toEqual({
      exampleCount: 1,
      differences: [],
      problems: [],
    });
  });

  it('reports each difference with its path and both values', () => {
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

  it('reports unknown keys as problems', () => {
    const { problems } = checkTaxExamples(fileOf({ input: { ...input, discount: '1' } }));
    expect(problems).toEqual([{ path: 'examples.0.input.discount', message: 'is not known here' }]);
  });

  it('reports a file without examples', () => {
    expect(checkTaxExamples({}).problems).toEqual([
      { path: 'examples', message: 'there are none' },
    ]);
  });

  it('includes IEPS in the price unless the buyer asks for it, and charges IVA on it', () => {
    const item = { activity: 'goods_sale', quantity: '24', unitPrice: '18.75', iva: '0.16' };
    const beer = { ...item, ieps: { category: 'A', factor: 'Tasa', rate: '0.265' } };
    const sale = (asks: boolean) => ({
      ...{ ...input, issuer: { person: 'moral', regime: '601' }, items: [beer] },
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

  it('charges a local tax only on the items of its activities', () => {
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
