import { defineEntity, LockMode, p, type InferEntity } from '@mikro-orm/postgresql';
import type { unconfirmedStamp } from '@timbre/api';
import {
  onlyRow,
  type Answer,
  instant,
  json,
  notFound,
  object,
  type Reader,
  type Transaction,
} from '@timbre/kit';
import type { Pool } from 'pg';
import type { DocumentKind } from '../../domain/document-kind';
import type { AttemptState } from '../../domain/stamping/attempt-state';

/** An attempt to stamp a document. A document has at most one open attempt. */
export const StampAttempt = defineEntity({
  name: 'StampAttempt',
  tableName: 'stamp_attempts',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    documentKind: p.string().$type<DocumentKind>(),
    /**
     * The identifier of a CFDI or a withholding document, although the name of the column refers only to
     * CFDI.
     */
    documentId: p.uuid().name('cfdi_id'),
    state: p.string().$type<AttemptState>(),
    /** The route and idempotency key of the request that started the attempt, or the name of the job. */
    requestedBy: p.text(),
    actor: p.text(),
    /**
     * The PAC to which the attempt is pinned. The name of the PAC is stored before the first byte is sent.
     */
    pac: p.text().nullable(),
    /** The names of the PACs that certainly did not receive the document. */
    refusedBy: p.json<string[]>(),
    checks: p.integer(),
    /** The centavos that the wallet reserves for the attempt; null if stamps are free. */
    reservedMinor: p.bigint('number').nullable(),
    sentAt: p.datetime().nullable(),
    nextCheckAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
    /**
     * The time at which the attempt was handed to an operator, because only an operator can determine its
     * outcome.
     */
    abandonedAt: p.datetime().nullable(),
  },
});

export type StampAttempt = InferEntity<typeof StampAttempt>;

/** The SQL condition of an open attempt (`isOpen` in domain/stamping/attempt-state.ts). */
export const isOpenSql = `state in ('sealed', 'sending', 'unknown')`;

/** Reads and locks the document's open attempt. */
export async function openAttempt(
  tx: Transaction,
  documentId: string,
): Promise<StampAttempt | undefined> {
  const [row] = await tx.rows<{ id: string }>(
    `select id from stamp_attempts where org_id = $1 and cfdi_id = $2
     and ${isOpenSql} for update`,
    [tx.organizationId, documentId],
  );
  return row && tx.find(StampAttempt, row.id);
}

/** Selects the attempts whose lookup is due, sorted by the time of the lookup. */
export const dueAttempts = `select org_id, id, sent_at from stamp_attempts
  where ${isOpenSql} and next_check_at <= $1
  order by next_check_at`;

/** Returns the document that an attempt stamps. */
export async function documentOfAttempt(
  tx: Transaction,
  id: string,
): Promise<Pick<StampAttempt, 'documentKind' | 'documentId'>> {
  const row = onlyRow(
    await tx.rows<Pick<StampAttempt, 'documentKind' | 'documentId'>>(
      `select document_kind as "documentKind", cfdi_id as "documentId"
     from stamp_attempts where org_id = $1 and id = $2`,
      [tx.organizationId, id],
    ),
  );
  return row;
}

/** Returns whether the document was sent to a PAC and the outcome is unknown. */
export async function isStampInDoubt(read: Reader, documentId: string): Promise<boolean> {
  const rows = await read.rows(
    `select 1 from stamp_attempts where org_id = :org and cfdi_id = $2::uuid and state = 'unknown'`,
    [documentId],
  );
  return rows.length > 0;
}

export async function hasAttempts(tx: Transaction, documentId: string): Promise<boolean> {
  const rows = await tx.rows(
    'select 1 from stamp_attempts where org_id = $1 and cfdi_id = $2 limit 1',
    [tx.organizationId, documentId],
  );
  return rows.length > 0;
}

export async function lockAttempt(tx: Transaction, id: string): Promise<StampAttempt> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const attempt = await tx.findBy(StampAttempt, { id }, { lockMode });
  if (!attempt) throw new Error(`stamp attempt ${id} is gone`);
  return attempt;
}

