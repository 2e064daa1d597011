import type { commerce } from '@timbre/contract';
import { Decimal, formToBeDefined } from '@timbre/fiscal';
import { applyPatch, command, conflict, invalid, replyWith } from '@timbre/kit';
import { changeRefusal, expenseIssues, supplierNameIssues } from '../domain/expense';
import { announceExpense } from '../store/expense-events';
import { Expense, expenseDetail, expenseIdOf, expenseSearchText } from '../store/expenses';
import { requireOpenFence } from '../store/fences';
import { todayAt } from '../store/locations';
import {
  expenseReferences,
  placeOf,
  type ExpenseReferences,
} from '../workflows/expense-references';
import { learnPaid } from '../workflows/learn-paid';

/** The fields that cannot change while settlements or a CFDI depend on them. */
const reliedOn = [
  'settlementMode',
  'supplierId',
  'supplierName',
  'businessDate',
] as const satisfies (keyof Expense)[];

export const updateExpense = command(
  async (tx, { documentRef, fields = {}, cleared, paid, fence }: commerce.UpdateExpenseRequest) => {
    const expense = await tx.lock(Expense, expenseIdOf(documentRef), expenseDetail.name);
    await requireOpenFence(tx, 'expense', expense.id, fence);
    await learnPaid(tx, expense, paid);
    const before = { ...expense };
    const references = await expenseReferences(tx, fields);
    const { settlementMode = expense.settlementMode, occurredAt: _, ...given } = fields;
    const mode = settlementMode as Expense['settlementMode'];
    applyPatch(expense, { ...given, settlementMode: mode }, cleared);
    applyReferences(expense, references, fields, cleared);
    const isOnCredit = mode === 'credit' && fields.paymentForm === undefined;
    if (isOnCredit) expense.paymentForm = formToBeDefined;
    const today = todayAt(tx.businessNow, await placeOf(tx, expense.locationId));
    const issues = [
      ...expenseIssues(expense, tx.businessNow, today),
      ...supplierNameIssues(expense.supplierId, fields.supplierName),
    ];
    if (issues.length > 0) throw invalid(issues);
    const isChanged =
      !Decimal.from(before.total).equals(Decimal.from(expense.total)) ||
      reliedOn.some((field) => before[field] !== expense[field]);
    const refused = isChanged && changeRefusal(before);
    if (refused) throw conflict(refused.message, refused.reason);
    expense.searchText = expenseSearchText(expense);
    expense.updatedAt = tx.now;
    await announceExpense(tx, 'changed', expense);
    return replyWith(expenseDetail, expense.id);
  },
);

/**
 * Copies the current names of the referenced records into the expense. If the supplier is not a
 * contact, the given name is stored.
 */
function applyReferences(
  expense: Expense,
  { supplier, location, category }: ExpenseReferences,
  { supplierName }: commerce.ExpenseFields,
  cleared: string[],
): void {
  if (category) expense.categoryName = category.name;
  if (location) expense.locationName = location.name;
  if (cleared.includes('locationId')) expense.locationName = null;
  if (supplier) expense.supplierName = supplier.legalName;
  if (cleared.includes('supplierId')) expense.supplierName = supplierName ?? null;
}
