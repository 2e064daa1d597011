import { publicForm } from '@timbre/api';
import { commerce } from '@timbre/contract';
import { certain, documentRef } from '@timbre/fiscal';
import { messageOf, type DomainEvent, type Transaction } from '@timbre/kit';
import type { Expense } from './expenses';

type Happened = 'recorded' | 'changed' | 'settled' | 'cfdi_linked' | 'deleted';

/**
 * The fields of an expense that its event contains. The caller passes these fields, because a new
 * expense is not read from the database again.
 */
type Announced = Omit<
  Expense,
  'organizationId' | 'warnings' | 'searchText' | 'createdAt' | 'updatedAt'
>;

const expenseEvent = (
  happened: Happened,
  expense: Announced,
  settled: SettlementsOfExpense,
): DomainEvent => ({
  subject: `commerce.expense.${happened}`,
  aggregate: 'expense',
  aggregateId: expense.id,
  aggregateVersion: expense.version + (happened === 'deleted' ? 1 : 0),
  payload: commerce.Expense.encode(expenseMessage(happened, expense, settled)).finish(),
});

function expenseMessage(
  happened: Happened,
  expense: Announced,
  { settlements, reversedSettlements }: SettlementsOfExpense,
): commerce.Expense {
  const { id: expenseId, version, occurredAt } = expense;
  const isDeleted = happened === 'deleted';
  return {
    ...messageOf<
      Omit<
        commerce.Expense,
        'fields' | 'settlements' | 'reversedSettlements' | 'version' | 'expenseId' | 'deleted'
      >
    >(expense),
    expenseId,
    version: version + (isDeleted ? 1 : 0),
    fields: messageOf<commerce.ExpenseFields>({
      ...expense,
      occurredAt: occurredAt.toISOString(),
    }),
    settlements,
    reversedSettlements,
    deleted: isDeleted,
  };
}

/** Returns the expense in its current state, as a proto message. */
export const presentExpense = (
  expense: Announced,
  settled: SettlementsOfExpense,
): commerce.Expense => expenseMessage('changed', expense, settled);

/** The columns of a settlement `s` for an event, with the reason for a reversal. */
export const settlementColumns = `s.id as "settlementId", s.amount::text as amount,
  s.paid_on::text as "paidOn", s.payment_form as "paymentForm", s.reference,
  (select v.reason from expense_settlement_reversals v
    where v.org_id = s.org_id and v.settlement_id = s.id) as "reversedFor"`;

export type SettlementRow = Omit<commerce.ExpenseSettlement, 'reference'> & {
  reference: string | null;
  reversedFor: string | null;
};

type SettlementsOfExpense = Pick<commerce.Expense, 'settlements' | 'reversedSettlements'>;

/** Separates the valid and the reversed settlements of an expense. */
export const settlementsOf = (rows: readonly SettlementRow[]): SettlementsOfExpense => ({
  settlements: rows.flatMap(({ reversedFor, ...row }) =>
    reversedFor === null ? [messageOf<commerce.ExpenseSettlement>(row)] : [],
  ),
  reversedSettlements: rows.flatMap(({ settlementId, reversedFor: reason }) =>
    reason === null ? [] : [{ settlementId, reason }],
  ),
});

/** Emits commerce.expense.recorded with the new expense. */
export function expenseRecorded(tx: Transaction, expense: Announced): void {
  tx.emit(expenseEvent('recorded', expense, settlementsOf([])));
}

/**
 * Emits commerce.expense.<event> with the current state of the expense and all its settlements.
 * @param added is a settlement that this transaction adds
 */
export async function announceExpense(
  tx: Transaction,
  happened: Exclude<Happened, 'recorded'>,
  expense: Expense,
  added: commerce.ExpenseSettlement[] = [],
): Promise<void> {
  const rows = await tx.rows<SettlementRow>(
    `select ${settlementColumns} from expense_settlements s
     where s.org_id = $1 and s.expense_id = $2 order by s.id`,
    [tx.organizationId, expense.id],
  );
  const stored = settlementsOf(rows);
  const settled = { ...stored, settlements: [...stored.settlements, ...added] };
  const announced = () => expenseEvent(happened, expense, settled);
  tx.emit(happened === 'deleted' ? announced() : announced);
}

export const publicExpense = publicForm('commerce.expense', commerce.Expense, {
  type: (happened: Happened) => `expense.${happened}`,
  data: ({ fields, ...expense }) => ({
    ...expense,
    ...fields,
    documentRef: documentRef('expense', expense.expenseId),
    total: { amount: certain(certain(fields, 'fields').total, 'total'), currency: 'MXN' },
    expenseCategory: expense.categoryName,
    cfdiDocumentRef: expense.cfdiId && documentRef('cfdi', expense.cfdiId),
    cfdiCanceled: expense.cfdiCanceled || undefined,
  }),
});
