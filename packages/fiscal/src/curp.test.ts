import { Curp, hasCurpCheckDigit } from './curp';

const parsed = (text: string) => {
  const curp = Curp.parse(text);
  if (curp === undefined) throw new Error(`${text} was refused`);
  return curp;
};

describe('Curp', () => {
  test('a CURP contains the date of birth, the sex and the state', () => {
    const curp = parsed('XOJI740919MQTDMN02');
    expect(curp.bornOn).toBe('1974-09-19');
    expect(curp.sex).toBe('M');
    expect(curp.birthStateCode).toBe('QT');
    expect(curp.toString()).toBe('XOJI740919MQTDMN02');
    expect(JSON.stringify(curp)).toBe('"XOJI740919MQTDMN02"');
  });

  test('a letter before the check digit of a CURP means the 21st century', () => {
    expect(parsed('XEXX010101HNEXXXA4').bornOn).toBe('2001-01-01');
    expect(parsed('XEXX010101HNEXXX04').bornOn).toBe('1901-01-01');
  });

  test('a CURP with 29 February is valid only for a leap year of its century', () => {
    expect(Curp.parse('XEXX000229HNEXXXA4')).toBeDefined();
    expect(Curp.parse('XEXX000229HNEXXX04')).toBeUndefined();
  });

  test('exactly one check digit is valid for a CURP', () => {
    for (const [body, right] of [
      ['XOJI740919MQTDMN0', 2],
      ['XEXX010101HNEXXXA', 4],
    ] as const) {
      const passing = [...'0123456789'].filter((d) => hasCurpCheckDigit(parsed(body + d)));
      expect(passing).toEqual([String(right)]);
    }
  });

  test.each([
    ['an unknown state', 'XOJI740919MZZDMN02'],
    ['an unknown sex', 'XOJI740919ZQTDMN02'],
    ['a consonant for the first vowel', 'XTJI740919MQTDMN02'],
    ['a vowel among the consonants', 'XOJI740919MQTAMN02'],
    ['a 31 February', 'XOJI740231MQTDMN02'],
    ['lower case', 'xoji740919mqtdmn02'],
    ['seventeen characters', 'XOJI740919MQTDMN0'],
  ])('parsing refuses a CURP with %s', (_, text) => {
    expect(Curp.parse(text)).toBeUndefined();
  });

  test('a CURP may contain the code of any federal entity in the population registry', () => {
    const states =
      'AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE';
    for (const state of states.split(' ')) {
      expect(parsed(`XOJI740919X${state}DMN02`).birthStateCode).toBe(state);
    }
  });
});
