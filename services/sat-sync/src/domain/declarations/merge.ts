import type { CalendarDate } from '@timbre/fiscal';
import { lastIn } from '@timbre/fiscal';
import type { WholePesos } from '../reading/whole-pesos';
import type { Anomaly, Concept, DeclarationFacts, Payment } from './facts';
import type { Filing } from './filing';
import { periodOf, type Period } from './period';

/** A stored declaration, merged from its documents and the row of the portal's search result. */
export interface DeclarationRecord extends Period {
  rfc: string;
  operationNumber: string;
  fiscalYear: number;
  declarationType: string;
  filedOn: CalendarDate;
  /** The local time of the filing, by which filings of the same day are sorted. */
  filedLocalDateTime: string | null;
  legalName: string | null;
  complementaryType: string | null;
  captureLine: string | null;
  status: string | null;
  total: WholePesos | null;
  dueOn: CalendarDate | null;
  concepts: Concept[];
  annexes: string[];
  payments: Payment[];
  anomalies: Anomaly[];
  source: 'portal' | 'file';
}

/** One reading of a declaration: a row of the portal's search result, a document, or both. */
export interface Reading {
  rfc: string;
  fiscalYear: number;
  source: 'portal' | 'file';
  filing?: Filing;
  facts?: DeclarationFacts;
  /** The reasons why the facts of the document could not be read. */
  anomalies?: Anomaly[];
}

const anomaliesMax = 50;

/** The fields that can be in the portal's search result and in a document. */
const headKeys = [
  ...(['fiscalYear', 'periodicity', 'period', 'declarationType', 'filedOn'] as const),
  'complementaryType',
] as const;
type Head = Partial<Pick<DeclarationRecord, (typeof headKeys)[number]>>;
type Filled = keyof Head | 'legalName' | 'captureLine' | 'total' | 'dueOn';

/**
 * Returns the common fields of the document, followed by the common fields of the row in the
 * portal's search result. The fields of the document come first because a document contains more
 * data than a row.
 */
function headsOf({ facts, filing, fiscalYear }: Reading): Head[] {
  const heads: Head[] = [];
  if (facts) heads.push({ ...facts, filedOn: facts.filedLocalDateTime.slice(0, 10) });
  if (filing) {
    const { periodicity, period, ...row } = filing;
    heads.push({ ...row, fiscalYear, ...periodOf(periodicity, period) });
  }
  return heads;
}

/**
 * Creates the record of a declaration from its first reading, or undefined if no period can be read
 * in the portal's row or the document.
 */
export function recordOf(reading: Reading): DeclarationRecord | undefined {
  const { rfc, source, filing, facts } = reading;
  const period = facts ?? (filing && periodOf(filing.periodicity, filing.period));
  const filedOn = facts?.filedLocalDateTime.slice(0, 10) ?? filing?.filedOn;
  const operationNumber = facts?.operationNumber ?? filing?.operationNumber;
  const declarationType = facts?.declarationType ?? filing?.declarationType;
  if (!period || !filedOn || !operationNumber || !declarationType) return undefined;
  const empty: DeclarationRecord = {
    rfc,
    source,
    filedOn,
    operationNumber,
    declarationType,
    fiscalYear: facts?.fiscalYear ?? reading.fiscalYear,
    periodicity: period.periodicity,
    period: period.period,
    filedLocalDateTime: null,
    legalName: null,
    complementaryType: null,
    captureLine: null,
    status: null,
    total: null,
    dueOn: null,
    concepts: [],
    annexes: [],
    payments: [],
    anomalies: [],
  };
  return merge(empty, reading);
}

/**
 * Merges another reading into the stored record. A further reading fills in fields that are unknown
 * in the record. A value that differs from the stored value adds an anomaly and does not replace
 * the stored value. Of the stored values, only the filing status that the portal shows can change.
 */
