import { callContext, type ServiceRuntime } from '@timbre/testkit';
import {
  createRun,
  Refusal,
  unavailable,
  type CallContext,
  type ReceivedEvent,
  type Runtime,
} from '@timbre/kit';
import { gateway } from '@timbre/contract';
import { onOrganization } from '../src/events/on-organization';
import { startScheduled } from '../src/jobs/start-scheduled-syncs';
import { getSatSyncSchedule } from '../src/operations/get-sat-sync-schedule';
import { listSatSyncs } from '../src/operations/list-sat-syncs';
import { putSatSyncSchedule } from '../src/operations/put-sat-sync-schedule';
import type { FiscalProviders } from '../src/workflows/fiscal-identity';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

const body = (data: unknown) => ({ body: Buffer.from(JSON.stringify({ data })) });

/** Simulates fiscal-cfdi for an organization with or without a FIEL. */
const fiscal = (answers: { fiel?: boolean; fails?: Error } = {}): FiscalProviders => ({
  fiscalCfdi: {
    getFiscalProfile: () =>
      answers.fails
        ? Promise.reject(answers.fails)
        : Promise.resolve(body({ rfc: 'EKU9003173C9' })),
    listCertificates: () =>
      Promise.resolve(body(answers.fiel === false ? [] : [{ status: 'active' }])),
  } as unknown as FiscalProviders['fiscalCfdi'],
});

const schedule = {
  enabled: true,
  timeOfDay: '03:00',
  sources: ['received_cfdi', 'declarations'],
  freshEveryHours: 8,
};

// Converts a local time in central Mexico (UTC-6) to an instant.
const at = (local: string) => new Date(`${local}:00.000-06:00`);

/** Sets the schedule at the given time. @returns the identifier of the schedule */
async function set(context: CallContext, local: string, values = schedule): Promise<string> {
  const runtime = { ...service.runtime, now: () => at(local) };
  await putSatSyncSchedule.run(runtime, context, values);
  const [row] = await service.rows<{ id: string }>('select id from schedules where org_id = $1', [
    context.organizationId,
  ]);
  return row!.id;
}

const startAt = (context: CallContext, local: string, id: string, providers = fiscal()) =>
  startScheduled(
    { ...service.runtime, now: () => at(local), providers } as Runtime<FiscalProviders>,
    context,
    id,
  );

interface Shown {
  nextRunAt?: string;
  lastRun?: { syncId?: string; reason?: string };
}
const shown = (context: CallContext) =>
  service.answer(getSatSyncSchedule, context, {}) as Promise<Shown>;

async function syncs(context: CallContext) {
  const request = { page: { limit: 50 } } as never;
  const answer = await listSatSyncs.run(service.runtime, context, request);
  const { data } = JSON.parse(String(answer)) as {
    data: { sources: { source: string; dateFrom?: string; dateTo?: string }[] }[];
  };
  return data.map(({ sources }) =>
    sources.map(({ source, dateFrom, dateTo }) =>
      [source, dateFrom, dateTo].filter(Boolean).join(' '),
    ),
  );
}

/** Ends all synchronizations of the organization, so that the next run reads their sources again. */
const endSyncs = ({ organizationId }: CallContext) =>
  service.rows(
    `update sync_sources set state = 'completed', due_at = null where org_id = $1 returning 1`,
    [organizationId],
  );

/** Delivers the gateway's event for the status of an organization. */
const announce = (context: CallContext, version: number, status: string): Promise<void> => {
  const { organizationId } = context;
  const payload = gateway.Organization.encode({ organizationId, version, name: 'A', status });
  const event = { payload: payload.finish() } as ReceivedEvent;
  return createRun(service.runtime, context).step((tx) => onOrganization(event, tx));
};

