import { conflict, type Reader, type Transaction } from '@timbre/kit';
import type { KeyName, StoredSigningKey } from '../../domain/ports';
import { certificateRevoked } from '../set-up/certificates';

export interface KeyNameRow {
  certificate_number: string;
  valid_from_ms: number;
  valid_to_ms: number;
  is_revoked: boolean;
  secret_id: string;
  secret_version: number;
}

interface KeyRow extends KeyNameRow {
  certificate_id: string;
  certificate: Buffer;
  key_id: string;
  wrapped_key: Buffer;
  ciphertext: Buffer;
}

/** The SQL columns of a `KeyNameRow`; `c` is the certificate and `k` is its secret. */
export const keyNames = `c.certificate_number,
  extract(epoch from c.valid_from)::float8 * 1000 as valid_from_ms,
  extract(epoch from c.valid_to)::float8 * 1000 as valid_to_ms,
  c.revoked_at is not null as is_revoked, c.secret_id, k.version as secret_version`;

const select = `select ${keyNames}, c.id as certificate_id, c.certificate, k.key_id, k.wrapped_key,
    k.ciphertext
  from certificates c join secrets k on k.org_id = c.org_id and k.id = c.secret_id
  where c.org_id = :org and c.kind = $kind and c.active`;

const selectOf = (kind: 'csd' | 'fiel') => select.replace('$kind', `'${kind}'`);

/**
 * Reads the organization's active CSD with its encrypted private key. The signer decrypts the key after the
 * transaction.
 * @throws Refusal with conflict certificate_missing, or with a refusal of `keyNameOf`
 */
export async function activeSigningKey(tx: Transaction): Promise<StoredSigningKey> {
  const [row] = await tx.rows<KeyRow>(selectOf('csd').replace(':org', '$1'), [tx.organizationId]);
  return stored(row, tx.organizationId, tx.businessNow);
}

/**
 * Like `activeSigningKey`, but outside a transaction.
 * @throws the same refusals as `activeSigningKey`
 */
export async function readSigningKey(read: Reader): Promise<StoredSigningKey> {
  const [row] = await read.rows<KeyRow>(selectOf('csd'));
  return stored(row, read.context.organizationId, read.businessNow);
}

/**
 * Reads the organization's active FIEL with its encrypted private key. Signatures with the FIEL are sent
 * only to the SAT's own services.
 * @throws Refusal with conflict fiel_missing, fiel_revoked, fiel_expired or fiel_not_yet_valid
 */
export async function readFiel(read: Reader): Promise<StoredSigningKey> {
  const [row] = await read.rows<KeyRow>(selectOf('fiel'));
  if (!row) throw conflict('There is no active FIEL; upload one.', 'fiel_missing');
  const nowMs = read.businessNow.getTime();
  if (row.is_revoked)
    throw conflict('The SAT has revoked the FIEL; upload another.', 'fiel_revoked');
  if (row.valid_to_ms < nowMs) {
    throw conflict('The active FIEL has expired; upload a new one.', 'fiel_expired');
  }
  if (row.valid_from_ms > nowMs) {
    throw conflict('The active FIEL is not yet in force.', 'fiel_not_yet_valid');
  }
  return withKey(row, read.context.organizationId);
}

function stored(row: KeyRow | undefined, organizationId: string, now: Date): StoredSigningKey {
  if (!row) {
    throw conflict(
      'There is no active CSD to seal with; upload one with POST /v1/fiscal/certificates.',
      'certificate_missing',
    );
  }
  keyNameOf(row, organizationId, now);
  return withKey(row, organizationId);
}

function withKey(row: KeyRow, organizationId: string): StoredSigningKey {
  const { certificateNumber, secret } = nameIn(row, organizationId);
  const { certificate, certificate_id: certificateId } = row;
  const { key_id: keyId, wrapped_key: wrappedKey, ciphertext } = row;
  const whole = { ...secret, keyId, wrappedKey, ciphertext };
  return { certificateId, certificateNumber, certificate, secret: whole };
}

/**
 * Returns the name of the private key, if the key may create a seal at the given time.
 * @throws Refusal with conflict certificate_revoked, certificate_expired or certificate_not_yet_valid
 */
export function keyNameOf(row: KeyNameRow, organizationId: string, now: Date): KeyName {
  if (row.is_revoked) throw certificateRevoked();
  if (row.valid_to_ms < now.getTime()) {
    throw conflict('The active CSD has expired; upload a new one.', 'certificate_expired');
  }
  if (row.valid_from_ms > now.getTime()) {
    throw conflict('The active CSD is not yet in force.', 'certificate_not_yet_valid');
  }
  return nameIn(row, organizationId);
}

function nameIn(row: KeyNameRow, organizationId: string): KeyName {
  const { certificate_number: certificateNumber, secret_id: secretId } = row;
  return { certificateNumber, secret: { organizationId, secretId, version: row.secret_version } };
}
