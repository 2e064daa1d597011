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
