import type { CertificateKind } from '../authority/names';
import type { Database } from './database';

interface IssuedCertificate {
  readonly number: string;
  readonly kind: CertificateKind;
  readonly rfc: string;
  readonly legalName: string;
  readonly der: Buffer;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/**
 * Stores the certificates that the authority has issued. The SAT publishes these certificates in the LCO
 * and by number.
 */
export interface CertificateRegister {
  add(certificate: IssuedCertificate): void;
  has(number: string): boolean;
  der(number: string): Buffer | undefined;
  /**
   * Revokes a certificate; repeated calls have no further effect. Returns `false` if the number is unknown.
   */
  revoke(number: string, at: Date): boolean;
  isRevoked(number: string, at: Date): boolean;
}

export function certificateRegister(database: Database): CertificateRegister {
  const insert = database.prepare('INSERT INTO certificates VALUES (?, ?, ?, ?, ?, ?, ?, NULL)');
  const select = database.prepare('SELECT der, revoked_at FROM certificates WHERE number = ?');
  const revoke = database.prepare(
    'UPDATE certificates SET revoked_at = coalesce(revoked_at, ?) WHERE number = ?',
  );
  return {
    add({ number, kind, rfc, legalName, der, validFrom, validTo }) {
      insert.run(number, kind, rfc, legalName, der, validFrom.toISOString(), validTo.toISOString());
    },
    has: (number) => select.get(number) !== undefined,
    der(number) {
      const row = select.get(number);
      return row && Buffer.from(row['der'] as Uint8Array);
    },
    revoke: (number, at) => Number(revoke.run(at.toISOString(), number).changes) > 0,
    isRevoked(number, at) {
      const revokedAt = select.get(number)?.['revoked_at'];
      return typeof revokedAt === 'string' && new Date(revokedAt) <= at;
    },
  };
}
