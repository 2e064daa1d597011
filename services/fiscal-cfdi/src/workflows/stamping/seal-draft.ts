import { documentRef } from '@timbre/fiscal';
import {
  conflict,
  inSpan,
  notDone,
  operationInProgress,
  type Refusal,
  type Run,
  type Transaction,
  documentChanged,
  requireJudged,
} from '@timbre/kit';
import { profileAt } from '../../domain/drafting/document-header';
import { isCertificateRevoked } from '../../domain/stamping/certificate-refusal';
import { refusalIssue } from '../../domain/refusals/refusal-issue';
import type { DraftSources } from '../../domain/drafting/draft-sources';
import type { SealingKey } from '../../domain/ports';
import type { StampPrice } from '../../domain/stamping/stamp-price';
import { certificateRevoked } from '../../store/set-up/certificates';
import { recordEvent } from '../../store/cfdi-history';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { profileIn } from '../../store/set-up/read-profile';
import { activeSigningKey } from '../../store/stamping/signing-keys';
import { hasAttempts, lastAttemptOf, openAttempt } from '../../store/stamping/stamp-attempts';
import { defaultSeriesId, takeFolio } from '../../store/stamping/take-folio';
import { reserveStamp } from '../../store/wallet';
import { addAttempt, isOfPayroll, requesterOf } from './add-attempt';
import { getDocument, lockDocument, type FiscalKind } from '../documents/fiscal-kinds';
import { requireKnownOutcome } from './require-known-outcome';
import { sealFirstAttempt, type JustSealed } from './seal-first-attempt';
import { fechaOf, requireClock, sealedColumns, type StampingProviders } from './sealing';

/** The state of a stamp request: either the document is stamped, or an attempt must be continued. */
export type Prepared =
  { state: 'stamped' } | { state: 'attempt'; attemptId: string; sealed?: JustSealed | undefined };

/**
 * Returns the recovery point of this request, or seals the draft. Folio, XML and seal are stored before the
 * document is sent, and stay the same for the whole attempt.
 * @throws Refusal with conflict, operation_in_progress or recovery_required, depending on the document's
 * state, or with provider_unavailable clock_skewed or not_sealed
 */
export async function prepareStamp(
  run: Run,
  kind: FiscalKind,
  documentId: string,
  providers: StampingProviders,
): Promise<Prepared> {
  const requestedBy = requesterOf(run);
  if (isOfPayroll(requestedBy)) return sealedBefore(run, kind, documentId, requestedBy);
  const firstAttempt = await sealFirstAttempt(run, kind, documentId, providers);
  if (firstAttempt) return { state: 'attempt', ...firstAttempt };
  const { signer, clock, stampPrice: price } = providers;
  const found = await run.step(
    async (tx) =>
      (await findRecoveryPoint(tx, kind, documentId, requestedBy)) ?? {
        sealedKey: await activeSigningKey(tx),
        document: await getDocument(tx, kind, documentId),
      },
  );
  if ('state' in found) return found;
  await requireClock(clock);
  const receiver = await presentReceiver(run, kind, found.document, providers);
  const key = await signer.open(found.sealedKey);
  return run.step(
    async (tx) =>
      (await findRecoveryPoint(tx, kind, documentId, requestedBy)) ??
      sealDraft(tx, kind, documentId, { key, price, receiver }),
  );
}

/**
 * Reads the receiver of a refused document again, because the user may have corrected the receiver since
 * (decision 0019).
 */
const presentReceiver = (
  run: Run,
  kind: FiscalKind,
  document: FiscalDocument,
  providers: StampingProviders,
): Promise<DraftSources> | undefined =>
  document.stage === 'rejected' ? kind.receiver?.read(document, providers, run.context) : undefined;

/**
 * Returns the attempt of a receipt that payroll has sealed in advance (seal-payroll-receipts.ts). The
 * sealed content is stamped, even if a user has changed the draft since.
 * - not_sealed: the receipt is not sealed yet, so nothing was sent
 * @throws Refusal with provider_unavailable not_sealed if no document was sealed under the key
 */
async function sealedBefore(
  run: Run,
  kind: FiscalKind,
  documentId: string,
  requestedBy: string,
): Promise<Prepared> {
  const found = await run.step((tx) => findRecoveryPoint(tx, kind, documentId, requestedBy));
  if (found) return found;
  throw notDone('This receipt is not sealed; nothing was sent.', 'not_sealed');
}

