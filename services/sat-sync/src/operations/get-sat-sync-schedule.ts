import type { satSync } from '@timbre/contract';
import { bodyOf, query } from '@timbre/kit';
import { scheduleResource, unsetSchedule } from '../store/schedules';

/** Returns the schedule; an organization without one has a schedule that is off. */
export const getSatSyncSchedule = query(
  async (read, _: satSync.GetSatSyncScheduleRequest) =>
    (await read.onlyResource(scheduleResource)) ?? bodyOf(JSON.stringify(unsetSchedule)),
);
