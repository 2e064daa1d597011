import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { created, newWithholdingSeries, type Api } from '@timbre/testkit/client';
import { operations } from '../../gateway/src/edge/operations';
import type { OperationRow } from '../../gateway/src/edge/operations/operation';
import { services } from '../../scripts/runtime/services.mjs';
import { bar, type Found, type Report } from './bar';
import {
  inFlight,
  insist,
  meanwhile,
  OutcomeCounts,
  unfinished,
  type Client,
  type Write,
} from './clients';
import { keysAreRemembered } from './guards';
import { hasTarget, newTarget } from './storm-targets';
import type { System } from './system';

const withDatabase = services.flatMap(({ name, database }) => (database ? [name] : []));

interface Size {
  /** The number of keys for each operation, and the number of concurrent requests with each key. */
  keys: number;
  calls: number;
  keysAtOnce: number;
  /** The tested operations; the default is all writes of the sandbox. */
  only?: string[];
  areKilled: boolean;
  /** The time limit for jobs to complete all effects. */
  effectsMs: number;
  settleMs: number;
}

/**
 * Writes that the storm does not test. The first two change the responses to other writes,
 * depending on the order of requests. The third operation needs the Constancia of a taxpayer at the
 * simulated portal. The HTTP test of that operation repeats a key.
 */
const leftOut = ['archiveOrganization', 'restoreOrganization', 'createContactFromTaxProfile'];

/** A write request of the storm, with its idempotency key. */
type Storm = Write & { id: string; key: string };

/**
 * The processes that the test kills during the storm, in order: the gateway and a service, twice.
 */
const victims = ['gateway', 'fiscal-cfdi', 'gateway', 'commerce'];

async function run(system: System, size: Size, tell: Report): Promise<Found> {
  const writes = operations.filter(
    ({ id, isIdempotent, environments }) =>
      isIdempotent &&
      environments !== 'production' &&
      !leftOut.includes(id) &&
      (size.only?.includes(id) ?? true),
  );
  // The organization `stormy` receives many concurrent calls with each key, and `calm` receives
  // only one call. Both organizations must end in the same state.
  const [stormy, calm, source] = [
    await system.issuer(),
    await system.issuer(),
    await system.issuer(),
  ];
  for (const api of [stormy, calm]) {
    await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
    await newWithholdingSeries(api);
  }
  const [storms, once] = await Promise.all(
    [stormy, calm].map((api) => newStorms(writes, api, source, size.keys)),
  );
  tell(`${writes.length} operations, ${storms!.length} keys`);
  const outcomes = new OutcomeCounts();
  const deadlineMs = Date.now() + size.settleMs;
  await inFlight(4, once!, (storm) => insist(storm, new OutcomeCounts(), deadlineMs));
  const state = { done: 0, kills: 0 };
  const killDue = () => ((state.kills + 1) * storms!.length) / (victims.length + 1);
  const isKilling = () => size.areKilled && state.kills < victims.length;
  const storming = inFlight(size.keysAtOnce, storms!, async (storm, index) => {
    // The test starts the next key only when all kills that were due earlier have happened.
    while (isKilling() && index >= killDue() + size.keysAtOnce) await sleep(20);
    const found = await same(storm, size.calls, outcomes, deadlineMs);
    state.done += 1;
    return found;
  });
  const { result } = await meanwhile(storming, async () => {
    if (!isKilling() || state.done < killDue()) return void (await sleep(20));
    const victim = victims[state.kills]!;
    await system.kill(victim);
    state.kills += 1;
    await system.skipWaits(victim);
    await system.start(victim);
    tell(`${state.done} of ${storms!.length} keys, ${victim} was killed`);
  });
  const violations = [
    ...writes
      .filter((row) => !hasTarget(row))
      .map(({ id }) => `${id} has no line in storm-targets`),
    ...result.flat(),
    ...(size.areKilled && state.kills < victims.length ? [`only ${state.kills} were killed`] : []),
    ...(await otherEffects(system, stormy, calm, size.effectsMs)),
    ...outcomes.beyond([...unfinished, '200', '201', '202', ...refusals]),
  ];
  const figures = `${writes.length} operations × ${size.keys} keys × ${size.calls} calls, ${state.kills} kills; ${outcomes}`;
  return { violations, figures };
}

/** Error responses that are expected for some writes, or after which a client may retry. */
const refusals = [
  '409 conflict fiel_missing',
  '409 conflict no_receipt_salary',
  '409 conflict version_changed',
];

/**
 * Prepares the requests of the storm concurrently. Requests that conflict in the row of the
 * employer are retried.
 */
function newStorms(writes: OperationRow[], api: Client, source: Api, keys: number) {
  const all = writes.flatMap((row) => Array.from({ length: keys }, () => row));
  return inFlight(6, all, async (row): Promise<Storm> => {
    return { api, ...(await newTarget(row, api, source)), id: row.id, key: randomUUID() };
  });
}

