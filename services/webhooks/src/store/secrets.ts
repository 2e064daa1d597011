import { defineEntity, p } from '@mikro-orm/postgresql';
import type { SealedSecret, Transaction } from '@timbre/kit';
import type { Pool } from 'pg';

/** A sealed secret: unreadable without the KMS. The first one of a webhook has its identifier. */
export const Secret = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer(),
    keyId: p.text(),
    wrappedKey: p.blob(),
    ciphertext: p.blob(),
  },
});

export function addSecret(tx: Transaction, secret: SealedSecret): void {
  const { secretId: id, version, keyId, wrappedKey, ciphertext } = secret;
  tx.add(Secret, { id, version, keyId, wrappedKey, ciphertext });
}

export async function removeSecrets(tx: Transaction, ids: (string | null)[]): Promise<void> {
  await tx.rows('delete from secrets where org_id = $1 and id = any($2::uuid[])', [
    tx.organizationId,
    ids.filter(Boolean),
  ]);
}

export const secretSql = `select id as "secretId", version, key_id as "keyId",
  wrapped_key as "wrappedKey", ciphertext from secrets`;

/** A secret of any organization, for the worker; undefined once it is removed. */
export async function loadSecret(
  systemPool: Pool,
  organizationId: string,
  secretId: string,
): Promise<SealedSecret | undefined> {
  const { rows } = await systemPool.query<Omit<SealedSecret, 'organizationId'>>({
    name: 'load-secret',
    text: `${secretSql} where org_id = $1 and id = $2`,
    values: [organizationId, secretId],
  });
  return rows[0] && { organizationId, ...rows[0] };
}
