import { isClabe, parseClabe } from './clabe';

describe('parseClabe', () => {
  test('parseClabe returns bank, branch and account', () => {
    expect(parseClabe('032180000118359719')).toEqual({
      bankCode: '032',
      placeCode: '180',
      account: '00011835971',
    });
  });

  test('parseClabe refuses a CLABE with any single wrong digit', () => {
    const right = '002010077777777771';
    expect(isClabe(right)).toBe(true);
    for (let index = 0; index < right.length; index += 1) {
      const wrong = (Number(right.charAt(index)) + 1) % 10;
      expect(isClabe(right.slice(0, index) + wrong + right.slice(index + 1))).toBe(false);
    }
  });

  test.each(['', '03218000011835971', '0321800001183597190', '03218000011835971X'])(
    'parseClabe refuses the CLABE %j',
    (text) => expect(parseClabe(text)).toBeUndefined(),
  );
});
