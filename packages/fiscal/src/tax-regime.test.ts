import { catalog } from './catalogs';
import { cfdiUse, isRegimeAllowed, isUseAllowed, taxRegime } from './tax-regime';

const codesOf = (name: string) => [...(catalog(name)?.entries() ?? [])].map(({ code }) => code);

describe('tax regimes', () => {
  test('a tax regime lists the kinds of person that may use it', () => {
    expect(taxRegime('601', 'latest')?.persons).toEqual(['moral']);
    expect(taxRegime('612', 'latest')?.persons).toEqual(['fisica']);
    expect(taxRegime('626', 'latest')?.persons).toEqual(['fisica', 'moral']);
    expect(taxRegime('999', 'latest')).toBeUndefined();
  });

  test('a tax regime is refused for a kind of person that may not use the regime', () => {
    expect(isRegimeAllowed('605', 'fisica', 'latest')).toBe(true);
    expect(isRegimeAllowed('605', 'moral', 'latest')).toBe(false);
    expect(isRegimeAllowed('601', 'fisica', 'latest')).toBe(false);
    expect(isRegimeAllowed('000', 'moral', 'latest')).toBe(false);
  });
});

describe('uses of the CFDI', () => {
  test.each([
    ['G03', '601', 'moral', true],
    ['G03', '605', 'fisica', false],
    ['D01', '605', 'fisica', true],
    ['D01', '601', 'moral', false],
    ['D01', '612', 'moral', false],
    ['S01', '616', 'fisica', true],
    ['G03', '616', 'fisica', false],
    ['CN01', '605', 'fisica', true],
    ['CN01', '612', 'fisica', false],
    ['ZZZ', '601', 'moral', false],
  ] as const)(
    'the use %s with regime %s by a %s is allowed: %s',
    (use, regime, person, expected) => {
      expect(isUseAllowed(use, regime, person, 'latest')).toBe(expected);
    },
  );

  test('a CFDI use lists only existing regimes that are allowed for a kind of person with this use', () => {
    for (const code of codesOf('c_UsoCFDI')) {
      const use = cfdiUse(code, 'latest');
      for (const regime of use?.receiverRegimes ?? []) {
        const persons = taxRegime(regime, 'latest')?.persons ?? [];
        expect(use?.persons.some((person) => persons.includes(person))).toBe(true);
      }
    }
  });

  test('only the CFDI use for payroll allows exactly one regime', () => {
    const single = codesOf('c_UsoCFDI').filter(
      (c) => cfdiUse(c, 'latest')?.receiverRegimes.length === 1,
    );
    expect(single).toEqual(['CN01']);
  });
});
