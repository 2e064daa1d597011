import { Decimal, parseDocumentRef, Rfc } from '@timbre/fiscal';
import type { Refusal } from '@timbre/kit';
import type { Irreversible } from '../operations/irreversible';
import type { Pesos, Subject } from '../operations/subject';

/** The arguments of an action, from its path and its body. */
export type Given = Record<string, unknown>;

/** The facts about an action that the limits of a credential are compared with. */
export interface ActionFacts {
  /** The amount in pesos; absent for an action without an amount. */
  amount: Pesos | undefined;
  /**
   * The kinds of the documents that the action concerns; empty for an action without a document.
   * The limits must allow all of them.
   */
  kinds: string[];
  /** The RFC and identifiers of the receiver. The limits must allow one of the receivers. */
  receiver: string[];
  /**
   * The RFC on the invoice of a sale, if it is given. The limits must allow this RFC in addition to
   * the receiver.
   */
  invoiced?: string | undefined;
  /** The e-mail addresses to which the action sends. The limits must allow all of the addresses. */
  addresses: string[];
  /** Whether the action has a receiver at all. */
  hasReceiver: boolean;
}

/**
 * The document of an action, as it is checked against limits and shown to people for a decision.
 */
export interface Seen {
  /**
   * The document that the action concerns, as the operation that reads it shows it; undefined for
   * an action without a document.
   */
  subject: Subject | undefined;
  /**
   * The amount in pesos that the service that owns the document has computed for the requested
   * action.
   */
  computed?: Decimal | undefined;
  /**
   * The refusal of that service, if it computed no amount. It would also refuse the action on this
   * document, unless it has already performed the action.
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

/** Returns the document, with its pending changes applied if the action makes them effective. */
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
