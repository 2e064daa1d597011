import { certain, Decimal } from '@timbre/fiscal';
import {
  audit,
  conflict,
  longCommand,
  Refusal,
  replyWith,
  requestKeyOf,
  survived,
  type Run,
} from '@timbre/kit';
import type { Limited, Principal } from '../domain/principal';
import { Approval, approvalResource, usesOf, type Authority } from '../store/approvals';
import { isArchivedIn } from '../store/organizations';
import { execute, nextAttempt, proposerOf } from '../workflows/execute-approved';
import type { ApprovalProviders } from '../workflows/providers';
import { requireOpen } from '../workflows/require-open';
import { forbidden, organizationArchived } from '../workflows/require-permissions';
import { releaseUses } from '../store/limit-uses';
import { reserveUse } from '../workflows/uses';

interface Approving {
  approvalId: string;
  approver: Principal;
}

/**
 * Approves an action and performs it once, with the permissions that the approver and the proposer
 * have in common. The possible refusals are not_found; forbidden (insufficient_scope, own_proposal,
 * approver_limited, proposer_ended); conflict (approval_decided, approval_expired,
 * document_changed, organization_archived); those of the operation
 */
export const approve = longCommand(
  async (run, { approvalId, approver }: Approving, providers: ApprovalProviders) => {
    const found = await run.step((tx) => tx.get(Approval, approvalId, approvalResource.name));
    const decisionKey = requestKeyOf(run.context);
    // If the process crashed after the decision, a request with the same idempotency key continues
    // here.
    const isOurs = found.state === 'executing' && found.decisionKey === decisionKey;
    if (!isOurs) {
      requireOpen(found, run.now());
      try {
        const authority = await authorityOver(providers, run, found, approver);
        await decide(run, approvalId, authority, decisionKey);
      } catch (error) {
        // If the release fails as well, the amount stays reserved until the approval is decided.
        const failed = survived(run.logger, 'the release of the uses of an approval');
        await release(run, approvalId).catch(failed);
        throw error;
      }
    }
    await execute(providers, run, approvalId);
    return run.finish(() => Promise.resolve(replyWith(approvalResource, approvalId)));
  },
);

/**
 * Marks an approval as approved. An approval in an archived organization is rejected. Actions that
 * were approved before the archival are still performed.
 */
const decide = (run: Run, id: string, authority: Authority, decisionKey: string): Promise<void> =>
  run.step(async (tx) => {
    // The state of the organization is read again, because the cached state can be a few seconds
    // old.
    if (await isArchivedIn(tx)) throw organizationArchived();
    const found = await tx.lock(Approval, id, approvalResource.name);
    requireOpen(found, tx.now);
    Object.assign(found, {
      state: 'executing',
      decidedBy: tx.context.actor,
      decidedAt: tx.now,
      decisionKey,
      authority,
      updatedAt: tx.now,
      nextAttemptAt: nextAttempt(tx, 0),
    });
    audit(tx, { action: 'approval.approved', subjectId: id });
  });

/** Releases the amounts reserved for an action that was not approved. */
const release = (run: Run, id: string): Promise<void> =>
  run.step(async (tx) => {
    const found = await tx.lock(Approval, id, approvalResource.name);
    if (found.state === 'pending') await releaseUses(tx, usesOf(found));
  });

/**
 * - own_proposal: you cannot approve what your own credential proposed
 * - approver_limited: this credential may only propose actions, so a person has to approve them
 */
async function authorityOver(
  { actions, seals }: ApprovalProviders,
  run: Run,
  approval: Approval,
  approver: Principal,
): Promise<Authority> {
  const { id, budgetId, limits } = approver;
  if ((budgetId ?? id) === approval.budgetId) {
    throw forbidden('Nobody approves what his own credential proposed.', 'own_proposal');
  }
  if (limits?.requiresApproval) {
    throw forbidden('This credential only proposes; a person has to approve.', 'approver_limited');
  }
  const { operation } = approval;
  actions.requireAllowed(operation, approval.isPayroll, approver);
  const proposer = await proposerOf(actions, run, approval);
  const permissions = [...approver.permissions].filter((name) => proposer.permissions.has(name));
  const request = seals.open(
    certain(approval.request, 'request'),
    approval.organizationId,
    approval.id,
  );
  const action = { operation, request };
  const judgedAction = await actions
    .judge(action, run.context, approver)
    .catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'not_found' ? documentChanged() : error;
    });
  const { version, judged } = judgedAction;
  if (version !== approval.documentVersion) throw documentChanged();
  const counting: Limited[] = [];
  let amount = Decimal.zero;
  for (const { id, budgetId = id, limits } of [approver, proposer]) {
    if (!limits) continue;
    amount = Decimal.max(amount, await judgedAction.amountWithin(limits));
    counting.push({ id, budgetId, limits });
  }
  for (const one of counting) {
    if (one.limits?.dayAmountMax !== undefined) await reserve(run, approval, one, amount);
  }
  const isOwner = approver.isOwner && proposer.isOwner;
  return { id, permissions, isOwner, amount: amount.toString(), counting, judged };
}

/**
 * Reserves the amounts before the approval is decided. If an action exceeds the daily amount, the
 * approval fails but stays undecided, and can be retried the next day.
 */
const reserve = (
  run: Run,
  { operation, nonce, fingerprint }: Approval,
  { id, budgetId = id }: Limited,
  amount: Decimal,
): Promise<void> => {
  const use = { budgetId, operation, key: nonce, fingerprint, amount: amount.toString() };
  return run.step((tx) => reserveUse(tx, use));
};

const documentChanged = () =>
  conflict(
    'The document has changed since the proposal; reject it and propose the action again.',
    'document_changed',
  );
