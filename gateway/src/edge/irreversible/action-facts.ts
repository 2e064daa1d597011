import { Decimal, parseDocumentRef, Rfc } from '@timbre/fiscal';
import type { Refusal } from '@timbre/kit';
import type { Irreversible } from '../operations/irreversible';
import type { Pesos, Subject } from '../operations/subject';

/** The arguments of an action: those of its path and its body. */
export type Given = Record<string, unknown>;

/** The facts that limits look at. */
export interface ActionFacts {
  /** Absent for an action without one. */
  amount: Pesos | undefined;
  /** All of them must be allowed; empty for an action on no document. */
  kinds: string[];
  /** RFC and identifiers of the one whom it is for; one of them must be allowed. */
  receiver: string[];
  /** The RFC that gets the invoice of a sale, where it is named; it must be allowed as well. */
  invoiced?: string | undefined;
  /** Addresses that it sends to; all of them must be allowed. */
  addresses: string[];
  /** Whether it is for somebody at all. */
  hasReceiver: boolean;
}

/** The document that an action works on, as limits and people judge it. */
export interface Seen {
  /** The subject that the document's own operation reads from its answer; undefined without one. */
  subject: Subject | undefined;
  /** Pesos that the owner of the document computed for the requested action. */
  computed?: Decimal | undefined;
  /** Why its owner computes none: it refuses the action on this document, unless it has done it already. */
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

/** The document with the changes that the action makes effective. */
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
