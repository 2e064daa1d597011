import { makeCredentials } from '../test/make-credentials';
import { income } from '../test/make-documents';
import { seal } from './seal';
import { anyText, count, importe, positive, signedAmount } from './simple-types';
import { verifyComprobante } from './verify';

describe('openAmount', () => {
  it.each([
    ['+1', '1.0'],
    ['1.', '1.0'],
    ['.5', '0.5'],
    ['0.25', '0.25'],
  ])('an amount type with an open notation reads %s', (written, value) => {
    expect(positive.parse(written)?.toString()).toBe(value);
    expect(importe.parse(written)?.toString()).toBe(written === '0.25' ? value : undefined);
  });

  it.each(['', '.', '+', '-1x', '1e3', '1,5', '1'.repeat(19)])(
    'an amount with an open notation refuses %p',
    (written) => {
      expect(positive.parse(written)).toBeUndefined();
      expect(signedAmount(2).parse(written)).toBeUndefined();
    },
  );

  it('the sign of a number is preserved if the type allows a sign', () => {
    expect(signedAmount(2).parse('-.5')?.toString()).toBe('-0.5');
  });

  it('trailing zeros do not count as decimals', () => {
    expect(positive.accepts(positive.parse('1.0000000')!)).toBe(true);
    expect(positive.accepts(positive.parse('1.0000001')!)).toBe(false);
  });
});

it('the type of a count allows no leading zeros and no sign', () => {
  expect(['1', '12', '01', '+1', '0'].map((text) => count(999).parse(text))).toEqual([
    1,
    12,
    undefined,
    undefined,
    undefined,
  ]);
});

it('a document with an empty Certificado can be read, but its seal is invalid', () => {
  expect(anyText.accepts('')).toBe(true);
  const { xml } = seal(income(), makeCredentials().signer);
  const emptied = xml.replace(/ Certificado="[^"]*"/, ' Certificado=""');
  const codes = verifyComprobante(emptied).findings.map(({ code }) => code);
  expect(codes).toEqual(['CFDI40106']);
});
