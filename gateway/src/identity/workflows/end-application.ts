import { audit, type Transaction } from '@timbre/kit';
import { removeApplication, type LockedApplication } from '../store/connected-applications';
import { endTied } from './end-tied';

/**
 * Ends an application, its tokens, and everything that was created through the application. The
 * caller must have locked the application's row.
 */
export async function endApplication(
  tx: Transaction,
  { id, clientName }: LockedApplication,
): Promise<void> {
  await endTied(tx, 'grant_id', id);
  await removeApplication(tx, id);
  audit(tx, { action: 'application.disconnected', subjectId: id, before: { clientName } });
}
