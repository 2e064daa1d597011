import { dataOf, testPool, type Api } from '@timbre/testkit/client';
import { startProduction, startProductionDeployment } from '../production';
import { bodies } from '../request-examples';
import { until } from '../until';

const path = '/v1/sat/sync-schedule';

describe('200', () => {
  it('getSatSyncSchedule returns a disabled schedule until a schedule is set', async () => {
    const api = await startProduction();
    expect(await dataOf(api.request('GET', path))).toEqual({
      enabled: false,
      timeOfDay: '03:00',
      sources: ['issued_cfdi', 'received_cfdi'],
      freshEveryHours: 24,
    });
  });

  it('getSatSyncSchedule reports that no synchronization starts while the organization is archived, and that one starts after it is restored', async () => {
    const api = await startProduction();
    const body = bodies['putSatSyncSchedule'] as Record<string, unknown>;
    await dataOf(api.request('PUT', path, { body }));
    await dataOf(api.request('POST', '/v1/organization/archive'));
    expect(await reasonOfNextRun(api, 'organization_archived')).toBe('organization_archived');
    await dataOf(api.request('POST', '/v1/organization/restore'));
    expect(await reasonOfNextRun(api, 'fiscal_profile_missing')).toBe('fiscal_profile_missing');
  });
});

/**
 * Sets the schedule to a due time until a run with the expected reason is recorded.
 * @returns the last reason
 */
async function reasonOfNextRun(api: Api, wanted: string): Promise<string | undefined> {
  const { adminUrls } = await startProductionDeployment();
  const pool = testPool(adminUrls['sat-sync']!, 1);
  const due = `update schedules set next_due_at = now() - interval '1 second' where org_id = $1`;
  const reason = async () => {
    await pool.query(due, [api.organizationId]);
    const { lastRun } = await dataOf(api.request('GET', path));
    return (lastRun as { reason?: string } | undefined)?.reason;
  };
  return until(60_000, reason, (found) => found === wanted).finally(() => pool.end());
}
