import {
  codesOf,
  readBack,
  sampleDraft,
  sampleProfile,
  sampleRelated,
  today,
} from '../../../test/sample-draft';
import { comprobanteOf } from './comprobante-of';
import type { CfdiKind, Draft, DraftInput } from './draft';
import type { RelatedSource } from './draft-sources';
import { judgeDraftOn } from './draft-issues';
import { relatedIssues } from './related-documents';

const { uuid } = sampleRelated;
const income = { cfdiUse: 'G03', payment: { timing: 'single_payment', formCode: '03' } };

function draftOf(
  kind: CfdiKind,
  relationship: string,
  { input = {}, record }: { input?: Partial<DraftInput>; record?: Partial<RelatedSource> } = {},
): Draft {
  const relations = { relatedDocuments: [{ relationship, documents: [uuid] }] };
  const draft = sampleDraft(kind, { ...income, relations, ...input });
  return {
    ...draft,
    ...(record && { related: { documents: [{ ...sampleRelated, ...record }], creditNotes: [] } }),
  };
}

const judge = (draft: Draft) => {
  const { issues, warnings = [] } = judgeDraftOn(draft, sampleProfile, today);
  return { issues: codesOf(issues), warnings: codesOf(warnings) };
};
const at = 'relatedDocuments.0.documents.0';

describe('related documents', () => {
  it('related documents are accepted in an income document in the same form as in a credit note', () => {
    const document = comprobanteOf(draftOf('income', '04'), sampleProfile, {
      fecha: '2026-11-21T10:00:00',
    });
    expect(readBack(document).cfdiRelacionados).toEqual([
      { tipoRelacion: '04', cfdiRelacionado: [{ uuid }] },
    ]);
  });

  it.each<[CfdiKind, string, string]>([
    ['income', '05', 'relatedDocuments.0.relationship relationship_not_allowed'],
    ['transfer', '06', 'relatedDocuments.0.relationship relationship_not_allowed'],
    ['transfer', '07', 'relatedDocuments.0.relationship relationship_not_allowed'],
    ['payroll', '01', 'relatedDocuments.0.relationship relationship_not_allowed'],
    ['payment_complement', '07', 'relatedDocuments.0.relationship relationship_not_allowed'],
    ['income', '08', 'relatedDocuments.0.relationship relationship_not_in_catalog'],
  ])('the related documents of a %s cannot have relationship %s', (kind, relationship, issue) => {
    expect(codesOf(relatedIssues(draftOf(kind, relationship), today))).toEqual([issue]);
  });

  it.each<[CfdiKind, string, string, boolean]>([
    ['credit_note', '01', 'income', true],
    ['credit_note', '01', 'payroll', false],
    ['credit_note', '02', 'payment_complement', false],
    ['credit_note', '03', 'transfer', true],
    ['credit_note', '03', 'credit_note', false],
    ['income', '04', 'credit_note', true],
    ['income', '04', 'payroll', false],
    ['payroll', '04', 'payroll', true],
    ['payment_complement', '04', 'income', false],
    ['transfer', '05', 'income', true],
    ['transfer', '05', 'transfer', false],
    ['income', '06', 'transfer', true],
    ['income', '06', 'income', false],
    ['income', '07', 'income', true],
    ['income', '07', 'payroll', false],
  ])(
    'a %s can name under relationship %s a document of kind %s: %s',
    (kind, relationship, to, isAllowed) => {
      const issues = relatedIssues(draftOf(kind, relationship, { record: { kind: to } }), today);
      expect(codesOf(issues)).toEqual(isAllowed ? [] : [`${at} related_kind_not_allowed`]);
    },
  );

  it.each<[string, string, Partial<RelatedSource>, Partial<DraftInput>, string[]]>([
    ['a document still valid', '04', {}, {}, [`${at} replaced_document_valid`]],
    ['one that is canceled after the stamp', '04', {}, { cancelReplaced: true }, []],
    [
      'one with payments',
      '04',
      { isPaid: true },
      { cancelReplaced: true },
      [`${at} replaced_document_paid`],
    ],
    ['a canceled one', '04', { status: 'canceled' }, {}, []],
    ['a canceled one', '02', { status: 'canceled' }, {}, [`${at} related_document_canceled`]],
  ])(
    'a related document has the expected warning: %s under relationship %s',
    (_, relationship, record, input, warnings) => {
      const { issues, warnings: found } = judge(draftOf('income', relationship, { record, input }));
      expect([issues, found]).toEqual([[], warnings]);
    },
  );

  it.each<[string, Draft, string]>([
    [
      'nothing',
      draftOf('income', '02', { input: { cancelReplaced: true }, record: {} }),
      'cancelReplaced replaced_missing',
    ],
    [
      'an unknown document',
      draftOf('income', '04', { input: { cancelReplaced: true } }),
      `${at} replaced_not_cancelable`,
    ],
    [
      'a canceled document',
      draftOf('income', '04', { input: { cancelReplaced: true }, record: { status: 'canceled' } }),
      `${at} replaced_not_cancelable`,
    ],
    [
      'one that another document replaces',
      draftOf('income', '04', { input: { cancelReplaced: true }, record: { replacementId: uuid } }),
      `${at} replaced_already`,
    ],
  ])('cancelReplaced is refused in the case of %s', (_, draft, issue) => {
    expect(judge(draft).issues).toEqual([issue]);
  });

  it('a draft that already replaces a document may also request the cancellation of that document', () => {
    const record = { replacementId: uuid };
    const draft = draftOf('income', '04', { input: { cancelReplaced: true }, record });
    expect(judge({ ...draft, id: uuid }).issues).toEqual([]);
  });
});
