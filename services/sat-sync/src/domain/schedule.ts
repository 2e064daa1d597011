import { addDays, instantOf, localDateIn } from '@timbre/fiscal';

const zone = 'America/Mexico_City';
const hourMs = 3_600_000;

export interface ScheduleTimes {
  /** The time of the daily run in central Mexico, as HH:MM. */
  timeOfDay: string;
  freshEveryHours: number;
}

/**
 * Returns the time of the first run after an instant. One run starts each day at `timeOfDay`, and further
 * runs start every `freshEveryHours` hours until the next daily run.
 */
export function nextRunAfter({ timeOfDay, freshEveryHours }: ScheduleTimes, now: Date): Date {
  const today = localDateIn(now.getTime(), zone);
  const times = [-1, 0, 1].flatMap((day) => {
    const dayMs = instantOf(`${addDays(today, day)}T${timeOfDay}:00`, zone);
    const count = Math.ceil(24 / freshEveryHours);
    return Array.from({ length: count }, (_, turn) => dayMs + turn * freshEveryHours * hourMs);
  });
  return new Date(Math.min(...times.filter((time) => time > now.getTime())));
}

/** Whether a daily run is due between the two instants, both included. */
export function isDailyRun(schedule: ScheduleTimes, from: Date, to: Date): boolean {
  const before = new Date(from.getTime() - 1);
  return nextRunAfter({ ...schedule, freshEveryHours: 24 }, before) <= to;
}
