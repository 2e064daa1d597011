import { defineEntity, p } from '@mikro-orm/postgresql';
import { columnsOf, pickColumns, recordColumns } from './defined-columns';

const Plan = defineEntity({
  name: 'DefinedPlan',
  tableName: 'plans',
  properties: {
    planId: p.uuid().name('id').primary(),
    organizationId: p.uuid().name('org_id').primary(),
    documentRef: p.text(),
    dueOn: p.date().nullable(),
    plannedAt: p.datetime(),
    balance: p.decimal('string').name('planned_balance'),
  },
});

it('columns are selected by the properties of their definition, decimals and dates as text', () => {
  expect(columnsOf(Plan, 'plannedAt')).toBe(
    'id as "planId", document_ref as "documentRef", due_on::text as "dueOn", planned_balance::text as "balance"',
  );
});

it('some columns are selected in the given order, under the alias of their table', () => {
  expect(pickColumns(Plan, ['balance', 'documentRef'], 'x')).toBe(
    'x.planned_balance::text as "balance", x.document_ref as "documentRef"',
  );
});

it('each column has its type and its name, for statements that are built from them', () => {
  expect(recordColumns(Plan, ['planId', 'dueOn', 'plannedAt', 'balance'])).toEqual([
    ['planId', 'uuid', 'id'],
    ['dueOn', 'date', 'due_on'],
    ['plannedAt', 'timestamptz', 'planned_at'],
    ['balance', 'numeric', 'planned_balance'],
  ]);
});

it('a definition refuses a column without a property', () => {
  expect(() => recordColumns(Plan, ['paid' as 'balance'])).toThrow('plans has no column for paid');
});
