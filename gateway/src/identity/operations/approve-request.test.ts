import {
  conflict,
  createRun,
  shownVersion,
  unavailable,
  type CallContext,
  type Operation,
  type Refusal,
} from '@timbre/kit';
import { callContext, serviceRuntime, withKey, type ServiceRuntime } from '@timbre/testkit';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { approvedActions } from '../../edge/irreversible/approved-actions';
import type { Principal } from '../domain/principal';
import { create } from './create-credential';
import { operator } from '../workflows/creator';
import type { Backend, OperationRow } from '../../edge/operations/operation';
import { getReceivable } from '../../edge/operations/accounts/get-receivable';
import { recordReceivablePayment } from '../../edge/operations/accounts/record-receivable-payment';
import { startSatSync } from '../../edge/operations/sat/start-sat-sync';
import { archive, restore } from './archive-organization';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { reserveUse } from '../workflows/uses';
import { approve } from './approve-request';
import { execute } from '../workflows/execute-approved';
import { propose, type Proposed } from './propose-action';
import { reject } from './reject-request';
import type { ApprovalProviders } from '../workflows/providers';
import { createSeals } from '../workflows/seals';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

const providersOf = (operations: OperationRow[]): ApprovalProviders => ({
  actions: approvedActions(() => ({ operations, backend: {} as Backend })),
  seals: createSeals(randomBytes(32)),
});

/** Returns a function that calls an operation with the given providers. */
const given = <Request, Answer>(
  providers: ApprovalProviders,
  operation: Operation<Request, ApprovalProviders, Answer>,
): Operation<Request, unknown, Answer> => ({
  run: (runtime, context, request) => operation.run({ ...runtime, providers }, context, request),
});

/**
 * Returns the approver's credential as a gateway cached it before the organization was archived.
 */
const approver = (organizationId: string): Principal => ({
  id: randomUUID(),
  actor: 'credential:person',
  organizationId,
  permissions: new Set(['sat:sync']),
  isOwner: true,
  isArchived: false,
});

interface Proposal {
  context: CallContext;
  providers: ApprovalProviders;
  approvalId: string;
  credentialId: string;
  call: jest.Mock<Promise<Uint8Array>>;
}

