import { permissions } from '@timbre/api';
import { createRun, type CallContext, type Refusal } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { randomBytes, randomUUID } from 'node:crypto';
import { create } from '../operations/create-credential';
import { operator, type Creator } from './creator';
import { rotate } from '../operations/rotate-credential';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import type { CredentialLimits } from '../domain/credential-limits';
import { settleUse, type Use } from '../store/limit-uses';
import { reserveUse } from './uses';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

const noon = '2026-11-21T18:00:00.000Z';
beforeEach(() => gateway.setClock(noon));

async function organization(): Promise<CallContext> {
  const context = callContext({ actor: 'operator' });
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'A', now(), now())`;
  await gateway.rows(sql, [context.organizationId]);
  return context;
}

interface Key {
  creator: Creator;
  budgetId: string;
}

const keyOf = async (id: string, limits: CredentialLimits | undefined): Promise<Key> => {
  const [row] = await gateway.rows<{ budget_id: string }>(
    'select budget_id from credentials where id = $1',
    [id],
  );
  const creator = { credentialId: id, permissions: new Set(permissions), isOwner: true, limits };
  return { creator, budgetId: row!.budget_id };
};

async function key(
  context: CallContext,
  limits: CredentialLimits | undefined,
  creator: Creator = operator,
): Promise<Key> {
  const made = await gateway.answer(create, context, {
    name: 'Agent',
    permissions: [...permissions],
    entropy: randomBytes(32),
    creator,
    limits,
  });
  return keyOf(made['credentialId'] as string, limits ?? creator.limits);
}

const fingerprint = 'ab'.repeat(32);

const use = ({ budgetId }: Key, amount: string, more: Partial<Use> = {}): Use => ({
  budgetId,
  operation: 'stampCfdi',
  key: randomUUID(),
  fingerprint,
  amount,
  ...more,
});

const settling = (context: CallContext, wanted: Use, state: 'done' | 'released') =>
  createRun(gateway.runtime, context).step((tx) => settleUse(tx, wanted, state));

const reserving = (context: CallContext, wanted: Use): Promise<string> =>
  createRun(gateway.runtime, context)
    .step((tx) => reserveUse(tx, wanted))
    .then(
      () => 'reserved',
      ({ code, details }: Refusal) => `${code} ${details.reason}`,
    );

const full = 'forbidden day_limit_exceeded';

describe('the amount of a day', () => {
  it("concurrent actions that compete for the rest of a day's amount never exceed the limit, not even by a cent", async () => {
    const context = await organization();
    const agent = await key(context, { dayAmountMax: '100' });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => reserving(context, use(agent, '33.33'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === full)).toHaveLength(5);
    expect(await reserving(context, use(agent, '0.02'))).toBe(full);
    expect(await reserving(context, use(agent, '0.01'))).toBe('reserved');
  });

  it('a repeated action counts once, with the larger of both amounts', async () => {
    const context = await organization();
    const agent = await key(context, { dayAmountMax: '100' });
    const first = use(agent, '60');
    expect(await reserving(context, first)).toBe('reserved');
    expect(await reserving(context, first)).toBe('reserved');
    expect(await reserving(context, { ...first, amount: '101' })).toBe(full);
    await settling(context, first, 'done');
    expect(await reserving(context, first)).toBe('reserved');
    expect(await reserving(context, use(agent, '40'))).toBe('reserved');
    expect(await reserving(context, use(agent, '0.01'))).toBe(full);
  });

  it('the amount of an action without effect is released, and the amount of a performed action stays used', async () => {
    const context = await organization();
    const agent = await key(context, { dayAmountMax: '100' });
    const [refused, done] = [use(agent, '50'), use(agent, '50')];
    for (const one of [refused, done]) await reserving(context, one);
    await settling(context, refused, 'released');
    await settling(context, done, 'done');
    await settling(context, done, 'released');
    expect(await reserving(context, use(agent, '50.01'))).toBe(full);
    expect(await reserving(context, refused)).toBe('reserved');
    expect(await reserving(context, use(agent, '0.01'))).toBe(full);
  });

  it('the daily amount starts again at midnight in central Mexico', async () => {
    const context = await organization();
    const agent = await key(context, { dayAmountMax: '100' });
    expect(await reserving(context, use(agent, '100'))).toBe('reserved');
    gateway.setClock('2026-11-22T05:59:59.000Z');
    expect(await reserving(context, use(agent, '1'))).toBe(full);
    gateway.setClock('2026-11-22T06:00:00.000Z');
    expect(await reserving(context, use(agent, '100'))).toBe('reserved');
  });

  it('a credential shares its daily amount with its descendants and replacements', async () => {
    const context = await organization();
    const parent = await key(context, { dayAmountMax: '100' });
    const [one, other] = [
      await key(context, undefined, parent.creator),
      await key(context, { dayAmountMax: '60' }, parent.creator),
    ];
    expect(await reserving(context, use(one, '50'))).toBe('reserved');
    expect(await reserving(context, use(other, '51'))).toBe(full);
    expect(await reserving(context, use(other, '40'))).toBe('reserved');
    const rotated = await gateway.answer(rotate, context, {
      credentialId: parent.creator.credentialId!,
      overlapSeconds: 3_600,
      entropy: randomBytes(32),
      creator: operator,
    });
    const { budgetId } = await keyOf(rotated['credentialId'] as string, undefined);
    expect(budgetId).toBe(parent.budgetId);
    expect(await reserving(context, use(parent, '10.01'))).toBe(full);
    expect(await reserving(context, use(one, '10.01'))).toBe(full);
    expect(await reserving(context, use(one, '10'))).toBe('reserved');
  });

  it('another organization does not change the daily amount', async () => {
    const [context, other] = [await organization(), await organization()];
    const agent = await key(context, { dayAmountMax: '100' });
    await reserving(other, use(agent, '100'));
    expect(await reserving(context, use(agent, '100'))).toBe('reserved');
  });
});
