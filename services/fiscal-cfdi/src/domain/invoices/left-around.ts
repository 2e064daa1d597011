import { Decimal } from '@timbre/fiscal';

/** The total of a credit note, and the UUIDs of its related documents. */
export interface Taking {
  uuids: readonly string[];
  total: Decimal;
}

/**
 * Returns the amount left of the documents `start` after their credit notes. A credit note for several
 * documents does not say how its amount is divided, so its whole amount may have reduced any one of them.
 * The amount left of a set of documents is the sum of their amounts less the credit notes whose related
 * documents are all in the set. The function enlarges the set step by step, starting with `start`: each
 * step adds the documents that share a credit note with the set. The result is the smallest amount left of
 * any of these sets. A document with an unknown amount sets no limit, and its credit notes count in full
 * for the other documents.
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
