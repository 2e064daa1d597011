import type { Text } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import { amountInWords, wordInSpanish, type AmountName, type DocumentWord } from './document-words';

/** The type of a value that `readShown` parsed: numbers stay text, so that amounts remain exact. */
export type Shown<Shape> = Shape extends number
  ? string
  : Shape extends (infer Element)[]
    ? Shown<Element>[]
    : Shape extends object
      ? { [Name in keyof Shape]: Shown<Shape[Name]> }
      : Shape;

/** An amount in pesos; `unknown` if an exchange rate or the document is missing. */
export type Pesos = Decimal | 'unknown';

/** The open balance of a customer or supplier in one currency. */
export interface Balance {
  currency: string;
  total: string;
  /** The part of the credit that can be applied to open documents now. */
  applicableCredit?: string | undefined;
}

/**
 * The subject of an action, in the same format for every document: the facts that limits check, and
 * the text that people read before they decide on the action. The operation that reads the document
 * derives the subject from its response.
 */
export interface Subject {
  kind?: string | undefined;
  amount: Pesos;
  /** The receiver's identifiers and RFCs. */
  parties: (string | undefined)[];
  /**
   * Set for a sale; the receiver of a sale without a party is the receiver of its invoice, or the
   * general public.
   */
  isSale?: true;
  /** The facts that people read, one per line. */
  facts: Text[];
  /** The balances of a customer or a supplier. */
  balances?: Balance[];
  /** The amount in pesos of a quote that is paid in full. */
  total?: Decimal | undefined;
  /** The e-mail address of a quote's customer. */
  email?: string | undefined;
  /** The choices that the buyer made when accepting the quote. */
  accepted?:
    { invoiceRequested: boolean; fiscalCustomer?: { rfc: string } | undefined } | undefined;
  /** The quote with the pending changes that its next publication makes effective. */
  pending?: Subject;
}

/** The named facts of a document. Facts without a value are omitted. */
interface Facts {
  /** The kind and the state of the document; third-party text is the same in both languages. */
  document?: (DocumentWord | Text | undefined)[];
  folio?: (string | undefined)[];
  name?: string | undefined;
  receiver?: string | undefined;
  rfc?: string | undefined;
  email?: string | undefined;
  /** The document's named amounts, or the payments of a payment complement. */
  amounts?: Text[];
  uuid?: string | undefined;
  more?: Text[];
}

/** The labels of facts in each language. */
const factNames = {
  alsoCancels: { en: 'Also cancels what it replaces', es: 'Cancela también lo que sustituye' },
  amount: { en: 'Amount', es: 'Importe' },
  answerBefore: { en: 'Answer before', es: 'Responder antes de' },
  askedBy: { en: 'Asked by', es: 'Solicitante' },
  document: { en: 'Document', es: 'Documento' },
  email: { en: 'E-mail', es: 'Correo' },
  folio: { en: 'Folio', es: 'Folio' },
  issued: { en: 'Issued', es: 'Emitido' },
  name: { en: 'Name', es: 'Nombre' },
  owed: { en: 'Owed', es: 'Saldo' },
  receipts: { en: 'Receipts', es: 'Recibos' },
  receiver: { en: 'Receiver', es: 'Receptor' },
  refundedBefore: { en: 'Refunded before', es: 'Devuelto antes' },
  refundedNow: { en: 'Refunded now', es: 'Se devuelve ahora' },
  request: { en: 'Request', es: 'Solicitud' },
  rfc: { en: 'RFC', es: 'RFC' },
  total: { en: 'Total', es: 'Total' },
  totals: { en: 'Totals', es: 'Totales' },
  uuid: { en: 'UUID', es: 'UUID' },
} satisfies Record<string, Text>;

export type FactName = keyof typeof factNames;

/** Returns one line of a summary. */
export function fact(name: FactName, value: string | Text): Text {
  const { en, es } = typeof value === 'string' ? { en: value, es: value } : value;
  return { en: `${factNames[name].en}: ${en}`, es: `${factNames[name].es}: ${es}` };
}

