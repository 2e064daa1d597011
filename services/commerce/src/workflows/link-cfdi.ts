import { LockMode } from '@mikro-orm/postgresql';
import { conflict, type CallContext, type Transaction } from '@timbre/kit';
import {
  differenceOf,
  linkRefusal,
  linkWarnings,
  type SupportedExpense,
} from '../domain/expense-cfdi';
import type { ReceivedInvoice, ReceivedInvoices } from '../domain/ports';
import { Contact, suppliersOfRfc } from '../store/contacts';
import { announceExpense } from '../store/expense-events';
import { Expense, expenseDetail, expenseSearchText } from '../store/expenses';

export interface ExpenseProviders {
  invoices: ReceivedInvoices<CallContext>;
}

/**
 * Links an expense to an invoice, and ends an earlier link. An expense without a supplier gets the
 * issuer as supplier. A repeated call has no effect.
 * @throws Refusal conflict with the reason; see `linkRefusal`
 */
export async function linkCfdi(
  tx: Transaction,
  id: string,
  invoice: ReceivedInvoice,
  acceptDifference: boolean,
): Promise<void> {
  const expense = await tx.lock(Expense, id, expenseDetail.name);
  if (expense.cfdiId === invoice.cfdiId) return;
  const supported = await supportedExpense(tx, expense);
  const refused = linkRefusal(supported, invoice, acceptDifference);
  if (refused) throw conflict(refused.message, refused.reason);
  const warnings = linkWarnings(supported, invoice);
  expense.cfdiId = invoice.cfdiId;
  expense.cfdiUuid = invoice.uuid ?? null;
  expense.cfdiDifference = differenceOf(expense, invoice)?.toString() ?? null;
  expense.cfdiCanceled = false;
  expense.warnings = warnings.length > 0 ? warnings : null;
  if (!expense.supplierId) await takeSupplier(tx, expense, invoice);
  expense.updatedAt = tx.now;
  await announceExpense(tx, 'cfdi_linked', expense);
}

async function supportedExpense(tx: Transaction, expense: Expense): Promise<SupportedExpense> {
  const [supplier] = await tx.findAll(Contact, expense.supplierId ? [expense.supplierId] : []);
  return { ...expense, hasSupplier: supplier !== undefined, supplierRfc: supplier?.rfc };
}

/**
 * Sets the supplier of the expense: the contact, if exactly one has the issuer's RFC, and otherwise
 * the issuer's name.
 */
async function takeSupplier(
  tx: Transaction,
  expense: Expense,
  { counterpartyRfc, counterpartyName }: ReceivedInvoice,
): Promise<void> {
  const [first, second] = await suppliersOfRfc(tx, counterpartyRfc);
  const only = second ? undefined : first;
  expense.supplierId = only?.id ?? null;
  expense.supplierName = only?.legalName ?? counterpartyName ?? expense.supplierName ?? null;
  expense.searchText = expenseSearchText(expense);
}

/** Removes the CFDI from an expense, if a CFDI is linked; the supplier stays. */
export async function unlinkCfdi(tx: Transaction, id: string): Promise<void> {
  const expense = await tx.lock(Expense, id, expenseDetail.name);
  if (!expense.cfdiId) return;
  const nothing = { cfdiId: null, cfdiUuid: null, cfdiDifference: null, warnings: null };
  Object.assign(expense, nothing, { cfdiCanceled: false, updatedAt: tx.now });
  await announceExpense(tx, 'changed', expense);
}

/**
 * Marks the expense that is linked to this canceled CFDI, if such an expense exists. The debt of
 * the expense remains.
 */
export async function markCanceled(tx: Transaction, cfdiId: string): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const expense = await tx.findBy(Expense, { cfdiId }, { lockMode });
  if (!expense || expense.cfdiCanceled) return;
  expense.cfdiCanceled = true;
  expense.updatedAt = tx.now;
  await announceExpense(tx, 'changed', expense);
}
