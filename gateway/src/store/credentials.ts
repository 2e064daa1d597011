import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { credential } from '@timbre/api';
import { type Answer, instant, json, type List, resource } from '@timbre/kit';
import type { Pool } from 'pg';
import type { StoredCredential } from '../auth/authenticate';

/** An API key with its permissions. Only a digest of its secret is stored. */
export const CredentialEntity = defineEntity({
  name: 'Credential',
  tableName: 'credentials',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id'),
    version: p.integer().version(),
    name: p.text(),
    permissions: p.json<string[]>(),
    digest: p.blob(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export type CredentialEntity = InferEntity<typeof CredentialEntity>;

export const credentialResource = resource<Answer<typeof credential>>('credential', 'credentials', {
  credentialId: 'r.id',
  name: 'r.name',
  permissions: json('r.permissions'),
  status: `case when r.revoked_at is not null then 'revoked'
    when r.expires_at <= now() then 'expired' else 'active' end`,
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
  expiresAt: instant('r.expires_at'),
  revokedAt: instant('r.revoked_at'),
  lastUsedAt: instant('r.last_used_at'),
});

export const credentialList: List = {
  name: 'credentials',
  resource: credentialResource,
  // `fold` in SQL: an organization has too few credentials for a folded column.
  searchColumn: `lower(regexp_replace(normalize(r.name, nfd), '[\\u0300-\\u036f]', '', 'g'))`,
  dateColumn: `(r.created_at at time zone 'UTC')::date`,
};

interface Row {
  id: string;
  org_id: string;
  permissions: string[];
  digest: Buffer;
  expires_at: string | Date | null;
  revoked_at: string | Date | null;
}

/**
 * Loads a credential for authentication. The organization is not known yet, so this reads as the
 * system role. Records the time of use, at most once a minute.
 */
export function loadCredential(systemPool: Pool) {
  return async (id: string): Promise<StoredCredential | undefined> => {
    const { rows } = await systemPool.query<Row>({
      name: 'load_credential',
      text: `with used as (update credentials set last_used_at = now() where id = $1 and
          (last_used_at is null or last_used_at < now() - interval '1 minute'))
        select id, org_id, permissions, digest, expires_at, revoked_at from credentials where id = $1`,
      values: [id],
    });
    const row = rows[0];
    return (
      row && {
        id: row.id,
        organizationId: row.org_id,
        permissions: new Set(row.permissions),
        digest: row.digest,
        expiresAt: row.expires_at ? new Date(row.expires_at) : undefined,
        isRevoked: row.revoked_at !== null,
      }
    );
  };
}
