import { created, newWithholding, newWithholdingSeries } from '@timbre/testkit/client';
import { addEmployee, addRun, calculate } from '../api/payroll/people';
import { until } from '../api/until';
import { inFlight, type Client } from './clients';
import { newDocuments, type Document } from './documents';
import {
  customerRfc, issuedIn, portalFolder, restoreBackup, startAgain, storedDocuments, type Issued,
} from './restore'; // prettier-ignore
import { startSystem, type System } from './system';

const isFull = process.env['TIMBRE_FAULTS'] === 'full';
/** The number of drafts before the backup; the same number of documents begins after it. */
const drafts = isFull ? 300 : 24;
const employees = isFull ? 40 : 4;
const limitMs = isFull ? 1_800_000 : 400_000;

let system: System;
beforeAll(async () => void (system = await startSystem('ahead', { ownPostgres: true })), 240_000);
afterAll(() => system?.close());

/** An organization and everything that its clients were told before its database was lost. */
interface World {
  api: Client;
  /** A time just before the restored point. */
  since: string;
  log: Issued[];
  /** The documents whose cancellation was acknowledged. */
  canceled: string[];
  /** Drafts that nobody stamped before the loss. */
  left: Document[];
  /** The payroll runs that exist at the restored point. */
  runIds: string[];
  employeeIds: string[];
  /** The period of the payroll run that began after the restored point. */
  lostRun: object;
}

const stamp = (api: Client, documentRef: string) => {
  const area = documentRef.startsWith('cfdi:') ? 'cfdi' : 'withholdings';
  return api.request('POST', `/v1/${area}/${documentRef}/stamp`);
};

let lastWage = 600;
let lastTax = 10_000;

/** Each withholding document has another amount, so that its content identifies it. */
function withheld(api: Client): Promise<string> {
  const taxable = (lastTax += 10);
  return newWithholding(api, {
    totals: { taxable, exempt: 0 },
    taxes: [{ type: 'ISR', base: taxable, amount: taxable / 10, paymentType: '04' }],
  });
}

async function newWorld(): Promise<World> {
  const api = await system.issuer();
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
  await newWithholdingSeries(api);
  const employeeIds = await inFlight(4, Array.from({ length: employees }), () => {
    const dailyWage = (lastWage += 1);
    const integratedDailySalary = Number((dailyWage * 1.0521).toFixed(2));
    return addEmployee(api, { dailyWage, integratedDailySalary });
  });
  const july = { periodStartedOn: '2026-07-01', periodEndedOn: '2026-07-15', paidOn: '2026-07-15' };
  const runIds = [await addRun(api, { employeeIds }), await addRun(api, { employeeIds, ...july })];
  for (const runId of runIds) await calculate(api, runId);
  const august = {
    periodStartedOn: '2026-08-01',
    periodEndedOn: '2026-08-15',
    paidOn: '2026-08-15',
  };
  const lostRun = { employeeIds, ...august };
  return { api, since: '', log: [], canceled: [], left: [], runIds, employeeIds, lostRun };
}

const stampRun = (api: Client, runId: string) =>
  api.request('POST', `/v1/payroll/runs/${runId}/stamp`);

/** Waits until no receipt of a run waits for its stamp, and returns the receipts. */
async function settledRows(runId: string) {
  const read = () =>
    system.sql<{ state: string; uuid: string | null; documentRef: string | null }>(
      'payroll',
      `select state, uuid, document_ref as "documentRef" from payroll_rows where run_id = $1`,
      [runId],
    );
  const isSettled = (rows: { state: string }[]) =>
    rows.every(({ state }) => !['ready', 'queued', 'stamping'].includes(state));
  return until(120_000, read, isSettled);
}

/** Counts the receipts that were sent to a PAC, whose answer did not arrive. */
async function unansweredReceipts(): Promise<number> {
  const sql = `select count(*)::int as count from stamp_attempts
    where state in ('sending', 'unknown') and requested_by like 'payroll %'`;
  return (await system.sql<{ count: number }>('fiscal-cfdi', sql))[0]!.count;
}

/** Requests the stamps of a run and waits for them. */
async function stampAll(api: Client, runId: string): Promise<void> {
  await stampRun(api, runId);
  await settledRows(runId);
}

/**
 * Stamps, cancels and pays while the backup is taken, goes on for a while, and then loses the database, which
 * comes back at the point of the backup.
 */
