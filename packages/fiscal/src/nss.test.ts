import { isNss } from './nss';

describe('isNss', () => {
  test('isNss accepts a number with a valid Luhn check digit', () => {
    expect(isNss('04078873454')).toBe(true);
  });

  test('isNss refuses every wrong check digit', () => {
    const passing = [...'0123456789'].filter((digit) => isNss(`0407887345${digit}`));
    expect(passing).toEqual(['4']);
  });

  test('isNss refuses any single wrong digit', () => {
    const right = '04078873454';
    for (let index = 0; index < right.length; index += 1) {
      const wrong = (Number(right.charAt(index)) + 1) % 10;
      expect(isNss(right.slice(0, index) + wrong + right.slice(index + 1))).toBe(false);
    }
  });

  test.each(['', '0407887345', '040788734540', '0407887345A', ' 04078873454'])(
    'isNss refuses the NSS %j',
    (text) => expect(isNss(text)).toBe(false),
  );
});