/** Makes an agent's credential propose a synchronization, and returns the proposal. */
async function proposal(): Promise<Proposal> {
  const context = callContext({ actor: 'operator' });
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'A', now(), now())`;
  await gateway.rows(sql, [context.organizationId]);
  const { credentialId } = await gateway.answer(create, context, {
    name: 'Agent',
    permissions: ['sat:sync'],
    entropy: randomBytes(32),
    creator: operator,
    limits: { requiresApproval: true },
  });
  const call = jest.fn(() => Promise.resolve(Buffer.from('{"data":{}}')));
  const operations: OperationRow[] = [{ ...startSatSync, call }];
  const providers = providersOf(operations);
  const body = { sources: ['issued_cfdi'] };
  const asked = withKey(context, 'POST /v1/sat/syncs');
  const agent = { ...approver(context.organizationId), id: credentialId as string };
  const answer = await given(providers, propose).run(gateway.runtime, asked, {
    credential: agent,
    operation: 'startSatSync',
    summary: { en: 'Start it?', es: '¿Iniciarla?' },
    documentVersion: shownVersion(null),
    isPayroll: false,
    request: { path: '/v1/sat/syncs', params: {}, search: '', body, given: body },
  });
  const { data } = JSON.parse(String((answer as Proposed).body)) as {
    data: { approvalId: string };
  };
  return {
    context,
    credentialId: credentialId as string,
    providers,
    call,
    ...data,
  };
}

const approving = ({ context, providers, approvalId }: Proposal): Promise<string> => {
  const request = { approvalId, approver: approver(context.organizationId) };
  return gateway
    .answer(
      given(providers, approve),
      callContext({ organizationId: context.organizationId }),
      request,
    )
    .then(
      ({ status }) => String(status),
      ({ code, details }: Refusal) => `${code} ${details.reason}`,
    );
};

const stateOf = async ({ approvalId }: Proposal): Promise<unknown> => {
  const [row] = await gateway.rows('select state from approvals where id = $1', [approvalId]);
  return row!['state'];
};

it('a credential that shares a budget with the proposer cannot approve the proposal', async () => {
  const proposed = await proposal();
  const { approvalId, context, credentialId, providers } = proposed;
  const sibling = { ...approver(context.organizationId), budgetId: credentialId };
  const asking = callContext({ organizationId: context.organizationId });
  const request = { approvalId, approver: sibling };
  const asked = gateway.answer(given(providers, approve), asking, request);
  await expect(asked).rejects.toMatchObject({
    code: 'forbidden',
    details: { reason: 'own_proposal' },
  });
  expect([await stateOf(proposed), proposed.call.mock.calls.length]).toEqual(['pending', 0]);
});

describe('archived tenants', () => {
  it('the approval is rejected without effect, and succeeds after the organization is restored', async () => {
    const proposed = await proposal();
    await gateway.answer(archive, proposed.context, undefined);
    expect(await approving(proposed)).toBe('conflict organization_archived');
    expect([await stateOf(proposed), proposed.call.mock.calls.length]).toEqual(['pending', 0]);
    await gateway.answer(restore, proposed.context, undefined);
    expect(await approving(proposed)).toBe('approved');
    expect(proposed.call).toHaveBeenCalledTimes(1);
  });

  it('an approved action whose outcome is unknown fails after the organization was archived', async () => {
    const proposed = await proposal();
    proposed.call.mockRejectedValueOnce(unavailable('No answer.'));
    expect(await approving(proposed)).toMatch('provider_unavailable');
    await gateway.answer(archive, proposed.context, undefined);
    const run = createRun(gateway.runtime, proposed.context);
    await execute(proposed.providers, run, proposed.approvalId);
    expect([await stateOf(proposed), proposed.call.mock.calls.length]).toEqual(['approved', 2]);
  });
});

/** Makes an agent whose limit is 100 pesos a day propose a payment of 60 pesos. */
async function payment() {
  const context = callContext({ actor: 'operator' });
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'A', now(), now())`;
  await gateway.rows(sql, [context.organizationId]);
  const permissions = ['receivables:read', 'receivables:manage'] as const;
  const key = async (limits: object) => {
    const made = await gateway.answer(create, context, {
      name: 'Key',
      permissions: [...permissions],
      entropy: randomBytes(32),
      creator: operator,
      limits: { dayAmountMax: '100', ...limits },
    });
    const id = made['credentialId'] as string;
    const limited = { dayAmountMax: '100', ...limits };
    return { ...approver(context.organizationId), id, budgetId: id, limits: limited };
  };
  const [agent, person] = [await key({ requiresApproval: true }), await key({})];
  for (const one of [agent, person]) one.permissions = new Set(permissions);
  const call = jest.fn(() => Promise.resolve(Buffer.from('{"data":{}}')));
  const read = () => Promise.resolve(Buffer.from('{"data":{"balances":[]}}'));
  const operations: OperationRow[] = [
    { ...recordReceivablePayment, call },
    { ...getReceivable, call: read },
  ];
  const providers = providersOf(operations);
  const body = { amount: 60, currency: 'MXN', formCode: '03', paidOn: '2026-11-20' };
  const params = { customerId: randomUUID() };
  const asked = withKey(context, 'POST payments');
  const answer = await given(providers, propose).run(gateway.runtime, asked, {
    credential: agent,
    operation: 'recordReceivablePayment',
    summary: { en: 'Record it?', es: '¿Registrarlo?' },
    documentVersion: shownVersion({ balances: [] }),
    isPayroll: false,
    request: { path: '', params, search: '', body, given: { ...params, ...body } },
  });
  const { data } = JSON.parse(String((answer as Proposed).body)) as {
    data: { approvalId: string };
  };
  return { context, operations, providers, call, agent, person, ...data };
}

type Payment = Awaited<ReturnType<typeof payment>>;

