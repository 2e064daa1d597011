import { certain, formToBeDefined } from '@timbre/fiscal';
import type { commerce } from '@timbre/contract';
import { command, invalid, replyWith } from '@timbre/kit';
import { expenseIssues, supplierNameIssues } from '../domain/expense';
import { expenseRecorded } from '../store/expense-events';
import { Expense, expenseDetail, expenseSearchText } from '../store/expenses';
import { dayAt, todayAt } from '../store/locations';
import { expenseReferences, placeOf } from '../workflows/expense-references';

export const createExpense = command(async (tx, { fields = {} }: commerce.CreateExpenseRequest) => {
  const { supplier, location, category } = await expenseReferences(tx, fields);
  const place = await placeOf(tx, location?.id);
  const settlementMode = fields.settlementMode as Expense['settlementMode'];
  const occurredAt = fields.occurredAt === undefined ? tx.businessNow : new Date(fields.occurredAt);
  const businessDate = fields.businessDate ?? dayAt(occurredAt, place);
  const terms = { ...fields, settlementMode, occurredAt, businessDate };
  const issues = [
    ...expenseIssues(terms, tx.businessNow, todayAt(tx.businessNow, place)),
    ...supplierNameIssues(fields.supplierId, fields.supplierName),
  ];
  if (issues.length > 0) throw invalid(issues);
  const { id: categoryId, name: categoryName } = certain(category, 'category');
  const values = {
    id: tx.newId(),
    version: 1,
    ...terms,
    description: certain(fields.description, 'description'),
    total: certain(fields.total, 'total'),
    dueOn: fields.dueOn ?? null,
    notes: fields.notes ?? null,
    paymentForm: fields.paymentForm ?? formToBeDefined,
    categoryId,
    categoryName,
    supplierId: supplier?.id ?? null,
    supplierName: supplier?.legalName ?? fields.supplierName ?? null,
    locationId: location?.id ?? null,
    locationName: location?.name ?? null,
    settledAmount: '0',
    paidAmount: '0',
    cfdiId: null,
    cfdiUuid: null,
    cfdiDifference: null,
    cfdiCanceled: false,
  };
  const searchText = expenseSearchText(values);
  tx.add(Expense, { ...values, searchText, createdAt: tx.now, updatedAt: tx.now });
  expenseRecorded(tx, values);
  return replyWith(expenseDetail, values.id);
});