/**
 * Locks the document and returns the recovery point of this request.
 * @returns the recovery point; undefined if the document is a draft that can be sealed
 */
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
  if (open) requireKnownOutcome(tx, open);
  if (open && isOwn) return { state: 'attempt', attemptId: open.id };
  if (open) throw operationInProgress(2);
  const last = isTried ? await lastAttemptOf(tx, documentId, requestedBy) : undefined;
  if (last?.state === 'stamped') return { state: 'stamped' };
  if (document.status !== 'draft')
    throw conflict(
      `This document is ${document.status}; only drafts can be stamped.`,
      'not_a_draft',
    );
  const isAsRefused = document.stage === 'rejected' || isOfPayroll(requestedBy);
  if (last?.state === 'rejected' && isAsRefused) throw rejection(kind, document);
  return undefined;
}

/** Returns the refusal (409) with the input fields that caused it and the SAT's code. */
export function rejection(kind: FiscalKind, document: FiscalDocument): Refusal {
  const { lastRejection: last } = document;
  const issues = last ? (last.issues ?? [refusalIssue(kind.seriesKindOf(document), last)]) : [];
  if (last && isCertificateRevoked(last.code)) return certificateRevoked(issues);
  return conflict(
    'The PAC refused the document; correct the draft and stamp it again.',
    'stamp_rejected',
    issues,
  );
}

interface Parts {
  key: SealingKey;
  price: StampPrice | undefined;
  /** The receiver that was read again for a refused document; undefined if the receiver was not read. */
  receiver: DraftSources | undefined;
}

async function sealDraft(
  tx: Transaction,
  kind: FiscalKind,
  documentId: string,
  { key, price, receiver }: Parts,
): Promise<Prepared> {
  const document = await getDocument(tx, kind, documentId);
  await requireJudged(tx, kind.detail, documentId);
  if (document.stage === 'rejected' && receiver) renewReceiver(tx, kind, document, receiver);
  const ours = await profileIn(tx);
  if (!ours)
    throw conflict('There is no fiscal profile yet; put one first.', 'fiscal_profile_missing');
  const profile = profileAt(ours, document.input);
  await giveFolio(tx, kind, document);
  const fecha = fechaOf(tx.businessNow, profile);
  const sealed = await inSpan('seal', {}, () => kind.seal(tx, document, { profile, fecha, key }));
  Object.assign(document, sealedColumns(document, sealed, { profile, fecha }), {
    updatedAt: tx.now,
  });
  recordEvent(tx, documentId, 'sealed');
  return { state: 'attempt', attemptId: await reserveAttempt(tx, kind, documentId, price) };
}

/**
 * @throws Refusal with conflict document_changed if the receiver's RFC differs from the RFC that was
 * checked
 */
function renewReceiver(
  { context }: Transaction,
  { receiver }: FiscalKind,
  document: FiscalDocument,
  present: DraftSources,
): void {
  const { counterpartyRfc } = document;
  receiver?.renew(document, present);
  const isOther = document.counterpartyRfc !== counterpartyRfc;
  if (isOther && context.judged?.length) throw documentChanged();
}

/**
 * Adds the stamp attempt for the new seal and reserves the price of the stamp.
 * @returns its identifier
 */
async function reserveAttempt(
  tx: Transaction,
  kind: FiscalKind,
  documentId: string,
  price: StampPrice | undefined,
): Promise<string> {
  const id = tx.newId();
  const reserved = { attemptId: id, documentRef: documentRef(kind.kind, documentId) };
  const reservedMinor = await reserveStamp(tx, reserved, price);
  addAttempt(tx, kind, documentId, { id, reservedMinor });
  return id;
}

/**
 * Assigns a folio to the document. The document keeps its first folio, even if the PAC refused the
 * document.
 */
async function giveFolio(
  tx: Transaction,
  kind: FiscalKind,
  document: FiscalDocument,
): Promise<void> {
  if (document.folio != null) return;
  const seriesKind = kind.seriesKindOf(document);
  const seriesId = document.seriesId ?? (await defaultSeriesId(tx, seriesKind));
  const taken = await takeFolio(tx, seriesId);
  document.seriesId = seriesId;
  document.series = taken.series;
  document.folio = taken.folio;
}
