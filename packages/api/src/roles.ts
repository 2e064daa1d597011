import { firstIn } from '@timbre/fiscal';
import { permissions, type Permission } from './permissions';

/** The names of the roles that a member can have. */
export const roleNames = [
  'owner',
  'administrator',
  'accountant',
  'sales',
  'payroll',
  'developer',
  'read_only',
] as const;

export type RoleName = (typeof roleNames)[number];

/** A role of members and its permissions. */
export interface Role {
  role: RoleName;
  summary: string;
  permissions: readonly Permission[];
}

const reads = permissions.filter((name) => name.endsWith(':read'));

/**
 * Returns the read and manage permissions of these areas. Some areas have only one of the two
 * permissions.
 */
const all = (...areas: string[]): Permission[] =>
  permissions.filter((name) => areas.includes(firstIn(name.split(':'))));

/**
 * All roles of members with their permissions. In addition, only an owner may archive the
 * organization, make a member an owner, or change an owner.
 */
export const roles: readonly Role[] = [
  { role: 'owner', summary: 'Everything.', permissions },
  {
    role: 'administrator',
    summary: 'Everything, except to archive the organization and to change owners.',
    permissions,
  },
  {
    role: 'accountant',
    summary: 'Fiscal set-up, documents, accounts and the SAT.',
    permissions: [
      'organization:read',
      'settings:read',
      'locations:read',
      'products:read',
      'pricing:read',
      'quotes:read',
      'receipts:read',
      'imports:manage',
      ...all('fiscal', 'files', 'contacts', 'sat', 'invoices', 'withholdings', 'expenses'),
      ...all('receivables', 'payables', 'approvals'),
    ],
  },
  {
    role: 'sales',
    summary: 'Contacts, quotes, sales and their invoices.',
    permissions: [
      'organization:read',
      'settings:read',
      'locations:read',
      'products:read',
      'pricing:read',
      'fiscal:read',
      'receivables:read',
      ...all('files', 'contacts', 'quotes', 'receipts', 'invoices', 'approvals'),
    ],
  },
  {
    role: 'payroll',
    summary: 'Employees, payroll runs and their receipts.',
    permissions: [
      'organization:read',
      'settings:read',
      'locations:read',
      'fiscal:read',
      'imports:manage',
      ...all('employees', 'invoices', 'files', 'approvals'),
    ],
  },
  {
    role: 'developer',
    summary: 'API credentials, webhooks and developer activity.',
    permissions: ['organization:read', ...all('credentials', 'webhooks', 'activity')],
  },
  {
    role: 'read_only',
    summary: 'Reads everything, except employees and credentials.',
    permissions: reads.filter((name) => !/^(employees|credentials):/.test(name)),
  },
];

const byName = new Map(roles.map((role) => [role.role, role]));

/**
 * Returns the permissions of a role.
 * @throws Error for an unknown name
 */
export function permissionsOf(role: RoleName): readonly Permission[] {
  const found = byName.get(role);
  if (!found) throw new Error(`no role is called ${String(role)}`);
  return found.permissions;
}
