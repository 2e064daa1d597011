import type { commerce } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import type { ReceivedInvoice } from '../src/domain/ports';
import { createExpense } from '../src/operations/create-expense';
import { createExpenseCategory } from '../src/operations/create-expense-category';
import type { ExpenseProviders } from '../src/workflows/link-cfdi';
import { addContact, startCommerce } from './commerce';

export const supplierRfc = 'URE180429TM6';

/** Simulates fiscal-cfdi with received invoices. */
export class FakeInvoices {
  readonly all = new Map<string, ReceivedInvoice & { organizationId: string }>();
  readonly searches: object[] = [];
  /** Runs after each response, before the caller continues. */
  answered: () => Promise<void> = () => Promise.resolve();

  find = async ({ organizationId }: CallContext, cfdiId: string) => {
    const found = this.all.get(cfdiId);
    const answer = found?.organizationId === organizationId ? { ...found } : undefined;
    await this.answered();
    return answer;
  };

  suggest = ({ organizationId }: CallContext, search: object) => {
    this.searches.push(search);
    const all = [...this.all.values()];
    return Promise.resolve(all.filter((one) => one.organizationId === organizationId));
  };

  /** Adds a received invoice of 1,160 pesos with the given changes. */
  add({ organizationId }: CallContext, facts: Partial<ReceivedInvoice> = {}): string {
    const cfdiId = newId();
    this.all.set(cfdiId, {
      cfdiId,
      uuid: newId(),
      kind: 'income',
      direction: 'received',
      status: 'valid',
      counterpartyRfc: supplierRfc,
      counterpartyName: 'UNIVERSIDAD',
      currency: 'MXN',
      total: '1160',
      issuedLocalDateTime: '2026-11-20T10:00:00',
      methodCode: 'PUE',
      ...facts,
      organizationId,
    });
    return cfdiId;
  }
}

export interface Expenses {
  service: ServiceRuntime<ExpenseProviders>;
  invoices: FakeInvoices;
}

export async function startExpenses(): Promise<Expenses> {
  const invoices = new FakeInvoices();
  return { invoices, service: await startCommerce<ExpenseProviders>({ invoices }) };
}

/** Creates an organization with an expense category and a supplier. */
export async function newBooks({ service }: Expenses) {
  const context = callContext();
  const category = { fields: { name: 'Papelería' } };
  const { categoryId } = await service.answer(createExpenseCategory, context, category);
  const supplier = { kind: 'supplier', legalName: 'Universidad', rfc: supplierRfc };
  const supplierId = await addContact(service, context, supplier);
  return { context, categoryId: categoryId as string, supplierId };
}

export type Books = Awaited<ReturnType<typeof newBooks>>;

type Shown = Record<string, unknown> & { documentRef: string };

/** Records an expense of 1,160 pesos paid in cash, or with the given fields. */
export const addExpense = (
  { service }: Expenses,
  { context, categoryId }: Books,
  fields: commerce.ExpenseFields = {},
) =>
  service.answer(createExpense, context, {
    fields: {
      description: 'Hojas',
      categoryId,
      settlementMode: 'paid',
      total: '1160',
      ...(fields.settlementMode !== 'credit' && { paymentForm: '01' }),
      ...fields,
    },
  }) as Promise<Shown>;
