import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { SealedSecret } from '../secrets/sealed-secret';
import { query } from './query';
import type { Transaction } from './transaction';

/**
 * An encrypted secret in the table `secrets` of a service. The secret cannot be decrypted without
 * the KMS.
 */
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

type Stored = Omit<SealedSecret, 'organizationId'>;

const stored = `select id as "secretId", version, key_id as "keyId",
  wrapped_key as "wrappedKey", ciphertext from secrets`;

/** Returns a secret of the caller's organization; undefined after the secret was removed. */
export const storedSecret = query<string, unknown, SealedSecret | undefined>(
  async (read, secretId) => {
    const [row] = await read.rows<Stored>(`${stored} where org_id = :org and id = $2::uuid`, [
      secretId,
    ]);
    return row && { organizationId: read.context.organizationId, ...row };
  },
);

/**
 * Returns a secret of any organization, for a background worker; undefined after the secret was
 * removed.
 */
export async function loadSecret(
  systemPool: Pool,
  organizationId: string,
  secretId: string,
): Promise<SealedSecret | undefined> {
  const { rows } = await systemPool.query<Stored>({
    name: 'load-secret',
    text: `${stored} where org_id = $1 and id = $2`,
    values: [organizationId, secretId],
  });
  return rows[0] && { organizationId, ...rows[0] };
}