/** Sends the same write many times concurrently. All responses must be equal, byte for byte. */
async function same(
  storm: Storm,
  calls: number,
  outcomes: OutcomeCounts,
  deadlineMs: number,
): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: calls }, () => insist(storm, outcomes, deadlineMs)),
  );
  const different = new Set(answers.map((one) => one && `${one.status} ${one.bytes.toString()}`));
  const [only] = different;
  if (different.size === 1 && only !== undefined) return [];
  return [
    `${storm.id} answered ${different.size} ways: ${[...different].join(' | ').slice(0, 300)}`,
  ];
}

/**
 * Tables whose rows depend on timing: reservations, retries of interrupted work, activity, and the
 * only feed of an organization, which one key creates and another key revokes.
 */
const unsteady = [
  'idempotency',
  'stamp_attempts',
  'cfdi_history',
  'file_parts',
  'collection_feeds',
];

/** The name pattern of the activity tables: one table for each day and one for hours. */
const activity = 'activity%';

/**
 * The name pattern of the tables with sums. The service reports has rows of sums for each state of
 * a document that it has received. If several events of a document are pending, reports applies
 * only the last state, so the number of rows can differ. A different bar checks that the sums are
 * correct.
 */
const summed = '%\\_rollup';

/**
 * The tables of webhook deliveries. An endpoint receives only events from after its creation, so
 * the number of deliveries depends on timing.
 */
const sent = ['deliveries', 'attempts'];

/**
 * Events that can be missing: no event is emitted for a cancellation state that ended between two
 * polls.
 */
const mayBeFewer = ['cfdi', 'withholding'].map(
  (document) => `outbox fiscal_cfdi.${document}.cancellation_changed`,
);

/** Counts an organization's rows by table and events by subject, in all services. */
async function effectsOf(system: System, { organizationId }: Api): Promise<Record<string, number>> {
  const effects: Record<string, number> = {};
  for (const service of withDatabase) {
    const tables = await system.sql<{ name: string }>(
      service,
      `select table_name as name from information_schema.columns
       where column_name = 'org_id' and table_schema = 'public' and table_name <> all($1)
         and table_name not like $2 and table_name not like $3`,
      [service === 'webhooks' ? [...unsteady, ...sent] : unsteady, activity, summed],
    );
    for (const { name } of tables) {
      const by = name === 'outbox' ? 'subject' : `''`;
      const rows = await system.sql<{ by: string; count: number }>(
        service,
        `select ${by} as by, count(*)::int as count from ${name} where org_id = $1 group by 1`,
        [organizationId],
      );
      for (const { by, count } of rows)
        effects[by ? `${name} ${by}` : `${service} ${name}`] = count;
    }
  }
  return effects;
}

/**
 * Waits until the jobs are done, and returns the differences between the effects of the storm and
 * of single calls.
 */
async function otherEffects(
  system: System,
  stormy: Api,
  calm: Api,
  withinMs: number,
): Promise<string[]> {
  const untilMs = Date.now() + withinMs;
  for (;;) {
    const [found, wanted] = [await effectsOf(system, stormy), await effectsOf(system, calm)];
    const names = [...new Set([...Object.keys(found), ...Object.keys(wanted)])];
    const other = names.filter((name) => {
      const more = (found[name] ?? 0) - (wanted[name] ?? 0);
      return more > 0 || (more < 0 && !mayBeFewer.includes(name));
    });
    if (other.length === 0) return [];
    if (Date.now() > untilMs)
      return other.map((name) => `${found[name] ?? 0} ${name} instead of ${wanted[name] ?? 0}`);
    await system.skipWaits('fiscal-cfdi');
    await sleep(500);
  }
}

/**
 * Operations that the storm tests without the guard. Each operation is one statement or one
 * transaction; a longer operation would resume at its recovery point even without its key.
 */
const controlled = [
  'createContact',
  'createProduct',
  'createCredential',
  'createEmployee',
  'createCfdi',
  'sendDocument',
];

export const idempotentStorm = bar<Size>({
  name: 'idempotent-storm',
  holds:
    'a key has one effect and one answer, however many clients repeat it and whichever process is killed',
  sizes: {
    suite: {
      keys: 1,
      calls: 5,
      keysAtOnce: 2,
      areKilled: true,
      effectsMs: 40_000,
      settleMs: 240_000,
    },
    full: {
      keys: 40,
      calls: 25,
      keysAtOnce: 4,
      areKilled: true,
      effectsMs: 120_000,
      settleMs: 3_000_000,
    },
    control: {
      only: controlled,
      keys: 1,
      calls: 5,
      keysAtOnce: 2,
      areKilled: false,
      effectsMs: 1_000,
      settleMs: 30_000,
    },
  },
  guard: keysAreRemembered(...withDatabase),
  red: new RegExp(
    [
      ...controlled.map((id) => `${id} answered \\d+ ways`),
      ...['contacts', 'credentials', 'employees', 'cfdi', 'deliveries'].map(
        (table) => `\\d+ [a-z-]+ ${table} instead of`,
      ),
    ]
      .map((found) => `(?=[^]*${found})`)
      .join(''),
  ),
  run,
});
