import { z } from 'zod';
import { permissions } from './permissions';
import { instant } from './values';

export const organization = z
  .strictObject({
    organizationId: z.string().min(1),
    name: z.string(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Organization' });

const credentialFields = {
  credentialId: z.string().min(1),
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant.optional(),
  revokedAt: instant.optional(),
  lastUsedAt: instant.optional(),
};

export const credential = z.strictObject(credentialFields).meta({ id: 'Credential' });

export const createdCredential = z
  .strictObject({
    ...credentialFields,
    apiKey: z.string().meta({ description: 'The API key; shown only in this answer.' }),
  })
  .meta({ id: 'CreatedCredential' });
