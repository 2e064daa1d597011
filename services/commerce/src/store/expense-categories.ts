import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { expenseCategory } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  instant,
  isIdentifier,
  resource,
  onlyRow,
  type Answer,
  type List,
  type Transaction,
} from '@timbre/kit';

/** A category of expenses, with its account in the books. */
export const ExpenseCategory = defineEntity({
  name: 'ExpenseCategory',
  tableName: 'expense_categories',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    name: p.text(),
    foldedName: p.text(),
    active: p.boolean(),
    code: p.text().nullable(),
    accountCode: p.text().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type ExpenseCategory = InferEntity<typeof ExpenseCategory>;

export const expenseCategoryResource = resource<Answer<typeof expenseCategory>>(
  'expense category',
  'expense_categories',
  {
    categoryId: 'r.id',
    name: 'r.name',
    active: 'r.active',
    code: 'r.code',
    accountCode: 'r.account_code',
    updatedAt: instant('r.updated_at'),
  },
);

export const expenseCategoryList: List = {
  name: 'expense_categories',
  resource: expenseCategoryResource,
  searchColumn: 'r.search_text',
  instantColumn: 'r.created_at',
};

type Searched = { [Name in 'name' | 'code' | 'accountCode']?: string | null | undefined };

/**
 * Returns the folded name, which is unique, and the text in which `query` searches for categories.
 */
export const expenseCategoryTexts = ({ name = '', code, accountCode }: Searched) => ({
  foldedName: fold(name ?? ''),
  searchText: fold([name, code, accountCode].filter(Boolean).join(' ')),
});

/** Whether an expense uses the category. */
export async function isCategoryUsed(tx: Transaction, categoryId: string): Promise<boolean> {
  const row = onlyRow(
    await tx.rows<{ used: boolean }>(
      `select exists (select 1 from expenses where org_id = $1 and category_id = $2) as used`,
      [tx.organizationId, categoryId],
    ),
  );
  return row.used;
}

/** The fields of a category that an expense shows. */
export type NamedCategory = Pick<ExpenseCategory, 'id' | 'name' | 'active'>;

/**
 * Reads a category and locks the category against deletion and archiving until the commit;
 * undefined if no such category exists.
 */
export async function keepCategory(
  tx: Transaction,
  id: string,
): Promise<NamedCategory | undefined> {
  if (!isIdentifier(id)) return undefined;
  const [category] = await tx.rows<NamedCategory>(
    `select id, name, active from expense_categories where org_id = $1 and id = $2 for key share`,
    [tx.organizationId, id],
  );
  return category;
}
