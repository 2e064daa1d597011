import { fiscalCfdi } from '@timbre/contract';
import { documentRef, lastIn } from '@timbre/fiscal';
import {
  isNewer,
  readPayload,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import {
  followed, isCanceled, isOfAnother, type CancellationState,
} from '../domain/states/row-cancellation'; // prettier-ignore
import { cancelRow } from '../workflows/cancel-row';
import { lockRowWithRun, refreshRun } from '../workflows/lock-run';
import { rowOfDocument } from '../store/rows-of-document';

/**
 * Stores the state of the cancellation of a receipt's document, regardless of who requested the
 * cancellation. If the stamp of the receipt is not confirmed yet, the cancellation is stored and applied
 * at the confirmation.
 */
export async function onCancellationChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const { cfdiId, kind, version, status, cancellation } = readPayload(
    fiscalCfdi.Cfdi,
    event.payload,
  );
  if (kind !== 'payroll') return;
  const rowId = await rowOfDocument(tx, documentRef('cfdi', cfdiId));
  if (rowId === undefined) return;
  const { row, run } = await lockRowWithRun(tx, rowId);
  const isCanceledAtSat = status === 'canceled';
  const own = { rowId, cancelNumber: row.cancelNumber };
  if (!isCanceledAtSat && isOfAnother(row.cancellation, own, cancellation?.requestedBy)) return;
  if (!isNewer(version, row.cancellation?.documentVersion)) return;
  const isElsewhere = isCanceledAtSat && !cancellation;
  const state = isElsewhere ? 'accepted' : (cancellation?.state as CancellationState);
  const reported = { ...cancellation, state };
  row.cancellation = followed(row.cancellation, reported, version, tx.now.toISOString());
  row.updatedAt = tx.now;
  if (row.state !== 'stamped' || !isCanceled(row.cancellation)) return;
  cancelRow(tx, row);
  await refreshRun(tx, run);
}

const subjects = ['fiscal_cfdi.cfdi.cancellation_changed', 'fiscal_cfdi.cfdi.canceled'];

/**
 * Creates one consumer for each subject of cancellation events. The cancellation consumers need no
 * common order, because events are sorted by the version of their document.
 */
export const cancellationConsumers = (parts: ConsumerParts): EventConsumer[] =>
  subjects.map((subject) => {
    const name = `payroll-${lastIn(subject.split('.')).replaceAll('_', '-')}`;
    const interest = { name, subject, service: 'fiscal-cfdi', concurrency: 4 };
    return transactionConsumer(parts, interest, onCancellationChanged);
  });
