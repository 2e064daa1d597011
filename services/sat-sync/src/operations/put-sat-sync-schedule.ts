import type { satSync } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import type { SatSource } from '../domain/sources';
import { lockSchedule, nextRunOf, Schedule, scheduleResource } from '../store/schedules';

/**
 * Replaces the schedule of the organization's synchronizations. A synchronization that is already running
 * continues.
 */
export const putSatSyncSchedule = command(
  async (tx, request: satSync.PutSatSyncScheduleRequest) => {
    await lockSchedule(tx);
    const { enabled, timeOfDay, freshEveryHours } = request;
    const sources = request.sources as SatSource[];
    const nextDueAt = nextRunOf({ timeOfDay, sources, freshEveryHours }, tx.now);
    const values = { enabled, timeOfDay, sources, freshEveryHours, updatedAt: tx.now, nextDueAt };
    const stored = await tx.findBy(Schedule, {});
    if (stored) Object.assign(stored, values);
    const id = stored?.id ?? tx.add(Schedule, { ...values, version: 1 });
    return replyWith(scheduleResource, id);
  },
);
