import { commerce } from '@timbre/contract';
import { messageOf, type DomainEvent, type Transaction } from '@timbre/kit';
import type { Expense, ExpenseSettlement } from './expenses';

type Happened = 'recorded' | 'changed' | 'settled' | 'cfdi_linked' | 'deleted';

/** An expense as its event announces it; a new one is not loaded yet. */
type Announced = Omit<
  Expense,
  'organizationId' | 'warnings' | 'searchText' | 'createdAt' | 'updatedAt'
>;

const expenseEvent = (
  happened: Happened,
  expense: Announced,
  settlements: commerce.ExpenseSettlement[],
): DomainEvent => ({
  subject: `commerce.expense.${happened}`,
  aggregate: 'expense',
  aggregateId: expense.id,
  aggregateVersion: expense.version + (happened === 'deleted' ? 1 : 0),
  payload: commerce.Expense.encode(expenseMessage(happened, expense, settlements)).finish(),
});

function expenseMessage(
  happened: Happened,
  expense: Announced,
  settlements: commerce.ExpenseSettlement[],
): commerce.Expense {
  const { id: expenseId, version, occurredAt } = expense;
  const isDeleted = happened === 'deleted';
  return {
    ...messageOf<
      Omit<commerce.Expense, 'fields' | 'settlements' | 'version' | 'expenseId' | 'deleted'>
    >(expense),
    expenseId,
    version: version + (isDeleted ? 1 : 0),
    fields: messageOf<commerce.ExpenseFields>({
      ...expense,
      occurredAt: occurredAt.toISOString(),
    }),
    settlements,
    deleted: isDeleted,
  };
}

/** The expense in its current state. */
export const presentExpense = (
  expense: Announced,
  settlements: commerce.ExpenseSettlement[],
): commerce.Expense => expenseMessage('changed', expense, settlements);

/** Of a settlement, as events have it. */
export const settlementColumns = `id as "settlementId", amount::text as amount,
  paid_on::text as "paidOn", payment_form as "paymentForm", reference`;

/** commerce.expense.<event>: the new expense. */
export function expenseRecorded(tx: Transaction, expense: Announced): void {
  tx.emit(expenseEvent('recorded', expense, []));
}

/**
 * commerce.expense.<event>: the expense in its current state, with all of its settlements.
 * @param added a settlement of this transaction
 */
export async function announceExpense(
  tx: Transaction,
  happened: Exclude<Happened, 'recorded'>,
  expense: Expense,
  added: commerce.ExpenseSettlement[] = [],
): Promise<void> {
  const stored = await tx.rows<Omit<ExpenseSettlement, 'id'> & { settlementId: string }>(
    `select ${settlementColumns} from expense_settlements where org_id = $1 and expense_id = $2 order by id`,
    [tx.organizationId, expense.id],
  );
  const settlements = [
    ...stored.map((row) => messageOf<commerce.ExpenseSettlement>(row)),
    ...added,
  ];
  const announced = () => expenseEvent(happened, expense, settlements);
  tx.emit(happened === 'deleted' ? announced() : announced);
}
