import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { documentsDownload } from '@timbre/api';
import { type Answer, instant, integer, json, resource, type Transaction } from '@timbre/kit';

export type DownloadFormat = 'xml' | 'pdf' | 'both';

/** A requested document that is not in the ZIP, and the reason. */
export interface Omitted {
  documentRef: string;
  code: string;
}

/** Many documents as one ZIP: pending, or ready for a day. */
export const DocumentDownload = defineEntity({
  name: 'DocumentDownload',
  tableName: 'document_downloads',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    format: p.string().$type<DownloadFormat>(),
    documentRefs: p.json<string[]>(),
    /** Then it does not exist for callers without the permissions of payroll. */
    hasPayroll: p.boolean(),
    state: p.string().$type<'preparing' | 'ready' | 'failed' | 'expired'>(),
    /** Number of documents that are already in the ZIP or left out. */
    done: p.integer(),
    omitted: p.json<Omitted[]>(),
    attempts: p.integer(),
    /** Identifier of its parts, written by the current attempt. */
    contentId: p.uuid().nullable(),
    byteSize: p.bigint('number').nullable(),
    errorCode: p.text().nullable(),
    /** When the job prepares the ZIP, or lets it expire. */
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
  },
});

export type DocumentDownload = InferEntity<typeof DocumentDownload>;

/** The gateway adds the link. */
type Kept = Omit<Answer<typeof documentsDownload>, 'url' | 'urlExpiresAt'>;

export const downloadResource = resource<Kept>('download', 'document_downloads', {
  downloadId: 'r.id',
  state: 'r.state',
  format: 'r.format',
  total: integer('jsonb_array_length(r.document_refs)'),
  done: integer('r.done'),
  omitted: json('r.omitted'),
  errorCode: 'r.error_code',
  byteSize: integer('r.byte_size'),
  createdAt: instant('r.created_at'),
  expiresAt: instant('r.expires_at'),
});

/**
 * Stores the progress of an attempt and extends its lease.
 * @returns false when another attempt has claimed the download
 */
export async function keepPreparing(
  tx: Transaction,
  { id, attempts, done, untilMs }: { id: string; attempts: number; done: number; untilMs: number },
): Promise<boolean> {
  const kept = await tx.rows(
    `update document_downloads set done = $1, due_at = $2, version = version + 1
     where org_id = $3 and id = $4 and attempts = $5 and state = 'preparing' returning 1`,
    [done, new Date(tx.now.getTime() + untilMs), tx.organizationId, id, attempts],
  );
  return kept.length > 0;
}
