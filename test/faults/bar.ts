import type { Guard } from './guards';
import type { System } from './system';

/** The result of a run of a bar. A bar that holds has no violations. */
export interface Found {
  violations: string[];
  /** A one-line summary with the measurements. */
  figures: string;
}

/** A guarantee that must hold under faults and any load. */
export interface Bar<Size> {
  name: string;
  /** The guarantee, in the present tense. */
  holds: string;
  /**
   * `suite` is the size in `npm run test:system`, `full` in `npm run faults`, and `control` without the
   * guard.
   */
  sizes: Record<'suite' | 'full' | 'control', Size>;
  /** The guard. Without the guard the bar must find `red`, or the bar proves nothing. */
  guard: Guard;
  red: RegExp;
  run(system: System, size: Size, tell: Report): Promise<Found>;
}

/** Reports the progress of a run. */
export type Report = (progress: string) => void;

/** Erases the type of the sizes, so that all bars fit into one list. */
export const bar = <Size>(one: Bar<Size>): Bar<unknown> => one as Bar<unknown>;

/** The 95th percentile. */
export function p95(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN;
}
