import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { documentsDownload } from '@timbre/api';
import { type Answer, instant, integer, json, resource, type Transaction } from '@timbre/kit';

export type DownloadFormat = 'xml' | 'pdf' | 'both';

/** A requested document that is not in the ZIP, and the reason. */
export interface Omitted {
  documentRef: string;
  code: string;
}

/** A ZIP of many documents that a client requested. The ZIP is available for a day after it was created. */
export const DocumentDownload = defineEntity({
  name: 'DocumentDownload',
  tableName: 'document_downloads',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    format: p.string().$type<DownloadFormat>(),
    documentRefs: p.json<string[]>(),
    /**
     * True if the ZIP contains payroll documents. Callers without payroll permissions get a 404 for a ZIP
     * with payroll documents.
     */
    hasPayroll: p.boolean(),
    state: p.string().$type<'preparing' | 'ready' | 'failed' | 'expired'>(),
    /** The number of documents that were added to the ZIP or omitted so far. */
    done: p.integer(),
    omitted: p.json<Omitted[]>(),
    attempts: p.integer(),
    /** The identifier under which the current attempt stores the parts of the ZIP. */
    contentId: p.uuid().nullable(),
    byteSize: p.bigint('number').nullable(),
    errorCode: p.text().nullable(),
    /** The time at which the job creates the ZIP or deletes it. */
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
  },
});

export type DocumentDownload = InferEntity<typeof DocumentDownload>;

/** The response without the download link, which the gateway adds. */
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
 * Stores the progress of an attempt to create a ZIP, and extends the lease of the attempt.
 * @returns false if another attempt has claimed the download
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

/** Selects the downloads whose ZIP must be created or deleted. */
export const dueDownloads = `select org_id, id from document_downloads where due_at <= $1
  order by due_at`;

/** A document that can be added to a ZIP. */
export interface DownloadableDocument {
  ref: string;
  hasXml: boolean;
  isPayroll: boolean;
}

/** Returns the documents with these identifiers. Identifiers of unknown documents are omitted. */
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
