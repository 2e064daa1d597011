import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import type { PacAccount, StoredPacAccount } from '../../domain/stamping/pac';

/** An organization's own PAC account. The user and password are stored as a separate secret. */
export const StoredAccount = defineEntity({
  name: 'StoredAccount',
  tableName: 'pac_accounts',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    /** Attempts are pinned to this name, so the name is never used for an account at another PAC. */
    name: p.text(),
    kind: p.string().$type<PacAccount['kind']>(),
    baseUrl: p.text(),
    apiUrl: p.text().nullable(),
    /**
     * The position of the account in the order of use; null for a removed account. A removed account gets
     * no new documents, but its earlier documents are still looked up and canceled through it.
     */
    position: p.integer().nullable(),
    secretId: p.uuid(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type StoredAccount = InferEntity<typeof StoredAccount>;

interface AccountRow extends Omit<PacAccount, 'baseUrl' | 'apiUrl'> {
  id: string;
  version: number;
  base_url: string;
  api_url: string | null;
  position: number | null;
  secret_id: string;
  secret_version: number;
  key_id: string;
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
}

/** Reads every current and former account of the organization, with its encrypted secret. */
export async function pacAccountsOf(tx: Transaction): Promise<StoredPacAccount[]> {
  const rows = await tx.rows<AccountRow>(
    `select a.id, a.version, a.name, a.kind, a.base_url, a.api_url, a.position, a.secret_id,
       s.version as secret_version, s.key_id, s.wrapped_key, s.ciphertext
     from pac_accounts a join secrets s on s.org_id = a.org_id and s.id = a.secret_id
     where a.org_id = $1 order by a.position, a.name`,
    [tx.organizationId],
  );
  return rows.map((row) => ({
    accountId: row.id,
    version: row.version,
    name: row.name,
    kind: row.kind,
    baseUrl: row.base_url,
    apiUrl: row.api_url ?? undefined,
    position: row.position,
    secret: {
      organizationId: tx.organizationId,
      secretId: row.secret_id,
      version: row.secret_version,
      keyId: row.key_id,
      wrappedKey: Buffer.from(row.wrapped_key),
      ciphertext: Buffer.from(row.ciphertext),
    },
  }));
}

/** Reads every PAC account of the organization, as entities that this transaction can change. */
export async function storedAccounts(tx: Transaction): Promise<StoredAccount[]> {
  const em = await tx.entityManager();
  return em.find(StoredAccount, { organizationId: tx.organizationId });
}
