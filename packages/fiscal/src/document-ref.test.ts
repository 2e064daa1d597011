import fc from 'fast-check';
import { documentPrefixes, documentRef, parseDocumentRef } from './document-ref';

describe('document references', () => {
  test('parseDocumentRef reads a reference that documentRef has written', () => {
    const prefix = fc.constantFrom(...documentPrefixes);
    fc.assert(
      fc.property(prefix, fc.uuid(), (kind, id) => {
        expect(parseDocumentRef(documentRef(kind, id))).toEqual({ prefix: kind, id });
      }),
    );
  });

  test('a reference with a different prefix than the required prefix is refused', () => {
    expect(parseDocumentRef('cfdi:1', 'cfdi')).toEqual({ prefix: 'cfdi', id: '1' });
    expect(parseDocumentRef('quote:1', 'cfdi')).toBeUndefined();
  });

  test.each(['', 'cfdi', 'cfdi:', ':1', 'invoice:1', 'CFDI:1', 'cfdi:1:2', 'cfdi:a b', 'cfdi:á'])(
    'the reference %j is refused',
    (text) => expect(parseDocumentRef(text)).toBeUndefined(),
  );

  test('a malformed id throws', () => {
    expect(() => documentRef('cfdi', '')).toThrow(RangeError);
    expect(() => documentRef('cfdi', 'a:b')).toThrow(RangeError);
  });
});
