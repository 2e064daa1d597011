import { Decimal, inPlaceOf } from '@timbre/fiscal';
import { effective, type Seen, type Shown } from './act-facts';
import type { Irreversible } from '../operations/irreversible';

const isShown = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A summary that is too long to be read does not protect anybody. */
const linesMax = 20;
const lineMax = 600;

/** The part of a payment complement that fits beside the other facts. */
const paymentsMax = 8;
const invoicesMax = 8;

/** A text of a document as data: in quotes, on one line, without unseen characters, bounded. */
const quoted = (value: unknown): string => {
  const text = String(value)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/["“”]/g, "'")
    .trim();
  return `“${text.length > 120 ? `${text.slice(0, 119)}…` : text}”`;
};

/**
 * The text that a person reads before an irreversible operation.
 * @param seen the document; absent if the credential may not read it
 */
export function summaryOf(
  act: Pick<Irreversible, 'act' | 'consequence' | 'pending' | 'amount'>,
  given: Shown,
  seen: Seen | undefined,
): string {
  const { act: what, consequence, amount } = act;
  const document = effective(act, seen?.document);
  const facts = [
    ...(document ? factsOf(document) : []),
    ...(seen?.computed && typeof amount === 'object'
      ? [`${amount.name}: ${written(seen.computed.toString())} MXN`]
      : []),
    ...argumentsShown(given),
  ];
  const lines = facts.slice(0, linesMax).map((fact) => `- ${fact.slice(0, lineMax)}`);
  return [`${what}?`, ...lines, consequence].join('\n');
}

function factsOf(document: Shown): string[] {
  if (document.receiverRfc !== undefined) return requestFacts(document);
  const receiver = isShown(document.receiver) ? document.receiver : {};
  const name =
    receiver.legalName ??
    document.counterpartyName ??
    document.customerName ??
    document.employeeName ??
    document.name;
  const rfc = receiver.rfc ?? document.employeeTaxId ?? document.rfc;
  const folio = [document.series, document.folio].filter(Boolean).join(' ');
  const what = [document.kind ?? document.category, document.status ?? document.state];
  const facts = [
    what.some(Boolean) && `Document: ${what.filter(Boolean).map(String).join(', ')}`,
    folio && `Folio: ${quoted(folio)}`,
    name && `Receiver: ${quoted(name)}`,
    rfc && `RFC: ${quoted(rfc)}`,
    document.customerEmail && `E-mail: ${quoted(document.customerEmail)}`,
    ...(isShown(document.complement) ? payments(document.complement) : amounts(document)),
    document.uuid && `UUID: ${quoted(document.uuid)}`,
    document.cancelReplaced === true && `Also cancels what it replaces: ${replaced(document)}`,
  ];
  return facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[];
}

/** The documents that are canceled when the one that replaces them is stamped. */
const replaced = ({ relatedDocuments }: Shown): string =>
  listOf(relatedDocuments)
    .filter(({ relationship }) => relationship === inPlaceOf)
    .flatMap(({ documents }) => (Array.isArray(documents) ? documents.map(quoted) : []))
    .join(', ');

/** The issuer and the document that it asks to cancel; the UUID is an argument of the call. */
function requestFacts({ state, receiverRfc, answerBefore, document }: Shown): string[] {
  const request = [
    `Request: ${String(state)}, to ${quoted(receiverRfc)}`,
    `Answer before: ${answerBefore === undefined ? 'no deadline' : quoted(answerBefore)}`,
  ];
  if (!isShown(document))
    return ['Document: not in Timbre, so its amount is not known', ...request];
  const { issuerName, issuerRfc, issuedLocalDateTime: issuedAt, ...facts } = document;
  const asker = [issuerName, issuerRfc].filter(Boolean).map(quoted).join(', ');
  return [
    ...(asker ? [`Asked by: ${asker}`] : []),
    ...factsOf(facts),
    ...(issuedAt ? [`Issued: ${quoted(issuedAt)}`] : []),
    ...request,
  ];
}

/** The payments that a complement certifies; the total of the complement itself is always zero. */
function payments(complement: Shown): string[] {
  const all = [complement, ...listOf(complement.additionalPayments)];
  const shown = all.slice(0, paymentsMax).map((payment, index) => {
    const name = all.length > 1 ? `Payment ${index + 1}` : 'Payment';
    const { paidLocalDateTime: paidAt, formCode, amount: paid } = payment;
    return `${name}: ${amount(paid)}, paid ${quoted(paidAt ?? 'when stamped')}, form ${quoted(formCode)}, for ${invoices(payment)}`;
  });
  const left = all.length - shown.length;
  return left > 0 ? [...shown, `and ${left} more payments`] : shown;
}

/** The invoices that a payment pays, each with its part. */
function invoices({ documents }: Shown): string {
  const all = listOf(documents);
  const shown = all.slice(0, invoicesMax).map((invoice) => {
    const folio = [invoice.series, invoice.folio].filter(Boolean).join(' ');
    const part = `${written(invoice.amount)} ${String(invoice.currency ?? '')}`.trim();
    return `${quoted(folio || invoice.uuid)} ${part}`;
  });
  const left = all.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

const listOf = (value: unknown): Shown[] => (Array.isArray(value) ? value.filter(isShown) : []);

/** The members of a document that a person weighs, with their names. */
const amountNames: Record<string, string> = {
  total: 'Total',
  totals: 'Totals',
  rowCounts: 'Receipts',
  refundedTotal: 'Refunded before',
  balances: 'Owed',
  currencies: 'Owed',
  owed: 'Owed',
};

function amounts(document: Shown): string[] {
  return Object.entries(amountNames).flatMap(([member, name]) => {
    const value = document[member];
    // XXX is the code of no currency: the document itself moves no money.
    if (value === undefined || (isShown(value) && value.currency === 'XXX')) return [];
    return `${name}: ${member === 'rowCounts' ? amount(value, String) : amount(value)}`;
  });
}

/** An amount with two decimals, or more where it has more; another text as it is. */
function written(value: unknown): string {
  const exact = Decimal.parse(String(value));
  if (!exact) return String(value);
  const rounded = exact.round(2);
  return (rounded.equals(exact) ? rounded : exact.trimmed()).toString();
}

function amount(value: unknown, write: (value: unknown) => string = written): string {
  if (Array.isArray(value)) return value.map((one) => amount(one, write)).join('; ');
  if (!isShown(value)) return write(value);
  if ('total' in value && 'currency' in value)
    return `${write(value.total)} ${String(value.currency)}`;
  if ('amount' in value) return `${write(value.amount)} ${String(value.currency ?? 'MXN')}`;
  return Object.entries(value)
    .filter(([, part]) => !Array.isArray(part))
    .map(([name, part]) => `${name} ${amount(part, write)}`)
    .join(', ');
}

/** Arguments that neither the one who approves nor the one who lists approvals is shown. */
const unshown = ['passphrase', 'privateKey'];

const argumentsShown = (given: Shown): string[] =>
  Object.entries(given).map(
    ([name, value]) => `${name}: ${unshown.includes(name) ? '(not shown)' : shown(value)}`,
  );

/** An argument as a person reads it: lists by commas, members by their names. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (!isShown(value)) return typeof value === 'string' ? quoted(value) : String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${shown(part)}`)
    .join(' ');
}
