import type { CalendarDate, Issue } from '@timbre/fiscal';
import type { WholePesos } from '../reading/whole-pesos';
import type { Period } from './period';
import type { TaxClass } from './tax-class';

/** One tax of a declaration. A line that the acuse does not print is absent: unknown, not zero. */
export interface Concept {
  /** The place in the acuse, from 1. */
  number: number;
  /** As printed, on one line. */
  name: string;
  taxClass: TaxClass;
  charged?: WholePesos;
  inFavor?: WholePesos;
  update?: WholePesos;
  surcharges?: WholePesos;
  fine?: WholePesos;
  /** Computed where the printed lines allow it, because the SAT rarely prints it. */
  applications?: WholePesos;
  paidBefore?: WholePesos;
  paidBeforeOn?: CalendarDate;
  amountCharged?: WholePesos;
  amountInFavor?: WholePesos;
  amountToPay?: WholePesos;
}

/** A payment of one capture line at a bank. */
export interface Payment {
  captureLine: string;
  amount: WholePesos;
  paidOn: CalendarDate;
  institution?: string;
  /** The bank's number. */
  operationNumber?: string;
  paymentKey?: string;
}

/** A printed line that could not be read, or contradicts another one. */
export interface Anomaly {
  code: string;
  /** The printed words, at most 200 characters. */
  text: string;
}

/** The contents of an acuse or a payment receipt. */
export interface DeclarationFacts extends Period {
  document: 'acuse' | 'payment_receipt';
  rfc: string;
  legalName?: string;
  fiscalYear: number;
  declarationType: string;
  complementaryType?: string;
  operationNumber: string;
  /** Local date-time of central Mexico. */
  filedLocalDateTime: string;
  dueOn?: CalendarDate;
  captureLine?: string;
  /** Importe total a pagar. */
  total?: WholePesos;
  concepts: Concept[];
  /** Names of attached forms, which have no amounts. */
  annexes: string[];
  payments: Payment[];
  anomalies: Anomaly[];
}

/** Facts, or the reasons why the text is not a known document. */
export type ReadDeclaration = { facts: DeclarationFacts } | { issues: Issue[] };
