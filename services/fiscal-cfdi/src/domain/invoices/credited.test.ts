import { codesOf, sampleDraft, sampleItem, sampleProfile, today } from '../../../test/sample-draft';
import type { DraftInput } from '../drafting/draft';
import { draftIssues } from '../drafting/draft-issues';
import type { RelatedSource } from '../drafting/draft-sources';

const uuids = ['ad662d33-6934-459c-a128-bdf0393f0f44', '5c08d6b5-b5b5-4d3c-9c1a-3f5b9a3f0a11'];
const invoice: RelatedSource = {
  cfdiId: 'c1',
  uuid: uuids[0]!,
  kind: 'income',
  status: 'valid',
  receiverRfc: 'URE180429TM6',
  currency: 'MXN',
  total: '233.16',
  credited: '0',
  advanced: null,
  applied: '0',
  isPaid: false,
  isAdvance: false,
};

/** The issues of a credit note of 233.16 pesos about invoices that we know. */
function issuesOf(related: Partial<RelatedSource>[], input: Partial<DraftInput> = {}): string[] {
  const known = related.map((changes, index) => ({ ...invoice, uuid: uuids[index]!, ...changes }));
  const documents = known.map(({ uuid }) => uuid.toUpperCase());
  const creditNote = { formCode: '03', relatedDocuments: [{ relationship: '01', documents }] };
  const draft = sampleDraft('credit_note', { creditNote, ...input }, { items: [sampleItem] });
  return codesOf(draftIssues({ ...draft, related: known }, sampleProfile, today));
}

describe('a credit note', () => {
  it('takes off as much as is left of its invoice', () => {
    expect(issuesOf([{}])).toEqual([]);
    expect(issuesOf([{ total: '333.16', credited: '100' }])).toEqual([]);
  });

  it.each<[string, Partial<RelatedSource>[]]>([
    ['more than the invoice', [{ total: '233.15' }]],
    ['more than earlier credit notes leave', [{ credited: '0.01' }]],
    ['more than all its invoices leave', [{ credited: '200' }, { total: '199' }]],
  ])('is refused for %s', (_, related) => {
    expect(issuesOf(related)).toEqual(['items credit_above_invoice']);
  });

  it('may be above an invoice when another one leaves the rest', () => {
    expect(issuesOf([{ credited: '200' }, { total: '200.01' }])).toEqual([]);
  });

  it('is not compared with an invoice in another currency', () => {
    expect(issuesOf([{ total: '1', currency: 'USD' }])).toEqual([]);
  });

  it('is refused for the invoice of another customer', () => {
    expect(issuesOf([{ receiverRfc: 'XAXX010101000' }])).toEqual([
      'relatedDocuments.0.documents.0 related_customer_differs',
    ]);
  });
});