const approvingBy = ({ context, providers, approvalId, person }: Payment): Promise<string> =>
  gateway
    .answer(given(providers, approve), callContext({ organizationId: context.organizationId }), {
      approvalId,
      approver: person,
    })
    .then(
      () => 'approved',
      ({ code, details }: Refusal) => `${code} ${details.reason}`,
    );

/**
 * Returns the amounts of the day that are reserved or used for the agent's and the approver's
 * credentials.
 */
async function usedBy({ agent, person }: Payment): Promise<unknown[]> {
  const sql = `select coalesce(sum(amount), 0)::int as used from limit_uses
    where budget_id = $1 and state <> 'released'`;
  const used = [agent, person].map(({ id }) => gateway.rows<{ used: number }>(sql, [id]));
  return (await Promise.all(used)).map(([row]) => row!.used);
}

describe('reserved amounts', () => {
  it('a reserved amount counts for both credentials once the action has been performed', async () => {
    const paid = await payment();
    expect(await approvingBy(paid)).toBe('approved');
    expect(await usedBy(paid)).toEqual([60, 60]);
  });

  it('an amount reserved for one credential is released when the limit of the other credential rejects the approval', async () => {
    const paid = await payment();
    const { id: budgetId } = paid.agent;
    const use = { operation: 'other', key: 'k', fingerprint: 'ab'.repeat(32), amount: '60' };
    await createRun(gateway.runtime, paid.context).step((tx) =>
      reserveUse(tx, { budgetId, ...use }),
    );
    expect(await approvingBy(paid)).toBe('forbidden day_limit_exceeded');
    expect(await usedBy(paid)).toEqual([60, 0]);
    const tomorrow = new Date(gateway.runtime.now().getTime() + 86_400_000).toISOString();
    gateway.setClock(tomorrow);
    expect(await approvingBy(paid)).toBe('approved');
    const days = `select count(*)::int as n from limit_uses where day = $1::date and budget_id = $2`;
    const [row] = await gateway.rows(days, [tomorrow.slice(0, 10), paid.person.id]);
    expect(row).toEqual({ n: 1 });
  });

  it('a reserved amount is released when the organization is archived in the meantime', async () => {
    const paid = await payment();
    await gateway.answer(archive, paid.context, undefined);
    expect(await approvingBy(paid)).toBe('conflict organization_archived');
    expect(await usedBy(paid)).toEqual([0, 0]);
  });

  it('a reserved amount is released when the operation rejects the action, and kept while the outcome is unknown', async () => {
    const [refused, unknown] = [await payment(), await payment()];
    refused.call.mockRejectedValueOnce(conflict('No.', 'exceeds_balance'));
    expect(await approvingBy(refused)).toBe('conflict exceeds_balance');
    expect(await usedBy(refused)).toEqual([0, 0]);
    unknown.call.mockRejectedValueOnce(unavailable('No answer.'));
    expect(await approvingBy(unknown)).toMatch('provider_unavailable');
    expect(await usedBy(unknown)).toEqual([60, 60]);
  });

  it('a reserved amount is released when the action is rejected before it is counted', async () => {
    const paid = await payment();
    // Simulates a new release that no longer accepts the stored request.
    Object.assign(paid.operations[0]!, { body: z.never() });
    expect(await approvingBy(paid)).toMatch('validation_error');
    expect(await usedBy(paid)).toEqual([0, 0]);
  });

  it('a reserved amount is released when the process crashes before the decision and the action is then rejected', async () => {
    const paid = await payment();
    const sql = `insert into limit_uses (id, org_id, budget_id, operation, key, fingerprint, day,
        amount, state, created_at)
      select gen_random_uuid(), a.org_id, a.budget_id, a.operation, a.nonce::text,
        decode(a.fingerprint, 'hex'), '2026-11-21', 60, 'reserved', now() from approvals a where a.id = $1`;
    await gateway.rows(sql, [paid.approvalId]);
    expect(await usedBy(paid)).toEqual([60, 0]);
    const { approvalId, person: rejecter, providers } = paid;
    const request = { approvalId, reason: 'No', rejecter };
    await gateway.answer(given(providers, reject), paid.context, request);
    expect(await usedBy(paid)).toEqual([0, 0]);
  });
});
