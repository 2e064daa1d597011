import { audit, command, replyWith } from '@timbre/kit';
import type { Principal } from '../domain/principal';
import { Approval, approvalEvent, approvalResource, usesOf } from '../store/approvals';
import type { ApprovalProviders } from '../workflows/providers';
import { requireOpen } from '../workflows/require-open';
import { releaseUses } from '../store/limit-uses';

interface Rejecting {
  approvalId: string;
  reason: string;
  rejecter: Principal;
}

/**
 * Rejects a proposed action. The possible refusals are not_found; forbidden (insufficient_scope);
 * conflict (approval_decided, approval_expired); operation_in_progress
 */
export const reject = command(async (tx, request: Rejecting, { actions }: ApprovalProviders) => {
  const found = await tx.lock(Approval, request.approvalId, approvalResource.name);
  actions.requireAllowed(found.operation, found.isPayroll, request.rejecter);
  requireOpen(found, tx.now);
  Object.assign(found, {
    state: 'rejected',
    decidedBy: tx.context.actor,
    decidedAt: tx.now,
    reason: request.reason,
    request: null,
    updatedAt: tx.now,
  });
  await releaseUses(tx, usesOf(found));
  audit(tx, { action: 'approval.rejected', subjectId: found.id });
  tx.emit(() => approvalEvent('rejected', found));
  return replyWith(approvalResource, found.id);
});
