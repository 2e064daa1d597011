import { fiscalCfdi } from '@timbre/contract';
import {
  batchConsumer,
  newestOf,
  readPayload,
  TooMuchTogether,
  transactionConsumer,
  type ConsumerParts,
  type EventConsumer,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { firstIn } from '@timbre/fiscal';
import { followCfdi, locksOnlyItself } from '../workflows/follow-cfdi';
import { markCanceled } from '../workflows/link-cfdi';
import { moveCfdiStock } from '../workflows/move-cfdi-stock';

/**
 * Updates receipts and expenses after a change of their CFDI, and moves the goods of CFDI that were
 * not made from receipts.
 */
export async function onCfdiChanged(event: ReceivedEvent, tx: Transaction): Promise<void> {
  const cfdi = readPayload(fiscalCfdi.Cfdi, event.payload);
  await followCfdi(tx, cfdi, event.subject.endsWith('.deleted'));
  await moveCfdiStock(tx, [cfdi]);
  if (cfdi.status === 'canceled') await markCanceled(tx, cfdi.cfdiId);
}

/**
 * Updates the receipts and quotes of stamped CFDI, and moves the goods of all these CFDI in one
 * statement.
 * @throws TooMuchTogether if one of several CFDI affects receipts, which must be locked
 */
export async function onCfdiStamped(
  events: readonly ReceivedEvent[],
  tx: Transaction,
): Promise<void> {
  if (events.length === 1) return onCfdiChanged(firstIn(events), tx);
  const stamped = events.map(({ payload }) => readPayload(fiscalCfdi.Cfdi, payload));
  // The order of the events is kept, because goods are moved in the order in which the CFDI were
  // stamped.
  const cfdis = [...newestOf(stamped, ({ cfdiId }) => cfdiId).values()];
  if (!cfdis.every(locksOnlyItself)) throw new TooMuchTogether();
  for (const cfdi of inOrderOfLocks(cfdis)) await followCfdi(tx, cfdi, false);
  await moveCfdiStock(tx, cfdis);
}

/** Sorts the CFDI in the order in which their documents are locked. */
function inOrderOfLocks(cfdis: readonly fiscalCfdi.Cfdi[]): fiscalCfdi.Cfdi[] {
  const keyOf = ({ origin, cfdiId }: fiscalCfdi.Cfdi) => origin?.key ?? cfdiId;
  return cfdis.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const service = 'fiscal-cfdi';

/**
 * Creates one consumer per subject. The subjects need no common order, because handlers ignore an
 * event whose document version is older than the stored version.
 */
export const cfdiConsumers = (parts: ConsumerParts): EventConsumer[] => [
  batchConsumer(
    parts,
    { name: 'commerce-cfdi-stamped', subject: 'fiscal_cfdi.cfdi.stamped', service },
    onCfdiStamped,
  ),
  transactionConsumer(
    parts,
    { name: 'commerce-cfdi-canceled', subject: 'fiscal_cfdi.cfdi.canceled', service },
    onCfdiChanged,
  ),
  transactionConsumer(
    parts,
    { name: 'commerce-cfdi-deleted', subject: 'fiscal_cfdi.cfdi.deleted', service },
    onCfdiChanged,
  ),
];
