import type { Transaction } from '@timbre/kit';

/** Returns the payroll row whose stamped document or draft has the given reference. */
export async function rowOfDocument(
  tx: Transaction,
  documentRef: string,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(
    `select id from payroll_rows where org_id = $1 and document_ref = $2
       and state in ('stamping', 'stamped') limit 1`,
    [tx.organizationId, documentRef],
  );
  return row?.id;
}

/** Returns the drafts of a run, with the values that identify their rows. */
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
