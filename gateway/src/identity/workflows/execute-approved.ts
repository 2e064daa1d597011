import { Decimal } from '@timbre/fiscal';
import {
  createRun,
  isFinal,
  Refusal,
  refusals,
  type CallContext,
  type Run,
  type Transaction,
} from '@timbre/kit';
import type { Table } from '../../edge/acts/target';
import {
  forbidden,
  requirePermissions,
  type Credential,
  type Principal,
} from '../domain/principal';
import { validate } from '../../edge/perform/validate';
import { releaseUses } from './uses';
import { counted } from '../../edge/acts/within-limits';
import {
  Approval,
  approvalEvent,
  approvalResource,
  usesOf,
  type Authority,
} from '../store/approvals';
import { CredentialEntity } from '../store/credentials';

const waitMs = 30_000;
const waitMsMax = 3_600_000;

/** When an attempt without an answer is repeated, doubled each time. */
export const nextAttempt = (tx: Transaction, attempts: number): Date =>
  new Date(tx.now.getTime() + Math.min(waitMs * 2 ** attempts, waitMsMax));

/**
 * Does an approved act and keeps its outcome. Its idempotency key is that of the approval, so it happens
 * once, whoever repeats this.
 * @throws Refusal of the operation; after one that says nothing of the outcome the act stays `executing`
 */
export async function execute(parts: Table, run: Run, id: string): Promise<void> {
  const approval = await run.step((tx) => tx.get(Approval, id, approvalResource.name));
  if (approval.state !== 'executing') return;
  try {
    const reply = await callApproved(parts, run.context, approval);
    await end(run, id, 'approved', (_, found) => {
      found.reply = parts.backend.seals.sealAnswer(reply, found.organizationId, found.id);
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !isOutcome(error)) throw error;
    const { code, message, details } = error;
    await end(run, id, 'failed', async (tx, found) => {
      found.refusal = { code, message, details };
      // It may have been refused before it was counted; an earlier attempt may have had its effect.
      if (found.attempts === 0) await releaseUses(tx, usesOf(found));
    });
    throw error;
  }
}

/** Whether the operation refuses for good: with the same key it would do so again. */
const isOutcome = (refusal: Refusal): boolean => {
  const { code, details } = refusal;
  // The proposer ended after it was approved.
  if (code === 'unauthenticated') return true;
  return isFinal(refusal) || (refusals[code].isOutcome && !details.retryable);
};

const end = (
  run: Run,
  id: string,
  state: 'approved' | 'failed',
  change: (tx: Transaction, approval: Approval) => void | Promise<void>,
): Promise<void> =>
  run.step(async (tx) => {
    const found = await tx.lock(Approval, id, approvalResource.name);
    if (found.state !== 'executing') return;
    await change(tx, found);
    Object.assign(found, { state, request: null, nextAttemptAt: null, updatedAt: tx.now });
    tx.emit(() => approvalEvent(state, found));
  });

async function callApproved(
  parts: Table,
  context: CallContext,
  approval: Approval,
): Promise<Uint8Array> {
  const { operation, authority, nonce, organizationId, fingerprint } = approval;
  const row = parts.operations.find(({ id }) => id === operation)!;
  const { params, search, body } = parts.backend.seals.open(
    approval.request!,
    organizationId,
    approval.id,
  );
  const input = validate(row, {
    params,
    search: new URLSearchParams(search),
    body,
    idempotencyKey: nonce,
    bodyIssues: [],
  });
  const proposer = asCredential(await storedProposer(parts, context, approval));
  const approver = { ...credentialOf(approval, authority!), proposer };
  const calling: CallContext = {
    ...context,
    actor: approver.actor,
    permissions: row.permissions,
    idempotency: { key: nonce, route: `${row.method} ${row.path}`, fingerprint },
    judged: authority!.judged,
  };
  const call = async () => (await row.call(parts.backend, input, calling, approver)) as Uint8Array;
  // The limits were asked before the approval; the action itself may have changed the document since.
  const amount = Decimal.from(authority!.amount);
  const within = authority!.counting.reduce(
    (inner, limited) => () => counted(parts, limited, amount, operation, calling, inner),
    call,
  );
  return within();
}

const credentialOf = (
  { organizationId, decidedBy }: Approval,
  { id, permissions, isOwner = false }: Authority,
): Principal => ({
  id,
  actor: decidedBy!,
  organizationId,
  isOwner,
  isArchived: false,
  permissions: new Set(permissions),
});

/**
 * The credential that proposed it, as it is now.
 * Refusals: forbidden (proposer_ended, insufficient_scope)
 */
export async function proposerOf(
  parts: Table,
  context: CallContext,
  approval: Approval,
): Promise<Principal> {
  const { backend, operations } = parts;
  const found = await storedProposer(parts, context, approval);
  const isOver = found.revokedAt ?? (found.expiresAt && found.expiresAt <= backend.own.now());
  if (isOver) {
    throw forbidden('The credential that proposed it works no more.', 'proposer_ended');
  }
  const proposer = asCredential(found);
  const row = operations.find(({ id }) => id === approval.operation)!;
  requirePermissions(proposer, row.permissions, row.isOnePermissionEnough);
  return proposer;
}

const storedProposer = (
  { backend: { own } }: Table,
  context: CallContext,
  { credentialId }: Approval,
): Promise<CredentialEntity> =>
  createRun(own, context).step((tx) => tx.get(CredentialEntity, credentialId, 'credential'));

const asCredential = (found: CredentialEntity): Credential => ({
  id: found.id,
  actor: `credential:${found.id}`,
  organizationId: found.organizationId,
  permissions: new Set(found.permissions),
  isOwner: found.isOwner,
  isArchived: false,
  budgetId: found.budgetId,
  limits: found.limits ?? undefined,
  parentId: found.parentId ?? undefined,
  expiresAt: found.expiresAt ?? undefined,
  allowedAddresses: found.allowedAddresses ?? undefined,
});
