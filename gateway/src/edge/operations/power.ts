import { firstIn } from '@timbre/fiscal';
import type { Irreversible } from './irreversible';
import type { OperationRow } from './operation';

/**
 * The areas of daily work, in which writes change documents and lists. A write in any other area, such as
 * credentials, members, webhooks or the fiscal set-up, changes somebody's rights or knowledge.
 */
const workAreas = [
  'contacts',
  'products',
  'pricing',
  'quotes',
  'receipts',
  'invoices',
  'withholdings',
  'expenses',
  'receivables',
  'payables',
  'employees',
  'locations',
  'imports',
  'files',
  'sat',
];

/**
 * Whether a write gives or takes power: it changes what a person or a program may do or learn. If
 * the row does not declare it, the areas of its permissions decide.
 */
const givesPower = ({ changesPower, isIdempotent, permissions }: OperationRow): boolean =>
  isIdempotent &&
  (changesPower ?? permissions.some((name) => !workAreas.includes(firstIn(name.split(':')))));

/**
 * The writes that a credential with requiresApproval can only propose: irreversible actions, and writes that
 * give or take power.
 */
export function proposedAction(row: OperationRow): Irreversible | undefined {
  if (row.irreversible || !givesPower(row)) return row.irreversible;
  return {
    action: row.summary,
    consequence: {
      en: 'This changes what people and programs can do in the organization.',
      es: 'Esto cambia lo que personas y programas pueden hacer en la organización.',
    },
    readsNothing: true,
  };
}
