import type { Transaction } from '@timbre/kit';
import type { MetadataRow } from '../domain/downloads/metadata-rows';
import { metadataColumns } from './metadata';
import { folioSource } from './syncs';

/**
 * Adds a received CFDI to the list of the source that requests single CFDI by UUID. The SAT
 * provides the CFDI minutes to days after the request. If a worker has already claimed the source,
 * its claim stays valid, and the worker finds the CFDI in its next step. A second worker would send
 * the same request to the SAT again.
 */
export async function wantFolio(tx: Transaction, rfc: string, uuid: string): Promise<void> {
  const id = tx.newId();
  await tx.rows(
    `insert into sync_sources (id, org_id, version, sync_id, rfc, source, state, fiscal_years, found,
       imported, updated, skipped, attempts, due_at, phase, spans)
     values ($2, $1, 1, $2, $3, '${folioSource}', 'queued', '[]', 0, 0, 0, 0, 0, $4, 'compare',
       jsonb_build_array(jsonb_build_object('from', $5::text, 'to', $5::text)))
     on conflict (org_id, rfc, source) where state in ('queued', 'running', 'waiting_for_sat')
     do update set spans = sync_sources.spans || excluded.spans, phase = 'compare',
       due_at = case when sync_sources.lease is null
         then least(sync_sources.due_at, excluded.due_at) else sync_sources.due_at end`,
    [tx.organizationId, id, rfc, tx.now, uuid],
  );
}

/**
 * Removes the given UUIDs from the list of CFDI that the source requests. UUIDs that were added
 * since the last read stay in the list, and the source continues with requests for them.
 */
export async function dropFolios(
  tx: Transaction,
  id: string,
  uuids: readonly string[],
): Promise<void> {
  await tx.rows(
    `update sync_sources set phase = 'cfdi', spans = (
       select coalesce(jsonb_agg(span), '[]') from jsonb_array_elements(spans) span
       where not span->>'from' = any($3::text[]))
     where org_id = $1 and id = $2`,
    [tx.organizationId, id, uuids],
  );
}

/** Whether new CFDI that were not compared yet were added to the source. */
export async function hasNewFolios(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.rows(
    `select 1 from sync_sources where org_id = $1 and id = $2 and phase = 'compare'`,
    [tx.organizationId, id],
  );
  return rows.length > 0;
}

/** Reads the SAT's metadata of the given received CFDI. */
export const receivedMetadata = (
  tx: Transaction,
  uuids: readonly string[],
): Promise<MetadataRow[]> =>
  tx.rows<MetadataRow>(
    `select ${metadataColumns} from metadata m where m.org_id = $1 and m.direction = 'received'
     and m.uuid = any(string_to_array($2, ',')::uuid[])`,
    [tx.organizationId, uuids.join()],
  );
