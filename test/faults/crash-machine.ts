import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '@timbre/testkit/client';
import type { Bar, Found, Report } from './bar';
import { insist, OutcomeCounts, unfinished, type Client } from './clients';
import { randomOf, shuffled } from './random';
import type { System } from './system';

/** A recovery point: a position in the code at which a test kills the process. */
export interface Point {
  name: string;
  /** The name of a course that always reaches this point. */
  course: string;
  /**
   * How many times that course reaches the point. The seed of a run chooses at which of these times the
   * process is killed.
   */
  passes: number;
}

export interface Size {
  points: Point[];
  /**
   * The number of crashes at each recovery point. The process is killed at every point once per seed, in a
   * random order.
   */
  seeds: number;
  settleMs: number;
}

/**
 * Returns the sizes of a crash matrix. The suite tests each point once, in the course that reaches the point
 * most often, and one point of each remaining course. The suite omits the points in `likeOthers`, because
 * neighboring points test the same behavior.
 */
export const sizesOf = (
  points: Point[],
  likeOthers: readonly string[],
  control: Point,
): Bar<Size>['sizes'] => ({
  suite: {
    points: eachOnce(points.filter(({ name }) => !likeOthers.includes(name))),
    seeds: 1,
    settleMs: 60_000,
  },
  full: { points, seeds: 25, settleMs: 900_000 },
  control: { points: [control], seeds: 1, settleMs: 30_000 },
});

/**
 * Returns one point for each name, and one point for each course that no selected point covers. A map stores
 * only the last entry for each key.
 */
function eachOnce(points: Point[]): Point[] {
  const rarestFirst = points.toSorted((one, other) => one.passes - other.passes);
  const named = new Map(rarestFirst.map((point) => [point.name, point]));
  const courses = new Map(
    [...rarestFirst, ...named.values()].map((point) => [point.course, point]),
  );
  return [...new Set([...named.values(), ...courses.values()])];
}

/** Sends a write request. The promise resolves when the outcome of the write is known. */
export type Send = (method: string, path: string, body?: object) => Promise<ApiResponse>;

/** A row of the crash matrix: an organization that runs its courses while the test kills the process. */
interface Row {
  api: Client;
  /** Runs a course to its end, as an API client, and applies the course to the expected state. */
  take(course: string, send: Send): Promise<void>;
  /** The expected final state. */
  wanted: object;
  /** Reads the current state from the services. */
  left(): Promise<object>;
}

/** A test that kills one process at each of its recovery points. */
export interface Matrix {
  process: string;
  /** The responses that clients may receive, besides the responses for an unfinished write. */
  allowed: string[];
  begin(system: System): Promise<Row>;
}

/** Kills a process at every recovery point and compares the final state with the expected state. */
export const crashMatrixOf =
  (matrix: Matrix) =>
  async (system: System, size: Size, report: Report): Promise<Found> => {
    const outcomes = new OutcomeCounts();
    const violations: string[] = [];
    for (let seed = 1; seed <= size.seeds; seed += 1) {
      violations.push(...(await crashEverywhere(matrix, system, seed, size, outcomes, report)));
      report(`${seed} of ${size.seeds} seeds, ${violations.length} found`);
    }
    violations.push(...outcomes.beyond([...unfinished, ...matrix.allowed]));
    const crashes = size.points.length * size.seeds;
    return { violations, figures: `${size.points.length} points, ${crashes} crashes; ${outcomes}` };
  };

/**
 * Runs one row through all its recovery points, and kills the process at each point. The final state must
 * equal the expected state.
 */
async function crashEverywhere(
  { process, begin }: Matrix,
  system: System,
  seed: number,
  size: Size,
  outcomes: OutcomeCounts,
  report: Report,
): Promise<string[]> {
  const random = randomOf(seed);
  const row = await begin(system);
  const send = sender(row.api, outcomes, size.settleMs);
  const found: string[] = [];
  // Clients retry interrupted operations with the same keys while the test prepares the next crash.
  let work: Promise<void> = Promise.resolve();
  for (const point of shuffled(size.points, random)) {
    const armed = `${point.name}@${1 + Math.floor(random() * point.passes)}`;
    await system.kill(process);
    await system.skipWaits(process);
    await system.start(process, { FAILPOINTS: armed });
    work = work
      .then(() => row.take(point.course, send))
      .catch((error: unknown) => void found.push(`seed ${seed}, ${armed}: ${String(error)}`));
    report(`seed ${seed}: ${armed} in ${point.course}`);
    if (!(await diesDuring(system, process, work)))
      found.push(`seed ${seed}: ${armed} was never reached`);
  }
  await system.skipWaits(process);
  await system.start(process);
  await work;
  const left = await settled(system, process, row, Date.now() + size.settleMs);
  if (!isDeepStrictEqual(left, row.wanted))
    found.push(
      `seed ${seed} left ${JSON.stringify(left)} instead of ${JSON.stringify(row.wanted)}`,
    );
  return found;
}

/**
 * Whether the process dies within half a minute after the client has finished its work. A background job may
 * reach the recovery point only after the client's last step.
 */
const diesDuring = (system: System, process: string, work: Promise<void>): Promise<boolean> =>
  Promise.race([system.ended(process).then(() => true), work.then(halfAMinute)]);

/**
 * Waits half a minute in small steps. If the machine is suspended in the meantime, the process under test
 * does not run either, so that time must not count.
 */
async function halfAMinute(): Promise<false> {
  for (let parts = 0; parts < 300; parts += 1) await sleep(100, undefined, { ref: false });
  return false;
}

/** Returns a function that retries a write until its outcome is known. */
const sender =
  (api: Client, outcomes: OutcomeCounts, withinMs: number): Send =>
  async (method, path, body) => {
    const answer = await insist({ api, method, path, body }, outcomes, Date.now() + withinMs);
    if (!answer) throw new Error(`${method} ${path} had no outcome`);
    return answer;
  };

/** Waits until all jobs are done, or until the timeout, and returns the state. */
async function settled(
  system: System,
  process: string,
  { wanted, left }: Row,
  deadlineMs: number,
): Promise<object> {
  for (;;) {
    const found = await left();
    if (isDeepStrictEqual(found, wanted) || Date.now() > deadlineMs) return found;
    await system.skipWaits(process);
    await sleep(200);
  }
}
