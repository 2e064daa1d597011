import { Decimal, decimalsOf, installmentsOf, type SettlementTerms } from '@timbre/fiscal';

/** Data that the printed document shows but its XML does not contain. */
export interface BesideXml {
  readonly issuerAddress?: string | undefined;
  /** The name, address and phone of the branch that issued the document. */
  readonly branch?: string | undefined;
  readonly receiverAddress?: string | undefined;
  /** The language in which the document is printed. */
  readonly language?: string | undefined;
  readonly dueOn?: string | undefined;
  /** The days on which the invoice is due, each with the amount of its installment. */
  readonly installments?: readonly { readonly dueOn: string; readonly amount: string }[];
  /** The reason why the PAC last refused the document. */
  readonly rejection?: string | undefined;
}

interface PaymentTerms {
  readonly dueOn: string | null;
  readonly terms: SettlementTerms | null;
  readonly total: string;
  readonly currency: string;
  readonly datedOn: string;
}

/** Returns the due day, or the due day and amount of each installment. */
export function printedDue(due: PaymentTerms): Pick<BesideXml, 'dueOn' | 'installments'> {
  const { terms, total, currency, datedOn } = due;
  const all = terms
    ? installmentsOf(Decimal.from(total), terms, datedOn, decimalsOf(currency))
    : [];
  const installments = all.map(({ dueOn, amount }) => ({ dueOn, amount: amount.toString() }));
  const dueOn = due.dueOn ?? installments.at(-1)?.dueOn;
  return { dueOn, ...(installments.length > 1 && { installments }) };
}
