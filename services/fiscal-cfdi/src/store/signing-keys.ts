import { conflict, type Transaction } from '@timbre/kit';
import type { StoredSigningKey } from '../domain/ports';
import { Certificate } from './certificates';
import { Secret } from './secrets';

/**
 * The organization's active CSD with its key, still locked; the signer opens it after the step.
 * @throws Refusal conflict: certificate_missing, certificate_expired or certificate_not_yet_valid
 */
export async function activeSigningKey(tx: Transaction): Promise<StoredSigningKey> {
  const certificate = await tx.findBy(Certificate, { kind: 'csd', active: true });
  if (!certificate) {
    throw conflict('There is no active CSD to seal with; upload one.', 'certificate_missing');
  }
  if (certificate.validTo < tx.now) {
    throw conflict('The active CSD has expired; upload a new one.', 'certificate_expired');
  }
  if (certificate.validFrom > tx.now) {
    throw conflict('The active CSD is not yet in force.', 'certificate_not_yet_valid');
  }
  const { id, certificateNumber, secretId } = certificate;
  const secret = await tx.get(Secret, secretId, 'secret');
  return {
    certificateId: id,
    certificateNumber,
    certificate: Buffer.from(certificate.certificate),
    secret: {
      organizationId: tx.organizationId,
      secretId,
      version: secret.version,
      keyId: secret.keyId,
      wrappedKey: Buffer.from(secret.wrappedKey),
      ciphertext: Buffer.from(secret.ciphertext),
    },
  };
}
