import { compareRate, Decimal, figureOn, type Issue } from '@timbre/fiscal';
import { currencyWarnings } from '../drafting/currency-issues';
import type { Draft, PaidDocument } from '../drafting/draft';
import { atMoney, documentsOf, paymentsOf, type Payment } from './payments-of';

/**
 * Returns warnings about probable mistakes in the payments of a complement.
 * - complement_late: the payment complement is issued after its due day in the month after the payment (RMF
 *   2.7.1.32)
 * - exchange_rate_unusual: the rate is far from the usual rate; it may be the inverse
 */
export function paymentWarnings({ input, paidDocuments }: Draft, today: string): Issue[] {
  return paymentsOf(input).flatMap((payment, position) => [
    ...lateWarnings(payment, today),
    ...atMoney(payment, currencyWarnings(payment)),
    ...documentsOf(paidDocuments, position).flatMap((document, index) =>
      equivalenceWarnings(payment, document, [...payment.path, 'documents', index]),
    ),
  ]);
}

function lateWarnings({ path, paidLocalDateTime }: Payment, today: string): Issue[] {
  const [year, month] = (paidLocalDateTime ?? today).split('-').map(Number);
  const dueDay = figureOn('cfdi.deadlines', today)?.value.paymentComplementDay;
  if (!year || !month || dueDay === undefined) return [];
  const next = month === 12 ? [year + 1, 1] : [year, month + 1];
  const due = [...next, dueDay].map((part) => String(part).padStart(2, '0')).join('-');
  if (today <= due) return [];
  const message = `The complement of this payment was due on ${due}.`;
  return [{ path: [...path, 'paidLocalDateTime'], code: 'complement_late', message }];
}

/**
 * Calculates the peso exchange rate of the document's currency from the payment's rate and the equivalence,
 * and warns if it is far from the usual rate.
 */
function equivalenceWarnings(
  { currency, exchangeRate = '1' }: Payment,
  document: PaidDocument,
  path: (string | number)[],
): Issue[] {
  if (document.currency === currency || document.exchangeRate === undefined) return [];
  const [equivalence, pesos] = [document.exchangeRate, exchangeRate].map(Decimal.parse);
  if (!equivalence?.isPositive() || !pesos?.isPositive()) return [];
  const comparison =
    document.currency === 'MXN'
      ? compareRate(currency, equivalence)
      : compareRate(document.currency, pesos.dividedBy(equivalence, 10));
  if (comparison === undefined || comparison === 'usual') return [];
  const message = `${equivalence} ${document.currency} for one ${currency} is far from the usual rate.`;
  return [{ path: [...path, 'exchangeRate'], code: 'exchange_rate_unusual', message }];
}
