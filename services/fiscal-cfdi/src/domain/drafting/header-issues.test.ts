import { codesOf, readBack, sampleDraft, sampleProfile, today } from '../../../test/sample-draft';
import { comprobanteOf } from './comprobante-of';
import { profileAt } from './document-header';
import type { DraftInput } from './draft';
import { judgeDraftOn } from './draft-issues';

const draft = (input: Partial<DraftInput>) =>
  sampleDraft('income', {
    cfdiUse: 'G03',
    payment: { timing: 'single_payment', formCode: '03' },
    ...input,
  });
const judge = (input: Partial<DraftInput>) => {
  const { issues, warnings = [] } = judgeDraftOn(draft(input), sampleProfile, today);
  return { issues: codesOf(issues), warnings: codesOf(warnings) };
};
const usd = (exchangeRate: string, confirmation?: string) => ({
  currency: 'USD',
  exchangeRate,
  confirmation,
});

describe('the header of a document', () => {
  it.each<[Partial<DraftInput>, string[]]>([
    [{ placeOfIssue: '22010' }, []],
    [{ placeOfIssue: '00000' }, ['placeOfIssue place_of_issue_unknown']],
    [{ exportation: '03' }, []],
    [{ exportation: '04' }, []],
    [{ exportation: '02' }, ['exportation complement_required']],
    [{ exportation: '09' }, ['exportation exportation_not_in_catalog']],
    [{ cfdiUse: 'CP01' }, ['cfdiUse cfdi_use_not_allowed']],
    [usd('18.5'), []],
    [usd('900'), ['exchangeRate exchange_rate_out_of_range']],
    [usd('900', 'aB3x9'), []],
    [usd('100'), ['exchangeRate exchange_rate_out_of_range']],
    [usd('100', 'aB3x9'), ['exchangeRate exchange_rate_out_of_range']],
    [usd('18.5', 'aB3x9'), ['confirmation confirmation_not_needed']],
    [usd('50', 'aB3x9'), ['confirmation confirmation_not_needed']],
    [{ confirmation: 'aB3x9' }, ['confirmation confirmation_not_needed']],
    [usd('900', 'aB3'), ['confirmation confirmation_invalid']],
    [{ currency: 'AFN', exchangeRate: '900' }, []],
    [
      { currency: 'AFN', exchangeRate: '900', confirmation: 'aB3x9' },
      ['confirmation confirmation_not_needed'],
    ],
  ])('the header of a document with %j breaks the rules %j', (input, issues) => {
    expect(judge(input).issues).toEqual(issues);
  });

  it.each([
    ['0.054', ['exchangeRate exchange_rate_unusual']],
    ['60', ['exchangeRate exchange_rate_unusual']],
    ['20.1234', []],
  ])(
    'the header of a document with a rate of %s for a dollar has the warnings %j',
    (rate, warnings) => {
      expect(judge(usd(rate))).toEqual({ issues: [], warnings });
    },
  );

  it("the header of a document has the branch's postal code, and a local time in the branch's time zone", () => {
    const input = { placeOfIssue: '22010', exportation: '03', confirmation: 'aB3x9' };
    const branch = profileAt(sampleProfile, input);
    expect(branch.timeZone).toBe('America/Tijuana');
    const document = comprobanteOf(draft({ ...usd('900'), ...input }), branch, {
      fecha: `${today}T10:00:00`,
    });
    expect(readBack(document)).toMatchObject({
      lugarExpedicion: '22010',
      exportacion: '03',
      confirmacion: 'aB3x9',
    });
    expect(profileAt(sampleProfile, {})).toBe(sampleProfile);
  });
});
