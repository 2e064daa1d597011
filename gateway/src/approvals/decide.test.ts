import type { Refusal } from '@timbre/kit';
import { createRun, unavailable, type CallContext } from '@timbre/kit';
import { callContext, serviceRuntime, withKey, type ServiceRuntime } from '@timbre/testkit';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Table } from '../acts/target';
import type { Principal } from '../auth/principal';
import { create } from '../credentials/create';
import { operator } from '../credentials/creator';
import type { Backend, OperationRow } from '../operations/operation';
import { startSatSync } from '../operations/sat/start-sat-sync';
import { archive, restore } from '../organizations/archive';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { approve } from './decide';
import { execute } from './execute';
import type { Proposed } from './propose';
import { propose } from './propose';
import { createSeals } from './seal';
import { versionOf } from './version';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

/** The credential as a gateway remembers it that has not heard of the archive. */
const approver = (organizationId: string): Principal => ({
  ...{ id: randomUUID(), actor: 'credential:person', organizationId },
  ...{ permissions: new Set(['sat:sync']), isOwner: true, isArchived: false },
});

interface Proposal {
  context: CallContext;
  parts: Table;
  approvalId: string;
  /** Calls of the approved operation. */
  call: jest.Mock<Promise<Uint8Array>>;
}

/** A synchronization that an agent has proposed. */
async function proposal(): Promise<Proposal> {
  const context = callContext({ actor: 'operator' });
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'A', now(), now())`;
  await gateway.rows(sql, [context.organizationId]);
  const { credentialId } = await gateway.answer(create, context, {
    ...{ name: 'Agent', permissions: ['sat:sync'], entropy: randomBytes(32), creator: operator },
    limits: { requiresApproval: true },
  });
  const call = jest.fn(() => Promise.resolve(Buffer.from('{"data":{}}')));
  const operations: OperationRow[] = [{ ...startSatSync, call }];
  const seals = createSeals(randomBytes(32));
  const backend = { own: gateway.runtime, seals } as Backend;
  const body = { sources: ['issued_cfdi'] };
  const asked = withKey(context, 'POST /v1/sat/syncs');
  const agent = { ...approver(context.organizationId), id: credentialId as string };
  const answer = await propose(backend, asked, agent, {
    ...{ operation: 'startSatSync', summary: 'Start it?', documentVersion: versionOf(undefined) },
    request: { path: '/v1/sat/syncs', params: {}, search: '', body, given: body },
  });
  const { data } = JSON.parse(String((answer as Proposed).body)) as {
    data: { approvalId: string };
  };
  return { context, parts: { operations, backend }, call, ...data };
}

const approving = ({ context, parts, approvalId }: Proposal): Promise<string> => {
  const request = { approvalId, approver: approver(context.organizationId), parts };
  return gateway
    .answer(approve, callContext({ organizationId: context.organizationId }), request)
    .then(
      ({ status }) => String(status),
      ({ code, details }: Refusal) => `${code} ${details.reason}`,
    );
};

const stateOf = async ({ approvalId }: Proposal): Promise<unknown> => {
  const [row] = await gateway.rows('select state from approvals where id = $1', [approvalId]);
  return row!['state'];
};

describe('an approval in an organization that was just archived', () => {
  it('is refused and does nothing, and is carried out after the restore', async () => {
    const proposed = await proposal();
    await gateway.answer(archive, proposed.context, undefined);
    expect(await approving(proposed)).toBe('conflict organization_archived');
    expect([await stateOf(proposed), proposed.call.mock.calls.length]).toEqual(['pending', 0]);
    await gateway.answer(restore, proposed.context, undefined);
    expect(await approving(proposed)).toBe('approved');
    expect(proposed.call).toHaveBeenCalledTimes(1);
  });

  it('ends what was decided before, because its outcome is not known', async () => {
    const proposed = await proposal();
    proposed.call.mockRejectedValueOnce(unavailable('No answer.'));
    expect(await approving(proposed)).toMatch('provider_unavailable');
    await gateway.answer(archive, proposed.context, undefined);
    const run = createRun(gateway.runtime, proposed.context);
    await execute(proposed.parts, run, proposed.approvalId);
    expect([await stateOf(proposed), proposed.call.mock.calls.length]).toEqual(['approved', 2]);
  });
});
