import { globSync, readFileSync } from 'node:fs';
import { codesOf, sampleDraft, sampleItem, sampleProfile, today } from '../../../test/sample-draft';
import type { DraftInput } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import { remedies } from './refusal-issue';
import { satCodesOf, withSatCodes } from './sat-codes';

const kinds = ['income', 'payment_complement', 'payroll', 'withholding'] as const;
const root = `${__dirname}/../../../../..`;

/**
 * Returns each issue code whose doc comment contains SAT codes, in the form `- code: sentence (CFDI40169)`.
 */
function documented(): [code: string, satCodes: string[]][] {
  const files = globSync(['services/fiscal-cfdi/src/domain/**/*.ts', 'packages/items/src/*.ts'], {
    cwd: root,
  }).filter((file) => !file.endsWith('.test.ts') && !file.includes('refusals'));
  return files.flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8').replaceAll(/\n \* {3}/g, ' ');
    return [...text.matchAll(/^ \* - ([a-z_]+): .*\(((?:CFDI|CRP|NOM|Reten)\d[^)]*)\)/gm)].map(
      ([, code = '', said = '']): [string, string[]] => [code, said.split(', ')],
    );
  });
}

const flat = (codes: string | Readonly<Record<string, string>>) =>
  typeof codes === 'string' ? [codes] : Object.values(codes);

describe('the codes of the SAT', () => {
  it('the codes of the SAT agree with the codes in the comments of the rules', () => {
    const rules = documented().filter(([code]) => code !== 'tax_system_not_allowed');
    expect(rules.length).toBeGreaterThan(25);
    const known = (code: string) => kinds.flatMap((kind) => flat(satCodesOf(kind)[code] ?? {}));
    const missing = rules.filter(
      ([code, said]) => !known(code).some((satCode) => said.includes(satCode)),
    );
    expect(missing).toEqual([]);
  });

  it('the codes of the SAT are all published, so that every refusal has a remedy', () => {
    const all = kinds.flatMap((kind) => Object.values(satCodesOf(kind)).flatMap(flat));
    expect(all.filter((code) => !remedies.has(code))).toEqual([]);
  });

  it("the SAT's code of an issue depends on the path of the issue", () => {
    const issue = { code: 'tax_rate_not_allowed', message: '' };
    const paths = [
      ['items', 0, 'taxRate'],
      ['items', 0, 'withholdings', 1, 'rate'],
    ];
    expect(
      withSatCodes(
        'income',
        paths.map((path) => ({ ...issue, path })),
      ).map(({ satCode }) => satCode),
    ).toEqual(['CFDI40179', 'CFDI40185']);
  });

  it.each<[string, Partial<DraftInput>, object]>([
    ['CFDI40118', { currency: 'USD', exchangeRate: '900' }, {}],
    ['CFDI40123', { exportation: '09' }, {}],
    ['CFDI40126', { placeOfIssue: '00000' }, {}],
    ['CFDI40161', { cfdiUse: 'CN01' }, {}],
    ['CFDI40161', { cfdiUse: 'D01' }, {}],
    ['CFDI40162', {}, { satProductCode: '99999999' }],
    ['CFDI40166', {}, { unitPrice: '0' }],
    ['CFDI40169', {}, { discount: '9000' }],
    ['CFDI40179', {}, { taxRate: '0.08' }],
    ['CFDI40185', {}, { withholdings: [{ type: 'ISR', rate: '0.9' }] }],
    ['CFDI140226', {}, { taxObject: '06', taxability: 'standard' }],
  ])(
    'the code %s is in the issue of a draft with the input %j and the item %j',
    (satCode, input, item) => {
      const draft = sampleDraft(
        'income',
        { cfdiUse: 'G03', payment: { timing: 'single_payment', formCode: '03' }, ...input },
        { items: [{ ...sampleItem, ...item }] },
      );
      const issues = judgeDraftOn(draft, sampleProfile, today).issues;
      expect([codesOf(issues), issues.map((issue) => issue.satCode)]).toEqual([
        expect.anything(),
        expect.arrayContaining([satCode]),
      ]);
    },
  );
});
