import type { Comprobante } from '@timbre/cfdi';
import { creditRelationships, Decimal, isUuid, type Issue } from '@timbre/fiscal';
import type { Draft } from '../drafting/draft';
import type { RelatedSource } from '../drafting/draft-sources';
import { namedDocuments } from '../drafting/related-documents';
import { leftAround } from './left-around';

const creditedBy = (draft: Draft) =>
  namedDocuments(draft).filter(({ relationship }) => creditRelationships.includes(relationship));

/**
 * Checks the related documents that a credit note credits. A related document that is not stored cannot be
 * checked.
 * - related_being_canceled: a cancellation of the related document was requested and is not decided yet
 * - related_customer_differs: the related document was issued to another customer
 */
export function creditedIssues(draft: Draft): Issue[] {
  const { customer } = draft;
  return creditedBy(draft).flatMap(({ known, path }) => {
    if (known?.isBeingCanceled) {
      const message = `The cancellation of ${known.uuid} is under way; wait for its outcome.`;
      return [{ path, code: 'related_being_canceled', message }];
    }
    if (!customer || !known || known.receiverRfc === (customer.rfc ?? null)) return [];
    const message = `${known.uuid} was issued to another customer; a credit note goes to the same one.`;
    return [{ path, code: 'related_customer_differs', message }];
  });
}

/**
 * Compares the amount of a credit note with the amount left of the credited documents, if they are stored.
 * - credit_above_invoice: the credit note exceeds the amount that earlier credit notes leave of the related
 *   documents
 */
export function creditedAmountIssues(draft: Draft, document: Comprobante): Issue[] {
  const { total } = document;
  const left = leftTogether(draft, document, creditRelationships, (known) => known.total);
  // If the cancellation of a document is in progress, `creditedIssues` has already returned an issue for
  // it.
  if (left?.isZero() && creditedBy(draft).every(({ known }) => known?.isBeingCanceled)) return [];
  if (!left || total.lessOrEqual(left)) return [];
  const isPartial = creditedBy(draft).some(({ known }) => !known);
  const help = isPartial ? '; import the XML of those that you did not issue here' : '';
  const message = `The credit note of ${total} is above the ${left.trimmed()} that is left of its documents${help}.`;
  return [{ path: ['items'], code: 'credit_above_invoice', message }];
}

/**
 * Returns warnings about probable mistakes in the documents that a credit note credits.
 * - related_document_unknown: the related document is not stored here, so the amount left of it is unknown;
 *   import its XML
 */
export function creditedWarnings(draft: Draft): Issue[] {
  return creditedBy(draft).flatMap(({ known, uuid, path }) => {
    if (known || !isUuid(uuid)) return [];
    const message = `${uuid} is none of your documents; import its XML, so that credit notes stay within it.`;
    return [{ path, code: 'related_document_unknown', message }];
  });
}

/**
 * Returns the amount left of all related documents together, in the currency of the credit note and at
 * least zero; undefined if no document is stored. Amounts in another currency are converted through pesos,
 * each at the exchange rate of its document. A canceled document counts as zero, and a document whose
 * cancellation is in progress also counts as zero.
 * @param relationships lists the relationships under which the new and the earlier credit notes credit
 * documents
 * @param amountOf returns the amount of a document before all credit notes; null if the amount is unknown
 */
export function leftTogether(
  draft: Draft,
  { moneda, tipoCambio }: Comprobante,
  relationships: readonly string[],
  amountOf: (known: RelatedSource) => string | null,
): Decimal | undefined {
  const { documents = [], creditNotes = [] } = draft.related ?? {};
  const isHere = (named: { relationship: string }) => relationships.includes(named.relationship);
  const named = namedDocuments(draft).filter(isHere);
  const worth = worthIn(moneda, tipoCambio);
  // If none of the related documents is an invoice (the credit note corrects another credit note), there is
  // no limit.
  const kind = named.some(({ known }) => known?.kind === 'income') ? 'income' : 'credit_note';
  const amounts = new Map<string, Decimal>();
  for (const known of documents) {
    const amount = known.kind === kind ? worth(known, amountOf(known)) : undefined;
    const isEnding = known.status === 'canceled' || known.isBeingCanceled;
    if (amount) amounts.set(known.uuid, isEnding ? Decimal.zero : amount);
  }
  const notes = creditNotes.map((note) => ({
    uuids: note.names.filter(isHere).map(({ uuid }) => uuid),
    total: worth(note, note.total) ?? Decimal.zero,
  }));
  const start = named.flatMap(({ known }) => (known && amounts.has(known.uuid) ? known.uuid : []));
  return start.length === 0
    ? undefined
    : Decimal.max(leftAround(start, amounts, notes), Decimal.zero);
}

interface Money {
  currency: string;
  exchangeRate: string | null;
}

/** Converts an amount to a currency; returns undefined without an amount or a rate. */
const worthIn =
  (moneda: string, tipoCambio?: Decimal) =>
  ({ currency, exchangeRate }: Money, amount: string | null): Decimal | undefined => {
    if (amount === null) return undefined;
    if (currency === moneda) return Decimal.from(amount);
    const [from, to] = [
      currency === 'MXN' ? Decimal.one : exchangeRate && Decimal.from(exchangeRate),
      moneda === 'MXN' ? Decimal.one : tipoCambio,
    ];
    return from && to ? Decimal.from(amount).times(from).dividedBy(to, 2) : undefined;
  };
