import type { commerce } from '@timbre/contract';
import { expenseShape, factsOfExpense, supplierOf } from '../domain/expense-facts';
import { ingesting } from './ingesting';

export const ingestExpense = ingesting({
  shape: expenseShape,
  factsOf: (expense: commerce.Expense) => factsOfExpense(expense),
  namesOf({ document: { fields = {}, ...expense } }) {
    const { version, expenseId, categoryName, locationName } = expense;
    return {
      names: [
        ['category', fields.categoryId, categoryName],
        ['location', fields.locationId, locationName],
        ['supplier', supplierOf(fields), fields.supplierName?.trim()],
      ],
      announced: `${fields.occurredAt} ${expenseId} ${String(version).padStart(10, '0')}`,
    };
  },
});
