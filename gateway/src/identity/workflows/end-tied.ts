import { audit, type Transaction } from '@timbre/kit';
import { accessEnded } from '../store/access';
import { revokeTied } from '../store/credentials';
import { deleteInvitations, memberEvent } from '../store/members';

/**
 * Ends the credentials and the open invitations that a member created, or that were created through
 * an application. Database triggers would end the credentials and invitations too, but triggers
 * publish no events. The webhooks service disables webhooks when it receives the event of the ended
 * access.
 */
export async function endTied(
  tx: Transaction,
  tie: 'user_id' | 'grant_id',
  id: string,
): Promise<void> {
  await revokeTied(tx, tie, id);
  for (const invitation of await deleteInvitations(tx, tie, id)) {
    const { email, role } = invitation;
    audit(tx, { action: 'member.removed', subjectId: invitation.id, before: { email, role } });
    tx.emit(memberEvent('removed', invitation));
  }
  tx.emit(accessEnded(tie === 'user_id' ? { userId: id } : { grantId: id }));
}
