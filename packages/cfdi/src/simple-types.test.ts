import { makeCredentials } from '../test/make-credentials';
import { income } from '../test/make-documents';
import { seal } from './seal';
import { anyText, count, importe, positive, signedAmount } from './simple-types';
import { verifyComprobante } from './verify';

describe('an amount', () => {
  it.each([
    ['+1', '1.0'],
    ['1.', '1.0'],
    ['.5', '0.5'],
    ['0.25', '0.25'],
  ])('whose type has no pattern may be written %s', (written, value) => {
    expect(positive.parse(written)?.toString()).toBe(value);
    expect(importe.parse(written)?.toString()).toBe(written === '0.25' ? value : undefined);
  });

  it.each(['', '.', '+', '-1x', '1e3', '1,5', '1'.repeat(19)])('is not %p', (written) => {
    expect(positive.parse(written)).toBeUndefined();
    expect(signedAmount(2).parse(written)).toBeUndefined();
  });

  it('keeps its sign where the type has one', () => {
    expect(signedAmount(2).parse('-.5')?.toString()).toBe('-0.5');
  });

  it('has no more decimals for zeros at its end', () => {
    expect(positive.accepts(positive.parse('1.0000000')!)).toBe(true);
    expect(positive.accepts(positive.parse('1.0000001')!)).toBe(false);
  });
});

it('a count has no zeros and no sign before it', () => {
  expect(['1', '12', '01', '+1', '0'].map((text) => count(999).parse(text))).toEqual([
    1,
    12,
    undefined,
    undefined,
    undefined,
  ]);
});

it('a document with an empty Certificado is read, and its seal is what is wrong with it', () => {
  expect(anyText.accepts('')).toBe(true);
  const { xml } = seal(income(), makeCredentials().signer);
  const emptied = xml.replace(/ Certificado="[^"]*"/, ' Certificado=""');
  const codes = verifyComprobante(emptied).findings.map(({ code }) => code);
  expect(codes).toEqual(['CFDI40106']);
});
