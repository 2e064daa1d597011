import type { ActionKind, Text } from '@timbre/api';
import type { CallContext } from '@timbre/kit';
import type { Services } from '../services';
import type { FactName, Pesos, Subject } from './subject';

/** Operations that read the subject of an action. */
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

/** Pesos that only the owner of a document can compute, because they follow from its rules. */
export interface ComputedAmount {
  name: FactName;
  /** Asks the owner. @throws its refusals */
  compute: (
    services: Services,
    given: Record<string, unknown>,
    context: CallContext,
  ) => Promise<string>;
}

/**
 * An operation that cannot be undone, or that moves money: the facts that a person must know before it, and
 * the amounts that the limits of a credential count. Assistants prepare it first and do it once it is
 * confirmed.
 */
export interface Irreversible<Given = unknown> {
  /** The action in words, to be followed by the facts of the document. */
  action: Text;
  consequence: Text;
  /**
   * The operation that reads the subject; if absent, the prefix of `documentRef` decides it. From a list it
   * takes the newest entry with the same argument, a UUID.
   */
  read?: { operation: Reader; argument: string };
  /** Nothing is read before it. */
  readsNothing?: true;
  /**
   * Its pesos: those of the document, of its arguments (with what the document says of them), or computed by
   * the owner of the document. Absent: it has none.
   */
  amount?: 'document' | ((given: Given, subject: Subject | undefined) => Pesos) | ComputedAmount;
  /** Whether limits find everything in its arguments; the document then only informs a person. */
  isInArguments?: (given: Given) => boolean;
  /** The kind of its subject, unless the document says it. */
  kind?: ActionKind;
  /** The argument that names the contact whom it is for, unless the document says it. */
  receiver?: (given: Given) => string;
  /** The holder of the result chooses the receiver, so it cannot be among the receivers that limits name. */
  isForAnybody?: true;
  /** Whether it makes the pending changes of the document effective, where it has some. */
  isOfPending?: true;
  /** The addresses that it sends to. */
  sendsTo?: (given: Given, subject: Subject | undefined) => (string | undefined)[];
  /** The fiscal document that it stamps as well. */
  stamps?: (given: Given, subject: Subject | undefined) => ActionKind | undefined;
  /** The RFC that gets the invoice of a sale, where it is named. */
  invoiced?: (given: Given, subject: Subject | undefined) => string | undefined;
}
