import type { CalendarDate, Issue } from '@timbre/fiscal';
import type { WholePesos } from '../reading/whole-pesos';
import type { Period } from './period';
import type { TaxClass } from './tax-class';

/**
 * A tax (concepto de pago) in a declaration. A printed line that the filing receipt (acuse) lacks
 * is absent in the concept; an absent amount is unknown, not zero.
 */
export interface Concept {
  /** The position of the concept in the filing receipt (acuse), counted from 1. */
  number: number;
  /** The printed name of the concept, joined into one line. */
  name: string;
  taxClass: TaxClass;
  charged?: WholePesos;
  inFavor?: WholePesos;
  update?: WholePesos;
  surcharges?: WholePesos;
  fine?: WholePesos;
  /**
   * The amount applied to a concept. The SAT rarely prints this amount, so it is calculated if the
   * printed lines allow it.
   */
  applications?: WholePesos;
  paidBefore?: WholePesos;
  paidBeforeOn?: CalendarDate;
  amountCharged?: WholePesos;
  amountInFavor?: WholePesos;
  amountToPay?: WholePesos;
}

/** A payment of a capture line at a bank. */
export interface Payment {
  captureLine: string;
  amount: WholePesos;
  paidOn: CalendarDate;
  institution?: string;
  /** The operation number that the bank assigned. */
  operationNumber?: string;
  paymentKey?: string;
}

/** A printed line that Timbre cannot read, or that contradicts another line. */
export interface Anomaly {
  code: string;
  /** The printed text of an unreadable line, cut to 200 characters. */
  text: string;
}

/** The contents of a filing receipt (acuse) or a payment receipt. */
export interface DeclarationFacts extends Period {
  document: 'acuse' | 'payment_receipt';
  rfc: string;
  legalName?: string;
  fiscalYear: number;
  declarationType: string;
  complementaryType?: string;
  operationNumber: string;
  /** The local date and time of the filing, in central Mexico. */
  filedLocalDateTime: string;
  dueOn?: CalendarDate;
  captureLine?: string;
  /** The SAT's "Importe total a pagar", in whole pesos. */
  total?: WholePesos;
  concepts: Concept[];
  /** The names of attached forms, which have no amounts. */
  annexes: string[];
  payments: Payment[];
  anomalies: Anomaly[];
}

/**
 * The facts that were read from a document, or the reasons why its text is not a known document.
 */
export type ReadDeclaration = { facts: DeclarationFacts } | { issues: Issue[] };
