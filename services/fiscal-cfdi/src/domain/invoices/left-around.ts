import { Decimal } from '@timbre/fiscal';

/** A credit note: the documents that it names, and its total. */
export interface Taking {
  uuids: readonly string[];
  total: Decimal;
}

/**
 * The common rest of the documents `start` after credit notes. A note on several documents has no
 * part for each, so it may have lowered any of them by its whole amount. The rest of a circle of
 * documents is their amounts less the notes that name no document outside of it. The circles grow
 * from `start` by the documents that share a note with it, and so on; the least that any circle
 * leaves is what is left. A document without an amount limits nothing: its notes count in full for
 * the others.
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