describe('a schedule', () => {
  it('a schedule starts one synchronization at its time, even if many replicas run', async () => {
    const context = callContext();
    const id = await set(context, '2026-11-23T01:00');
    expect((await shown(context)).nextRunAt).toBe('2026-11-23T09:00:00.000Z');
    expect(await startAt(context, '2026-11-23T02:59', id)).toBe(false);
    const started = await Promise.all(
      [1, 2, 3, 4].map(() => startAt(context, '2026-11-23T03:00', id)),
    );
    expect(started.filter(Boolean)).toHaveLength(1);
    expect(await syncs(context)).toHaveLength(1);
    expect(await shown(context)).toMatchObject({
      nextRunAt: '2026-11-23T17:00:00.000Z',
      lastRun: { at: '2026-11-23T09:00:00.000Z', syncId: expect.any(String) },
    });
  });

  it('a schedule reads two years once a month, one month every day, and the last days in the other runs', async () => {
    const context = callContext();
    const id = await set(context, '2026-11-23T01:00');
    for (const local of ['2026-11-23T03:00', '2026-11-23T11:00', '2026-11-24T03:05']) {
      expect(await startAt(context, local, id)).toBe(true);
      await endSyncs(context);
      await set(context, local.replace('T11:00', 'T19:00'));
    }
    expect((await syncs(context)).toReversed()).toEqual([
      ['declarations', 'received_cfdi 2025-01-01 2026-11-23'],
      ['received_cfdi 2026-11-20 2026-11-23'],
      ['declarations', 'received_cfdi 2026-10-24 2026-11-24'],
    ]);
  });

  it('a schedule reads two years either for all sources or for none, so that no source is left out because it is running', async () => {
    const context = callContext();
    const sources = ['issued_cfdi', 'received_cfdi'];
    const often = { ...schedule, freshEveryHours: 24, sources };
    const id = await set(context, '2026-10-31T01:00', often);
    await startAt(context, '2026-10-31T03:00', id);
    await endSyncs(context);
    // The download of issued CFDI takes days at the SAT, so its source is still running.
    const setState = (state: string) =>
      service.rows(
        `update sync_sources set state = $2 where org_id = $1 and source = 'issued_cfdi' returning 1`,
        [context.organizationId, state],
      );
    for (const [local, state] of [
      ['2026-11-01T03:00', 'waiting_for_sat'],
      ['2026-11-02T03:00', 'completed'],
    ] as const) {
      await setState(state);
      await startAt(context, local, id);
      await endSyncs(context);
    }
    expect((await syncs(context)).toReversed().slice(1)).toEqual([
      ['received_cfdi 2026-10-01 2026-11-01'],
      ['issued_cfdi 2025-01-01 2026-11-02', 'received_cfdi 2025-01-01 2026-11-02'],
    ]);
  });

  it('a schedule leaves out a source that is already being read', async () => {
    const context = callContext();
    const id = await set(context, '2026-11-23T01:00');
    await startAt(context, '2026-11-23T03:00', id);
    expect(await startAt(context, '2026-11-23T11:00', id)).toBe(true);
    expect(await syncs(context)).toHaveLength(1);
    expect((await shown(context)).nextRunAt).toBe('2026-11-24T01:00:00.000Z');
  });

  it('a schedule records the reason why it starts no synchronization, and tries again at its next time', async () => {
    const context = callContext();
    const id = await set(context, '2026-11-23T01:00');
    await startAt(context, '2026-11-23T03:00', id, fiscal({ fiel: false }));
    expect(await syncs(context)).toEqual([]);
    expect(await shown(context)).toMatchObject({
      nextRunAt: '2026-11-23T17:00:00.000Z',
      lastRun: { reason: 'fiel_missing' },
    });
    const fails = new Refusal('not_found', 'Your organization has no fiscal profile yet.');
    await startAt(context, '2026-11-23T11:00', id, fiscal({ fails }));
    expect((await shown(context)).lastRun).toMatchObject({ reason: 'fiscal_profile_missing' });
  });

  it('a schedule stays due while fiscal-cfdi does not respond', async () => {
    const context = callContext();
    const id = await set(context, '2026-11-23T01:00');
    const start = startAt(context, '2026-11-23T03:00', id, fiscal({ fails: unavailable('no') }));
    await expect(start).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(await startAt(context, '2026-11-23T03:01', id)).toBe(true);
    expect(await syncs(context)).toHaveLength(1);
  });

  it('a disabled schedule starts no synchronization', async () => {
    const context = callContext();
    const id = await set(context, '2026-11-23T01:00', { ...schedule, enabled: false });
    expect((await shown(context)).nextRunAt).toBeUndefined();
    expect(await startAt(context, '2026-11-24T03:00', id)).toBe(false);
  });

  it('a schedule starts no synchronization while its organization is archived, and continues after the organization is restored', async () => {
    const context = callContext();
    const id = await set(context, '2026-11-23T01:00');
    await announce(context, 2, 'archived');
    expect(await startAt(context, '2026-11-23T03:00', id)).toBe(true);
    expect(await syncs(context)).toEqual([]);
    expect(await shown(context)).toMatchObject({
      nextRunAt: '2026-11-23T17:00:00.000Z',
      lastRun: { reason: 'organization_archived' },
    });
    await announce(context, 3, 'active');
    await startAt(context, '2026-11-23T11:00', id);
    expect(await syncs(context)).toHaveLength(1);
    expect((await shown(context)).lastRun).not.toHaveProperty('reason');
  });

  it.each([
    [
      'archived',
      [
        [3, 'archived'],
        [2, 'active'],
      ],
      0,
    ],
    [
      'restored',
      [
        [3, 'active'],
        [2, 'archived'],
        [3, 'active'],
        [2, 'archived'],
      ],
      1,
    ],
    [
      'renamed while it is archived',
      [
        [2, 'archived'],
        [3, 'archived'],
        [1, 'active'],
      ],
      0,
    ],
    [
      'deleted',
      [
        [2, 'archived'],
        [3, 'deleted'],
        [2, 'archived'],
      ],
      0,
    ],
  ] as const)(
    "the last version of an organization's status decides whether its schedule runs: %s",
    async (_, events, count) => {
      const context = callContext();
      const id = await set(context, '2026-11-23T01:00');
      for (const [version, status] of events) await announce(context, version, status);
      await startAt(context, '2026-11-23T03:00', id);
      expect(await syncs(context)).toHaveLength(count);
    },
  );

  it('a running synchronization finishes after its organization was archived', async () => {
    const context = callContext();
    const id = await set(context, '2026-11-23T01:00');
    await startAt(context, '2026-11-23T03:00', id);
    await announce(context, 2, 'archived');
    const due = `select source from sync_sources where org_id = $1 and state = 'queued'
      and due_at is not null`;
    expect(await service.rows(due, [context.organizationId])).toHaveLength(2);
  });
});
