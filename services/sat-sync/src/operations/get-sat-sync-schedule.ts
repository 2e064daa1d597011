import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { scheduleResource, unsetSchedule } from '../store/schedules';

/** An organization that has set nothing has a schedule that is off. */
export const getSatSyncSchedule = query(async (read, _: satSync.GetSatSyncScheduleRequest) => {
  const { json, table } = scheduleResource;
  const [row] = await read.rows<{ json: string }>(
    `select ${json}::text as json from ${table} r where r.org_id = :org`,
  );
  return Buffer.from(`{"data":${row?.json ?? JSON.stringify(unsetSchedule)}}`);
});
