import { audit, type Transaction } from '@timbre/kit';
import { removeApplication, type LockedApplication } from '../store/connected-applications';
import { endTied } from './end-tied';

/**
 * Ends an application that the transaction has locked, with its tokens and everything that was made
 * through it.
 */
export async function endApplication(
  tx: Transaction,
  { id, clientName }: LockedApplication,
): Promise<void> {
  await endTied(tx, 'grant_id', id);
  await removeApplication(tx, id);
  audit(tx, { action: 'application.disconnected', subjectId: id, before: { clientName } });
}
