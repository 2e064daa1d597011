import type { CalendarDate } from '@timbre/fiscal';
import type { WholePesos } from '../reading/whole-pesos';
import type { Anomaly, Concept, DeclarationFacts, Payment } from './facts';
import type { Filing } from './filing';
import { periodOf, type Period } from './period';

/** A declaration as Timbre keeps it: all that its documents and the portal have said. */
export interface DeclarationRecord extends Period {
  rfc: string;
  operationNumber: string;
  fiscalYear: number;
  declarationType: string;
  filedOn: CalendarDate;
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

/** A reading of one declaration: the portal's row, a document, or both. */
export interface Reading {
  rfc: string;
  fiscalYear: number;
  source: 'portal' | 'file';
  filing?: Filing;
  facts?: DeclarationFacts;
  /** Why the document gave no facts. */
  anomalies?: Anomaly[];
}

const anomaliesMax = 50;

/** The record of a first reading; undefined when neither row nor document tells the period. */
export function recordOf(reading: Reading): DeclarationRecord | undefined {
  const { rfc, source, filing, facts } = reading;
  const period = facts ?? (filing && periodOf(filing.periodicity, filing.period));
  const filedOn = facts?.filedLocalDateTime.slice(0, 10) ?? filing?.filedOn;
  const operationNumber = facts?.operationNumber ?? filing?.operationNumber;
  const declarationType = facts?.declarationType ?? filing?.declarationType;
  if (!period || !filedOn || !operationNumber || !declarationType) return undefined;
  const empty: DeclarationRecord = {
    ...{ rfc, source, filedOn, operationNumber, declarationType },
    ...{ fiscalYear: facts?.fiscalYear ?? reading.fiscalYear },
    ...{ periodicity: period.periodicity, period: period.period },
    ...{ legalName: null, complementaryType: null, captureLine: null, status: null },
    ...{ total: null, dueOn: null, concepts: [], annexes: [], payments: [], anomalies: [] },
  };
  return merge(empty, reading);
}

/**
 * The record with another reading: it fills in what was unknown. A value that differs from the known
 * one is an anomaly and does not replace it; only the portal's state of the filing moves on.
 */
export function merge(known: DeclarationRecord, reading: Reading): DeclarationRecord {
  const { filing, facts, source } = reading;
  const record = { ...known, anomalies: [...known.anomalies] };
  const add = (code: string, text: string) => {
    const isKnown = record.anomalies.some((one) => one.code === code && one.text === text);
    if (!isKnown && record.anomalies.length < anomaliesMax) record.anomalies.push({ code, text });
  };
  const fill = <Key extends 'legalName' | 'complementaryType' | 'captureLine' | 'total' | 'dueOn'>(
    key: Key,
    value: DeclarationRecord[Key] | undefined,
  ) => {
    if (value == null || value === '' || value === record[key]) return;
    if (record[key] === null) record[key] = value;
    else if (comparable(record[key]) !== comparable(value)) {
      add(`${snake(key)}_differs`, `${record[key]} / ${value}`);
    }
  };
  for (const { code, text } of [...(reading.anomalies ?? []), ...(facts?.anomalies ?? [])]) {
    add(code, text);
  }
  fill('legalName', facts?.legalName);
  fill('complementaryType', facts?.complementaryType ?? filing?.complementaryType);
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

/** Text layers without blanks give the same words. */
const comparable = (value: string): string => value.replace(/\s+/g, '').toUpperCase();
const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function mergedConcepts(known: Concept[], read: Concept[], add: Add): Concept[] {
  if (known.length === 0) return read;
  const of = (concepts: Concept[]) =>
    // A JSON column returns members in another order.
    JSON.stringify(
      concepts.map(({ name, ...amounts }) => [comparable(name), Object.entries(amounts).sort()]),
    );
  if (read.length > 0 && of(known) !== of(read)) add('concepts_differ', `${read.length} concepts`);
  return known;
}

function mergedPayments(known: Payment[], read: Payment[], add: Add): Payment[] {
  const payments = [...known];
  for (const payment of read) {
    const same = payments.find(({ captureLine }) => captureLine === payment.captureLine);
    if (!same) payments.push(payment);
    else if (same.amount !== payment.amount || same.paidOn !== payment.paidOn) {
      add('payment_differs', `${payment.captureLine}: ${same.amount} / ${payment.amount}`);
    }
  }
  return payments;
}

/** What was paid of a declaration: each capture line once. */
export function paidOf({ payments }: Pick<DeclarationRecord, 'payments'>): {
  paidAmount: WholePesos | null;
  paymentDate: CalendarDate | null;
} {
  if (payments.length === 0) return { paidAmount: null, paymentDate: null };
  const paid = payments.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const dates = payments.map(({ paidOn }) => paidOn).sort();
  return { paidAmount: `${paid}`, paymentDate: dates.at(-1)! };
}
