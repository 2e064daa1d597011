import type { Guard } from './guards';
import type { System } from './system';

/** The result of a run of a bar. If the guarantee holds, there are no violations. */
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
   * The sizes of a run: `suite` in `npm run test:system`, `full` in `npm run faults`, and `control`
   * for the run without the guard.
   */
  sizes: Record<'suite' | 'full' | 'control', Size>;
  /**
   * The rule of the product that upholds the guarantee. With this rule switched off, the bar must
   * find violations that match `red`; otherwise, the bar proves nothing.
   */
  guard: Guard;
  red: RegExp;
  run(system: System, size: Size, tell: Report): Promise<Found>;
}

/** Reports the progress of a run. */
export type Report = (progress: string) => void;

/** Returns the bar without the type of its sizes, so that one list can contain all bars. */
export const bar = <Size>(one: Bar<Size>): Bar<unknown> => one as Bar<unknown>;

/** Returns the 95th percentile. */
export function p95(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN;
}
