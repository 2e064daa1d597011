import { nilUuid, type Transaction } from '@timbre/kit';
import type { Pool } from 'pg';
import type { DocumentKind } from '../../domain/document-kind';
import type { AttemptState } from '../../domain/stamping/attempt-state';
import { isOpenSql } from '../stamping/stamp-attempts';

const known: { readonly [Kind in DocumentKind]: string } = {
  cfdi: `select uuid::text as uuid from cfdi
    where org_id = $1 and direction = 'issued' and uuid = any($2::uuid[]) and stamped_xml is not null`,
  withholding: `select uuid::text as uuid from withholdings
    where org_id = $1 and uuid = any($2::uuid[]) and stamped_xml is not null`,
};

/** Returns those of the given UUIDs whose issued document is stored with its XML. */
export async function knownStamps(
  tx: Transaction,
  kind: DocumentKind,
  uuids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ uuid: string }>(known[kind], [tx.organizationId, uuids]);
  return new Set(rows.map(({ uuid }) => uuid));
}

/** A stamp attempt whose outcome the restored database does not contain. */
export interface OpenAttempt {
  id: string;
  state: Extract<AttemptState, 'sealed' | 'sending' | 'unknown'>;
}

/** Returns all open stamp attempts of the organization, the oldest first. */
export const openAttempts = (tx: Transaction): Promise<OpenAttempt[]> =>
  tx.rows(
    `select id::text as id, state from stamp_attempts
     where org_id = $1 and ${isOpenSql} order by id`,
    [tx.organizationId],
  );

/** A valid document that the organization issued, with its stamped XML. */
export interface IssuedDocument {
  id: string;
  xml: Buffer;
}

const pageMax = 200;

// The cancellation job asks the SAT about documents with an open request.
const notRequested = `not exists (select from cancellations n where n.org_id = r.org_id
    and n.cfdi_id = r.id and n.state in ('requested', 'in_process'))`;

const validIn = (table: string): string =>
  `select r.id::text as id, r.stamped_xml as xml from ${table} r
   where r.org_id = $1 and r.direction = 'issued' and r.status = 'valid' and r.id > $2::uuid
     and r.dated_on >= $3::date and r.stamped_xml is not null and ${notRequested}
   order by r.id limit ${pageMax}`;

const issued: { readonly [Kind in DocumentKind]: string } = {
  cfdi: validIn('cfdi'),
  withholding: validIn('withholdings'),
};

/**
 * Returns a page of the valid issued documents with a date of issue from `from`, in the order of their
 * identifiers.
 */
export const issuedPage = (
  tx: Transaction,
  kind: DocumentKind,
  { from, after = nilUuid }: { from: string; after?: string | undefined },
): Promise<IssuedDocument[]> => tx.rows(issued[kind], [tx.organizationId, after, from]);

/** Returns the organizations with a fiscal profile, which are the organizations that issue documents. */
export async function issuingOrganizations(systemPool: Pool): Promise<string[]> {
  const { rows } = await systemPool.query<{ id: string }>(
    'select org_id::text as id from cancellation_polls order by org_id',
  );
  return rows.map(({ id }) => id);
}
