import { certain, instantOf } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { profileAt } from '../../domain/drafting/document-header';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import { nextStage } from '../../domain/stamping/stage';
import { isStampOf } from '../../domain/stamping/is-stamp-of';
import { sealedMs } from '../../domain/stamping/attempt-state';
import { Cfdi, cfdiName } from '../../store/cfdi/cfdi';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { profileIn } from '../../store/set-up/read-profile';
import { openAttempt, StampAttempt } from '../../store/stamping/stamp-attempts';
import { stampedDrafts, type StampedDraft } from '../../store/stamping/stamped-drafts';
import { cfdiKind, type FiscalKind } from '../documents/fiscal-kinds';
import type { ImportedColumns } from '../documents/store-imported';
import { requesterOf, sealedAttempt } from './add-attempt';
import { afterStamp, settle } from './send-attempt';
import { selloHash, settleAttempt } from './settle-attempt';

/** An imported CFDI with the content of its XML. */
export interface ReadStamp {
  columns: ImportedColumns;
  sello: string;
  xml: Uint8Array;
}

/** FechaTimbrado is a time of the centre of Mexico (Anexo 20). */
const zoneOfStamps = 'America/Mexico_City';
/** The clocks of a PAC and of the database differ by less. */
const clocksDifferMs = 300_000;

/**
 * Returns, for each imported CFDI, the drafts that may have become it. The database was restored to an earlier
 * point, or the answer of the PAC was lost. Most CFDI have none.
 */
export async function draftsBehind(
  tx: Transaction,
  read: readonly (ReadStamp | undefined)[],
): Promise<Map<number, StampedDraft[]>> {
  const issued = read.flatMap((stamp, position) =>
    stamp?.columns.direction === 'issued' ? [{ position, ...issuedStamp(stamp) }] : [],
  );
  return Map.groupBy(await stampedDrafts(tx, issued), ({ position }) => position);
}

function issuedStamp({ columns, sello }: ReadStamp) {
  const { kind, counterpartyRfc, total, series, externalFolio: folio, stamp } = columns;
  const stampedMs = instantOf(stamp.stampedLocalDateTime, zoneOfStamps) + clocksDifferMs;
  const stampedAt = new Date(stampedMs);
  return { selloHash: selloHash(sello), kind, counterpartyRfc, total, series, folio, stampedAt };
}

/**
 * Gives an imported stamp to the draft that became the CFDI, as if the PAC had just answered. Accounts, sales receipts
 * and payroll rows that name the draft follow it.
 * @returns the identifier of the draft; undefined if none of the drafts became the CFDI
 */
export async function giveStamp(
  tx: Transaction,
  drafts: readonly StampedDraft[],
  stamp: ReadStamp,
): Promise<string | undefined> {
  const profile = drafts.length > 0 ? await profileIn(tx) : undefined;
  if (!profile) return undefined;
  for (const found of drafts) {
    const draft = await tx.lock(Cfdi, found.id, cfdiName);
    if (draft.status !== 'draft') continue;
    if (!found.isSealed && !isOwn(draft, found, stamp, profile)) continue;
    if (draft.folio == null) {
      const numbers = { seriesId: found.seriesId, folio: Number(found.folio) };
      // Another document has used the folio since, so the CFDI keeps it as the folio of an import.
      if (await tx.findBy(Cfdi, numbers)) return undefined;
      Object.assign(draft, { ...numbers, series: stamp.columns.series });
    }
    await settleWith(tx, cfdiKind as FiscalKind, draft, stamp);
    return draft.id;
  }
  return undefined;
}

function isOwn(draft: Cfdi, { folio }: StampedDraft, { columns, xml }: ReadStamp, ours: Profile) {
  const issuance = { fecha: columns.issuedLocal, serie: columns.series ?? undefined, folio };
  try {
    const profile = profileAt(ours, draft.input);
    return isStampOf(cfdiKind.draftXml(draft, profile, issuance), xml);
  } catch (error) {
    // An incomplete draft has no amounts, so it was never stamped.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Settles the attempt of a locked draft with a stamp that was found. A draft without an open attempt gets the seal of
 * the stamp and an attempt that is stamped.
 */
export async function settleWith(
  tx: Transaction,
  kind: FiscalKind,
  document: FiscalDocument,
  { columns, sello, xml }: FoundStamp,
): Promise<void> {
  const found = { outcome: 'stamped', xml: Buffer.from(xml).toString('utf8') } as const;
  const open = await openAttempt(tx, document.id);
  if (open) {
    const attempted = { kind, documentId: document.id, attemptId: open.id };
    return void (await settle(tx, open.id, found, attempted));
  }
  const { issuedLocal, datedOn, placeOfIssue } = columns;
  const stage = certain(nextStage(document.stage, 'seal'), 'stage');
  Object.assign(document, {
    selloHash: selloHash(sello),
    issuedLocal,
    datedOn,
    placeOfIssue,
    stage,
  });
  const { kind: documentKind } = kind;
  const own = {
    id: tx.newId(),
    documentKind,
    documentId: document.id,
    requestedBy: requesterOf(tx),
  };
  const attempt = sealedAttempt(tx, { ...own, reservedMinor: undefined }, sealedMs);
  // The row is added below with the values that are set here; it lacks only columns that may be null.
  settleAttempt(tx, attempt as unknown as StampAttempt, document, found);
  tx.add(StampAttempt, attempt);
  await afterStamp(tx, kind, document);
}

/** A stamp that was found, with the columns of its document that a seal sets. */
type FoundStamp = Pick<ReadStamp, 'sello' | 'xml'> & {
  columns: Pick<ImportedColumns, 'issuedLocal' | 'datedOn' | 'placeOfIssue'>;
};
