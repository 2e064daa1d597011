import type { PacName } from '../scenarios/knobs';
import type { Database } from './database';

interface Send {
  readonly pac: PacName;
  readonly sealHash: string;
  readonly rfc: string;
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
  /** The last response for the document, which the client might not have received. */
  readonly lastAnswer: string;
}

/** Counts how often each sealed document was sent to each PAC, stamped or not. */
export interface SendLog {
  /** Increases the number of sends of a document by one and returns the new number. */
  record(pac: PacName, sealHash: string, rfc: string, at: Date): number;
  answered(pac: PacName, sealHash: string, answer: string): void;
  list(rfc?: string): Send[];
}

export function sendLog(database: Database): SendLog {
  const record = database.prepare(
    `INSERT INTO sends VALUES (?1, ?2, ?3, 1, ?4, ?4, '')
     ON CONFLICT DO UPDATE SET count = count + 1, last_at = excluded.last_at RETURNING count`,
  );
  const answered = database.prepare(
    'UPDATE sends SET last_answer = ? WHERE pac = ? AND seal_hash = ?',
  );
  const list = database.prepare(
    'SELECT * FROM sends WHERE ?1 IS NULL OR rfc = ?1 ORDER BY first_at',
  );
  return {
    record: (pac, hash, rfc, at) => Number(record.get(pac, hash, rfc, at.toISOString())?.['count']),
    answered(pac, hash, answer) {
      answered.run(answer, pac, hash);
    },
    list: (rfc) =>
      list.all(rfc ?? null).map((row) => ({
        pac: row['pac'] as PacName,
        sealHash: String(row['seal_hash']),
        rfc: String(row['rfc']),
        count: Number(row['count']),
        firstAt: String(row['first_at']),
        lastAt: String(row['last_at']),
        lastAnswer: String(row['last_answer']),
      })),
  };
}
