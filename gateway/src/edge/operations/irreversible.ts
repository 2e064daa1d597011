import type { ActionKind, Text } from '@timbre/api';
import type { CallContext } from '@timbre/kit';
import type { Services } from '../services';
import type { FactName, Pesos, Subject } from './subject';

/** An amount in pesos that only the document's service can compute. */
export interface ComputedAmount {
  name: FactName;
  /**
   * Requests the amount from that service.
   * @throws the refusals of the document's service
   */
  compute: (
    services: Services,
    given: Record<string, unknown>,
    context: CallContext,
  ) => Promise<string>;
}

/**
 * The declaration of an operation that cannot be undone or that moves money: the facts that a
 * person must know beforehand, and the amounts that count against a credential's limits. Assistants
 * first prepare such an operation, and perform it after a confirmation.
 */
export interface Irreversible<Given = unknown> {
  /** The description of the action for people. The facts of the document follow this text. */
  action: Text;
  consequence: Text;
  /**
   * The operation row that reads the subject; the default is chosen by the prefix of `documentRef`.
   * If that operation returns a list, the subject is the newest entry with the same argument, a
   * UUID.
   */
  read?: { operation: { id: string }; argument: string };
  /** Set if the action has no subject. */
  readsNothing?: true;
  /**
   * The amount of the action in pesos: taken from the document, computed from the arguments (with
   * facts of the document), or computed by the document's service. Undefined for an action without
   * an amount.
   */
  amount?: 'document' | ((given: Given, subject: Subject | undefined) => Pesos) | ComputedAmount;
  /**
   * Whether the arguments contain everything that limits check; if so, the document is only shown
   * to people, and its amount does not count against limits.
   */
  isInArguments?: (given: Given) => boolean;
  /** The kind of the subject, if the document does not contain it. */
  kind?: ActionKind;
  /**
   * Returns the contact that is the receiver from the arguments, if the document does not contain
   * the receiver.
   */
  receiver?: (given: Given) => string;
  /**
   * Set if a person chooses the receiver later, by means of the link that the action returns, so
   * limits on receivers reject the action.
   */
  isForAnybody?: true;
  /** Whether the action makes the document's pending changes effective. */
  isOfPending?: true;
  /** Returns the e-mail addresses to which the action sends mail. */
  sendsTo?: (given: Given, subject: Subject | undefined) => (string | undefined)[];
  /** Returns the kind of the fiscal document that the action also stamps. */
  stamps?: (given: Given, subject: Subject | undefined) => ActionKind | undefined;
  /** Returns the RFC on the invoice of a sale; undefined if it is not given. */
  invoiced?: (given: Given, subject: Subject | undefined) => string | undefined;
}
