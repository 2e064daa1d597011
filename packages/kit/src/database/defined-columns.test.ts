import { defineEntity, p } from '@mikro-orm/postgresql';
import { columnsOf } from './defined-columns';

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

it('selects the columns of a definition by their properties, decimals and dates as text', () => {
  expect(columnsOf(Plan, 'plannedAt')).toBe(
    'id as "planId", document_ref as "documentRef", due_on::text as "dueOn", planned_balance::text as "balance"',
  );
});