async function loseDatabase(): Promise<World> {
  await system.orderPacs('sw', 'finkok');
  const world = await newWorld();
  const { api, log } = world;
  const own = await newDocuments([api], drafts);
  const withholdings = await inFlight(4, Array.from({ length: 4 }), () => withheld(api));
  const [early, late, left] = [
    own.slice(0, drafts / 3),
    own.slice(drafts / 3, drafts - 3),
    own.slice(-3),
  ];
  world.left = left;
  const note = async (documentRef: string) => log.push(await issuedIn(stamp(api, documentRef)));
  await system.turn('sw', { latencyMs: 500 });
  const stamping = inFlight(6, [...early, ...late], ({ documentRef }) => note(documentRef));
  await until(
    60_000,
    () => Promise.resolve(log.length),
    (count) => count >= early.length / 2,
  );
  // The answers of the PAC are lost until the backup is complete, so attempts are open at the restored point.
  system.pacs.sw.set({ kind: 'mute' });
  await stampRun(api, world.runIds[0]!);
  await until(60_000, unansweredReceipts, (count) => count > 0);
  world.since = new Date().toISOString();
  const [begun] = await Promise.all([newDocuments([api], drafts / 2), system.backUp()]);
  expect(await unansweredReceipts()).toBeGreaterThan(0);
  system.pacs.sw.set({ kind: 'none' });
  await system.turn('sw', { latencyMs: 0 });
  await stamping;
  await system.orderPacs('finkok', 'sw');
  for (const documentRef of withholdings.slice(0, 2)) await note(documentRef);
  begun.push(...(await newDocuments([api], drafts / 2)));
  await inFlight(6, begun, ({ documentRef }) => note(documentRef));
  await note(await withheld(api));
  for (const runId of world.runIds) await stampAll(api, runId);
  const lost = await addRun(api, world.lostRun);
  await calculate(api, lost);
  await stampAll(api, lost);
  for (const runId of [...world.runIds, lost]) {
    for (const { uuid } of await settledRows(runId))
      log.push({ documentRef: '', uuid: uuid!, number: '' });
  }
  const chosen = [early[0]!, early.at(-1)!, late.at(-1)!, begun.at(-1)!].map(
    (one) => one.documentRef,
  );
  for (const documentRef of chosen) {
    const path = `/v1/cfdi/${documentRef}`;
    const body = { motive: '02' };
    expect((await api.request('POST', `${path}/cancel`, { body })).status).toBe(202);
    const synchronize = () => api.request('POST', `${path}/synchronize`);
    await until(60_000, synchronize, ({ json }) => json?.data?.status === 'canceled');
    world.canceled.push(log.find((one) => one.documentRef === documentRef)!.uuid);
  }
  await restoreBackup(system);
  return world;
}

/** The points at which the command dies, one after the other, before it runs to its end. */
const points = ['ahead.recovering@2', 'ahead.recovered@5', 'ahead.pinned@1', 'ahead.canceling@1'];

async function runAhead({ since }: World): Promise<object> {
  const from = await portalFolder(system);
  const args = ['ahead', '--since', since, '--from', from, '--apply'];
  const died: string[] = [];
  for (const FAILPOINTS of points) {
    const ended = system.command('fiscal-cfdi', args, { env: { FAILPOINTS } });
    const line = await ended.catch((error: unknown) => String(error));
    died.push(line.includes('failed (SIGKILL)') ? FAILPOINTS : line);
  }
  expect(died).toEqual(points);
  return JSON.parse(await system.command('fiscal-cfdi', args)) as object;
}

/** Goes on like clients that do not know of the loss, and returns what they are told. */
async function goOn({ api, runIds, lostRun, left }: World): Promise<Issued[]> {
  const told: Issued[] = [];
  const again = await system.sql<{ ref: string }>(
    'fiscal-cfdi',
    `select 'cfdi:' || id as ref from cfdi where org_id = $1 and status = 'draft' and kind = 'income'
     union all select 'withholding:' || id from withholdings where org_id = $1 and status = 'draft'`,
    [api.organizationId],
  );
  const begun = await newDocuments([api], 3);
  const fresh = [...again.map(({ ref }) => ref), ...begun.map(({ documentRef }) => documentRef)];
  await inFlight(4, fresh, async (ref) => told.push(await issuedIn(stamp(api, ref))));
  expect(told.length).toBeGreaterThanOrEqual(left.length + begun.length);
  const run = await addRun(api, lostRun);
  await calculate(api, run);
  for (const runId of [...runIds, run]) await stampAll(api, runId);
  return told;
}

