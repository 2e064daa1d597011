import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { type approval, publicForm } from '@timbre/api';
import { gateway } from '@timbre/contract';
import {
  instant,
  isIdentifier,
  json,
  resource,
  onlyRow,
  type Answer,
  type DomainEvent,
  type List,
  type Reader,
  type RefusalCode,
  type RefusalDetails,
  type Transaction,
} from '@timbre/kit';
import type { Limited } from '../domain/principal';

/** A refusal as the database stores it. */
export interface KeptRefusal {
  code: RefusalCode;
  message: string;
  details: RefusalDetails;
}

/** The authority with which an approved action is performed, stored at the time of the approval. */
export interface Authority {
  /** The identifier of the credential or the user. */
  id: string;
  /** The permissions that the approver and the proposer have in common. */
  permissions: string[];
  isOwner?: boolean;
  /** The amount in pesos that counts against the daily limits of these credentials. */
  amount: string;
  counting: Limited[];
  /** The digests of the approved content; undefined if an older release stored the approval. */
  judged?: string[];
}

/** An action that a credential proposed. */
export const Approval = defineEntity({
  name: 'Approval',
  tableName: 'approvals',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    state: p
      .text()
      .$type<'pending' | 'executing' | 'approved' | 'failed' | 'rejected' | 'expired'>(),
    operation: p.text(),
    summary: p.text(),
    /** The summary in Spanish; null for a proposal from an older release. */
    summaryEs: p.text().nullable(),
    documentRef: p.text().nullable(),
    /**
     * Whether the action concerns a payroll document, in which case the summary contains payroll
     * data.
     */
    isPayroll: p.boolean(),
    /** The digest of the document that the action changes. */
    documentVersion: p.text(),
    credentialId: p.uuid(),
    budgetId: p.uuid(),
    /** The proposal's idempotency key, with the digest of its request. */
    key: p.text(),
    fingerprint: p.text(),
    /** The encrypted request; null after the decision. */
    request: p.blob().$type<Uint8Array>().nullable(),
    /** The idempotency key with which the operation is called. */
    nonce: p.uuid(),
    decidedBy: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    /**
     * Identifies the request that approved the action, so that a repetition of the request is
     * recognized.
     */
    decisionKey: p.text().nullable(),
    authority: p.json<Authority>().nullable(),
    reason: p.text().nullable(),
    /** The operation's encrypted response, which only the proposer receives. */
    reply: p.text().nullable(),
    refusal: p.json<KeptRefusal>().nullable(),
    attempts: p.integer(),
    nextAttemptAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

export type Approval = InferEntity<typeof Approval>;

/**
 * Returns the operation and the idempotency key under which an approved action reserves amounts of
 * limits.
 */
export const usesOf = ({ operation, nonce }: Approval) => ({ operation, key: nonce });

const status = `case when r.state = 'pending' and r.expires_at <= now() then 'expired' else r.state end`;

/**
 * An approval as the database stores it, with texts in both languages. The edge sends only the
 * summary and the message in the language of the request.
 */
type InBothLanguages = Answer<typeof approval> & { summaryEs?: string };

export const approvalResource = resource<InBothLanguages>('approval', 'approvals', {
  approvalId: 'r.id',
  status,
  operation: 'r.operation',
  summary: 'r.summary',
  summaryEs: 'r.summary_es',
  credentialId: 'r.credential_id',
  createdAt: instant('r.created_at'),
  expiresAt: instant('r.expires_at'),
  documentRef: 'r.document_ref',
  decidedBy: 'r.decided_by',
  decidedAt: instant('r.decided_at'),
  reason: 'r.reason',
  error: json(`case when r.refusal is not null then json_build_object('code', r.refusal->'code',
    'message', r.refusal->'message', 'reason', r.refusal->'details'->'reason',
    'text', r.refusal->'details'->'text') end`),
});

export const approvalList: List = {
  name: 'approvals',
  resource: approvalResource,
  instantColumn: 'r.created_at',
};

/** The filter of a list by status. The parameter `$1` contains the requested status. */
export const hasStatus = `${status} = $1::text`;

/** The properties that determine which approvals of the organization a caller may see. */
export interface Visibility {
  /**
   * The operations whose proposals the caller may see, and the caller's actor, because callers may
   * see their own proposals.
   */
  visible: string[];
  seesPayroll: boolean;
}

const isVisibleBy = (visible: string) =>
  `(r.operation = any(${visible}::text[]) or r.credential_id::text = any(${visible}::text[]))`;

/** Returns the list filters that the caller's permissions require. */
export const isVisible = ({ visible, seesPayroll }: Visibility): [string, unknown][] => [
  [isVisibleBy('$1'), visible],
  ...(seesPayroll ? [] : [['r.is_payroll = $1', false] as [string, unknown]]),
];

/** Returns the identifier of the approval if the caller may see the approval. */
export async function visibleApproval(
  read: Reader,
  id: string,
  { visible, seesPayroll }: Visibility,
): Promise<string | undefined> {
  if (!isIdentifier(id)) return undefined;
  const [row] = await read.rows<{ id: string }>(
    `select r.id from approvals r where r.org_id = :org and r.id = $2::uuid
       and ${isVisibleBy('$3')} and ($4::boolean or not r.is_payroll)`,
    [id, visible, seesPayroll],
  );
  return row?.id;
}

type Happened = 'requested' | 'approved' | 'failed' | 'rejected' | 'expired';

/** Returns the event gateway.approval.<happened> with the current state of the approval. */
export const approvalEvent = (
  happened: Happened,
  { id, version, operation, credentialId, documentRef, expiresAt, ...rest }: Announced,
): DomainEvent => ({
  subject: `gateway.approval.${happened}`,
  aggregate: 'approval',
  aggregateId: id,
  aggregateVersion: version,
  payload: gateway.Approval.encode({
    approvalId: id,
    version,
    operation,
    credentialId,
    status: happened === 'requested' ? 'pending' : happened,
    documentRef: documentRef ?? undefined,
    expiresAt: expiresAt.toISOString(),
    decidedBy: rest.decidedBy ?? undefined,
    reason: rest.reason ?? undefined,
  }).finish(),
});

type Announced = Pick<
  Approval,
  'id' | 'version' | 'operation' | 'credentialId' | 'documentRef' | 'expiresAt'
> &
  Partial<Pick<Approval, 'decidedBy' | 'reason'>>;

export const publicApproval = publicForm('gateway.approval', gateway.Approval, {
  type: (happened: Happened) => `approval.${happened}`,
  data: (one) => one,
});

/** SQL that selects approvals on which nobody decided in time. */
export const endedApprovals = `select org_id, id from approvals
  where state = 'pending' and expires_at <= $1 order by expires_at`;

/** SQL that selects approved actions with an unknown outcome. */
export const approvalsToResume = `select org_id, id from approvals
  where state = 'executing' and next_attempt_at <= $1 order by next_attempt_at`;

/**
 * Locks the proposals of a credential and its replacements until the commit, so that concurrent
 * proposals are serialized.
 */
export async function lockProposals(tx: Transaction, budgetId: string): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('propose ' || $1, 0))`, [budgetId]);
}

/** Returns the number of undecided proposals of a credential. */
export async function countPending(tx: Transaction, budgetId: string): Promise<number> {
  const pending = onlyRow(
    await tx.rows<{ count: number }>(
      `select count(*)::int as count from approvals
     where org_id = $1 and budget_id = $2 and state = 'pending' and expires_at > $3`,
      [tx.organizationId, budgetId, tx.now],
    ),
  );
  return pending.count;
}
