import { validateComprobante } from '@timbre/cfdi';
import {
  codesOf,
  readBack,
  sampleDraft,
  sampleProfile as profile,
  today,
} from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import type { CreditNoteInput, Customer, DraftInput } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import { paymentFacts } from '../payments/payment-facts';

const uuid = 'AD662D33-6934-459C-A128-BDF0393F0F44';
const about = { relationship: '01', documents: [uuid] };
const paid: CreditNoteInput = { formCode: '03', relatedDocuments: [about] };

interface Changes {
  note?: Partial<CreditNoteInput>;
  input?: Partial<DraftInput>;
  customer?: Partial<Customer> | null;
}

const draft = ({ note, input, customer = {} }: Changes = {}) =>
  sampleDraft('credit_note', { creditNote: { ...paid, ...note }, ...input }, { customer });
const documentOf = (changes?: Changes) =>
  comprobanteOf(draft(changes), profile, { fecha: '2026-11-21T10:00:00', serie: 'NC', folio: '7' });

describe('a credit note', () => {
  it("a credit note lists each related document under its relationship, in the SAT's form", () => {
    const other = '5c08d6b5-b5b5-4d3c-9c1a-3f5b9a3f0a11';
    const relatedDocuments = [about, { relationship: '03', documents: [other, uuid] }];
    const document = documentOf({ note: { relatedDocuments } });
    expect(validateComprobante(document)).toEqual([]);
    const read = readBack(document);
    expect(read.cfdiRelacionados).toEqual([
      { tipoRelacion: '01', cfdiRelacionado: [{ uuid: uuid.toLowerCase() }] },
      { tipoRelacion: '03', cfdiRelacionado: [{ uuid: other }, { uuid: uuid.toLowerCase() }] },
    ]);
    expect(read).toMatchObject({ tipoDeComprobante: 'E', formaPago: '03', metodoPago: 'PUE' });
    expect(`${read.subTotal} ${read.total}`).toBe('201.00 233.16');
  });

  it.each<[string, string, Partial<Customer>]>([
    ['G02', 'a regime open to it', {}],
    ['S01', 'a regime that is not', { rfc: 'CACX7605101P8', taxSystem: '605' }],
    ['S01', 'a generic RFC', { legalName: 'Juan Pérez', rfc: 'XAXX010101000', taxSystem: '616' }],
  ])('a credit note has use %s for a receiver with %s', (use, _, customer) => {
    expect(judgeDraftOn(draft({ customer }), profile, today).issues).toEqual([]);
    expect(documentOf({ customer }).receptor.usoCfdi).toBe(use);
  });

  it('a credit note shows its method of payment as payment timing, by default the timing of PUE', () => {
    expect(paymentFacts(draft())).toMatchObject({ paymentTiming: 'single_payment' });
    const deferred = draft({ note: { methodCode: 'PPD', formCode: '99' } });
    expect(judgeDraftOn(deferred, profile, today).issues).toEqual([]);
    expect(paymentFacts(deferred)).toMatchObject({
      paymentTiming: 'deferred_or_installments',
      methodCode: 'PPD',
    });
  });

  it.each<[string, Changes]>([
    ['formCode credit_note_missing', { input: { creditNote: undefined } }],
    ['formCode form_code_not_in_catalog', { note: { formCode: '88' } }],
    ['formCode form_code_not_allowed', { note: { methodCode: 'PPD' } }],
    ['formCode form_code_to_be_defined', { note: { formCode: '99' } }],
    ['methodCode method_code_not_in_catalog', { note: { methodCode: 'PXX' } }],
    ['relatedDocuments related_documents_missing', { note: { relatedDocuments: [] } }],
    [
      'relatedDocuments.0.relationship relationship_not_in_catalog',
      { note: { relatedDocuments: [{ ...about, relationship: '10' }] } },
    ],
    [
      'relatedDocuments.0.documents documents_missing',
      { note: { relatedDocuments: [{ ...about, documents: [] }] } },
    ],
    [
      'relatedDocuments.0.documents.0 uuid_invalid',
      { note: { relatedDocuments: [{ ...about, documents: ['7'] }] } },
    ],
    [
      'relatedDocuments.1.documents.0 document_repeated',
      { note: { relatedDocuments: [about, { ...about, documents: [uuid.toLowerCase()] }] } },
    ],
    ['customerId customer_missing', { customer: null }],
    ['currency currency_not_allowed', { input: { currency: 'XXX' } }],
  ])('a credit note is refused for %s', (code, changes) => {
    expect(codesOf(judgeDraftOn(draft(changes), profile, today).issues)).toEqual([code]);
  });
});
