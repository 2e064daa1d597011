import { validateComprobante } from '@timbre/cfdi';
import { localDateTimeIn } from '@timbre/fiscal';
import {
  conflict,
  inSpan,
  operationInProgress,
  Refusal,
  type Issue,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { comprobanteOf } from '../domain/comprobante-of';
import { draftIssues } from '../domain/draft-issues';
import { isSkewed } from '../domain/clock';
import type { ClockWatch, SealingKey, Signer, StoredSigningKey } from '../domain/ports';
import { inPlaceOf, withReplaced } from '../domain/replacement';
import { nextStage } from '../domain/stage';
import type { StampPrice } from '../domain/stamp-price';
import { recoveryMs, sealedMs } from '../domain/stamping';
import { replacedBy } from '../store/cancellations';
import { cfdiName, Cfdi } from '../store/cfdi';
import { recordEvent } from '../store/cfdi-history';
import { addRelations } from '../store/cfdi-relations';
import { FiscalProfile } from '../store/fiscal-profiles';
import { Series } from '../store/series';
import { activeSigningKey } from '../store/signing-keys';
import { lastAttemptOf, openAttempt, StampAttempt } from '../store/stamp-attempts';
import { takeFolio } from '../store/take-folio';
import { reserveStamp } from '../store/wallet';
import { renewPaidDocuments } from './paid-invoices';
import { selloHash } from './stamping';

/** PACs refuse a Fecha in the future, and clocks differ. */
const fechaSparedMs = 60_000;

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
  cfdiId: string,
  { signer, clock, stampPrice: price }: SealingProviders,
): Promise<Prepared> {
  const requestedBy = requesterOf(run);
  const found = await run.step((tx) => findRecoveryPoint(tx, cfdiId, requestedBy));
  if (found.state !== 'sealable') return found;
  await requireClock(clock);
  const key = await signer.open(found.key);
  return run.step(async (tx) => {
    const again = await findRecoveryPoint(tx, cfdiId, requestedBy);
    return again.state === 'sealable' ? sealDraft(tx, cfdiId, key, price) : again;
  });
}

async function findRecoveryPoint(
  tx: Transaction,
  cfdiId: string,
  requestedBy: string,
): Promise<Prepared | { state: 'sealable'; key: StoredSigningKey }> {
  const cfdi = await tx.lock(Cfdi, cfdiId, cfdiName);
  const open = await openAttempt(tx, cfdiId);
  const isOwn = open?.requestedBy === requestedBy;
  if (open) requireNoRecovery(tx, cfdi, open);
  if (open && isOwn) return { state: 'attempt', attemptId: open.id };
  if (open) throw operationInProgress(2);
  const last = await lastAttemptOf(tx, cfdiId, requestedBy);
  if (last?.state === 'stamped') return { state: 'stamped' };
  if (cfdi.status !== 'draft')
    throw conflict(`This document is ${cfdi.status}; only drafts are stamped.`, 'not_a_draft');
  if (last?.state === 'rejected' && cfdi.stage === 'rejected') throw rejection(cfdi);
  return { state: 'sealable', key: await activeSigningKey(tx) };
}

/** A Fecha of a wrong clock is refused, or dates the document on a wrong day. */
async function requireClock(clock: ClockWatch): Promise<void> {
  const skewMs = await clock.skewMs();
  if (!isSkewed(skewMs)) return;
  throw new Refusal(
    'provider_unavailable',
    'The clock of this host is not that of the PACs; nothing was sealed. Try again once it is set right.',
    { retryable: true, retryAfterSeconds: 60, reason: 'clock_skewed' },
    new Error(`the host is ${Math.round(skewMs / 1_000)} s ahead of the PACs`),
  );
}

/** Somebody must look: every key on this document is told so while its fate is unknown for long. */
function requireNoRecovery(tx: Transaction, cfdi: Cfdi, attempt: StampAttempt): void {
  if (attempt.state !== 'unknown' || !attempt.sentAt) return;
  if (tx.now.getTime() - attempt.sentAt.getTime() < recoveryMs) return;
  throw new Refusal(
    'recovery_required',
    'It is not known yet whether this document was stamped. We keep asking the PAC; do not issue it again.',
    {
      retryable: false,
      document: { documentRef: `cfdi:${cfdi.id}`, editable: false },
      ...(attempt.abandonedAt && { reason: 'operator_needed' }),
    },
  );
}

