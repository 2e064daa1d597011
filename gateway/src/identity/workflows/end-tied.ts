import { audit, type Transaction } from '@timbre/kit';
import { accessEnded } from '../store/access';
import { revokeTied } from '../store/credentials';
import { deleteInvitations, memberEvent } from '../store/members';

/**
 * Ends the credentials and the open invitations that a member made, or that were made through an application.
 * Triggers of both tables also end credentials and invitations, but emit no events. The event of the ended
 * access disables the webhooks.
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
