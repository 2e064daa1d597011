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

/** Downloads to prepare or to delete. */
export const dueDownloads = `select org_id, id from document_downloads where due_at <= $1
  order by due_at`;

/** A document that can be part of a ZIP. */
export interface DownloadableDocument {
  ref: string;
  hasXml: boolean;
  isPayroll: boolean;
}

/** The documents with these identifiers; unknown ones are left out. */
export const downloadable = (
  tx: Transaction,
  cfdiIds: readonly string[],
  withholdingIds: readonly string[],
): Promise<DownloadableDocument[]> =>
  tx.rows(
    `select 'cfdi:' || id as ref, stamped_xml is not null as "hasXml",
       kind = 'payroll' as "isPayroll" from cfdi
     where org_id = $1 and id in (select jsonb_array_elements_text($2::jsonb)::uuid)
     union all select 'withholding:' || id, stamped_xml is not null, false from withholdings
     where org_id = $1 and id in (select jsonb_array_elements_text($3::jsonb)::uuid)`,
    [tx.organizationId, JSON.stringify(cfdiIds), JSON.stringify(withholdingIds)],
  );