export function merge(known: DeclarationRecord, reading: Reading): DeclarationRecord {
  const { filing, facts, source } = reading;
  const record = { ...known, anomalies: [...known.anomalies] };
  const add = (code: string, printed: string) => {
    const text = printed.slice(0, 200);
    const isKnown = record.anomalies.some((one) => one.code === code && one.text === text);
    if (!isKnown && record.anomalies.length < anomaliesMax) record.anomalies.push({ code, text });
  };
  const fill = <Key extends Filled>(key: Key, value: DeclarationRecord[Key] | undefined) => {
    if (value == null || value === '' || value === record[key]) return;
    if (record[key] === null) record[key] = value;
    else if (comparable(`${record[key]}`) !== comparable(`${value}`)) {
      add(`${snake(key)}_differs`, `${record[key]} / ${value}`);
    }
  };
  for (const { code, text } of [...(reading.anomalies ?? []), ...(facts?.anomalies ?? [])]) {
    add(code, text);
  }
  for (const head of headsOf(reading)) for (const key of headKeys) fill(key, head[key]);
  const presented = facts?.filedLocalDateTime ?? filing?.filedLocalDateTime;
  // The document prints the time with seconds and the portal's row prints it without seconds, so the two
  // texts are not compared.
  if (presented?.startsWith(record.filedOn)) record.filedLocalDateTime ??= presented;
  fill('legalName', facts?.legalName);
  fill('captureLine', facts?.captureLine);
  fill('captureLine', filing?.captureLine);
  fill('total', facts?.total);
  fill('dueOn', facts?.dueOn);
  record.status = filing?.status ?? record.status ?? (source === 'file' ? 'imported' : null);
  if (facts) {
    record.concepts = mergedConcepts(record.concepts, facts.concepts, add);
    record.annexes = record.annexes.length > 0 ? record.annexes : facts.annexes;
    record.payments = mergedPayments(record.payments, facts.payments, add);
  }
  return record;
}

type Add = (code: string, text: string) => void;

/** Normalizes a text for comparison, so that texts that differ only in blanks or case are equal. */
const comparable = (value: string): string => value.replace(/\s+/g, '').toUpperCase();
const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns the stored concepts, with amounts that were unknown and that the new reading contains.
 */
function mergedConcepts(known: Concept[], read: Concept[], add: Add): Concept[] {
  if (known.length === 0 || read.length === 0) return [...known, ...read];
  const lone = (some: Concept[], others: Concept[]) =>
    some.filter(({ number }) => !others.some((other) => other.number === number));
  const merged = known.map((concept) => {
    const other = read.find(({ number }) => number === concept.number);
    return other ? mergedConcept(concept, other, add) : concept;
  });
  for (const { number, name } of [...lone(known, read), ...lone(read, known)]) {
    add('concepts_differ', `${number}: ${name}`);
  }
  return merged;
}

function mergedConcept(known: Concept, read: Concept, add: Add): Concept {
  const differs = (what: string, was: string, is: string) =>
    add('concepts_differ', `${known.number} ${what}: ${was} / ${is}`);
  if (comparable(known.name) !== comparable(read.name)) {
    differs('name', known.name, read.name);
    return known;
  }
  for (const [name, was] of Object.entries(known)) {
    const is = read[name as keyof Concept];
    if (name !== 'name' && is !== undefined && is !== was) differs(name, `${was}`, `${is}`);
  }
  return { ...read, ...known };
}

function mergedPayments(known: Payment[], read: Payment[], add: Add): Payment[] {
  const payments = [...known];
  for (const payment of read) {
    const at = payments.findIndex(({ captureLine }) => captureLine === payment.captureLine);
    const same = payments[at];
    if (!same) payments.push(payment);
    else if (same.amount !== payment.amount || same.paidOn !== payment.paidOn) {
      add('payment_differs', `${payment.captureLine}: ${same.amount} / ${payment.amount}`);
    } else payments[at] = { ...payment, ...same };
  }
  return payments;
}

/** Sums up the payments of a declaration, counting each capture line once. */
export function paidOf({ payments }: Pick<DeclarationRecord, 'payments'>): {
  paidAmount: WholePesos | null;
  paymentDate: CalendarDate | null;
} {
  if (payments.length === 0) return { paidAmount: null, paymentDate: null };
  const paid = payments.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const dates = payments.map(({ paidOn }) => paidOn).sort();
  return { paidAmount: `${paid}`, paymentDate: lastIn(dates) };
}
