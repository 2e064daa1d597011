import type { satSync } from '@timbre/contract';
import { bodyOf, query } from '@timbre/kit';
import { scheduleResource, unsetSchedule } from '../store/schedules';

/**
 * Returns the schedule of the organization's synchronizations. If the organization has never set a
 * schedule, the response is a disabled schedule.
 */
export const getSatSyncSchedule = query(
  async (read, _: satSync.GetSatSyncScheduleRequest) =>
    (await read.onlyResource(scheduleResource)) ?? bodyOf(JSON.stringify(unsetSchedule)),
);
