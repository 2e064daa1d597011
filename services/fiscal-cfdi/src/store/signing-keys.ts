import { conflict, isIdentifier, type Reader, type Transaction } from '@timbre/kit';
import { certificateRevoked } from './certificates';
import type { StoredSigningKey } from '../domain/ports';

interface KeyRow {
  id: string;
  certificate_number: string;
  certificate: Buffer;
  valid_from_ms: number;
  valid_to_ms: number;
  is_revoked: boolean;
  secret_id: string;
  version: number;
  key_id: string;
  wrapped_key: Buffer;
  ciphertext: Buffer;
}

const select = `select c.id, c.certificate_number, c.certificate,
    extract(epoch from c.valid_from)::float8 * 1000 as valid_from_ms,
    extract(epoch from c.valid_to)::float8 * 1000 as valid_to_ms,
    c.revoked_at is not null as is_revoked,
    c.secret_id, s.version, s.key_id, s.wrapped_key, s.ciphertext
  from certificates c join secrets s on s.org_id = c.org_id and s.id = c.secret_id
  where c.org_id = :org and c.kind = 'csd' and c.active`;

/**
 * The organization's active CSD with its key, still locked; the signer opens it after the step.
 * @throws Refusal conflict: certificate_missing, or as `inForce` has it
 */
export async function activeSigningKey(tx: Transaction): Promise<StoredSigningKey> {
  const [row] = await tx.rows<KeyRow>(select.replace(':org', '$1'), [tx.organizationId]);
  if (!row) {
    throw conflict('There is no active CSD to seal with; upload one.', 'certificate_missing');
  }
  return inForce(row, tx.organizationId, tx.now);
}

/**
 * The same for a draft that nobody tried to have stamped yet, in one statement that locks nothing;
 * undefined when it is none, or when there is no active CSD.
 * @throws Refusal conflict, as `inForce` has it
 */
export async function untriedSigningKey(
  read: Reader,
  documents: { table: string },
  documentId: string,
): Promise<StoredSigningKey | undefined> {
  if (!isIdentifier(documentId)) return undefined;
  const [row] = await read.rows<KeyRow>(
    `${select} and exists (select from ${documents.table} d
       where d.org_id = :org and d.id = $2::uuid and d.status = 'draft')
     and not exists (select from stamp_attempts a where a.org_id = :org and a.cfdi_id = $2::uuid)`,
    [documentId],
  );
  return row && inForce(row, read.context.organizationId, read.now);
}

/** @throws Refusal conflict: certificate_revoked, certificate_expired, certificate_not_yet_valid */
function inForce(row: KeyRow, organizationId: string, now: Date): StoredSigningKey {
  if (row.is_revoked) throw certificateRevoked();
  if (row.valid_to_ms < now.getTime()) {
    throw conflict('The active CSD has expired; upload a new one.', 'certificate_expired');
  }
  if (row.valid_from_ms > now.getTime()) {
    throw conflict('The active CSD is not yet in force.', 'certificate_not_yet_valid');
  }
  const { id, certificate_number: certificateNumber, certificate } = row;
  const { secret_id: secretId, version, key_id: keyId, wrapped_key: wrappedKey, ciphertext } = row;
  const secret = { organizationId, secretId, version, keyId, wrappedKey, ciphertext };
  return { certificateId: id, certificateNumber, certificate, secret };
}
