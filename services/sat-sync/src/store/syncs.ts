import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { satSync } from '@timbre/api';
import {
  type Answer,
  conflict,
  instant,
  integer,
  json,
  object,
  resource,
  type List,
  type Transaction,
} from '@timbre/kit';
import type { Span } from '../domain/downloads/spans';
import type { SatSource } from '../domain/sources';
import { syncCompleted } from './sync-completed';

export type SourceState =
  'queued' | 'running' | 'waiting_for_sat' | 'completed' | 'failed' | 'canceled';

/**
 * The name of the source that requests single CFDI by UUID. The source of single CFDI belongs to no
 * synchronization, so no list shows it. An RFC has at most one unfinished source of single CFDI.
 * In this source, the start and the end of each span contain the UUID.
 */
export const folioSource = 'received_folio';

/** The current phase of a source that uses the mass download. */
export type Phase = 'metadata' | 'compare' | 'cfdi' | 'remainder' | 'audit' | 'done';

export const Sync = defineEntity({
  name: 'Sync',
  tableName: 'syncs',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    rfc: p.text(),
    requestedAt: p.datetime(),
  },
});

/** A source of a synchronization; the sources of a synchronization run independently. */
export const SyncSource = defineEntity({
  name: 'SyncSource',
  tableName: 'sync_sources',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    syncId: p.uuid(),
    rfc: p.text(),
    source: p.string().$type<SatSource | typeof folioSource>(),
    state: p.string().$type<SourceState>(),
    fiscalYears: p.json<number[]>(),
    /**
     * The days of issue and the next request of a source that uses the mass download; null for any
     * other source.
     */
    dateFrom: p.date().nullable(),
    dateTo: p.date().nullable(),
    spans: p.json<Span[]>(),
    phase: p.text().$type<Phase>(),
    /** The position of the last document that the current phase has compared. */
    comparedTo: p.text(),
    failures: p.integer(),
    found: p.integer(),
    /** The number of documents that the source has added. */
    imported: p.integer(),
    updated: p.integer(),
    skipped: p.integer(),
    issues: p.json<{ name: string; code: string }[]>(),
    errorCode: p.text().nullable(),
    errorMessage: p.text().nullable(),
    attempts: p.integer(),
    /**
     * The time at which a worker continues the source; the time is null after the source has ended.
     */
    dueAt: p.datetime().nullable(),
  },
});

export type SyncSource = InferEntity<typeof SyncSource>;

type Shape = Answer<typeof satSync>;
type Source = Shape['sources'][number];

type Request = NonNullable<Source['requests']>[number];

/** SQL that selects the newest requests of a source that uses the mass download. */
const requests = `(select json_agg(${object<Request>({
  requestId: 'q.id',
  requestType: 'q.request_type',
  state: 'q.state',
  issuedFrom: 'q.issued_from',
  issuedTo: 'q.issued_to',
  documents: integer('q.documents'),
  requestedAt: instant('q.requested_at'),
  // If a source is finished, the time of its next check is null.
  nextCheckAt: instant('case when s.due_at is not null then q.next_check_at end'),
})} order by q.id) from (select * from sat_requests q where q.org_id = s.org_id
    and q.source_id = s.id order by q.id desc limit 50) q)`;

const ofSync = 'from sync_sources s where s.org_id = r.org_id and s.sync_id = r.id';

export const syncResource = resource<Shape>('synchronization', 'syncs', {
  syncId: 'r.id',
  // The synchronization is `waiting_for_sat` if no source is running and at least one source is
  // waiting. The synchronization is `partially_completed` if all sources have finished and only
  // some of them completed.
  state: `(select case
    when bool_or(s.state = 'running') then 'running'
    when bool_or(s.state = 'waiting_for_sat') then 'waiting_for_sat'
    when bool_or(s.state = 'queued') then 'queued'
    when bool_and(s.state = 'completed') then 'completed'
    when bool_and(s.state = 'canceled') then 'canceled'
    when bool_or(s.state = 'completed') then 'partially_completed'
    else 'failed' end ${ofSync})`,
  requestedAt: instant('r.requested_at'),
  sources: json(
    `(select json_agg(${object<Source>({
      source: 's.source',
      state: 's.state',
      found: integer('s.found'),
      imported: integer('s.imported'),
      updated: integer('s.updated'),
      skipped: integer('s.skipped'),
      nextCheckAt: instant('s.due_at'),
      dateFrom: 's.date_from',
      dateTo: 's.date_to',
      requests: json(`json_strip_nulls(${requests})`),
      issues: json(`nullif(s.issues, '[]')`),
      error: json(`case when s.error_code is not null then json_build_object('code', s.error_code,
      'message', s.error_message, 'retryable', s.state = 'waiting_for_sat') end`),
    })} order by s.source) ${ofSync})`,
  ),
});

/** SQL condition that selects unfinished sources. */
export const live = `state in ('queued', 'running', 'waiting_for_sat')`;

/** Locks the unfinished sources of a synchronization and returns their identifiers. */
export async function lockLive(tx: Transaction, syncId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id::text as id from sync_sources where org_id = $1 and sync_id = $2 and ${live}
     order by id for update`,
    [tx.organizationId, syncId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Emits the event sat_sync.sync.completed if the last source of the synchronization has ended in
 * this transaction.
 */
export async function announceEnd(tx: Transaction, syncId: string): Promise<void> {
  const own = [tx.organizationId, syncId];
  // If two sources end at the same time, the second transaction waits here for the commit of the first.
  // The transaction of the last source therefore reads that all other sources have ended.
  await tx.rows('select 1 from syncs where org_id = $1 and id = $2 for update', own);
  const [over] = await tx.rows<{ sync: Shape }>(
    `select ${syncResource.json} as sync from syncs r where r.org_id = $1 and r.id = $2
     and not exists (select 1 ${ofSync} and ${live})`,
    own,
  );
  if (over) tx.emit(syncCompleted(over.sync));
}

/** Reads the unfinished sources of an RFC, with the synchronizations to which they belong. */
export async function liveSources(tx: Transaction, rfc: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ source: string; syncId: string }>(
    `select source, sync_id::text as "syncId" from sync_sources where org_id = $1 and rfc = $2
     and ${live} and sync_id is not null`,
    [tx.organizationId, rfc],
  );
  return new Map(rows.map(({ source, syncId }) => [source, syncId]));
}

/**
 * Returns the refusal (409) of a synchronization because the same source of the same RFC is already being
 * read.
 * - sync_running: a synchronization is already reading this source; wait for its end
 */
export const syncRunning = (syncId?: string) => {
  const which = syncId === undefined ? 'A synchronization' : `Synchronization ${syncId}`;
  return conflict(`${which} reads this source; wait for its end.`, 'sync_running');
};

export const syncList: List = {
  name: 'syncs',
  resource: syncResource,
  instantColumn: 'r.requested_at',
};