/** Returns a document's facts in the order in which people read them. */
export function factsOf(facts: Facts): Text[] {
  const { document = [], folio = [], amounts = [], more = [] } = facts;
  const words = document.flatMap((word) => (word === undefined ? [] : [wordIn(word)]));
  const number = folio.filter(Boolean).join(' ');
  const inQuotes = (name: FactName, value: string | undefined) =>
    value ? [fact(name, quoted(value))] : [];
  return [
    ...(words.length > 0 ? [fact('document', joined(words))] : []),
    ...inQuotes('folio', number),
    ...inQuotes('name', facts.name),
    ...inQuotes('receiver', facts.receiver),
    ...inQuotes('rfc', facts.rfc),
    ...inQuotes('email', facts.email),
    ...amounts,
    ...inQuotes('uuid', facts.uuid),
    ...more,
  ];
}

const wordIn = (word: DocumentWord | Text): Text =>
  typeof word === 'string' ? { en: word, es: wordInSpanish(word) } : word;

const joined = (words: Text[]): Text => ({
  en: words.map(({ en }) => en).join(', '),
  es: words.map(({ es }) => es).join(', '),
});

/**
 * Formats third-party text as data: in quotes, on one line, with a limited length and without
 * invisible characters.
 */
export const quoted = (value: string): string => {
  const text = value
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/["“”]/g, "'")
    .trim();
  return `“${text.length > 120 ? `${text.slice(0, 119)}…` : text}”`;
};

/** Formats an amount with at least two decimals; returns any other text unchanged. */
export function written(value: string): string {
  const exact = Decimal.parse(value);
  if (!exact) return value;
  const rounded = exact.round(2);
  return (rounded.equals(exact) ? rounded : exact.trimmed()).toString();
}

interface Money {
  amount: string;
  currency: string;
}

export const writtenMoney = ({ amount, currency }: Money): string =>
  `${written(amount)} ${currency}`;

/**
 * Whether an amount is money. The currency XXX means that it is not money: a payment complement
 * itself has no amount.
 */
export const isMoney = ({ currency }: Money): boolean => currency !== 'XXX';

/** Formats several named amounts; counts have no decimals. */
export const writtenAll = (amounts: Partial<Record<AmountName, string | undefined>>): Text =>
  listed(amounts, (name, value) => {
    const { en, es } = amountInWords(name);
    const shown = name === 'receiptCount' ? value : written(value);
    return { en: `${en} ${shown}`, es: `${es} ${shown}` };
  });

/** Formats how many items of a document are in each state. */
export const writtenCounts = (counts: Partial<Record<DocumentWord, string | undefined>>): Text =>
  listed(counts, (state, count) => ({
    en: `${state} ${count}`,
    es: `${wordInSpanish(state)} ${count}`,
  }));

const listed = <Name extends string>(
  values: Partial<Record<Name, string | undefined>>,
  write: (name: Name, value: string) => Text,
): Text =>
  joined(
    (Object.entries(values) as [Name, string | undefined][]).flatMap(([name, value]) =>
      value === undefined ? [] : [write(name, value)],
    ),
  );

/** Formats the balances of a customer or a supplier as one line. */
export const owedFact = (balances: Balance[]): Text =>
  fact(
    'owed',
    balances.map(({ total, currency }) => writtenMoney({ amount: total, currency })).join('; '),
  );

/**
 * Returns an amount in pesos; `unknown` for another currency without a known amount in pesos.
 * @param totalMxn is the total in pesos at the document's exchange rate
 */
export function pesosOf({ amount, currency }: Money, totalMxn?: string): Pesos {
  if (currency === 'MXN') return Decimal.parse(amount)?.abs() ?? 'unknown';
  return (totalMxn ? Decimal.parse(totalMxn) : undefined) ?? 'unknown';
}
