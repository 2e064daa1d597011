import type { ActionKind, Text } from '@timbre/api';
import type { CallContext } from '@timbre/kit';
import type { Services } from '../services';
import type { FactName, Pesos, Subject } from './subject';

/** An amount in pesos that only the service with the document can compute, by its own rules. */
export interface ComputedAmount {
  name: FactName;
  /**
   * Asks that service for the amount.
   * @throws the refusals of that service
   */
  compute: (
    services: Services,
    given: Record<string, unknown>,
    context: CallContext,
  ) => Promise<string>;
}

/**
 * An operation that cannot be undone, or that moves money: the facts that a person must know before it, and
 * the amounts that the limits of a credential count. Assistants first prepare such an operation and perform
 * it once it is confirmed.
 */
export interface Irreversible<Given = unknown> {
  /** The action in words, as people read it. The facts of the document follow this text. */
  action: Text;
  consequence: Text;
  /**
   * The row of the operation that reads the subject; by default the prefix of `documentRef` decides.
   * If the operation lists, the subject is the newest entry with the same argument, a UUID.
   */
  read?: { operation: { id: string }; argument: string };
  /** Set if the action has no subject to read. */
  readsNothing?: true;
  /**
   * The pesos of the action: those of the document, those of the arguments (with facts of the document), or
   * those that the owning service computes. The amount is absent for an action without one.
   */
  amount?: 'document' | ((given: Given, subject: Subject | undefined) => Pesos) | ComputedAmount;
  /**
   * Whether the arguments contain everything that limits check. The document is then only shown to
   * people, and limits do not count it.
   */
  isInArguments?: (given: Given) => boolean;
  /** The kind of the subject, unless the document contains it. */
  kind?: ActionKind;
  /**
   * The contact that is the receiver, read from the arguments, unless the document contains the
   * receiver.
   */
  receiver?: (given: Given) => string;
  /**
   * A person chooses the receiver with the result of the action (a link), so limits on receivers do
   * not allow the action.
   */
  isForAnybody?: true;
  /** Whether the action makes pending changes of the document effective, if it has any. */
  isOfPending?: true;
  /** The e-mail addresses to which the action sends. */
  sendsTo?: (given: Given, subject: Subject | undefined) => (string | undefined)[];
  /** The kind of the fiscal document that the action also stamps. */
  stamps?: (given: Given, subject: Subject | undefined) => ActionKind | undefined;
  /** The RFC on the invoice of a sale, if it is given. */
  invoiced?: (given: Given, subject: Subject | undefined) => string | undefined;
}
