import type { Sealed } from '@timbre/cfdi';
import { documentRef, localDateTimeIn } from '@timbre/fiscal';
import {
  conflict,
  inSpan,
  operationInProgress,
  Refusal,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { isCertificateRevoked } from '../domain/certificate-refusal';
import { isSkewed } from '../domain/clock';
import type { Profile } from '../domain/fiscal-profile';
import type { ClockWatch, SealingKey, Signer } from '../domain/ports';
import type { SeriesKind } from '../domain/series';
import { nextStage } from '../domain/stage';
import type { StampPrice } from '../domain/stamp-price';
import { sealedMs } from '../domain/stamping';
import { certificateRevoked } from '../store/certificates';
import { recordEvent } from '../store/cfdi-history';
import type { FiscalDocument } from '../store/fiscal-documents';
import { profileIn } from '../store/read-profile';
import { activeSigningKey, untriedSigningKey } from '../store/signing-keys';
import { hasAttempts, lastAttemptOf, openAttempt, StampAttempt } from '../store/stamp-attempts';
import { defaultSeriesId, takeFolio } from '../store/take-folio';
import { reserveStamp } from '../store/wallet';
import { getDocument, lockDocument, type FiscalKind } from './fiscal-kinds';
import { requireKnownFate } from './require-known-fate';
import { selloHash } from './stamping';

/** PACs refuse a Fecha in the future, and clocks differ. */
const fechaSparedMs = 60_000;

/** Fecha of what is sealed now, at the place of issue. */
export const fechaOf = (now: Date, { timeZone }: Pick<Profile, 'timeZone'>): string =>
  localDateTimeIn(now.getTime() - fechaSparedMs, timeZone);

/** What sealing needs of the outside. */
export interface SealingProviders {
  signer: Signer;
  clock: ClockWatch;
  /** Absent where stamps are free. */
  stampPrice?: StampPrice | undefined;
}

/** Where a request to stamp stands: the document has its answer, or an attempt to go on with. */
export type Prepared = { state: 'stamped' } | { state: 'attempt'; attemptId: string };

/** Who asked: attempts remember it, so that a repeat finds its own. */
export function requesterOf({ context }: Pick<Run, 'context'>): string {
  const { idempotency, actor } = context;
  return idempotency ? `${idempotency.route} ${idempotency.key}` : actor;
}

/**
 * Finds this request's recovery point, or seals the draft: folio, XML and seal are stored before
 * anything is sent, and are never made again for this attempt.
 * @throws Refusal conflict, operation_in_progress or recovery_required by the document's state;
 * provider_unavailable clock_skewed
 */
export async function prepareStamp(
  run: Run,
  kind: FiscalKind,
  documentId: string,
  { signer, clock, stampPrice: price }: SealingProviders,
): Promise<Prepared> {
  const requestedBy = requesterOf(run);
  // Most requests are the first for their draft, and need no lock to learn that.
  const untried = await untriedSigningKey(run.read, kind.detail, documentId);
  const found =
    untried ??
    (await run.step(
      async (tx) =>
        (await findRecoveryPoint(tx, kind, documentId, requestedBy)) ?? activeSigningKey(tx),
    ));
  if ('state' in found) return found;
  await requireClock(clock);
  const key = await signer.open(found);
  return run.step(
    async (tx) =>
      (await findRecoveryPoint(tx, kind, documentId, requestedBy)) ??
      sealDraft(tx, kind, documentId, key, price),
  );
}

/** Locks the document. @returns undefined when it is a draft to be sealed */
async function findRecoveryPoint(
  tx: Transaction,
  kind: FiscalKind,
  documentId: string,
  requestedBy: string,
): Promise<Prepared | undefined> {
  const document = await lockDocument(tx, kind, documentId);
  const isTried = await hasAttempts(tx, documentId);
  const open = isTried ? await openAttempt(tx, documentId) : undefined;
  const isOwn = open?.requestedBy === requestedBy;
  if (open) requireKnownFate(tx, open);
  if (open && isOwn) return { state: 'attempt', attemptId: open.id };
  if (open) throw operationInProgress(2);
  const last = isTried ? await lastAttemptOf(tx, documentId, requestedBy) : undefined;
  if (last?.state === 'stamped') return { state: 'stamped' };
  if (document.status !== 'draft')
    throw conflict(`This document is ${document.status}; only drafts are stamped.`, 'not_a_draft');
  if (last?.state === 'rejected' && document.stage === 'rejected') throw rejection(document);
  return undefined;
}

/** A Fecha of a wrong clock is refused, or dates the document on a wrong day. */
export async function requireClock(clock: ClockWatch): Promise<void> {
  const skewMs = await clock.skewMs();
  if (!isSkewed(skewMs)) return;
  throw new Refusal(
    'provider_unavailable',
    'The clock of this host is not that of the PACs; nothing was sealed. Try again once it is set right.',
    { retryable: true, retryAfterSeconds: 60, reason: 'clock_skewed' },
    new Error(`the host is ${Math.round(skewMs / 1_000)} s ahead of the PACs`),
  );
}

/** 409: what the PAC said of the document, by its own code. */
export function rejection({ lastRejection }: FiscalDocument): Refusal {
  const { code = 'unknown', message = 'The PAC refused the document.' } = lastRejection ?? {};
  if (isCertificateRevoked(code)) return certificateRevoked([{ path: [], code, message }]);
  return conflict(
    'The PAC refused the document; correct the draft and stamp it again.',
    'stamp_rejected',
    [{ path: [], code, message }],
  );
}

async function sealDraft(
  tx: Transaction,
  kind: FiscalKind,
  documentId: string,
  key: SealingKey,
  price: StampPrice | undefined,
): Promise<Prepared> {
  const document = await getDocument(tx, kind, documentId);
  const profile = await profileIn(tx);
  if (!profile)
    throw conflict('There is no fiscal profile yet; put one first.', 'fiscal_profile_missing');
  await giveFolio(tx, kind, document);
  const fecha = fechaOf(tx.now, profile);
  const sealed = await inSpan('seal', {}, () => kind.seal(tx, document, { profile, fecha, key }));
  Object.assign(document, sealedColumns(document, sealed, { profile, fecha }), {
    updatedAt: tx.now,
  });
  recordEvent(tx, documentId, 'sealed');
  return { state: 'attempt', attemptId: await addAttempt(tx, kind, documentId, price) };
}

/** What a seal writes on its document. */
export function sealedColumns(
  { stage }: Pick<FiscalDocument, 'stage'>,
  { xml, sello }: Sealed,
  { profile, fecha }: { profile: Profile; fecha: string },
) {
  return {
    sealedXml: Buffer.from(xml),
    selloHash: selloHash(sello),
    issuedLocal: fecha,
    datedOn: fecha.slice(0, 10),
    placeOfIssue: profile.postalCode,
    stage: nextStage(stage, 'seal')!,
  };
}

/** An attempt with nothing sent, given up when nobody sends it in so long. */
export const sealedAttempt = (
  { context, now }: Transaction,
  attempt: Pick<StampAttempt, 'id' | 'documentKind' | 'documentId' | 'requestedBy'> & {
    reservedMinor: number | undefined;
  },
  keptMs: number,
) => ({
  ...attempt,
  version: 1,
  state: 'sealed' as const,
  actor: context.actor,
  refusedBy: [],
  checks: 0,
  createdAt: now,
  nextCheckAt: new Date(now.getTime() + keptMs),
});

/** The attempt to stamp what was just sealed, with its price set aside. @returns its identifier */
async function addAttempt(
  tx: Transaction,
  { kind: documentKind }: FiscalKind,
  documentId: string,
  price: StampPrice | undefined,
): Promise<string> {
  const id = tx.newId();
  const reserved = { attemptId: id, documentRef: documentRef(documentKind, documentId) };
  const reservedMinor = await reserveStamp(tx, reserved, price);
  const attempt = { id, documentKind, documentId, requestedBy: requesterOf(tx), reservedMinor };
  return tx.add(StampAttempt, sealedAttempt(tx, attempt, sealedMs));
}

/** A document keeps the folio it once got, also when the PAC refused it. */
async function giveFolio(
  tx: Transaction,
  kind: FiscalKind,
  document: FiscalDocument,
): Promise<void> {
  if (document.folio != null) return;
  const seriesKind = kind.seriesKindOf(document);
  const seriesId = document.seriesId ?? (await defaultSeriesId(tx, seriesKind));
  if (!seriesId) throw seriesMissing(seriesKind);
  const taken = await takeFolio(tx, seriesId);
  document.seriesId = seriesId;
  document.series = taken.series;
  document.folio = taken.folio;
}

/** 409: nothing numbers documents of this kind. */
export const seriesMissing = (kind: SeriesKind): Refusal =>
  conflict(`There is no default series for ${kind}; create one.`, 'series_missing');
