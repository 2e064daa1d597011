import type { Guard } from './guards';
import type { System } from './system';

/** What a run of a bar came to; one that holds has found nothing. */
export interface Found {
  violations: string[];
  /** What was done and measured, in one line. */
  figures: string;
}

/** Something that must hold under load and faults, however large the load is. */
export interface Bar<Size> {
  name: string;
  /** The guarantee, in the present tense. */
  holds: string;
  /** `suite` in `npm run test:system`, `full` in `npm run faults`; `control` without the guard. */
  sizes: Record<'suite' | 'full' | 'control', Size>;
  /** Switched off, it makes the bar find what `red` says: otherwise the bar proves nothing. */
  guard: Guard;
  red: RegExp;
  run(system: System, size: Size, tell: Tell): Promise<Found>;
}

/** Says how far a run is. */
export type Tell = (progress: string) => void;

/** Forgets the type of the sizes, so that bars of every kind are one list. */
export const bar = <Size>(one: Bar<Size>): Bar<unknown> => one as Bar<unknown>;

/** The value below which 95 of 100 lie. */
export function p95(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN;
}
