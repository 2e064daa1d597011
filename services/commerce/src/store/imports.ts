import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { importJob, importResult, importRow } from '@timbre/api';
import type { Issue } from '@timbre/fiscal';
import {
  foldedText,
  instant,
  integer,
  json,
  resource,
  type Answer,
  type List,
  type Transaction,
} from '@timbre/kit';
import type { ImportKind } from '../domain/imports/columns';
import type { ImportState } from '../domain/imports/import-state';
import type { ImportAction } from '../domain/imports/judge-row';
import { contactResource } from './contacts';
import { productResource } from './products';

type Job = Answer<typeof importJob>;
type Row = Answer<typeof importRow>;
export type ImportCounts = NonNullable<Job['counts']>;
export type ImportResults = NonNullable<Job['results']>;
export type ImportResult = (typeof importResult.options)[number];

/** An import of a file as products, customers or suppliers. */
export const Import = defineEntity({
  name: 'Import',
  tableName: 'imports',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    kind: p.text().$type<ImportKind>(),
    state: p.text().$type<ImportState>(),
    fileId: p.text(),
    fileName: p.text(),
    rowsDone: p.integer(),
    rowsTotal: p.integer().nullable(),
    counts: p.json<ImportCounts>().nullable(),
    results: p.json<ImportResults>().nullable(),
    issues: p.json<Issue[]>(),
    errorCode: p.text().nullable(),
    /**
     * The number of failed attempts to read the file or, during the commit, to write the next rows.
     */
    attempts: p.integer(),
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    committedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
  },
});

export type Import = InferEntity<typeof Import>;

export const ImportRow = defineEntity({
  name: 'ImportRow',
  tableName: 'import_rows',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    importId: p.uuid(),
    line: p.integer(),
    action: p.text().$type<ImportAction>(),
    /** The values in the format of the API. */
    values: p.json<Record<string, unknown>>(),
    cleared: p.json<string[]>(),
    issues: p.json<Issue[]>(),
    warnings: p.json<Issue[]>(),
    recordId: p.uuid().nullable(),
    /** The version of the record at the time of the preview. */
    recordVersion: p.integer().nullable(),
    /** The location whose stock the row sets. */
    locationId: p.uuid().nullable(),
    result: p.text().$type<ImportResult>().nullable(),
  },
});

export type ImportRow = InferEntity<typeof ImportRow>;

export const importResource = resource<Job>('import', 'imports', {
  importId: 'r.id',
  kind: 'r.kind',
  state: 'r.state',
  fileId: 'r.file_id',
  fileName: 'r.file_name',
  rowsDone: integer('r.rows_done'),
  rowsTotal: integer('r.rows_total'),
  counts: json('r.counts'),
  results: json('r.results'),
  issues: json('r.issues'),
  errorCode: 'r.error_code',
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
  expiresAt: instant('r.expires_at'),
  committedAt: instant('r.committed_at'),
  finishedAt: instant('r.finished_at'),
});

export const importList: List = {
  name: 'imports',
  resource: importResource,
  searchColumn: foldedText('r.file_name'),
  instantColumn: 'r.created_at',
};

/**
 * SQL of a row's current record, which is a product or a contact. The identifiers of products and
 * contacts are always different.
 */
const current = [productResource, contactResource].map(
  (of) => `(select ${of.json} from (select r.org_id, r.record_id) f
    join ${of.table} r on r.org_id = f.org_id and r.id = f.record_id)`,
);

export const importRowList: List = {
  name: 'import_rows',
  resource: resource<Row>('import row', 'import_rows', {
    rowId: 'r.id',
    line: integer('r.line'),
    action: 'r.action',
    values: json('r.values'),
    cleared: json('r.cleared'),
    issues: json('r.issues'),
    warnings: json("nullif(r.warnings, '[]'::jsonb)"),
    recordId: 'r.record_id',
    current: json(`coalesce(${current.join(', ')})`),
    result: 'r.result',
  }),
  searchColumn: foldedText(`(select string_agg(v.value, ' ') from jsonb_each_text(r.values) v)`),
  instantColumn: `(select i.created_at from imports i where i.org_id = r.org_id and i.id = r.import_id)`,
  isOldestFirst: true,
};

/** Counts the organization's imports that are in preview or in progress, up to a limit. */
export async function countOpenImports(tx: Transaction, max: number): Promise<number> {
  const open = await tx.rows(
    `select 1 from imports where org_id = $1 and state in ('parsing', 'preview', 'committing')
     limit $2`,
    [tx.organizationId, max],
  );
  return open.length;
}

/** Returns SQL that selects the due imports in these states. */
export const dueImports = (states: string) =>
  `select org_id, id from imports where state in (${states}) and due_at <= $1 order by due_at`;
