import { accounts, commerce, fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import type { FactShape } from '../src/domain/fact-shape';
import { consumed } from '../src/events/on-announced';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import { fold } from '../src/store/rollups';

/** Starts the reports service with a separate database. */
export const startReports = <Providers = unknown>(
  providers = {} as Providers,
): Promise<ServiceRuntime<Providers>> =>
  serviceRuntime({ service: 'reports', entities, migrations, constraints: {}, providers });

/**
 * Returns an issued invoice of 1,160 pesos with the given changes, as an event of fiscal-cfdi.
 */
export function cfdiOf(changes: Partial<fiscalCfdi.Cfdi> = {}): fiscalCfdi.Cfdi {
  const taxes = {
    ivaTransferred: '160',
    iepsTransferred: '0',
    ivaWithheld: '0',
    isrWithheld: '0',
  };
  const line = { productCode: '01010101', taxRate: '0.16', subtotal: '1000', discount: '0' };
  return {
    cfdiId: newId(),
    version: 3,
    kind: 'income',
    status: 'valid',
    uuid: newId(),
    direction: 'issued',
    counterpartyRfc: 'URE180429TM6',
    counterpartyName: 'Robótica',
    methodCode: 'PUE',
    formCode: '03',
    currency: 'MXN',
    subtotal: '1000',
    total: '1160',
    issuedLocalDateTime: '2026-11-10T10:00:00',
    archived: false,
    paidDocuments: [],
    relatedDocuments: [],
    facts: { cfdiUse: 'G03', taxes, lines: [{ ...line, taxes }] },
    ...changes,
  };
}

/** Delivers one or several events of fiscal-cfdi about CFDI in one batch. */
export const ingestCfdi = (
  { runtime }: ServiceRuntime,
  context: CallContext,
  cfdi: fiscalCfdi.Cfdi | readonly fiscalCfdi.Cfdi[],
  occurredAt = new Date('2026-11-21T15:00:00.000Z'),
): Promise<void> =>
  createRun(runtime, context).step((tx) => {
    const events = [cfdi].flat().map((one) => {
      const payload = fiscalCfdi.Cfdi.encode(one).finish();
      return { id: newId(), payload, occurredAt } as ReceivedEvent;
    });
    return consumed.cfdi.handle(events, tx);
  });

/**
 * Returns a sale of 1,160 pesos in two lines with the given changes, as an event of commerce.
 */
export function receiptOf(changes: Partial<commerce.SalesReceipt> = {}): commerce.SalesReceipt {
  const line = { quantity: '1', refundedQuantity: '0', refundedAmount: '0' };
  return {
    receiptId: newId(),
    version: 1,
    status: 'open',
    saleType: 'paid',
    folio: '1',
    businessDate: '2026-11-10',
    createdAt: '2026-11-10T16:30:00.000Z',
    total: '1160',
    refundedTotal: '0',
    paymentForm: '01',
    invoiceRequested: false,
    payments: [{ paymentForm: '01', amount: '1160' }],
    taxes: [],
    timeZone: 'America/Tijuana',
    locationId: 'centro',
    locationName: 'Centro',
    lines: [
      {
        ...line,
        lineRef: newId(),
        productId: 'chair',
        description: 'Silla',
        unitPrice: '1000',
        discount: '72',
        lineTotal: '928',
        leftTax: '128',
      },
      {
        ...line,
        lineRef: newId(),
        productId: 'lamp',
        description: 'Lámpara',
        quantity: '2',
        unitPrice: '116',
        lineTotal: '232',
        leftTax: '32',
      },
    ],
    ...changes,
  };
}

/** Delivers an event of commerce about a receipt. */
export const ingestReceipt = (
  { runtime }: ServiceRuntime,
  context: CallContext,
  receipt: commerce.SalesReceipt,
  occurredAt = new Date('2026-11-21T15:00:00.000Z'),
): Promise<void> =>
  createRun(runtime, context).step((tx) => {
    const payload = commerce.SalesReceipt.encode(receipt).finish();
    return consumed.salesReceipt.handle(
      [{ id: newId(), payload, occurredAt } as ReceivedEvent],
      tx,
    );
  });

/** Returns a paid expense of 580 pesos with the given changes, as an event of commerce. */
export function expenseOf(
  changes: Partial<commerce.Expense> = {},
  fields: Partial<commerce.ExpenseFields> = {},
): commerce.Expense {
  return {
    expenseId: newId(),
    version: 1,
    settledAmount: '0',
    settlements: [],
    reversedSettlements: [],
    categoryName: 'Papelería',
    cfdiCanceled: false,
    deleted: false,
    fields: {
      description: 'Hojas',
      categoryId: 'paper',
      settlementMode: 'paid',
      paymentForm: '01',
      total: '580',
      businessDate: '2026-11-10',
      occurredAt: '2026-11-10T16:30:00.000Z',
      ...fields,
    },
    ...changes,
  };
}

/** Delivers an event of commerce about an expense. */
export const ingestExpense = (
  { runtime }: ServiceRuntime,
  context: CallContext,
  expense: commerce.Expense,
  occurredAt = new Date('2026-11-21T15:00:00.000Z'),
): Promise<void> =>
  createRun(runtime, context).step((tx) => {
    const payload = commerce.Expense.encode(expense).finish();
    return consumed.expense.handle([{ id: newId(), payload, occurredAt } as ReceivedEvent], tx);
  });

/**
 * Returns the balance of an invoice of 1,160 pesos with the given changes, as an event of accounts.
 */
export function debtOf(changes: Partial<accounts.DocumentBalance> = {}): accounts.DocumentBalance {
  const { owed = '1160' } = changes;
  return {
    documentRef: `cfdi:${newId()}`,
    version: 1,
    contact: 'ana',
    name: 'Ana',
    currency: 'MXN',
    total: owed,
    fiscal: owed,
    uncertified: '0',
    open: owed,
    needsReview: false,
    occurredOn: '2026-09-10',
    owed,
    reductions: [],
    parts: [{ dueOn: '2026-10-10', amount: owed, dated: true }],
    ...changes,
  };
}

/** Delivers an event of accounts about the balance of a document. */
export const ingestDebt = (
  { runtime }: ServiceRuntime,
  context: CallContext,
  debt: accounts.DocumentBalance,
  occurredAt = new Date('2026-11-21T15:00:00.000Z'),
): Promise<void> =>
  createRun(runtime, context).step((tx) => {
    const payload = accounts.DocumentBalance.encode(debt).finish();
    return consumed.receivable.handle([{ id: newId(), payload, occurredAt } as ReceivedEvent], tx);
  });

/** Adds the deltas to the rollup, as the fold job does. */
export const foldNow = (
  { runtime }: ServiceRuntime,
  context: CallContext,
  shape: FactShape,
): Promise<boolean | undefined> => createRun(runtime, context).step((tx) => fold(tx, shape));
