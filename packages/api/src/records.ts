import { z } from 'zod';
import { credentialLimits } from './credential-limits';
import { permissions } from './permissions';
import { roleNames } from './roles';
import { instant, shape } from './values';

export const permissionName = z.enum(permissions).meta(shape('PermissionName'));

export const organization = z
  .strictObject({
    organizationId: z.string().min(1),
    name: z.string(),
    status: z.enum(['active', 'archived']),
    createdAt: instant,
    updatedAt: instant,
    archivedAt: instant.optional(),
    clockAheadSeconds: z.int().optional().meta({
      description:
        'Seconds by which the clock of the organization is advanced; only in the sandbox.',
    }),
  })
  .meta({ id: 'Organization' });

export const member = z
  .strictObject({
    memberId: z.string().min(1),
    email: z.string(),
    role: z.enum(roleNames),
    status: z.enum(['invited', 'invitation_expired', 'active']),
    invitedBy: z.string().meta({ description: 'credential:…, user:… or operator.' }),
    createdAt: instant,
    updatedAt: instant,
    invitationExpiresAt: instant.optional(),
    joinedAt: instant.optional(),
  })
  .meta({ id: 'Member' });

/** The kinds of access to an organization, in the order of the list. */
export const accessKinds = [
  'member',
  'application',
  'credential',
  'webhook',
  'invitation',
] as const;

export type AccessKind = (typeof accessKinds)[number];

/** A member, application, credential, webhook or invitation with access to the organization. */
export const access = z
  .strictObject({
    kind: z.enum(accessKinds),
    id: z.string().min(1),
    name: z.string(),
    createdAt: instant,
    createdBy: z.string().optional().meta({
      description:
        '`credential:…`, `user:…` or `operator`: the maker, or the caller that took a webhook over.',
    }),
    lastUsedAt: instant.optional().meta({ description: 'To the minute; only for credentials.' }),
    memberId: z
      .string()
      .optional()
      .meta({ description: 'The member whose membership the credential needs.' }),
    applicationId: z
      .string()
      .optional()
      .meta({ description: 'The application with whose access it ends.' }),
  })
  .meta({ id: 'Access' });

export const role = z
  .strictObject({
    role: z.enum(roleNames),
    summary: z.string(),
    permissions: z.array(permissionName),
  })
  .meta({ id: 'Role' });

const credentialFields = {
  credentialId: z.string().min(1),
  name: z.string(),
  permissions: z.array(permissionName),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: instant,
  updatedAt: instant,
  createdBy: z.string().meta({ description: 'credential:…, user:… or operator.' }),
  creatorRemoved: z
    .literal(true)
    .optional()
    .meta({ description: 'The member who created the credential has left.' }),
  parentCredentialId: z
    .string()
    .optional()
    .meta({ description: 'The credential that created this credential; both end together.' }),
  rotatedFrom: z
    .string()
    .optional()
    .meta({ description: 'The credential that this credential replaces.' }),
  allowedAddresses: z.array(z.string()).optional().meta({
    description: 'The addresses and networks (CIDR) that may use the credential; all if absent.',
  }),
  limits: credentialLimits
    .optional()
    .meta({ description: 'Absent if the credential has no limits beyond its permissions.' }),
  expiresAt: instant.optional(),
  revokedAt: instant.optional(),
  lastUsedAt: instant.optional().meta({ description: 'To the minute.' }),
  lastUsedAddress: z.string().optional(),
  lastUsedAgent: z.string().optional().meta({ description: 'The name of the client program.' }),
  unused: z
    .literal(true)
    .optional()
    .meta({ description: 'The credential was not used for 90 days.' }),
};

export const credential = z.strictObject(credentialFields).meta({ id: 'Credential' });

export const createdCredential = z
  .strictObject({
    ...credentialFields,
    apiKey: z.string().meta({ description: 'The API key; shown only in this answer.' }),
  })
  .meta({ id: 'CreatedCredential' });
