import { parseDocumentRef } from '@timbre/fiscal';
import { isIdentifier, operationInProgress, type Transaction } from '@timbre/kit';

const tables = { expense: 'expenses', contact: 'contacts' } as const;

type Fenced = keyof typeof tables;

/**
 * Rejects an action on a locked row after the accounts service has ended the action's fence,
 * because money may have been recorded since accounts reported the balance. The client must repeat
 * the request.
 * @throws Refusal operation_in_progress
 */
export async function requireOpenFence(
  tx: Transaction,
  kind: Fenced,
  id: string,
  fence: number | undefined,
): Promise<void> {
  if (fence === undefined) return;
  const ended = await tx.rows(
    `select 1 from ${tables[kind]} where org_id = $1 and id = $2 and ended_fence >= $3`,
    [tx.organizationId, id, fence],
  );
  if (ended.length > 0) throw operationInProgress(1);
}

/**
 * Ends the fence with this number and all earlier fences of the subject. The statement waits until
 * a running action on the subject has released its row.
 * @param subject is the reference of an expense, or the identifier of a contact
 */
export async function endFence(tx: Transaction, subject: string, number: number): Promise<void> {
  const expense = parseDocumentRef(subject, 'expense');
  const id = expense?.id ?? subject;
  if (!isIdentifier(id)) return;
  await tx.rows(
    `update ${tables[expense ? 'expense' : 'contact']} set ended_fence = $3
     where org_id = $1 and id = $2 and ended_fence < $3`,
    [tx.organizationId, id, number],
  );
}
