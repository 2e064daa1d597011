import {
  codesOf,
  sampleDraft,
  sampleItem,
  sampleProfile,
  sampleRelated,
  today,
} from '../../../test/sample-draft';
import type { DraftInput } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import type { CreditNoteSource, RelatedSource } from '../drafting/draft-sources';

const uuids = [1, 2, 3, 4].map((digit) => `${digit}c08d6b5-b5b5-4d3c-9c1a-3f5b9a3f0a11`);

/** Builds an earlier credit note for the invoices at the given positions of the list. */
const noteOf = (total: string, positions: number[], changes = {}): CreditNoteSource => ({
  total,
  currency: 'MXN',
  exchangeRate: null,
  names: positions.map((at) => ({ uuid: uuids[at]!, relationship: '01' })),
  ...changes,
});

interface Known {
  /** The stored documents, in the order of their UUIDs; undefined means that a document is not stored. */
  documents: (Partial<RelatedSource> | undefined)[];
  notes?: CreditNoteSource[];
  /** The positions, in `documents`, of the documents that the new credit note credits; by default all. */
  named?: number[];
  relationship?: string;
  input?: Partial<DraftInput>;
}

/** Returns the issues and the warnings of a credit note for 233.16 pesos. */
function judged({ documents, notes = [], named, relationship = '01', input = {} }: Known) {
  const related = {
    documents: documents.flatMap((changes, at) =>
      changes ? [{ ...sampleRelated, total: '233.16', uuid: uuids[at]!, ...changes }] : [],
    ),
    creditNotes: notes,
  };
  const list = (named ?? documents.map((_, at) => at)).map((at) => uuids[at]!.toUpperCase());
  const creditNote = {
    formCode: '03',
    relatedDocuments: [{ relationship, documents: list }],
  };
  const draft = sampleDraft('credit_note', { creditNote, ...input }, { items: [sampleItem] });
  const { issues, warnings = [] } = judgeDraftOn({ ...draft, related }, sampleProfile, today);
  return [...codesOf(issues), ...codesOf(warnings).map((code) => `warning: ${code}`)];
}

const above = 'items credit_above_invoice';
const unknown = 'warning: relatedDocuments.0.documents.1 related_document_unknown';

describe('a credit note', () => {
  it.each<[string, Known]>([
    ['as much as is left of its invoice', { documents: [{}] }],
    [
      'what an earlier note leaves',
      { documents: [{ total: '333.16' }], notes: [noteOf('100', [0])] },
    ],
    [
      'an invoice with the rest of another',
      { documents: [{}, { total: '200.01' }], notes: [noteOf('200', [0])] },
    ],
    [
      'its invoice, when another one can have given all of a shared note',
      { documents: [{}, { total: '150' }], notes: [noteOf('150', [0, 1])], named: [0] },
    ],
    [
      'nothing under 02: a debit note lowers no debt',
      { documents: [{ total: '233.15' }], relationship: '02' },
    ],
    [
      'a transfer, which has no amount',
      { documents: [{ kind: 'transfer', total: '0' }], relationship: '03' },
    ],
  ])('a credit note lowers the invoice by %s', (_, known) => {
    expect(judged(known)).toEqual([]);
  });

  const twice = [{ total: '233.16' }, { total: '233.16' }];
  it.each<[string, Known]>([
    ['more than the invoice', { documents: [{ total: '233.15' }] }],
    ['more than the invoice under 03', { documents: [{ total: '233.15' }], relationship: '03' }],
    ['more than earlier notes leave', { documents: [{}], notes: [noteOf('0.01', [0])] }],
    [
      'more than all its invoices leave',
      { documents: [{}, { total: '199' }], notes: [noteOf('200', [0])] },
    ],
    [
      'an invoice used up by a note of its own, beside one that has plenty',
      {
        documents: [{}, { total: '9000' }],
        notes: [noteOf('233.16', [0]), noteOf('1', [0, 1])],
        named: [0],
      },
    ],
    [
      'more than a note of several invoices leaves of them',
      { documents: twice, notes: [noteOf('233.17', [0, 1])], named: [0] },
    ],
    [
      'more than a chain of notes leaves of all their invoices',
      {
        documents: [...twice, ...twice],
        notes: [noteOf('350', [0, 1]), noteOf('233.16', [1, 2]), noteOf('233.16', [2, 3])],
        named: [0],
      },
    ],
    ['a canceled invoice, which leaves nothing', { documents: [{ status: 'canceled' }] }],
    [
      'an invoice and the credit note about it, which gives nothing more',
      { documents: [{ total: '200' }, { kind: 'credit_note', total: '200' }] },
    ],
    [
      'an invoice in another currency, in pesos',
      { documents: [{ total: '11.65', currency: 'USD', exchangeRate: '20' }] },
    ],
    [
      'what a note in another currency leaves',
      {
        documents: [{ total: '333.16' }],
        notes: [noteOf('5.01', [0], { currency: 'USD', exchangeRate: '20' })],
      },
    ],
  ])('a credit note does not lower the invoice by %s', (_, known) => {
    expect(judged(known).filter((code) => !code.startsWith('warning'))).toEqual([above]);
  });

  it('a credit note can credit an invoice in another currency up to its value in pesos', () => {
    const documents = [{ total: '11.66', currency: 'USD', exchangeRate: '20' }];
    expect(judged({ documents })).toEqual([]);
  });

  it('a credit note is limited by the stored invoices, and invoices that are not stored cause a warning', () => {
    expect(judged({ documents: [{}, undefined] })).toEqual([unknown]);
    expect(judged({ documents: [{ total: '233.15' }, undefined] })).toEqual([above, unknown]);
    const notes = [{ ...noteOf('0.01', [0, 1]) }];
    expect(judged({ documents: [{}, undefined], notes, named: [0] })).toEqual([above]);
    expect(judged({ documents: [undefined, undefined] })).toHaveLength(2);
  });

  it('a credit note is refused for an invoice of another customer', () => {
    expect(judged({ documents: [{ receiverRfc: 'XAXX010101000' }] })).toEqual([
      'relatedDocuments.0.documents.0 related_customer_differs',
    ]);
  });
});