/** Returns the violations of the guarantee, by the log of the acknowledged answers. */
async function judge(world: World, told: Issued[]): Promise<string[]> {
  const { api, log, canceled, employeeIds } = world;
  const stored = await storedDocuments(system, api.organizationId);
  const byUuid = Map.groupBy(stored, ({ uuid }) => uuid);
  const byNumber = Map.groupBy(stored, ({ number }) => number);
  const known = new Set((await knownRefs(world)).map(({ ref }) => ref));
  const lost = log.flatMap(({ documentRef, uuid, number }) => {
    const [found, ...more] = byUuid.get(uuid) ?? [];
    if (!found) return [`${uuid} was acknowledged and is lost`];
    const isOther = number !== '' && found.number !== number;
    const isMoved = known.has(documentRef) && found.documentRef !== documentRef;
    return [
      ...(more.length > 0 ? [`${uuid} is stored ${more.length + 1} times`] : []),
      ...(isOther ? [`${uuid} has the number ${found.number} instead of ${number}`] : []),
      ...(isMoved ? [`${uuid} belongs to ${found.documentRef} instead of ${documentRef}`] : []),
    ];
  });
  const numbers = new Set(log.map(({ number }) => number));
  const stamps = Map.groupBy(await ownStamps(log, told, stored), ({ total }) => total);
  const receipts = await system.sql<{ state: string }>(
    'payroll',
    'select state from payroll_rows where org_id = $1',
    [api.organizationId],
  );
  const paid = stored.filter(({ number }) => number.startsWith('N'));
  return [
    ...lost,
    ...canceled
      .filter((uuid) => byUuid.get(uuid)?.[0]?.status !== 'canceled')
      .map((uuid) => `${uuid} was canceled and is valid`),
    ...[...byNumber]
      .filter(([, all]) => all.length > 1)
      .map(([number]) => `${number} was given twice`),
    ...told
      .filter(({ number }) => numbers.has(number))
      .map(({ number }) => `${number} was given again`),
    ...[...stamps]
      .filter(([, all]) => all.length > 1)
      .map(([total]) => `${total} was stamped twice`),
    ...(paid.length === 3 * employeeIds.length ? [] : [`${paid.length} receipts were stamped`]),
    ...receipts.filter(({ state }) => state !== 'stamped').map(({ state }) => `a row is ${state}`),
  ];
}

/** The documents that the restored database has under the references that clients know. */
const knownRefs = ({ api }: World) =>
  system.sql<{ ref: string }>(
    'fiscal-cfdi',
    `select 'cfdi:' || id as ref from cfdi where org_id = $1
     union all select 'withholding:' || id from withholdings where org_id = $1`,
    [api.organizationId],
  );

/** The stamps at the PACs of the income documents of one world, whose totals are unique. */
async function ownStamps(log: Issued[], told: Issued[], stored: Issued[]) {
  const own = new Set([...log, ...told, ...stored].map(({ uuid }) => uuid));
  return (await system.stamps()).filter(
    ({ uuid, receiverRfc }) => own.has(uuid) && receiverRfc === customerRfc,
  );
}

describe('a database that is restored to an earlier point', () => {
  it(
    'after ahead, every acknowledged folio and UUID exists once, and no document is stamped twice',
    async () => {
      const world = await loseDatabase();
      expect(await runAhead(world)).toMatchObject({ refused: 0, unanswered: 0, open: 0 });
      await startAgain(system, world.since);
      const told = await goOn(world);
      expect(await judge(world, told)).toEqual([]);
    },
    limitMs,
  );

  it(
    'without ahead, documents are lost, their folios are given again, and drafts are stamped twice',
    async () => {
      const world = await loseDatabase();
      await startAgain(system, world.since);
      const told = await goOn(world);
      const violations = (await judge(world, told)).join('\n');
      expect(violations).toMatch(/was acknowledged and is lost/);
      expect(violations).toMatch(/was given again/);
      expect(violations).toMatch(/was stamped twice/);
      expect(violations).toMatch(/was canceled and is valid/);
    },
    limitMs,
  );
});
