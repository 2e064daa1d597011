import { LockMode } from '@mikro-orm/core';
import {
  createDueJob,
  createRun,
  Refusal,
  type JobParts,
  type CallContext,
  type Repeated,
  type Runtime,
  type Transaction,
} from '@timbre/kit';
import { addDays } from '@timbre/fiscal';
import { isDailyRun } from '../domain/schedule';
import { downloads, type SatSource } from '../domain/sources';
import { isArchived } from '../store/organizations';
import { nextRunOf, Schedule, dueSchedules } from '../store/schedules';
import { liveSources } from '../store/syncs';
import { addSync, type AskedSync } from '../workflows/add-sync';
import { requireFiel, rfcOf, type FiscalProviders } from '../workflows/fiscal-identity';

/** Starts the synchronizations that the organizations have scheduled. */
export const createScheduler = ({ runtime, systemPool }: JobParts<FiscalProviders>): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'start-scheduled-syncs',
    everyMs: 15_000,
    due: dueSchedules,
    batchMax: 16,
    work: (context, { id }) => startScheduled(runtime, context, id),
  });

/**
 * Starts the due synchronization of an organization. Several replicas of the service may find the
 * same due schedule. The first replica to lock the schedule starts the synchronization and sets the
 * next time in the same commit. For an archived organization, only the next time is set.
 * @returns true if this call handled the due schedule
 */
export async function startScheduled(
  runtime: Runtime<FiscalProviders>,
  context: CallContext,
  id: string,
): Promise<boolean> {
  const run = createRun(runtime, context);
  const identity = await identityOf(context, runtime.providers);
  return run.step(async (tx) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const schedule = await tx.find(Schedule, id, { lockMode });
    if (!schedule?.enabled || schedule.nextDueAt > tx.now) return false;
    const found = (await isArchived(tx)) ? { code: 'organization_archived' } : identity;
    const syncId = 'rfc' in found ? await startDue(tx, schedule, found.rfc) : undefined;
    schedule.nextDueAt = nextRunOf(schedule, tx.now);
    schedule.lastRunAt = tx.now;
    schedule.lastErrorCode = 'code' in found ? found.code : null;
    if (syncId) schedule.lastSyncId = syncId;
    return true;
  });
}

type Identity = { rfc: string } | { code: string };

/**
 * Reads the RFC of the organization and checks that it has a FIEL. A missing profile or FIEL is returned
 * as an outcome. If fiscal-cfdi does not respond, the job retries later.
 */
async function identityOf(context: CallContext, providers: FiscalProviders): Promise<Identity> {
  try {
    const rfc = await rfcOf(context, providers);
    await requireFiel(context, providers);
    return { rfc };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
    return { code: String(error.details?.['reason'] ?? error.code) };
  }
}

/**
 * The number of past days whose CFDI are read again by each run between two daily runs, because a
 * stamp may reach the SAT three days late.
 */
const freshDays = 3;

/**
 * Starts the sources that are due now. The daily run of a schedule reads all sources, with the CFDI
 * of the last month. The first daily run of a month reads the CFDI of this year and of the year
 * before, because cancellations arrive late. A scheduled run leaves out a source that is already
 * being read. The run over two years waits for a day on which no source is being read. @returns the
 * synchronization, or undefined if no source has to be read
 */
async function startDue(
  tx: Transaction,
  schedule: Schedule,
  rfc: string,
): Promise<string | undefined> {
  const isDaily = isDailyRun(schedule, schedule.nextDueAt, tx.now);
  const live = await liveSources(tx, rfc);
  const isWanted = (source: SatSource) =>
    !live.has(source) && (isDaily || downloads.includes(source));
  const sources = schedule.sources.filter(isWanted);
  if (sources.length === 0) return undefined;
  const isSwept = schedule.sweptOn?.slice(0, 7) === tx.today.slice(0, 7);
  const swept = schedule.sources.filter((source) => downloads.includes(source));
  const isSweep = isDaily && !isSwept && swept.length > 0 && !swept.some((one) => live.has(one));
  if (isSweep) schedule.sweptOn = tx.today;
  const asked: AskedSync = isSweep
    ? { sources, dateFrom: `${Number(tx.today.slice(0, 4)) - 1}-01-01` }
    : isDaily
      ? { sources }
      : { sources, dateFrom: addDays(tx.today, -freshDays) };
  return addSync(tx, rfc, asked);
}
