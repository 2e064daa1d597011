import type { Database } from './database';

/** Stores the confirmation keys that documents have used. */
export interface Confirmations {
  /** Returns the seal hash of the document that used the issuer's key. */
  user(issuerRfc: string, key: string): string | undefined;
  use(issuerRfc: string, key: string, sealHash: string): void;
}

export function confirmationsOf(database: Database): Confirmations {
  const select = database.prepare('SELECT seal_hash FROM confirmations WHERE rfc = ? AND key = ?');
  const insert = database.prepare('INSERT OR IGNORE INTO confirmations VALUES (?, ?, ?)');
  return {
    user(issuerRfc, key) {
      const row = select.get(issuerRfc, key);
      return row && String(row['seal_hash']);
    },
    use(issuerRfc, key, sealHash) {
      insert.run(issuerRfc, key, sealHash);
    },
  };
}
