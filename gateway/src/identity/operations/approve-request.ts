import type { Permission } from '@timbre/api';
import { Decimal } from '@timbre/fiscal';
import {
  audit,
  command,
  conflict,
  longCommand,
  operationInProgress,
  Refusal,
  replyWith,
  requestKeyOf,
  type Run,
} from '@timbre/kit';
import { proposedAct } from '../../edge/acts/power';
import { judgedTarget, type Table } from '../../edge/acts/target';
import { releaseUses, reserveUse } from '../workflows/uses';
import { requireWithin, type Limited } from '../../edge/acts/within-limits';
import {
  forbidden,
  organizationArchived,
  requirePermissions,
  type Principal,
} from '../domain/principal';
import type { OperationRow } from '../../edge/operations/operation';
import {
  Approval,
  approvalEvent,
  approvalResource,
  usesOf,
  type Authority,
} from '../store/approvals';
import { isArchivedIn } from '../store/organizations';
import { execute, nextAttempt, proposerOf } from '../workflows/execute-approved';

interface Approving {
  approvalId: string;
  approver: Principal;
  parts: Table;
}

/**
 * Approves an act and does it: once, with the permissions that both the approver and the proposer hold.
 * Refusals: not_found; forbidden (insufficient_scope, own_proposal, approver_limited, proposer_ended);
 * conflict (approval_decided, approval_expired, document_changed, organization_archived); those of the
 * operation
 */
export const approve = longCommand(async (run, { approvalId, approver, parts }: Approving) => {
  const found = await run.step((tx) => tx.get(Approval, approvalId, approvalResource.name));
  const decisionKey = requestKeyOf(run.context);
  // Its process died after it was approved: it goes on.
  const isOurs = found.state === 'executing' && found.decisionKey === decisionKey;
  if (!isOurs) {
    requireOpen(found, run.now());
    try {
      const authority = await authorityOver(parts, run, found, approver);
      await decide(run, approvalId, authority, decisionKey);
    } catch (error) {
      // If this fails too, what is reserved counts until the approval is decided.
      await release(run, approvalId).catch(() => undefined);
      throw error;
    }
  }
  await execute(parts, run, approvalId);
  return run.finish(() => Promise.resolve(replyWith(approvalResource, approvalId)));
});

/** Actions approved before the organization is archived are done; afterwards none begins. */
const decide = (run: Run, id: string, authority: Authority, decisionKey: string): Promise<void> =>
  run.step(async (tx) => {
    // The gateway that asks may remember the organization as it was some seconds ago.
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

/** Releases the uses reserved for an action that was not approved. */
const release = (run: Run, id: string): Promise<void> =>
  run.step(async (tx) => {
    const found = await tx.lock(Approval, id, approvalResource.name);
    if (found.state === 'pending') await releaseUses(tx, usesOf(found));
  });

function requireOpen({ state, expiresAt }: Approval, now: Date): void {
  if (state === 'executing') throw operationInProgress(2);
  if (state !== 'pending') {
    throw conflict(`Nobody can decide on it any more: it is ${state}.`, 'approval_decided');
  }
  if (expiresAt > now) return;
  throw conflict('It waited for seven days; let it be proposed anew.', 'approval_expired');
}

async function authorityOver(
  parts: Table,
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
  const row = parts.operations.find((one) => one.id === approval.operation)!;
  requirePermissions(approver, neededFor(approval, row), row.isOnePermissionEnough);
  const proposer = await proposerOf(parts, run.context, approval);
  const permissions = [...approver.permissions].filter((name) => proposer.permissions.has(name));
  const { given } = parts.backend.seals.open(
    approval.request!,
    approval.organizationId,
    approval.id,
  );
  const act = proposedAct(row)!;
  const seen = await judgedTarget(
    parts,
    row.id,
    act,
    { given, context: run.context },
    approver,
  ).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'not_found' ? documentChanged() : error;
  });
  if (seen.version !== approval.documentVersion) throw documentChanged();
  const limited = { act, given, seen };
  const counting: Limited[] = [];
  let amount = Decimal.zero;
  for (const { id, budgetId = id, limits } of [approver, proposer]) {
    if (!limits) continue;
    amount = Decimal.max(
      amount,
      await requireWithin(parts, limits, limited, run.context, approver),
    );
    counting.push({ id, budgetId, limits });
  }
  for (const one of counting) {
    if (one.limits?.dayAmountMax !== undefined) await reserve(parts, run, approval, one, amount);
  }
  const isOwner = approver.isOwner && proposer.isOwner;
  const { judged } = seen;
  return { id, permissions, isOwner, amount: amount.toString(), counting, judged };
}

/** An act on a payroll document needs the permission of the payroll area besides that of its operation. */
const neededFor = ({ isPayroll }: Approval, { permissions }: OperationRow): Permission[] =>
  isPayroll ? [...permissions, 'employees:manage'] : permissions;

/** So that an act beyond the amount of a day is refused while it can still be approved tomorrow. */
const reserve = (
  { backend }: Table,
  { context }: Run,
  { operation, nonce, fingerprint }: Approval,
  { id, budgetId = id }: Limited,
  amount: Decimal,
) =>
  reserveUse.run(
    backend.own,
    { ...context, idempotency: undefined },
    { budgetId, operation, key: nonce, fingerprint, amount: amount.toString() },
  );

const documentChanged = () =>
  conflict(
    'The document has changed since it was proposed; reject it, and let it be proposed anew.',
    'document_changed',
  );

interface Rejecting {
  approvalId: string;
  reason: string;
  rejecter: Principal;
  operations: OperationRow[];
}

/**
 * Rejects a proposed act. Refusals: not_found; forbidden (insufficient_scope); conflict
 * (approval_decided, approval_expired); operation_in_progress
 */
export const reject = command(async (tx, request: Rejecting) => {
  const found = await tx.lock(Approval, request.approvalId, approvalResource.name);
  const row = request.operations.find(({ id }) => id === found.operation)!;
  requirePermissions(request.rejecter, neededFor(found, row), row.isOnePermissionEnough);
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
