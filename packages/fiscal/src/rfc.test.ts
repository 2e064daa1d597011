import { hasRfcCheckDigit, Rfc } from './rfc';

const parsed = (text: string) => {
  const rfc = Rfc.parse(text);
  if (rfc === undefined) throw new Error(`${text} was refused`);
  return rfc;
};

/** RFCs of the SAT's public test certificates; all have a valid check digit. */
const testCertificates = [
  'EKU9003173C9',
  'H&E951128469',
  'OÑO120726RX3',
  'L&O950913MSA',
  'JES900109Q90',
  'CACX7605101P8',
  'RAQÑ7701212M3',
  'KAHO641101B39',
  'S&S051221SE2',
  'URE180429TM6',
];

describe('Rfc', () => {
  test('an RFC with twelve characters is a legal entity, and an RFC with thirteen is a natural person', () => {
    expect(parsed('EKU9003173C9').kind).toBe('moral');
    expect(parsed('CACX7605101P8').kind).toBe('fisica');
  });

  test.each(testCertificates)("the RFC %s has the SAT's check digit", (text) => {
    expect(hasRfcCheckDigit(parsed(text))).toBe(true);
  });

  test('an RFC with a different last character has a wrong check digit but is accepted', () => {
    for (const last of '012345678A') {
      expect(hasRfcCheckDigit(parsed(`EKU9003173C${last}`))).toBe(false);
    }
    expect(hasRfcCheckDigit(parsed('XAXX010101000'))).toBe(false);
  });

  test.each([
    ['lower case', 'eku9003173c9'],
    ['a hyphen', 'EKU-900317-3C9'],
    ['a blank', ' EKU9003173C9'],
    ['a month 13', 'EKU9013173C9'],
    ['a 31 April', 'EKU9004313C9'],
    ['a 29 February of a common year', 'EKU9002293C9'],
    ['two letters', 'EK9003173C9'],
    ['five letters', 'EKUUU9003173C9'],
    ['a last letter other than A', 'EKU9003173CB'],
    ['nothing', ''],
  ])('parsing refuses an RFC with %s', (_, text) => {
    expect(Rfc.parse(text)).toBeUndefined();
  });

  test('an RFC with 29 February of a leap year is accepted', () => {
    expect(Rfc.parse('EKU9202293C9')).toBeDefined();
    expect(Rfc.parse('EKU0002293C9')).toBeDefined();
  });

  test('the generic RFCs are recognized', () => {
    expect(parsed('XAXX010101000').isGenericNational()).toBe(true);
    expect(parsed('XAXX010101000').isGenericForeign()).toBe(false);
    expect(parsed('XEXX010101000').isGenericForeign()).toBe(true);
    expect(parsed('XEXX010101000').isGeneric()).toBe(true);
    expect(parsed('EKU9003173C9').isGeneric()).toBe(false);
  });

  test('two Rfc objects with the same text are equal and are written to JSON as text', () => {
    expect(parsed('EKU9003173C9').equals(parsed('EKU9003173C9'))).toBe(true);
    expect(JSON.stringify([Rfc.genericNational])).toBe('["XAXX010101000"]');
  });
});
