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
import { tellCfdi } from '../workflows/tell-cfdi';
import { tellDebt } from '../workflows/tell-debt';
import { tellExpense } from '../workflows/tell-expense';
import { tellReceipt } from '../workflows/tell-receipt';
import type { Tell, Told } from '../workflows/telling';

/** Events that reports consume; of each document or taxpayer, the newest version counts. */
interface Consumed {
  interest: Interest;
  handle(events: readonly ReceivedEvent[], tx: Transaction): Promise<void>;
}

type Codec<Message> = { decode(bytes: Uint8Array): Message };

/** Counts documents, whatever happened to them. */
const counted = <Document>(
  interest: Interest,
  codec: Codec<Document>,
  tell: Tell<Document>,
): Consumed => ({
  interest,
  async handle(events, tx) {
    await tell(tx, events.map(toldIn(codec)));
  },
});

/** Keeps each state as it is announced. */
const kept = <State>(
  interest: Interest,
  codec: Codec<State>,
  store: (tx: Transaction, state: State, toldAt: Date) => Promise<void>,
): Consumed => ({
  interest,
  async handle(events, tx) {
    for (const { document, toldAt } of events.map(toldIn(codec))) await store(tx, document, toldAt);
  },
});

const toldIn =
  <Document>(codec: Codec<Document>) =>
  ({ payload, occurredAt }: ReceivedEvent): Told<Document> => ({
    document: readPayload(codec, payload),
    toldAt: occurredAt,
  });

/** All events that reports consume, by what they are of. */
export const consumed = {
  cfdi: counted(
    { name: 'reports-cfdi', subject: 'fiscal_cfdi.cfdi.*', service: 'fiscal-cfdi' },
    fiscalCfdi.Cfdi,
    tellCfdi,
  ),
  salesReceipt: counted(
    { name: 'reports-receipts', subject: 'commerce.sales_receipt.*', service: 'commerce' },
    commerce.SalesReceipt,
    tellReceipt,
  ),
  expense: counted(
    { name: 'reports-expenses', subject: 'commerce.expense.*', service: 'commerce' },
    commerce.Expense,
    tellExpense,
  ),
  receivable: counted(
    { name: 'reports-receivables', subject: 'accounts.receivable.changed', service: 'accounts' },
    accounts.DocumentBalance,
    tellDebt,
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
    (tx, declaration, toldAt) => storeDeclaration(tx, declaration, toldAt),
  ),
  taxProfile: kept(
    { name: 'reports-tax-profiles', subject: 'sat_sync.tax_profile.changed', service: 'sat-sync' },
    satSync.TaxProfile,
    storeTaxProfile,
  ),
};

export const consumers = (parts: ConsumerParts): EventConsumer[] =>
  Object.values(consumed).map(({ interest, handle }) => batchConsumer(parts, interest, handle));
