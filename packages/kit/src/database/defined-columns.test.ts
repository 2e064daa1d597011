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

it('columns are selected under the property names of their entity, with decimals and dates as text', () => {
  expect(columnsOf(Plan, 'plannedAt')).toBe(
    'id as "planId", document_ref as "documentRef", due_on::text as "dueOn", planned_balance::text as "balance"',
  );
});

it("a subset of columns is selected in the given order, with the table's alias", () => {
  expect(pickColumns(Plan, ['balance', 'documentRef'], 'x')).toBe(
    'x.planned_balance::text as "balance", x.document_ref as "documentRef"',
  );
});

it('each column is returned with its type and its name, for statements that are built from columns', () => {
  expect(recordColumns(Plan, ['planId', 'dueOn', 'plannedAt', 'balance'])).toEqual([
    ['planId', 'uuid', 'id'],
    ['dueOn', 'date', 'due_on'],
    ['plannedAt', 'timestamptz', 'planned_at'],
    ['balance', 'numeric', 'planned_balance'],
  ]);
});

it('selecting a column that is not a property of the entity is rejected', () => {
  expect(() => recordColumns(Plan, ['paid' as 'balance'])).toThrow('plans has no column for paid');
});
