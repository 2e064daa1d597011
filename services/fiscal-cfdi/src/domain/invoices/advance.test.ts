import {
  codesOf,
  sampleDraft,
  sampleItem,
  sampleProfile,
  sampleRelated,
  today,
} from '../../../test/sample-draft';
import type { CfdiKind, Draft, DraftInput } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import type { CreditNoteSource, RelatedSource } from '../drafting/draft-sources';

const { uuid } = sampleRelated;
const advance = {
  ...sampleItem,
  description: 'Anticipo del bien o servicio',
  satProductCode: '84111506',
  satUnitCode: 'ACT',
  quantity: '1',
  unitPrice: '100',
};
const named = { relatedDocuments: [{ relationship: '07', documents: [uuid] }] };
const paid = { timing: 'single_payment', formCode: '03' };

interface Changes {
  input?: Partial<DraftInput>;
  items?: object[];
  record?: Partial<RelatedSource>;
  creditNotes?: CreditNoteSource[];
}

function judge(kind: CfdiKind, { input, items = [advance], record, creditNotes = [] }: Changes) {
  const draft: Draft = {
    ...sampleDraft(kind, { cfdiUse: 'G03', payment: paid, ...input }, { items }),
    ...(record && { related: { documents: [{ ...sampleRelated, ...record }], creditNotes } }),
  };
  const { issues, warnings = [] } = judgeDraftOn(draft, sampleProfile, today);
  return [...codesOf(issues), ...codesOf(warnings).map((warning) => `warning: ${warning}`)];
}

const note = (changes: Changes = {}, formCode = '30') =>
  judge('credit_note', {
    record: {},
    ...changes,
    input: { payment: undefined, creditNote: { formCode, ...named } },
  });
const applied = (total: string): CreditNoteSource => ({
  total,
  currency: 'MXN',
  exchangeRate: null,
  names: [{ uuid, relationship: '07' }],
});
const at = 'relatedDocuments.0.documents.0';

describe('an advance', () => {
  it('an advance takes three documents: its own invoice, the invoice of the whole price that relates to it, and the credit note that applies it', () => {
    expect(judge('income', {})).toEqual([]);
    const whole = { input: { relations: named }, items: [sampleItem], record: { isAdvance: true } };
    expect(judge('income', whole)).toEqual([]);
    expect(note({ record: { advanced: '116' } })).toEqual([]);
  });

  it.each<[string, Changes]>([
    ['items.0 advance_item', { items: [{ ...advance, quantity: '2' }] }],
    ['items.0 advance_item', { items: [{ ...advance, satUnitCode: 'E48' }] }],
    ['items advance_not_alone', { items: [advance, sampleItem] }],
    [
      'payment.timing advance_deferred',
      { input: { payment: { timing: 'deferred_or_installments', formCode: '99' } } },
    ],
    [
      'payment.formCode advance_relation_missing',
      { items: [sampleItem], input: { payment: { ...paid, formCode: '30' } } },
    ],
    [`${at} advance_unknown`, { items: [sampleItem], input: { relations: named }, record: {} }],
    [
      `${at} related_customer_differs`,
      {
        items: [sampleItem],
        input: { relations: named },
        record: { isAdvance: true, receiverRfc: 'CACX7605101P8' },
      },
    ],
  ])('an income with an advance has the warning %s', (warning, changes) => {
    expect(judge('income', changes)).toEqual([`warning: ${warning}`]);
  });

  it.each<[string, Changes, string]>([
    ['formCode advance_form_code', {}, '03'],
    ['items credit_above_advance', { record: { advanced: '115.99' } }, '30'],
    [
      'items credit_above_advance',
      { record: { advanced: '200' }, creditNotes: [applied('84.01')] },
      '30',
    ],
    ['warning: items.0 advance_item', { items: [sampleItem] }, '30'],
    [`warning: ${at} advance_named`, { record: { isAdvance: true } }, '30'],
  ])('a credit note that applies an advance has the issue %s', (code, changes, formCode) => {
    expect(note(changes, formCode)).toEqual([code]);
  });

  it('a credit note with the form of payment for advances causes a warning if it applies no advance', () => {
    const relatedDocuments = [{ relationship: '01', documents: [uuid] }];
    const input = { payment: undefined, creditNote: { formCode: '30', relatedDocuments } };
    expect(judge('credit_note', { input, record: {} })).toEqual([
      'warning: formCode advance_relation_missing',
    ]);
  });
});
