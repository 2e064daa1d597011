import { firstIn } from '@timbre/fiscal';
import type { Irreversible } from './irreversible';
import type { OperationRow } from './operation';

/**
 * The areas of daily work, whose writes change documents and lists. A write in any other area, such
 * as credentials, members, webhooks or the fiscal setup, changes access or who receives data.
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
 * Whether a write changes what a person or a program may do or may read. If the operation row does
 * not declare this, the areas of its permissions decide.
 */
const givesPower = ({ changesPower, isIdempotent, permissions }: OperationRow): boolean =>
  isIdempotent &&
  (changesPower ?? permissions.some((name) => !workAreas.includes(firstIn(name.split(':')))));

/**
 * Returns the declaration of a write that a credential with requiresApproval can only propose: an
 * irreversible action, or a write that changes permissions or access.
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
