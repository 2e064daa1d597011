import { inSpanNow, type Opening, type Run, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import type { Pac } from '../../domain/stamping/pac';
import type { SealingKey } from '../../domain/ports';
import { nextStage, type Stage } from '../../domain/stamping/stage';
import { beginMs } from '../../domain/stamping/attempt-state';
import { recordEvent } from '../../store/cfdi-history';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { forecastOf, forgetForecast } from '../../store/stamping/folio-forecast';
import { saveSeal } from '../../store/stamping/save-seal';
import { sealableDraft, type Sealable } from '../../store/stamping/sealable-drafts';
import { keyNameOf, readSigningKey } from '../../store/stamping/signing-keys';
import { addAttempt } from './add-attempt';
import type { FiscalKind } from '../documents/fiscal-kinds';
import { pacsOf } from './organization-pacs';
import { fechaOf, requireClock, type StampingProviders } from './sealing';
import { selloHash } from './settle-attempt';

/** A document that this request has sealed. No other request has changed the document since the seal. */
export interface JustSealed {
  document: FiscalDocument;
  xml: string;
  sealedAt: Date;
  /**
   * The PAC and the deadline for sending the document, if the attempt was pinned to a PAC when it was
   * sealed.
   */
  pinned?: { pac: Pac; beginByMs: number } | undefined;
}

/** A stamp attempt for a draft that has no earlier attempt. */
export interface FirstAttempt {
  attemptId: string;
  sealed: JustSealed;
}

/** The seal is tried at most this many times while another process takes folios of the same series. */
const triesMax = 3;

/**
 * Seals a draft without earlier attempts and pins its attempt to a PAC, in one statement. No row is locked
 * while the document is sealed. If the draft or the next folio changes while the document is sealed, the
 * seal is discarded.
 * @returns the sealed attempt; undefined if the draft needs locks, or if every try failed
 * @throws Refusal with conflict, or with provider_unavailable clock_skewed
 */
export async function sealFirstAttempt(
  run: Run,
  kind: FiscalKind,
  documentId: string,
  providers: StampingProviders,
): Promise<FirstAttempt | undefined> {
  if (needsLock(run, providers)) return undefined;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const sealable = await sealableDraft(run.read, kind.kind, documentId);
    if (!sealable) return undefined;
    const sealed = await sealOnce(run, kind, sealable, providers);
    if (sealed) return sealed;
  }
  return undefined;
}

/**
 * Like `sealFirstAttempt`, but tries only once, with a statement that also leases the idempotency key.
 * @throws Refusal as `sealFirstAttempt`
 */
export async function sealFirstAttemptWithLease(
  opening: Opening,
  kind: FiscalKind,
  documentId: string,
  providers: StampingProviders,
): Promise<FirstAttempt | undefined> {
  if (needsLock(opening, providers)) return undefined;
  const sealable = await sealableDraft(opening.read, kind.kind, documentId);
  return sealable && sealOnce(opening, kind, sealable, providers);
}

/**
 * Returns whether the document must be locked, either to reserve the price of a stamp or to compare the
 * document with the version that the caller checked.
 */
const needsLock = ({ context }: Opening, { stampPrice }: StampingProviders): boolean =>
  stampPrice !== undefined || (context.judged ?? []).length > 0;

async function sealOnce(
  run: Opening,
  kind: FiscalKind,
  sealable: Sealable,
  { signer, clock, pacs }: StampingProviders,
): Promise<FirstAttempt | undefined> {
  await requireClock(clock);
  const name = keyNameOf(sealable.certificate, run.context.organizationId, run.businessNow());
  const key = await (signer.kept(name) ?? signer.open(await readSigningKey(run.read)));
  const [pac] = (await pacsOf(run, pacs)).inOrder;
  return sealFor(run, kind, sealable, key, pac);
}

async function sealFor(
  run: Opening,
  kind: FiscalKind,
  sealable: Sealable,
  key: SealingKey,
  pac: Pac | undefined,
): Promise<FirstAttempt | undefined> {
  const { series, document } = sealable;
  const stage = nextStage(document.stage, 'seal');
  // A concurrent request has already sealed the draft.
  if (stage === undefined) return undefined;
  const forecast = forecastOf(series);
  let made: FirstAttempt | undefined;
  const isSaved = await run.change((tx) => {
    const sealed = sealAs(tx, kind, sealable, key, { folio: forecast.next, stage });
    const pinned = pac && { pac, beginByMs: tx.now.getTime() + beginMs };
    made = { attemptId: tx.newId(), sealed: { ...sealed, pinned } };
    // The code does not await between reading the forecast and this line, so no other seal can have read
    // the same folio. A draft that is refused before this line does not use the folio.
    forecast.next += 1;
    addAttempt(tx, kind, document.id, { id: made.attemptId, ...(pac && { pac: pac.name }) });
    recordEvent(tx, document.id, 'sealed');
    return saveSeal(kind.detail, newSealOf(sealed, sealable));
  });
  if (isSaved) return made;
  forgetForecast(series, forecast);
  return undefined;
}

function sealAs(
  { now, businessNow }: Transaction,
  kind: FiscalKind,
  { document, profile, series }: Sealable,
  key: SealingKey,
  { folio, stage }: { folio: number; stage: Stage },
): Omit<JustSealed, 'pinned'> {
  const fecha = fechaOf(businessNow, profile);
  const numbered = { ...document, seriesId: series.id, series: series.code, folio };
  const sealing = { profile, fecha, key };
  const { xml, sello } = inSpanNow('seal', () => kind.sealed(numbered, sealing));
  const sealed: FiscalDocument = {
    ...numbered,
    version: document.version + 1,
    stage,
    issuedLocal: fecha,
    placeOfIssue: profile.postalCode,
    selloHash: selloHash(sello),
  };
  return { document: sealed, xml, sealedAt: now };
}

const newSealOf = (
  { document, xml, sealedAt }: Omit<JustSealed, 'pinned'>,
  { document: draft, series, profile, certificate }: Sealable,
) => ({
  documentId: document.id,
  version: draft.version,
  series,
  isByDefault: draft.seriesId === null,
  folio: certain(document.folio, 'folio'),
  stage: document.stage,
  xml: Buffer.from(xml),
  selloHash: document.selloHash as Buffer,
  fecha: certain(document.issuedLocal, 'issuedLocal'),
  postalCode: document.placeOfIssue,
  profileVersion: profile.version,
  secretId: certificate.secret_id,
  now: sealedAt,
});
