import { areas, eventTypes, type Text } from '@timbre/api';
import type { OperationRow } from '../operations/operation';
import type { Document } from './described';
import { descriptionOf } from './document';
import { sharedSpanish } from './shared-spanish';

/** The members that contain text for people. */
const wordy = new Set(['summary', 'description', 'x-displayName']);

/**
 * Returns the Spanish translations of all texts in the OpenAPI document, keyed by the English text.
 */
function spanishTexts(operations: OperationRow[]): ReadonlyMap<string, string> {
  const texts: Text[] = [
    ...operations.flatMap((row) => [row.summary, descriptionOf(row)]),
    ...eventTypes.map(({ summary }) => summary),
    ...Object.values(areas).flatMap(({ title, description }) => [title, description]),
  ];
  return new Map([
    ...Object.entries(sharedSpanish),
    ...texts.map(({ en, es }) => [en, es] as const),
  ]);
}

/**
 * Returns a copy of the OpenAPI document with Spanish texts for operations, areas, events,
 * parameters, headers and responses. The descriptions of fields stay English, and so do the
 * examples, which are recorded API responses.
 */
export function spanishDocument(document: Document, operations: OperationRow[]): Document {
  const texts = spanishTexts(operations);
  const inSpanish = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inSpanish);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part).map(([name, value]: [string, unknown]) => {
      if (name === 'examples') return [name, value];
      const isText = wordy.has(name) && typeof value === 'string';
      return [name, isText ? (texts.get(value) ?? value) : inSpanish(value)];
    });
    return Object.fromEntries(entries) as object;
  };
  return inSpanish(document) as Document;
}
