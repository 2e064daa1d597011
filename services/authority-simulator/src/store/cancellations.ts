import type { Database } from './database';

/** The state of a cancellation. A cancellation that is `in_process` waits for the receiver's answer. */
export type CancellationState =
  | 'in_process'
  | 'rejected'
  | 'canceled_without_acceptance'
  | 'canceled_with_acceptance'
  | 'canceled_term_passed';

/** The outcome that a cancellation gets if the receiver's term ends without an answer. */
export type OnDue = 'accept' | 'reject' | 'expire';

export interface Cancellation {
  readonly uuid: string;
  readonly motive: string;
  readonly replacement: string | undefined;
  readonly requestedAt: Date;
  readonly state: CancellationState;
  /** The end of the receiver's term; absent for a second cancellation request, which has no term. */
  readonly due: { readonly at: Date; readonly then: OnDue } | undefined;
  readonly decidedAt: Date | undefined;
  /** The number of times the issuer has requested the cancellation. */
  readonly requests: number;
  readonly acuse: string;
}

export interface CancellationStore {
  find(uuid: string): Cancellation | undefined;
  save(cancellation: Cancellation): void;
  /**
   * Returns the UUIDs of the documents whose cancellation waits for this receiver's answer. The result can
   * include cancellations whose term has expired but whose outcome was not applied yet.
   */
  inProcessFor(receiverRfc: string): string[];
}

export function cancellationStore(database: Database): CancellationStore {
  const select = database.prepare('SELECT * FROM cancellations WHERE uuid = ?');
  const save = database.prepare(
    'INSERT OR REPLACE INTO cancellations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const inProcess = database.prepare(
    `SELECT uuid FROM cancellations JOIN stamps USING (uuid)
     WHERE receiver_rfc = ? AND state = 'in_process' ORDER BY requested_at`,
  );
  return {
    inProcessFor: (receiverRfc) => inProcess.all(receiverRfc).map((row) => String(row['uuid'])),
    find(uuid) {
      const row = select.get(uuid.toLowerCase());
      return row && toCancellation(row);
    },
    save(it) {
      save.run(
        it.uuid,
        it.motive,
        it.replacement ?? null,
        it.requestedAt.toISOString(),
        it.state,
        it.due?.at.toISOString() ?? null,
        it.due?.then ?? null,
        it.decidedAt?.toISOString() ?? null,
        it.requests,
        it.acuse,
      );
    },
  };
}

function toCancellation(row: Record<string, unknown>): Cancellation {
  const optional = (name: string) => (row[name] === null ? undefined : String(row[name]));
  const dueAt = optional('due_at');
  const decidedAt = optional('decided_at');
  return {
    uuid: String(row['uuid']),
    motive: String(row['motive']),
    replacement: optional('replacement'),
    requestedAt: new Date(String(row['requested_at'])),
    state: row['state'] as CancellationState,
    due: dueAt ? { at: new Date(dueAt), then: row['on_due'] as OnDue } : undefined,
    decidedAt: decidedAt ? new Date(decidedAt) : undefined,
    requests: Number(row['requests']),
    acuse: String(row['acuse']),
  };
}
