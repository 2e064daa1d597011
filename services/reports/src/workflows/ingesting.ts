import type { Transaction } from '@timbre/kit';
import type { DocumentFacts, FactShape } from '../domain/fact-shape';
import { applyFacts } from '../store/apply-facts';
import { storeNames, type AnnouncedNames } from '../store/names';

/** A document as its owning service announced it in an event, with the time of the event. */
export interface Announced<Document> {
  document: Document;
  announcedAt: Date;
}

/**
 * Updates the facts of documents of one kind to their announced state, and stores the names that
 * the documents state.
 * @param announced the documents, in any order and possibly in several versions
 * @param isForced true to also replace facts of the same version
 * @returns the number of documents whose facts changed
 */
export type Ingest<Document> = (
  tx: Transaction,
  announced: readonly Announced<Document>[],
  isForced?: boolean,
) => Promise<number>;

/** The functions that calculate the facts of one kind of document and return its names. */
interface Counted<Document, Shape extends FactShape> {
  shape: Shape;
  /** Returns undefined if reports do not count the document. */
  factsOf(document: Document): DocumentFacts<Shape> | undefined;
  namesOf(announced: Announced<Document>): AnnouncedNames;
}

export const ingesting =
  <Document, Shape extends FactShape>({
    shape,
    factsOf,
    namesOf,
  }: Counted<Document, Shape>): Ingest<Document> =>
  async (tx, announced, isForced = false) => {
    const counted = announced.flatMap((one) => {
      const facts = factsOf(one.document);
      return facts
        ? [{ facts: { ...facts, announcedAt: one.announcedAt }, names: namesOf(one) }]
        : [];
    });
    const facts = counted.map((one) => one.facts);
    const changed = await applyFacts(tx, shape, facts, isForced);
    await storeNames(
      tx,
      counted.map(({ names }) => names),
    );
    return changed;
  };
