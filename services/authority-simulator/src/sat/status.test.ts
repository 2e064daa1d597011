import { parseExpression } from './status';

test('the fields of a QR expression are read in any order, with or without fe and the question mark', () => {
  const uuid = '11111111-1111-4111-8111-111111111111';
  expect(parseExpression(`?id=${uuid}&re=A&rr=B&tt=1.0&fe=abc/==`)).toEqual({
    uuid,
    issuerRfc: 'A',
    receiverRfc: 'B',
    total: '1.0',
    sealTail: 'abc/==',
  });
  expect(parseExpression(`tt=1&rr=B&re=A&id=${uuid}`)?.sealTail).toBeUndefined();
});

test('an RFC with an XML-escaped & is read from a QR expression', () => {
  const uuid = '11111111-1111-4111-8111-111111111111';
  const text = `?id=${uuid}&re=H&amp;E951128469&rr=B&tt=1.0`;
  expect(parseExpression(text)?.issuerRfc).toBe('H&E951128469');
});

test.each(['', '?id=1&re=A&rr=B&tt=1', '?re=A&rr=B&tt=1', '?id=x', 'hola'])(
  '%j is not a QR expression',
  (text) => {
    expect(parseExpression(text)).toBeUndefined();
  },
);
