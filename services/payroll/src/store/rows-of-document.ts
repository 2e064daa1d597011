import type { Transaction } from '@timbre/kit';

/** The row whose document it is, or may be once it is stamped. */
export async function rowOfDocument(
  tx: Transaction,
  documentRef: string,
): Promise<string | undefined> {
  const [row] = await tx.execute<{ id: string }>(
    `select id from payroll_rows where org_id = ? and document_ref = ?
       and state in ('stamping', 'stamped') limit 1`,
    [tx.organizationId, documentRef],
  );
  return row?.id;
}

/** The drafts that rows of a run have; of the rows no more than what names them. */
export function draftsOfRun(
  tx: Transaction,
  runId: string,
): Promise<{ id: string; version: number; documentRef: string }[]> {
  return tx.rows(
    `select id, version, document_ref as "documentRef" from payroll_rows
     where org_id = $1 and run_id = $2 and document_ref is not null`,
    [tx.organizationId, runId],
  );
}
