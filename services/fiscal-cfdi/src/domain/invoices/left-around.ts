import { Decimal } from '@timbre/fiscal';

/** A credit note: its total and the UUIDs of the documents that it names. */
export interface Taking {
  uuids: readonly string[];
  total: Decimal;
}

/**
 * Returns the amount that is left of the documents `start` after their credit notes. A credit note about
 * several documents does not say how its amount is divided, so it could have lowered any one of them by the
 * whole amount. The amount left of a set of documents is the sum of their amounts less the notes that name
 * only documents of the set. The sets grow from `start`: each step adds the documents that share a note with
 * the set. The result is the smallest amount that is left of any set. A document without a known amount sets
 * no limit, and its notes count in full for the other documents.
 */
export function leftAround(
  start: readonly string[],
  amounts: ReadonlyMap<string, Decimal>,
  notes: readonly Taking[],
): Decimal {
  let circle = new Set(start);
  let left = leftOf(circle);
  for (;;) {
    const touching = notes.filter(({ uuids }) => uuids.some((uuid) => circle.has(uuid)));
    const named = touching.flatMap(({ uuids }) => uuids.filter((uuid) => amounts.has(uuid)));
    const next = new Set([...circle, ...named]);
    if (next.size === circle.size) return left;
    circle = next;
    left = Decimal.min(left, leftOf(circle));
  }

  function leftOf(documents: ReadonlySet<string>): Decimal {
    const within = notes.filter(
      ({ uuids }) =>
        uuids.some((uuid) => documents.has(uuid)) &&
        uuids.every((uuid) => documents.has(uuid) || !amounts.has(uuid)),
    );
    const given = Decimal.sum([...documents].map((uuid) => amounts.get(uuid) ?? Decimal.zero));
    return given.minus(Decimal.sum(within.map(({ total }) => total)));
  }
}
