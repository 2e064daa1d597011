import { Decimal, foldLetters, itemAt } from '@timbre/fiscal';
import type { Concept, Declaration } from './declaration';

/** A concept (tax) as stated by the latest filing that lists it. */
export interface ConceptInEffect {
  concept: Concept;
  filing: Declaration;
}

/** Sorts filings by the date and time at which they were filed, and then by operation number. */
export const inOrder = (filings: readonly Declaration[]): Declaration[] =>
  filings.toSorted(
    (a, b) => compare(a.filedAt, b.filedAt) || compare(a.operationNumber, b.operationNumber),
  );

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns the concepts in effect of one period and periodicity. A complementary declaration
 * replaces only the concepts that it lists, not the whole period.
 * @param filings the declarations in the order in which they were filed
 */
export function conceptsInEffect(filings: readonly Declaration[]): ConceptInEffect[] {
  const state = new Map<string, ConceptInEffect>();
  for (const filing of filings) {
    const { concepts, declarationType, complementaryType = '', total = Decimal.zero } = filing;
    const change = foldLetters(complementaryType);
    const keys = concepts.map(({ name }) => foldLetters(name));
    if (change.includes('DEJARSINEFECTO')) {
      if (change.includes('OBLIGACION')) for (const key of keys) state.delete(key);
      else state.clear();
      continue;
    }
    if (concepts.length > 0) {
      concepts.forEach((concept, at) => state.set(itemAt(keys, at), { concept, filing }));
      continue;
    }
    // If the concepts of the filing are unknown, its total counts as one concept without a name.
    if (foldLetters(declarationType).startsWith('COMPLEMENTARIA')) state.clear();
    const nameless = { name: '', charged: total };
    state.set(`filing ${filing.operationNumber}`, { concept: nameless, filing });
  }
  return [...state.values()];
}

/**
 * Returns the declared amount of a concept, including inflation update, surcharges and fine (CFF
 * 2); the amount is never below zero.
 */
export function declaredOf(concept: Concept): Decimal {
  const { charged, inFavor, update, surcharges, fine, applications } = concept;
  const lines = [charged, inFavor, update, surcharges, fine, applications];
  const { paidBefore = Decimal.zero, amountToPay = Decimal.zero } = concept;
  if (lines.every((line) => line === undefined)) return amountToPay.plus(paidBefore);
  const owed = Decimal.sum([charged, update, surcharges, fine].flatMap((line) => line ?? []));
  return Decimal.max(Decimal.zero, owed.minus(applications ?? Decimal.zero));
}

export type TaxClass = 'isr' | 'iva' | 'withholdings' | 'unclassified';

/**
 * Returns the tax class of a concept from its printed name. The tax class depends only on the
 * printed name, because a filing receipt (acuse) contains no codes. A withheld tax has a separate
 * class, because it is not a tax of the organization itself.
 */
export function taxClassOf(name: string): TaxClass {
  const word = foldLetters(name);
  if (/RETENCION|RETENID|PAGOSPORCUENTADETERCEROS/.test(word)) return 'withholdings';
  if (word.startsWith('IVA') || word.includes('IMPUESTOALVALORAGREGADO')) return 'iva';
  if (word.startsWith('ISR') || word.includes('IMPUESTOSOBRELARENTA')) return 'isr';
  return 'unclassified';
}

/**
 * Returns the amount that was paid for a period. The amount paid for a period consists of the
 * recorded payments of all filings, with each capture line counted once. If a filing in effect
 * states that a higher amount was paid before, the difference is added, because it proves a payment
 * that was not recorded.
 * @param groups the filings of the period by periodicity, each in the order in which they were filed
 */
export function paidOf(
  groups: readonly { filings: readonly Declaration[]; concepts: readonly ConceptInEffect[] }[],
): Decimal {
  const proven = groups.flatMap((group) => group.filings.map((one) => provenBy(one, group)));
  return Decimal.sum([recordedOf(groups.flatMap(({ filings }) => filings)), ...proven]);
}

/** Adds up the recorded payments of filings, with each capture line counted once. */
function recordedOf(filings: readonly Declaration[]): Decimal {
  const byLine = new Map<string, Decimal>();
  for (const { operationNumber, payments } of inOrder(filings)) {
    for (const { captureLine, amount } of payments) {
      const key = captureLine ? foldLetters(captureLine) : `filing ${operationNumber}`;
      if (!byLine.has(key)) byLine.set(key, amount);
    }
  }
  return Decimal.sum(byLine.values());
}

function provenBy(
  filing: Declaration,
  group: { filings: readonly Declaration[]; concepts: readonly ConceptInEffect[] },
): Decimal {
  const own = group.concepts.filter((one) => one.filing === filing).map(({ concept }) => concept);
  const before = Decimal.sum(own.flatMap(({ paidBefore }) => paidBefore ?? []));
  if (before.isZero()) return Decimal.zero;
  const names = new Set(own.map(({ name }) => foldLetters(name)));
  const earlier = group.filings
    .slice(0, group.filings.indexOf(filing))
    .filter(({ concepts }) => concepts.some(({ name }) => names.has(foldLetters(name))));
  return Decimal.max(Decimal.zero, before.minus(recordedOf(earlier)));
}
