import { LockMode } from '@mikro-orm/core';
import {
  createDueJob,
  createRun,
  Refusal,
  survived,
  type JobParts,
  type CallContext,
  type Repeated,
  type Run,
  type Runtime,
} from '@timbre/kit';
import { memberAt } from '@timbre/fiscal';
import { SatFault, type SatFaultCode } from '../domain/sat-fault';
import type { SatSource } from '../domain/sources';
import { count, dueSources, endSource, renewSource } from '../store/download-sources';
import { endTurn, keepTurn, takeTurn } from '../store/portal-turns';
import { SyncSource } from '../store/syncs';
import {
  readDeclarations,
  type PortalProviders,
  type SourceCounts,
} from '../workflows/read-declarations';
import { readOpinion } from '../workflows/read-opinion';

const everyMs = 1_000;
const batchMax = 4;
/** The time after which another worker takes over a source whose worker did not renew its lease. */
const leaseMs = 30_000;
const renewEveryMs = 8_000;
/** The delay before a source is tried again if another session was using the portals. */
const turnEveryMs = 3_000;
/** The delays between the attempts to read a source whose portal does not respond. */
const waitsMs = [60_000, 5 * 60_000, 15 * 60_000, 3_600_000];

type Read = (
  run: Run,
  providers: PortalProviders,
  source: { fiscalYears: number[] },
) => Promise<SourceCounts>;

/** The sources that are read from a portal, each with the function that reads it. */
const readers: Partial<Record<SyncSource['source'], Read>> = {
  declarations: (run, providers, { fiscalYears }) => readDeclarations(run, providers, fiscalYears),
  compliance_opinion: readOpinion,
};

/** Runs the sources that are read from the portals. */
export const createSourceRunner = ({ runtime, systemPool }: JobParts<PortalProviders>): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'run-sources',
    everyMs,
    due: dueSources(Object.keys(readers) as SatSource[]),
    batchMax,
    isLong: true,
    work: (context, { id }) => runSource(runtime, context, id),
  });

/**
 * Reads one due source, except while another source of the same organization is being read.
 * @returns true if a source was claimed
 */
export async function runSource(
  runtime: Runtime<PortalProviders>,
  context: CallContext,
  id: string,
): Promise<boolean> {
  const run = createRun(runtime, context);
  const claimed = await run.step(async (tx) => {
    const source = await tx.find(SyncSource, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!source?.dueAt || source.dueAt > tx.now) return undefined;
    const until = new Date(tx.now.getTime() + leaseMs);
    if (!(await takeTurn(tx, id, until))) {
      source.dueAt = new Date(tx.now.getTime() + turnEveryMs);
      return undefined;
    }
    Object.assign(source, { state: 'running', dueAt: until });
    source.attempts += 1;
    return { source: source.source, fiscalYears: source.fiscalYears, attempts: source.attempts };
  });
  if (!claimed) return false;
  const renewal = setInterval(() => void renew(run, id, claimed.attempts), renewEveryMs);
  const outcome = await memberAt(readers, claimed.source)(run, runtime.providers, claimed)
    .catch((error: unknown) => failureOf(error, claimed.attempts))
    .finally(() => clearInterval(renewal));
  if ('cause' in outcome && outcome.errorCode === 'internal') {
    runtime.logger.error({ err: outcome.cause, id }, 'a source could not be read');
  }
  await run.step((tx) => settle(tx, id, claimed.attempts, outcome));
  return true;
}

/** Renews the worker's lease, except if the source was canceled or taken over. */
const renew = (run: Run, id: string, attempts: number): Promise<unknown> =>
  run
    .step(async (tx) => {
      const until = new Date(tx.now.getTime() + leaseMs);
      await keepTurn(tx, id, until);
      await renewSource(tx, id, attempts, until);
    })
    .catch(survived(run.logger, 'the renewal of the turn of a source'));

interface Failure {
  errorCode: string;
  errorMessage: string;
  /** The delay until the next attempt to read the source; absent if the source is finished. */
  waitMs?: number;
  cause: unknown;
}

const messages: Record<SatFaultCode | 'credential_missing' | 'internal', string> = {
  credential_missing: 'The organization has no active FIEL.',
  credential_rejected: 'The SAT refuses the FIEL of the organization.',
  sat_unavailable: 'The portal of the SAT does not answer; it is asked again.',
  page_not_recognised:
    'The portal of the SAT shows a page of another form, which is kept for support.',
  internal: 'The source could not be read.',
};

function failureOf(cause: unknown, attempts: number): Failure {
  const isRefusal = cause instanceof Refusal;
  const code =
    cause instanceof SatFault
      ? cause.code
      : isRefusal && cause.code === 'conflict'
        ? 'credential_missing'
        : isRefusal
          ? 'sat_unavailable'
          : 'internal';
  const waitMs = code === 'sat_unavailable' ? waitsMs[attempts - 1] : undefined;
  const errorMessage = isRefusal && code === 'sat_unavailable' ? cause.message : messages[code];
  return { errorCode: code, errorMessage, cause, ...(waitMs !== undefined && { waitMs }) };
}

/** Stores the outcome of reading a source, except if the source was canceled or taken over. */
async function settle(
  tx: Parameters<Parameters<Run['step']>[0]>[0],
  id: string,
  attempts: number,
  outcome: SourceCounts | Failure,
): Promise<void> {
  const source = await tx.lock(SyncSource, id, 'source');
  if (source.attempts !== attempts) return;
  await endTurn(tx, id);
  if (source.state !== 'running') return;
  if (!('errorCode' in outcome)) {
    await count(tx, id, outcome, outcome.issues);
    return endSource(tx, id);
  }
  const { errorCode, errorMessage, waitMs } = outcome;
  if (waitMs === undefined) {
    return endSource(tx, id, { code: errorCode, message: errorMessage });
  }
  const dueAt = new Date(tx.now.getTime() + waitMs);
  Object.assign(source, { state: 'waiting_for_sat', errorCode, errorMessage, dueAt });
}
