import type { satSync } from '@timbre/contract';
import { bodyOf, query } from '@timbre/kit';
import { scheduleResource, unsetSchedule } from '../store/schedules';

/**
 * Returns the schedule. For an organization that has never set one, the response is a disabled
 * schedule.
 */
export const getSatSyncSchedule = query(
  async (read, _: satSync.GetSatSyncScheduleRequest) =>
    (await read.onlyResource(scheduleResource)) ?? bodyOf(JSON.stringify(unsetSchedule)),
);
