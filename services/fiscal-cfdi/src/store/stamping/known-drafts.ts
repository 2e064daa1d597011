import { LRUCache } from 'lru-cache';
import type { Judgement } from '../../domain/drafting/document-issues';
import type { DocumentKind } from '../../domain/document-kind';
import type { FiscalDocument } from '../fiscal-documents';
import type { Sealable, SealedWith } from './sealable-drafts';

/** A draft as it was stored, in which nothing was wrong. */
interface KnownDraft {
  json: string;
  /** What it will be sealed with is kept under this. */
  series: string;
  judged: Judgement;
}

/** Bounds of what is kept, in characters of JSON: long drafts are read again. */
const charactersMax = 16_000_000;
const charactersOfDraftMax = 40_000;
const seriesMax = 1_000;

const drafts = new LRUCache<string, KnownDraft>({
  maxSize: charactersMax,
  maxEntrySize: charactersOfDraftMax,
  sizeCalculation: ({ json }) => json.length,
});

const seriesSealedWith = new LRUCache<string, SealedWith>({ max: seriesMax });

/**
 * Keeps a draft that this process stores, so that its first stamp need not read it. What is kept may be
 * outdated, or never have been committed: who stores a seal finds out (store/stamping/save-seal.ts).
 */
export function keepDraft(
  organizationId: string,
  kind: DocumentKind,
  document: Numbered & { id: string },
  judged: Judgement,
): void {
  const series = seriesOf(organizationId, document);
  const known = { json: JSON.stringify(document), series, judged };
  drafts.set(nameOf(organizationId, kind, document.id), known);
}

/** Whoever changes a draft knows better. */
export function forgetDraft(organizationId: string, kind: DocumentKind, id: string): void {
  drafts.delete(nameOf(organizationId, kind, id));
}

/** Keeps what a draft was sealed with, for the next one that goes to its series. */
export function keepSealedWith(organizationId: string, sealable: Sealable): void {
  const { document, profile, series, certificate } = sealable;
  seriesSealedWith.set(seriesOf(organizationId, document), { profile, series, certificate });
}

/** It is not what drafts of the series are sealed with any more. */
export function forgetSealedWith(organizationId: string, { document }: Sealable): void {
  seriesSealedWith.delete(seriesOf(organizationId, document));
}

/** A kept draft with what drafts of its series were last sealed with; once, as there is one first stamp. */
export function takeKnown(
  organizationId: string,
  kind: DocumentKind,
  id: string,
): Sealable | undefined {
  const name = nameOf(organizationId, kind, id);
  const known = drafts.get(name);
  if (!known) return undefined;
  drafts.delete(name);
  const sealedWith = seriesSealedWith.get(known.series);
  if (!sealedWith) return undefined;
  const document = JSON.parse(known.json) as FiscalDocument;
  return { document, ...sealedWith, judged: known.judged };
}

const nameOf = (...names: [organizationId: string, kind: DocumentKind, id: string]): string =>
  names.join(' ');

/** What says in which series a draft is numbered; only CFDI are of several kinds. */
type Numbered = Pick<FiscalDocument, 'seriesId'> & { kind?: string };

/** The series that a draft names, or the default of its kind. */
const seriesOf = (organizationId: string, { seriesId, kind }: Numbered): string =>
  `${organizationId} ${seriesId ?? kind ?? 'withholding'}`;
