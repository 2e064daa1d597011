import type { Sealed } from '@timbre/cfdi';
import { certain, documentRef, itemAt } from '@timbre/fiscal';
import { inSpan, type Transaction } from '@timbre/kit';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import type { SealingKey } from '../../domain/ports';
import type { StampPrice } from '../../domain/stamping/stamp-price';
import { sealedInBulkMs } from '../../domain/stamping/attempt-state';
import { Cfdi } from '../../store/cfdi/cfdi';
import { documentColumns } from '../../store/cfdi/cfdi-columns';
import { cfdiChanged } from '../../store/cfdi/cfdi-events';
import { recordEvent } from '../../store/cfdi-history';
import { StampAttempt } from '../../store/stamping/stamp-attempts';
import { lockDefaultSeries, takeFolios } from '../../store/stamping/take-folio';
import { reserveStamps } from '../../store/wallet';
import { draftOf } from '../drafting/add-draft';
import { unsealed } from '../drafting/editable-document';
import type { ReceiptToSeal } from './find-receipts';
import { sealedAttempt } from '../stamping/add-attempt';
import { sealedColumns } from '../stamping/sealing';

/** The data of the seal that all receipts share. */
export interface BulkSealing {
  profile: Profile;
  fecha: string;
  key: SealingKey;
  /** The price of a stamp; absent if stamps are free. */
  price: StampPrice | undefined;
}

/** The series and folio of a document, which never change. */
interface Numbers {
  seriesId: string;
  series: string;
  folio: number;
}

/**
 * Seals receipts and stores them with their attempts, events and reserved prices.
 * @returns how many of the receipts, in their order, the balance covers
 */
export async function saveReceipts(
  tx: Transaction,
  receipts: readonly ReceiptToSeal[],
  sealing: BulkSealing,
): Promise<number> {
  if (receipts.length === 0) return 0;
  const seriesId = await lockDefaultSeries(tx, 'payroll');
  const covered = await cover(tx, receipts, sealing.price);
  const numbers = await giveFolios(tx, seriesId, covered);
  const sealed = await inSpan('seal', {}, () => sealAll(covered, numbers, sealing));
  for (const [index, receipt] of covered.entries()) {
    save(tx, receipt, itemAt(numbers, index), itemAt(sealed, index), sealing);
  }
  return covered.length;
}

async function cover(
  tx: Transaction,
  receipts: readonly ReceiptToSeal[],
  price: StampPrice | undefined,
): Promise<readonly ReceiptToSeal[]> {
  if (!price) return receipts;
  const stamps = receipts.map(({ attemptId, documentId }) => ({
    attemptId,
    documentRef: documentRef('cfdi', documentId),
  }));
  return receipts.slice(0, await reserveStamps(tx, stamps, price));
}

/** Takes the folios for all receipts without a folio in one statement. */
async function giveFolios(
  tx: Transaction,
  seriesId: string,
  receipts: readonly ReceiptToSeal[],
): Promise<Numbers[]> {
  const missing = receipts.filter(({ current }) => current?.folio == null).length;
  const taken = missing > 0 ? await takeFolios(tx, seriesId, missing) : undefined;
  let next = taken?.folio ?? 0;
  return receipts.map(({ current }) =>
    current?.folio == null
      ? { seriesId, series: certain(taken, 'taken').series, folio: next++ }
      : {
          seriesId: certain(current.seriesId, 'seriesId'),
          series: certain(current.series, 'series'),
          folio: current.folio,
        },
  );
}

/** Signs documents in parallel while the next documents are serialized. */
async function sealAll(
  receipts: readonly ReceiptToSeal[],
  numbers: readonly Numbers[],
  { key }: BulkSealing,
): Promise<Sealed[]> {
  const sealed: Sealed[] = [];
  for (let from = 0; from < receipts.length; from += sealedAtOnce) {
    const some = receipts.slice(from, from + sealedAtOnce).map(({ document }, index) => {
      const { series: serie, folio } = itemAt(numbers, from + index);
      return key.sealAsync({ ...document, serie, folio: String(folio) });
    });
    sealed.push(...(await Promise.all(some)));
  }
  return sealed;
}

/**
 * The number of receipts that are sealed together. The number is large enough to use all threads, and small
 * enough that other requests are processed between two groups.
 */
const sealedAtOnce = 25;

function save(
  tx: Transaction,
  { draft, document, current, documentId, attemptId, requestedBy }: ReceiptToSeal,
  numbers: Numbers,
  sealed: Sealed,
  { profile, fecha, price }: BulkSealing,
): void {
  const { seriesId, series, folio } = numbers;
  const columns = {
    ...documentColumns(draft, document, fecha.slice(0, 10)),
    seriesId,
    series,
    folio,
    ...sealedColumns({ stage: 'draft' }, sealed, { profile, fecha }),
  };
  if (current) {
    Object.assign(current, unsealed, columns, { updatedAt: tx.now });
    recordEvent(tx, documentId, 'changed');
    tx.emit(() => cfdiChanged(current));
  } else {
    // No event is published for a new draft of a receipt, because its first event is the outcome of its
    // stamp.
    tx.add(Cfdi, draftOf(tx, documentId, columns));
    recordEvent(tx, documentId, 'drafted');
  }
  recordEvent(tx, documentId, 'sealed');
  const reservedMinor = price?.amountMinor;
  const attempt = { id: attemptId, documentId, requestedBy, reservedMinor };
  tx.add(StampAttempt, sealedAttempt(tx, { ...attempt, documentKind: 'cfdi' }, sealedInBulkMs));
}
