import { accounts, commerce, fiscalCfdi, satSync } from '@timbre/contract';
import {
  batchConsumer,
  readPayload,
  type ConsumerParts,
  type EventConsumer,
  type Interest,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { storeTaxpayer } from '../store/organizations';
import { storeDeclaration, storeTaxProfile } from '../store/taxes';
import { ingestCfdi } from '../workflows/ingest-cfdi';
import { ingestDebt } from '../workflows/ingest-debt';
import { ingestExpense } from '../workflows/ingest-expense';
import { ingestReceipt } from '../workflows/ingest-receipt';
import type { Announced, Ingest } from '../workflows/ingesting';

/**
 * A kind of event that the reports service consumes, with the code that handles the event. Only the
 * newest version of each document or taxpayer is used.
 */
interface Consumed {
  interest: Interest;
  handle(events: readonly ReceivedEvent[], tx: Transaction): Promise<void>;
}

type Codec<Message> = { decode(bytes: Uint8Array): Message };

/** Creates a consumer that updates the facts of documents after any event of the documents. */
const counted = <Document>(
  interest: Interest,
  codec: Codec<Document>,
  ingest: Ingest<Document>,
): Consumed => ({
  interest,
  async handle(events, tx) {
    await ingest(tx, events.map(announcedIn(codec)));
  },
});

/** Creates a consumer that stores the state that an event contains. */
const kept = <State>(
  interest: Interest,
  codec: Codec<State>,
  store: (tx: Transaction, state: State, announcedAt: Date) => Promise<void>,
): Consumed => ({
  interest,
  async handle(events, tx) {
    for (const { document, announcedAt } of events.map(announcedIn(codec)))
      await store(tx, document, announcedAt);
  },
});

const announcedIn =
  <Document>(codec: Codec<Document>) =>
  ({ payload, occurredAt }: ReceivedEvent): Announced<Document> => ({
    document: readPayload(codec, payload),
    announcedAt: occurredAt,
  });

/** All events that the reports service consumes, keyed by the kind of document. */
export const consumed = {
  cfdi: counted(
    { name: 'reports-cfdi', subject: 'fiscal_cfdi.cfdi.*', service: 'fiscal-cfdi' },
    fiscalCfdi.Cfdi,
    ingestCfdi,
  ),
  salesReceipt: counted(
    { name: 'reports-receipts', subject: 'commerce.sales_receipt.*', service: 'commerce' },
    commerce.SalesReceipt,
    ingestReceipt,
  ),
  expense: counted(
    { name: 'reports-expenses', subject: 'commerce.expense.*', service: 'commerce' },
    commerce.Expense,
    ingestExpense,
  ),
  receivable: counted(
    { name: 'reports-receivables', subject: 'accounts.receivable.changed', service: 'accounts' },
    accounts.DocumentBalance,
    ingestDebt,
  ),
  fiscalProfile: kept(
    {
      name: 'reports-fiscal-profiles',
      subject: 'fiscal_cfdi.fiscal_profile.changed',
      service: 'fiscal-cfdi',
    },
    fiscalCfdi.FiscalProfile,
    storeTaxpayer,
  ),
  declaration: kept(
    { name: 'reports-declarations', subject: 'sat_sync.declaration.changed', service: 'sat-sync' },
    satSync.Declaration,
    storeDeclaration,
  ),
  taxProfile: kept(
    { name: 'reports-tax-profiles', subject: 'sat_sync.tax_profile.changed', service: 'sat-sync' },
    satSync.TaxProfile,
    storeTaxProfile,
  ),
};

export const consumers = (parts: ConsumerParts): EventConsumer[] =>
  Object.values(consumed).map(({ interest, handle }) => batchConsumer(parts, interest, handle));
