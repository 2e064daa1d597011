import type { Comprobante } from '@timbre/cfdi';
import { Decimal, type Issue } from '@timbre/fiscal';
import type { Draft } from '../drafting/draft';
import type { RelatedSource } from '../drafting/draft-sources';
import { namedDocuments, type Named } from '../drafting/related-documents';

/** c_TipoRelacion that take something off an invoice: credit note, return, applied advance. */
export const crediting: readonly string[] = ['01', '03', '07'];

const creditedBy = (draft: Draft) =>
  namedDocuments(draft).filter(({ relationship }) => crediting.includes(relationship));

/**
 * Rules of the documents that a credit note takes something off, as far as we know them.
 * - related_customer_differs: issued to another customer
 */
export function creditedIssues(draft: Draft): Issue[] {
  const { customer } = draft;
  return creditedBy(draft).flatMap(({ known, path }) => {
    if (!customer || !known || known.receiverRfc === (customer.rfc ?? null)) return [];
    const message = `${known.uuid} was issued to another customer; a credit note goes to the same one.`;
    return [{ path, code: 'related_customer_differs', message }];
  });
}

/**
 * The rule of its amount, where every credited document is ours and in its currency.
 * - credit_above_invoice: more than earlier credit notes leave of them
 */
export function creditedAmountIssues(draft: Draft, { total, moneda }: Comprobante): Issue[] {
  const left = leftTogether(creditedBy(draft), moneda, (known) =>
    Decimal.from(known.total).minus(Decimal.from(known.credited)),
  );
  if (!left || total.lessOrEqual(left)) return [];
  const message = `The credit note of ${total} is above the ${left.trimmed()} that is left of its documents.`;
  return [{ path: ['items'], code: 'credit_above_invoice', message }];
}

/**
 * What is left of documents together; undefined without any, and where we do not know it of each in
 * this currency.
 */
export function leftTogether(
  named: readonly Named[],
  currency: string,
  leftOf: (known: RelatedSource) => Decimal | undefined,
): Decimal | undefined {
  const left = new Map<string, Decimal>();
  for (const { known } of named) {
    const amount = known?.currency === currency ? leftOf(known) : undefined;
    if (!known || !amount) return undefined;
    left.set(known.uuid, amount);
  }
  return left.size > 0 ? Decimal.sum([...left.values()]) : undefined;
}
