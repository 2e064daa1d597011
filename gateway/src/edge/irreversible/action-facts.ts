import { Decimal, parseDocumentRef, Rfc } from '@timbre/fiscal';
import type { Refusal } from '@timbre/kit';
import type { Irreversible } from '../operations/irreversible';
import type { Pesos, Subject } from '../operations/subject';

/** The arguments of an action, from its path and its body. */
export type Given = Record<string, unknown>;

/** The facts about an action against which a credential's limits are checked. */
export interface ActionFacts {
  /** The amount in pesos; undefined for an action without an amount. */
  amount: Pesos | undefined;
  /**
   * The kinds of the affected documents; empty for an action without a document. The credential's
   * limits must allow every one of these kinds.
   */
  kinds: string[];
  /**
   * The receiver's RFC and identifiers. The credential's limits must allow one of these
   * identifiers.
   */
  receiver: string[];
  /**
   * The RFC on the invoice of a sale; undefined if it is not given. The credential's limits must
   * allow this RFC in addition to the receiver.
   */
  invoiced?: string | undefined;
  /**
   * The e-mail addresses to which the action sends mail. The credential's limits must allow all of
   * these addresses.
   */
  addresses: string[];
  /** Whether the action affects a receiver, such as the customer of a document. */
  hasReceiver: boolean;
}

/**
 * The document of an action, as it is checked against limits and shown to people who decide on the
 * action.
 */
export interface Seen {
  /**
   * The affected document, as the operation that reads it returns it; undefined for an action
   * without a document.
   */
  subject: Subject | undefined;
  /** The amount in pesos that the document's service computed for the requested action. */
  computed?: Decimal | undefined;
  /**
   * The refusal of the document's service, if the service computed no amount. The service would
   * also refuse the action itself, except if it has already performed the action.
   */
  refused?: Refusal;
}

export function actionFacts(action: Irreversible, given: Given, seen: Seen): ActionFacts {
  const subject = effective(action, seen.subject);
  const invoiced = action.invoiced?.(given, subject);
  const kinds = [
    action.kind ?? subject?.kind ?? parseDocumentRef(String(given.documentRef))?.prefix,
    action.stamps?.(given, subject),
  ];
  const addresses = action.sendsTo?.(given, subject) ?? [];
  return {
    amount: amountOf(action, given, { ...seen, subject }),
    kinds: kinds.filter((kind) => kind !== undefined),
    receiver: receiverOf(action, given, subject, invoiced),
    invoiced,
    addresses: addresses.flatMap((address) => address?.toLowerCase() ?? []),
    hasReceiver: !action.readsNothing,
  };
}

/**
 * Returns the document with its pending changes applied, if the action makes those changes
 * effective.
 */
export const effective = (
  { isOfPending }: Pick<Irreversible, 'isOfPending'>,
  subject: Subject | undefined,
): Subject | undefined => (isOfPending ? (subject?.pending ?? subject) : subject);

function receiverOf(
  { receiver, isForAnybody }: Irreversible,
  given: Given,
  subject: Subject | undefined,
  invoiced = Rfc.genericNational.toString(),
): string[] {
  if (isForAnybody) return [];
  const named = [receiver?.(given), ...(subject?.parties ?? [])].flatMap((name) => name || []);
  return named.length === 0 && subject?.isSale ? [invoiced] : named;
}

function amountOf(
  { amount }: Irreversible,
  given: Given,
  { subject, computed, refused }: Seen,
): Pesos | undefined {
  if (amount === undefined) return undefined;
  if (amount === 'document') return subject?.amount ?? 'unknown';
  if (typeof amount === 'function') return amount(given, subject);
  return refused ? Decimal.zero : (computed ?? 'unknown');
}
