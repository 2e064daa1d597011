import { certain, documentRef } from '@timbre/fiscal';
import { failpoint, Refusal, type Transaction } from '@timbre/kit';
import { parseComprobante } from '@timbre/cfdi';
import { nextStage } from '../../domain/stamping/stage';
import type { StampPrice } from '../../domain/stamping/stamp-price';
import type { Recovered } from '../../domain/recovery/recovered';
import { paidPeriodOf } from '../../domain/recovery/recovered-receipt';
import { wakeCancellations } from '../../store/cancellations';
import { recordEvent } from '../../store/cfdi-history';
import { Cfdi } from '../../store/cfdi/cfdi';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { addRecoveredReceipt } from '../../store/recovery/recovered-receipts';
import { lockSetUp } from '../../store/set-up/set-up-lock';
import { StampAttempt } from '../../store/stamping/stamp-attempts';
import { reserveStamp, settleReservation } from '../../store/wallet';
import { Withholding } from '../../store/withholdings/withholdings';
import { fiscalKindOf, type FiscalKind } from '../documents/fiscal-kinds';
import { storeImported } from '../documents/store-imported';
import { storeImportedWithholding } from '../documents/store-imported-withholding';
import { pinnedTo } from '../stamping/add-attempt';
import { settleLocked } from '../stamping/send-attempt';
import { moveAttempt, selloHash } from '../stamping/settle-attempt';
import { storedStamp } from '../stamping/stored-stamp';
import { findDraft, locked, type FoundDraft, type Locking } from './find-draft';
import type { FoundStamp } from './found-stamp';
import { numbersOf, raiseSeries } from './recovered-numbers';

export interface Recovering {
  /** The PAC at which a document of an unknown PAC is canceled; undefined if there is no PAC. */
  pac: string | undefined;
  price: StampPrice | undefined;
}

/** Finds out what `recoverDocument` would do, without changing anything. */
export const planRecovery = async (tx: Transaction, found: FoundStamp): Promise<Recovered> =>
  (await decide(tx, found, {})).outcome;

/**
 * Stores a stamped document that the restored database does not have: the draft with its seal or its
 * content gets the stamp, otherwise the document is imported as an issued document. The series continue
 * after its folio. A repeated call changes nothing. Locks are taken in this order: document, series, wallet.
 */
export async function recoverDocument(
  tx: Transaction,
  found: FoundStamp,
  recovering: Recovering,
): Promise<Recovered> {
  // Only one document of an organization is recovered at a time, so two runs do not import the same document.
  await lockSetUp(tx);
  const { outcome, draft, partial } = await decide(tx, found, locked);
  switch (outcome.action) {
    case 'known':
    case 'refused':
      return outcome;
    case 'repaired':
      await giveStamp(tx, found, certain(draft, 'draft'), recovering);
      break;
    case 'imported':
      outcome.documentRef = await importDocument(tx, found, partial, recovering);
      break;
  }
  failpoint('ahead.recovering');
  return outcome;
}

interface Decision {
  outcome: Recovered;
  draft?: FoundDraft | undefined;
  /** The stored document of which only the metadata are known. */
  partial?: Cfdi | undefined;
}

/**
 * - too_many_drafts: more than 50 drafts have the receiver, the total and the first item of the document, and none
 *   of the oldest 50 has its content; delete drafts that are not needed, and repeat the command
 * - seal_stamped_twice: two PACs stamped this seal, and the other stamp is stored; cancel this one
 */
async function decide(tx: Transaction, found: FoundStamp, locking: Locking): Promise<Decision> {
  const { read } = found;
  const { uuid } = read.columns;
  const ref = (id: string) => documentRef(read.kind, id);
  const stored = await storedDocument(tx, found, locking);
  if (stored?.stampedXml) return { outcome: { action: 'known', documentRef: ref(stored.id) } };
  const draft = await findDraft(tx, found, locking);
  if (draft === 'too_many_drafts') return { outcome: { action: 'refused', code: draft } };
  const documentId = draft?.document.id;
  if (documentId !== undefined && draft?.document.status !== 'draft')
    return draft?.document.uuid === uuid
      ? { outcome: { action: 'known', documentRef: ref(documentId) } }
      : { outcome: { action: 'refused', code: 'seal_stamped_twice' } };
  // A document whose metadata are stored already has its own row, so its draft stays a draft.
  if (stored || !draft || documentId === undefined) {
    const partial = read.kind === 'cfdi' ? (stored as Cfdi | undefined) : undefined;
    const name = stored ? ref(stored.id) : '';
    return { outcome: { action: 'imported', documentRef: name }, partial };
  }
  const { equalDrafts } = draft;
  return { outcome: { action: 'repaired', documentRef: ref(documentId), equalDrafts }, draft };
}

