import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { getSatSyncSchedule } from '../src/operations/get-sat-sync-schedule';
import { putSatSyncSchedule } from '../src/operations/put-sat-sync-schedule';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

const schedule = {
  enabled: true,
  timeOfDay: '02:15',
  sources: ['received_cfdi'],
  freshEveryHours: 4,
};

describe('putSatSyncSchedule', () => {
  it('putSatSyncSchedule stores one schedule for an organization, even in two concurrent requests', async () => {
    const context = callContext();
    const put = (freshEveryHours: number) =>
      service.answer(putSatSyncSchedule, context, { ...schedule, freshEveryHours });
    await Promise.all([1, 2, 3, 4].map(put));
    const rows = await service.rows('select 1 from schedules where org_id = $1', [
      context.organizationId,
    ]);
    expect(rows).toHaveLength(1);
    expect(await put(4)).toMatchObject(schedule);
  });

  it('a schedule is not visible to other organizations', async () => {
    await service.answer(putSatSyncSchedule, callContext(), schedule);
    const other = callContext();
    expect(await service.answer(getSatSyncSchedule, other, {})).toMatchObject({ enabled: false });
    const seen = await service.asOrganization(other.organizationId, 'select 1 from schedules');
    expect(seen).toEqual([]);
  });
});
