import { accounts } from './accounts';
import type { Bar, Found } from './bar';
import { brokerLoss } from './broker-loss';
import { crashMatrix } from './crash-matrix';
import { crashReceipts } from './crash-receipts';
import { databaseRestart } from './database-restart';
import { folioGapless } from './folio-gapless';
import { idempotentStorm } from './idempotent-storm';
import { importOnceUnderKill } from './import-once-under-kill';
import { pacAnswerLost } from './pac-answer-lost';
import { pacFailover } from './pac-failover';
import { payrollOnceUnderKill } from './payroll-once-under-kill';
import { poison } from './poison';
import { racesOfAuthority } from './races-of-authority';
import { reports } from './reports';
import { stampOnceUnderKill } from './stamp-once-under-kill';
import { startSystem, type System } from './system';

/** The bars in the order of their runs, all in one deployment. */
const bars = [
  stampOnceUnderKill,
  payrollOnceUnderKill,
  importOnceUnderKill,
  pacAnswerLost,
  pacFailover,
  idempotentStorm,
  crashMatrix,
  crashReceipts,
  folioGapless,
  racesOfAuthority,
  accounts,
  reports,
  poison,
  brokerLoss,
  databaseRestart,
];

const isFull = process.env['TIMBRE_FAULTS'] === 'full';
const limitMs = isFull ? 7_200_000 : 420_000;
const shownMax = 20;

let system: System;
beforeAll(async () => {
  system = await startSystem('faults', { ownPostgres: true });
  say(`logs in ${system.logDir}`);
}, 240_000);
afterAll(() => system?.close());

const say = (line: string): void => {
  if (isFull || process.env['TIMBRE_FAULTS'] === 'told') process.stdout.write(`${line}\n`);
};

/** Runs a bar, and prints its result if the output is a terminal. */
async function run(bar: Bar<unknown>, size: 'suite' | 'full' | 'control'): Promise<Found> {
  const startedMs = Date.now();
  const found = await bar.run(system, bar.sizes[size], (text) => say(`  ${bar.name}: ${text}`));
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  const { figures, violations } = found;
  say(
    typeof figures === 'string'
      ? `  ${bar.name}: ${size}, ${seconds} s, ${violations.length} found: ${figures}`
      : JSON.stringify({ bar: bar.name, size, seconds, found: violations.length, ...figures }),
  );
  for (const violation of violations.slice(0, shownMax)) say(`    ${violation}`);
  return found;
}

describe.each(bars)('$name', (bar) => {
  const verdict = (isGood: boolean, what: string) =>
    say(`${isGood ? 'PASS' : 'FAIL'} ${bar.name}: ${what}`);

  it(
    `${bar.holds}`,
    async () => {
      const { violations } = await run(bar, isFull ? 'full' : 'suite');
      verdict(violations.length === 0, bar.holds);
      expect(violations.slice(0, shownMax)).toEqual([]);
    },
    limitMs,
  );

  it(
    `the bar turns red without ${bar.guard.name}`,
    async () => {
      const { violations } = await system.without(bar.guard, () => run(bar, 'control'));
      verdict(bar.red.test(violations.join('\n')), `turns red without ${bar.guard.name}`);
      expect(violations.join('\n')).toMatch(bar.red);
    },
    limitMs,
  );
});