const storedDocument = async (
  tx: Transaction,
  { read: { kind, columns } }: FoundStamp,
  locking: Locking,
): Promise<FiscalDocument | undefined> =>
  (await (kind === 'cfdi'
    ? tx.findBy(Cfdi, { direction: 'issued', uuid: columns.uuid }, locking)
    : tx.findBy(Withholding, { uuid: columns.uuid }, locking))) as FiscalDocument | undefined;

async function giveStamp(
  tx: Transaction,
  found: FoundStamp,
  { document, open }: FoundDraft,
  recovering: Recovering,
): Promise<void> {
  await raiseSeries(tx, found);
  const xml = found.xml.toString();
  const pac = found.pac ?? open?.pac ?? recovering.pac;
  if (open && pac !== undefined) {
    if (open.state === 'sealed') {
      moveAttempt(open, 'send');
      Object.assign(open, pinnedTo(pac, tx.now));
    }
    return settleLocked(tx, open, document, { outcome: 'stamped', xml });
  }
  const kind = fiscalKindOf(found.read.kind);
  const stage = nextStage(document.stage, 'recover');
  if (!stage) throw new Error(`a document that is ${document.stage} cannot be recovered`);
  const { uuid, stamp, issuedLocal, datedOn, placeOfIssue } = found.read.columns;
  Object.assign(document, await numbersOf(tx, found, document), {
    stage,
    uuid,
    stamp,
    issuedLocal,
    datedOn,
    placeOfIssue,
    status: 'valid',
    lastRejection: null,
    sealedXml: null,
    selloHash: selloHash(found.read.sello),
    stampedXml: /<\w+:Addenda\b/.test(xml) ? found.xml : storedStamp(xml, document),
    updatedAt: tx.now,
  });
  recordEvent(tx, document.id, 'stamped');
  tx.emit(() => kind.announce('stamped', document));
  await kind.cancelReplaced?.(tx, document);
  await wakeCancellations(tx, document.id);
  await payStamp(tx, kind, document.id, { ...recovering, pac });
}

/** @returns the reference of the imported document */
async function importDocument(
  tx: Transaction,
  found: FoundStamp,
  partial: Cfdi | undefined,
  recovering: Recovering,
): Promise<string> {
  const { read, xml } = found;
  await raiseSeries(tx, found);
  const id =
    read.kind === 'cfdi'
      ? await storeImported(tx, read.columns, xml, { partial })
      : certain(await storeImportedWithholding(tx, read.columns, read.sello, xml), 'id');
  const kind = fiscalKindOf(read.kind);
  await payStamp(tx, kind, id, { ...recovering, pac: found.pac ?? recovering.pac });
  if (read.kind === 'cfdi' && read.columns.kind === 'payroll') {
    const period = paidPeriodOf(parseComprobante(xml).document);
    if (period) addRecoveredReceipt(tx, id, period);
  }
  return documentRef(read.kind, id);
}

/**
 * Records the attempt that stamped a recovered document, and takes the price of the stamp from the wallet.
 * The wallet was restored too, so it does not contain this stamp. If the restored balance does not cover the
 * price, the stamp is stored without a charge.
 */
async function payStamp(
  tx: Transaction,
  { kind }: FiscalKind,
  documentId: string,
  { pac, price }: Recovering,
): Promise<void> {
  const id = tx.newId();
  const stamp = { attemptId: id, documentRef: documentRef(kind, documentId) };
  const reservedMinor = await reserveStamp(tx, stamp, price).catch(uncovered);
  const attempt = {
    id,
    documentKind: kind,
    documentId,
    pac: pac ?? null,
    reservedMinor: reservedMinor ?? null,
    state: 'stamped' as const,
    version: 1,
    requestedBy: 'ahead',
    actor: tx.context.actor,
    refusedBy: [],
    checks: 0,
    sentAt: tx.now,
    nextCheckAt: null,
    createdAt: tx.now,
    finishedAt: tx.now,
    abandonedAt: null,
  };
  if (pac !== undefined) tx.add(StampAttempt, attempt);
  await settleReservation(tx, { ...attempt, organizationId: tx.organizationId });
}

function uncovered(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'payment_required') return undefined;
  throw error;
}
