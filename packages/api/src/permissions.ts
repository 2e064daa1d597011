/** Every permission that an operation can require. A credential has a set of these permissions. */
export const permissions = [
  'organization:read', 'organization:manage', 'members:read', 'members:manage',
  'credentials:read', 'credentials:manage', 'activity:read', 'fiscal:read', 'fiscal:manage',
  'files:read', 'files:manage', 'contacts:read', 'contacts:manage', 'sat:read', 'sat:sync',
  'products:read', 'products:manage', 'employees:read', 'employees:manage', 'locations:read',
  'locations:manage', 'settings:read', 'settings:manage', 'pricing:read', 'pricing:manage',
  'imports:manage', 'quotes:read', 'quotes:manage', 'invoices:read', 'invoices:manage',
  'withholdings:read', 'withholdings:manage', 'receipts:read', 'receipts:manage',
  'expenses:read', 'expenses:manage', 'receivables:read', 'receivables:manage',
  'payables:read', 'payables:manage', 'webhooks:read', 'webhooks:manage',
  'approvals:read', 'approvals:manage',
] as const; // prettier-ignore

export type Permission = (typeof permissions)[number];

type AreaOf<Name extends string> = Name extends `${infer Area}:${string}` ? Area : never;

/** The areas of permissions. The consent page shows a name for each area. */
export type PermissionArea = AreaOf<Permission>;
