import { Decimal, parseDocumentRef, Rfc } from '@timbre/fiscal';
import type { Refusal } from '@timbre/kit';
import type { Irreversible } from '../operations/irreversible';
import type { Pesos, Subject } from '../operations/subject';

/** The arguments of an act: those of its path and its body. */
export type Given = Record<string, unknown>;

/** The facts that limits look at. */
export interface ActFacts {
  /** Absent for an act without one. */
  amount: Pesos | undefined;
  /** All of them must be allowed; empty for an act on no document. */
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

/** The document that an act works on, as limits and people judge it. */
export interface Seen {
  /** As its own operation makes it of its answer; undefined where there is none. */
  subject: Subject | undefined;
  /** Pesos that the owner of the document has computed of it, for the act as it is asked for. */
  computed?: Decimal | undefined;
  /** Why its owner computes none: it refuses the act on this document, unless it has done it already. */
  refused?: Refusal;
}

export function actFacts(act: Irreversible, given: Given, seen: Seen): ActFacts {
  const subject = effective(act, seen.subject);
  const invoiced = act.invoiced?.(given, subject);
  const kinds = [
    act.kind ?? subject?.kind ?? parseDocumentRef(String(given.documentRef))?.prefix,
    act.stamps?.(given, subject),
  ];
  const addresses = act.sendsTo?.(given, subject) ?? [];
  return {
    amount: amountOf(act, given, { ...seen, subject }),
    kinds: kinds.filter((kind) => kind !== undefined),
    receiver: receiverOf(act, given, subject, invoiced),
    invoiced,
    addresses: addresses.flatMap((address) => address?.toLowerCase() ?? []),
    hasReceiver: !act.readsNothing,
  };
}

/** The document with the changes that the act makes effective. */
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
