import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import type { SealedSecret } from '../../domain/ports';

/** A sealed secret: unreadable without the KMS. */
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
