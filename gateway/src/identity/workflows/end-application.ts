import { audit, type Transaction } from '@timbre/kit';
import { lockApplication, removeApplication } from '../store/connected-applications';
import { endTied } from './end-tied';

/**
 * Ends an application with its tokens, and with what was made through it.
 * @param userId limits it to an application of this member
 * @param allow refuses a caller who may not end an application of this member
 * @returns whether the application was connected
 */
export async function endApplication(
  tx: Transaction,
  id: string,
  { userId, allow }: { userId?: string | undefined; allow?: (userId: string) => Promise<void> },
): Promise<boolean> {
  const found = await lockApplication(tx, id, userId);
  if (!found) return false;
  await allow?.(found.userId);
  await endTied(tx, 'grant_id', id);
  await removeApplication(tx, id, userId);
  const { clientName } = found;
  audit(tx, { action: 'application.disconnected', subjectId: id, before: { clientName } });
  return true;
}
