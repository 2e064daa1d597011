import type { Database } from './database';

/**
 * Stores the SAT's records other than stamps, as JSON with a kind and a key. The records are kept after a
 * restart.
 */
export interface Records {
  put(kind: string, key: string, rfc: string, value: object): void;
  find<T>(kind: string, key: string): T | undefined;
  /** Returns the records of an RFC, sorted by their keys. */
  ofRfc<T>(kind: string, rfc: string): T[];
  all<T>(kind: string): T[];
  clear(): void;
}

const TABLE = `CREATE TABLE IF NOT EXISTS portal_records (
  kind TEXT NOT NULL, key TEXT NOT NULL, rfc TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (kind, key)) STRICT;
CREATE INDEX IF NOT EXISTS portal_records_rfc ON portal_records (kind, rfc, key)`;

export function recordsOf(database: Database): Records {
  database.exec(TABLE);
  const upsert = database.prepare(
    `INSERT INTO portal_records VALUES (?, ?, ?, ?)
     ON CONFLICT (kind, key) DO UPDATE SET rfc = excluded.rfc, value = excluded.value`,
  );
  const select = (where: string) =>
    database.prepare(`SELECT value FROM portal_records WHERE kind = ? ${where} ORDER BY key`);
  const [one, ofRfc, all] = [select('AND key = ?'), select('AND rfc = ?'), select('')];
  const parsed = <T>(row: Record<string, unknown>) => JSON.parse(String(row['value'])) as T;
  return {
    put: (kind, key, rfc, value) => void upsert.run(kind, key, rfc, JSON.stringify(value)),
    find<T>(kind: string, key: string) {
      const row = one.get(kind, key);
      return row && parsed<T>(row);
    },
    ofRfc: <T>(kind: string, rfc: string) => ofRfc.all(kind, rfc).map((row) => parsed<T>(row)),
    all: <T>(kind: string) => all.all(kind).map((row) => parsed<T>(row)),
    clear: () => database.exec('DELETE FROM portal_records'),
  };
}
