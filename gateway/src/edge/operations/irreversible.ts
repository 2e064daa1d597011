import type { ActKind } from '@timbre/api';
import type { CallContext } from '@timbre/kit';
import type { Services } from '../services';

/** Operations that read what is acted on. */
type Reader =
  | 'getAccountTransaction'
  | 'getCfdi'
  | 'getExpense'
  | 'getPayable'
  | 'getPayrollRow'
  | 'getPayrollRun'
  | 'getQuote'
  | 'getReceivable'
  | 'getSalesReceipt'
  | 'getWithholding'
  | 'listCancellationRequests';

/** Pesos that follow from rules of the owner of a document: nobody else computes them. */
export interface ComputedAmount {
  /** As a person reads it. */
  name: string;
  /** Asks the owner. @throws its refusals */
  compute: (
    services: Services,
    given: Record<string, unknown>,
    context: CallContext,
  ) => Promise<string>;
}

/**
 * An operation that cannot be undone, or that moves money: what a person must know before it happens,
 * and what the limits of a credential count. Assistants prepare it first and do it once it is confirmed.
 */
export interface Irreversible {
  /** The action in words, to be followed by the facts of the document. */
  act: string;
  consequence: string;
  /**
   * The operation that reads what is acted on; by the prefix of `documentRef` if absent. From a
   * list it takes the newest entry with the same argument, a UUID.
   */
  read?: { operation: Reader; argument: string };
  /** Nothing is read before it. */
  readsNothing?: true;
  /**
   * Where its amount is: of the document, of a payroll, in the request, or computed by the owner of the
   * document. Absent: it has none.
   */
  amount?: 'document' | 'payroll' | 'payment' | ComputedAmount;
  /**
   * Limits find everything in its arguments, unless it applies credit; otherwise the document only informs a person.
   */
  isInArguments?: true;
  /** The kind of its subject, unless the document says it. */
  kind?: ActKind;
  /** The argument that names the contact whom it is for, unless the document says it. */
  receiver?: string;
  /**
   * The receiver is chosen by the holder of its result, so it is none of the receivers that limits
   * name.
   */
  isForAnybody?: true;
  /** The member of the document that takes its place, where it has one. */
  pending?: string;
  /** The member of the document with the address that it sends to, unless this argument is false. */
  sendsTo?: { member: string; unless: string };
  /** The fiscal document that it stamps as well, if an argument has this value. */
  stamps?: { argument: string; value: unknown; kind: ActKind };
  /** The member of the document that says so instead of the arguments: the buyer has asked for it before. */
  asked?: string;
}