/** 409: what the PAC said of the document, by its own code. */
export function rejection(cfdi: Cfdi): Refusal {
  const { code = 'unknown', message = 'The PAC refused the document.' } = cfdi.lastRejection ?? {};
  return conflict(
    'The PAC refused the document; correct the draft and stamp it again.',
    'stamp_rejected',
    [{ path: [], code, message }],
  );
}

async function sealDraft(
  tx: Transaction,
  cfdiId: string,
  key: SealingKey,
  price: StampPrice | undefined,
): Promise<Prepared> {
  const cfdi = await tx.get(Cfdi, cfdiId, cfdiName);
  const profile = await tx.findBy(FiscalProfile, {});
  if (!profile)
    throw conflict('There is no fiscal profile yet; put one first.', 'fiscal_profile_missing');
  await giveFolio(tx, cfdi);
  const fecha = localDateTimeIn(tx.now.getTime() - fechaSparedMs, profile.timeZone);
  await renewPaidDocuments(tx, cfdi);
  const draft = { ...cfdi, customer: cfdi.customer ?? null };
  refuseInvalid(draftIssues(draft, profile, fecha.slice(0, 10)));
  const issuance = { fecha, serie: cfdi.series ?? undefined, folio: cfdi.folio?.toString() };
  const replaced = await replacedBy(tx, cfdi.id);
  await addRelations(tx, cfdi.id, inPlaceOf, replaced);
  const document = withReplaced(comprobanteOf(draft, profile, issuance), replaced);
  refuseInvalid(
    validateComprobante(document).map((finding) => ({
      ...finding,
      path: ['document', ...finding.path],
    })),
  );
  const sealed = await inSpan('seal', {}, () => Promise.resolve(key.seal(document)));
  cfdi.sealedXml = Buffer.from(sealed.xml);
  cfdi.selloHash = selloHash(sealed.sello);
  cfdi.issuedLocal = fecha;
  cfdi.datedOn = fecha.slice(0, 10);
  cfdi.placeOfIssue = profile.postalCode;
  cfdi.stage = nextStage(cfdi.stage, 'seal')!;
  cfdi.updatedAt = tx.now;
  recordEvent(tx, cfdi.id, 'sealed');
  const attemptId = tx.newId();
  const reservedMinor = await reserveStamp(tx, { attemptId, cfdiId }, price);
  tx.add(StampAttempt, {
    id: attemptId,
    version: 1,
    cfdiId,
    state: 'sealed',
    reservedMinor,
    requestedBy: requesterOf(tx),
    actor: tx.context.actor,
    refusedBy: [],
    checks: 0,
    createdAt: tx.now,
    nextCheckAt: new Date(tx.now.getTime() + sealedMs),
  });
  return { state: 'attempt', attemptId };
}

/** Rules that a draft broke only later: a code ran out, the customer or the profile changed. */
function refuseInvalid(issues: Issue[]): void {
  if (issues.length === 0) return;
  const message = 'The draft breaks rules of the SAT; correct it and stamp it again.';
  throw conflict(message, 'draft_invalid', issues);
}

/** A document keeps the folio it once got, also when the PAC refused it. */
async function giveFolio(tx: Transaction, cfdi: Cfdi): Promise<void> {
  if (cfdi.folio != null) return;
  const seriesId =
    cfdi.seriesId ??
    (await tx.findBy(Series, { kind: cfdi.kind, isDefault: true, active: true }))?.id;
  if (!seriesId)
    throw conflict(`There is no default series for ${cfdi.kind}; create one.`, 'series_missing');
  const taken = await takeFolio(tx, seriesId);
  cfdi.seriesId = seriesId;
  cfdi.series = taken.series;
  cfdi.folio = taken.folio;
}
