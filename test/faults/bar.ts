import type { Guard } from './guards';
import type { System } from './system';

/** The result of one run of a bar. There are no violations if the guarantee holds. */
export interface Found {
  violations: string[];
  /** A one-line summary with the measurements. An object is printed as one line of JSON. */
  figures: string | object;
}

/** A bar: a guarantee that must hold under faults and under any load. */
export interface Bar<Size> {
  name: string;
  /** The text of the guarantee, in the present tense. */
  holds: string;
  /**
   * The sizes of a run, which are `suite` for `npm run test:system`, `full` for `npm run faults`, and
   * `control` for the run without the guard.
   */
  sizes: Record<'suite' | 'full' | 'control', Size>;
  /**
   * The rule of the product that enforces the guarantee. When this rule is switched off, the bar must find
   * violations that match `red`; otherwise, the bar proves nothing.
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