/** Returns the kind of the document with this identifier; undefined if the document has no attempts. */
export async function attemptedKindOf(
  tx: Transaction,
  documentId: string,
): Promise<DocumentKind | undefined> {
  const [row] = await tx.rows<{ document_kind: DocumentKind }>(
    'select document_kind from stamp_attempts where org_id = $1 and cfdi_id = $2 limit 1',
    [tx.organizationId, documentId],
  );
  return row?.document_kind;
}

/** Returns the document's last attempt that a request with the given idempotency key started. */
export async function lastAttemptOf(
  tx: Transaction,
  documentId: string,
  requestedBy: string,
): Promise<StampAttempt | undefined> {
  const [row] = await tx.rows<{ id: string }>(
    `select id from stamp_attempts where org_id = $1 and cfdi_id = $2 and requested_by = $3
     order by id desc limit 1`,
    [tx.organizationId, documentId, requestedBy],
  );
  return row && tx.find(StampAttempt, row.id);
}

/** Returns the last attempt for each of the given stamp requests of payroll. */
export async function lastPayrollAttempts(
  tx: Transaction,
  requestedBy: readonly string[],
): Promise<Map<string, PayrollAttempt>> {
  // The statement contains the prefix as a constant, so that PostgreSQL can use the partial index.
  const rows = await tx.rows<PayrollAttempt>(
    `select distinct on (requested_by) requested_by as "requestedBy", cfdi_id::text as "documentId",
       state from stamp_attempts
     where org_id = $1 and requested_by like 'payroll %' and requested_by = any($2)
     order by requested_by, id desc`,
    [tx.organizationId, requestedBy],
  );
  return new Map(rows.map((row) => [row.requestedBy, row]));
}

export type PayrollAttempt = Pick<StampAttempt, 'requestedBy' | 'documentId' | 'state'>;

/**
 * Returns whether a lookup of an attempt is due. The query takes no lock, so that pollers do not have to
 * wait.
 */
export async function isCheckDue(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.rows(
    `select 1 from stamp_attempts where org_id = $1 and id = $2 and next_check_at <= $3
     and ${isOpenSql}`,
    [tx.organizationId, id, tx.now],
  );
  return rows.length > 0;
}

/**
 * Returns the state of an attempt, and whether a lookup of its stamp is due. The caller polls this function
 * while clients wait for the stamp.
 */
export async function readAttemptState(
  read: Reader,
  id: string,
): Promise<{ state: AttemptState; isDue: boolean }> {
  const [attempt] = await read.rows<{ state: AttemptState; isDue: boolean }>(
    `select state, coalesce(next_check_at <= $3::timestamptz, false) as "isDue"
     from stamp_attempts where org_id = :org and id = $2::uuid`,
    [id, read.now],
  );
  if (!attempt) throw notFound('attempt');
  return attempt;
}

/** Returns the PAC that stamped the document; undefined for an imported document. */
export async function stampingPacOf(
  tx: Transaction,
  documentId: string,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ pac: string }>(
    `select pac from stamp_attempts where org_id = $1 and cfdi_id = $2 and state = 'stamped'`,
    [tx.organizationId, documentId],
  );
  return row?.pac;
}

type Shape = Answer<typeof unconfirmedStamp>;

const members = object<Shape>({
  sentAt: instant('a.sent_at'),
  nextCheckAt: instant('a.next_check_at'),
  operatorNeededAt: instant('a.abandoned_at'),
});

/** The SQL for the unconfirmed stamp, in the form of the document's detail; `r` is the document. */
export const unconfirmedStampJson = json<Shape>(`case when r.stage = 'unknown' then (
  select json_strip_nulls(${members})
  from stamp_attempts a where a.org_id = r.org_id and a.cfdi_id = r.id and a.state = 'unknown') end`);

/** Counts the stamps of all organizations that wait for an operator. */
export async function countAbandoned(systemPool: Pool): Promise<number> {
  const { rows } = await systemPool.query<{ count: number }>(
    `select count(*)::int as count from stamp_attempts
     where state = 'unknown' and abandoned_at is not null`,
  );
  return onlyRow(rows).count;
}
