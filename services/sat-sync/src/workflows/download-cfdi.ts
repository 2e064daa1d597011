import { randomUUID } from 'node:crypto';
import { failpoint, survived, type CallContext, type Run, type Transaction } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import type { RequestAnswer } from '../domain/downloads/answers';
import type { MassDownload, RequestType } from '../domain/downloads/port';
import { halvesOf, type Span } from '../domain/downloads/spans';
import {
  addPackages, addPart, bookDownload, bookRequest, claimSource, count, directionOf, dueChecks, endSource,
  holdSource, nextPackage, noteLateAnswer, openRequests, pushSpans, releaseSource, retrySoon, setPackage, setRequest,
  setSpans, uncountDownload,
  type PackageRow, type RequestRow, type SourceRow,
} from '../store/download-sources'; // prettier-ignore
import type { ReadPackage } from '../domain/downloads/package-batch';
import { folioSource } from '../store/syncs';
import { compareSource, type ImportClient } from './compare-cfdi';
import { openPackage } from './open-package';
import { isOfWithholdings } from '../domain/sources';

export interface DownloadProviders {
  massDownload: MassDownload<CallContext>;
  /** The client of the mass download of withholding documents, which uses separate hosts. */
  withholdingsDownload: MassDownload<CallContext>;
  imports: ImportClient;
  readPackage: ReadPackage;
  /** The waiting times in seconds between the polls of a request; the last value repeats. */
  pollSeconds: readonly number[];
}

/**
 * The maximum number of unfinished requests for an RFC and a direction (issued or received). More
 * unfinished requests would slow down all of them at the SAT.
 */
const liveMax = 2;
/** The number of times that the SAT allows a package to be downloaded. */
const downloadsMax = 2;
const failuresMax = 10;
/**
 * The number of times that a request is sent if the SAT does not accept it. After the last attempt,
 * another request replaces this request.
 */
const sendsMax = 5;
/**
 * The time after which an unfinished request is given up: the SAT finishes a request within three days,
 * or never.
 */
const patienceMs = 72 * 3_600_000;
const stepsMax = 2_000;
/**
 * The time after which a worker releases its source, so that the worker can process other sources.
 * A released source stays due after the worker has released it.
 */
const passMs = 45_000;
/**
 * The interval at which the lease is renewed during a call to the SAT, because a call may take
 * longer than the lease.
 */
const renewEveryMs = 8_000;

type Step =
  | { kind: 'gone' | 'released' | 'again' }
  | { kind: 'send'; request: Span & { id: string; requestType: RequestType } }
  | { kind: 'verify'; request: RequestRow }
  | { kind: 'download' | 'open'; package: PackageRow }
  | { kind: 'phase' };

/**
 * Works on a due source until the source waits for the SAT or ends. Every step of a download is
 * stored before and after its call to the SAT. If the worker crashes, no data are lost and no
 * request is repeated.
 * @returns true if a source was claimed
 */
export async function downloadCfdi(
  run: Run,
  providers: DownloadProviders,
  id: string,
): Promise<boolean> {
  const lease = randomUUID();
  if (!(await run.step((tx) => claimSource(tx, id, lease)))) return false;
  const renew = () =>
    run
      .step((tx) => holdSource(tx, id, lease))
      .catch(survived(run.logger, 'the renewal of the lease of a source'));
  const renewal = setInterval(() => void renew(), renewEveryMs);
  try {
    return await workOn(run, providers, id, lease);
  } catch (error) {
    // If the release also fails, other workers can claim the source when its lease expires.
    const failed = survived(run.logger, 'the end of the lease of a source');
    await run.step((tx) => retrySoon(tx, id, lease)).catch(failed);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Works on a claimed source step by step, until the source is released, finished or taken over.
 * @returns always true, because the worker has claimed the source
 */
async function workOn(
  run: Run,
  providers: DownloadProviders,
  id: string,
  lease: string,
): Promise<true> {
  const untilMs = Date.now() + passMs;
  for (let count = 0; count < stepsMax; count += 1) {
    let source: SourceRow | undefined;
    const step = await run.step(async (tx): Promise<Step> => {
      source = await holdSource(tx, id, lease);
      if (!source) return { kind: 'gone' };
      if (Date.now() > untilMs) {
        await releaseSource(tx, id, tx.now);
        return { kind: 'released' };
      }
      return nextStep(tx, source, providers);
    });
    if (!source || step.kind === 'gone' || step.kind === 'released') return true;
    failpoint(`sat_sync.${step.kind}`);
    await perform(run, providers, source, step, lease);
  }
  return true;
}

/**
 * Chooses and runs the next step of a source. A request is recorded as used before it is sent, and
 * a download is counted before it begins.
 */
async function nextStep(
  tx: Transaction,
  source: SourceRow,
  { pollSeconds }: DownloadProviders,
): Promise<Step> {
  const packed = await nextPackage(tx, source.id);
  if (packed?.state === 'stored') return { kind: 'open', package: packed };
  if (packed?.isDue) {
    if (packed.downloads < downloadsMax) {
      await bookDownload(tx, packed.id);
      return { kind: 'download', package: packed };
    }
    await setPackage(tx, packed.id, { state: 'lost' });
    await pushSpans(tx, source.id, [packed.span], { isFailure: true });
    return { kind: 'again' };
  }
  const open = await openRequests(tx, source.id);
  for (const request of open.filter(({ state }) => state === 'sending')) {
    // A previous worker has crashed, so it is unknown whether the SAT received the request. The
    // span of the request counts as used, and the span is requested again with a different end.
    await setRequest(tx, request.id, { state: 'unknown' });
    await pushSpans(tx, source.id, [request], { isFailure: true });
    return { kind: 'again' };
  }
  const [due] = await dueChecks(tx, source.id);
  if (due && due.atMs <= tx.now.getTime())
    return checkNow(
      tx,
      source,
      certain(
        open.find(({ id }) => id === due.id),
        'the request',
      ),
      pollSeconds,
    );
  if (source.failures > failuresMax) {
    await endSource(tx, source.id, errors.sat_unavailable);
    return { kind: 'released' };
  }
  const isFolio = source.source === folioSource;
  if (isFolio && source.phase === 'compare') return { kind: 'phase' };
  const [span, ...rest] = source.spans;
  if (span && open.length < liveMax) return book(tx, source, span, rest);
  const waits = [due?.atMs, packed?.nextAtMs].filter((at) => at !== null && at !== undefined);
  if (waits.length > 0) {
    await releaseSource(tx, source.id, new Date(Math.min(...waits)));
    return { kind: 'released' };
  }
  return { kind: 'phase' };
}

async function checkNow(
  tx: Transaction,
  source: SourceRow,
  request: RequestRow,
  pollSeconds: readonly number[],
): Promise<Step> {
  if (request.state === 'accepted') return { kind: 'verify', request };
  // Each repeated attempt to send is counted twice: before it is sent, and when its response
  // arrives.
  if (request.checks >= 2 * sendsMax - 1) {
    await setRequest(tx, request.id, { state: 'failed' });
    await pushSpans(tx, source.id, [request], { isFailure: true });
    return { kind: 'again' };
  }
  // The SAT reported an error and did not count the request, so the same request is sent again.
  await setRequest(tx, request.id, { state: 'sending', nextCheckAt: pollAt(tx, pollSeconds, 0) });
  return { kind: 'send', request };
}

/**
 * - quota_exhausted: the SAT accepts no more requests for this period; getSatQuotas shows the quotas
 * - request_refused: the SAT refused the request for this period
 */
const errors = {
  quota_exhausted: {
    code: 'quota_exhausted',
    message: 'The SAT gives no more requests for this period; see getSatQuotas.',
  },
  request_refused: {
    code: 'request_refused',
    message: 'The SAT refuses a request for this period.',
  },
  sat_unavailable: {
    code: 'sat_unavailable',
    message: 'The mass download of the SAT failed again and again; start it later.',
  },
} as const;

function requestTypeOf({ source, phase }: SourceRow): RequestType {
  if (source === folioSource) return 'folio';
  if (isOfWithholdings(source)) return 'withholding';
  return phase === 'metadata' ? 'metadata' : 'cfdi';
}

/** Returns the client of the SAT service that provides the documents of a source. */
const serviceFor = (providers: DownloadProviders, { source }: SourceRow) =>
  isOfWithholdings(source) ? providers.withholdingsDownload : providers.massDownload;

async function book(
  tx: Transaction,
  source: SourceRow,
  span: Span,
  rest: readonly Span[],
): Promise<Step> {
  const requestType = requestTypeOf(source);
  const booking = { source, direction: directionOf(source), requestType } as const;
  const booked = await bookRequest(tx, booking, span);
  if (!booked && requestType !== 'metadata') {
    // After a refused span, the remaining spans of the source are still requested. Documents whose
    // XML is not available are stored from their metadata.
    await setSpans(tx, source.id, rest);
    await count(tx, source.id, { skipped: 1 }, [{ name: span.from, code: 'quota_exhausted' }]);
    return { kind: 'again' };
  }
  if (!booked) {
    await endSource(tx, source.id, errors.quota_exhausted);
    return { kind: 'released' };
  }
  await setSpans(tx, source.id, rest);
  return { kind: 'send', request: { requestType, ...booked } };
}

function pollAt(tx: Transaction, pollSeconds: readonly number[], checks: number): Date {
  const seconds = pollSeconds[Math.min(checks, pollSeconds.length - 1)] ?? 60;
  return new Date(tx.now.getTime() + seconds * 1_000);
}

async function perform(
  run: Run,
  providers: DownloadProviders,
  source: SourceRow,
  step: Step,
  lease: string,
): Promise<void> {
  switch (step.kind) {
    case 'send':
      return send(run, providers, source, step.request, lease);
    case 'verify':
      return verify(run, providers, source, step.request, lease);
    case 'download':
      return download(run, providers, source, step.package, lease);
    case 'open':
      return openPackage(run, providers, source, step.package, lease);
    case 'phase':
      return compareSource(run, providers.imports, source, lease);
    case 'again':
    case 'gone':
    case 'released':
      return undefined;
  }
}

async function send(
  run: Run,
  providers: DownloadProviders,
  source: SourceRow,
  request: Span & { id: string; requestType: RequestType },
  lease: string,
): Promise<void> {
  const asked = { ...request, rfc: source.rfc, direction: directionOf(source) };
  const answer = await serviceFor(providers, source).request(run.context, asked);
  failpoint('sat_sync.sent');
  await run.step(async (tx) => {
    if (!(await holdSource(tx, source.id, lease))) {
      return noteLateAnswer(tx, request.id, lateAnswer(answer));
    }
    const again = pollAt(tx, providers.pollSeconds, 3);
    switch (answer.outcome) {
      case 'accepted':
        return setRequest(tx, request.id, {
          state: 'accepted',
          satId: answer.satId,
          nextCheckAt: pollAt(tx, providers.pollSeconds, 0),
        });
      case 'again':
        return setRequest(tx, request.id, {
          state: 'again',
          code: answer.code,
          nextCheckAt: again,
        });
      case 'not_sent':
        return setRequest(tx, request.id, { state: 'again', nextCheckAt: again });
      case 'credential':
        await setRequest(tx, request.id, { state: 'refused', code: answer.code });
        return endSource(tx, source.id, rejected(answer));
      case 'refused':
        await setRequest(tx, request.id, { state: 'refused', code: answer.code });
        if (request.requestType !== 'folio')
          return endSource(tx, source.id, errors.request_refused);
        return count(tx, source.id, { skipped: 1 }, [{ name: request.from, code: answer.code }]);
      case 'used_up':
        await setRequest(tx, request.id, { state: 'used_up', code: answer.code });
        return pushSpans(tx, source.id, [request]);
      case 'unknown':
        await setRequest(tx, request.id, { state: 'unknown' });
        await pushSpans(tx, source.id, [request], { isFailure: true });
        // The source waits, because the SAT may have counted this request, and each further request
        // without a response may also be counted.
        return releaseSource(tx, source.id, pollAt(tx, providers.pollSeconds, source.failures));
    }
  });
}

/** Returns the final state of a request whose source has already ended. */
function lateAnswer(answer: RequestAnswer): { state: string; satId?: string; code?: string } {
  switch (answer.outcome) {
    case 'accepted':
      return { state: 'accepted', satId: answer.satId };
    case 'again':
      return { state: 'not_sent', code: answer.code };
    case 'credential':
      return { state: 'refused', code: answer.code };
    case 'refused':
    case 'used_up':
      return { state: answer.outcome, code: answer.code };
    case 'not_sent':
    case 'unknown':
      return { state: answer.outcome };
  }
}

const rejected = ({ code }: { code: string }) =>
  code === 'fiel_missing'
    ? { code: 'credential_missing', message: 'The organization has no active FIEL.' }
    : {
        code: 'credential_rejected',
        message: `The SAT refuses the FIEL of the organization (${code}).`,
      };

async function verify(
  run: Run,
  providers: DownloadProviders,
  source: SourceRow,
  request: RequestRow,
  lease: string,
): Promise<void> {
  const answer = await serviceFor(providers, source).verify(
    run.context,
    certain(request.satId, 'satId'),
  );
  await run.step(async (tx) => {
    if (!(await holdSource(tx, source.id, lease))) return;
    const { id } = request;
    const isLate = tx.now.getTime() - request.requestedMs > patienceMs;
    switch (answer.outcome) {
      case 'waiting':
      case 'unknown':
        if (isLate) {
          await setRequest(tx, id, { state: 'failed' });
          return pushSpans(tx, source.id, [request], { isFailure: true });
        }
        return setRequest(tx, id, {
          state: 'accepted',
          nextCheckAt: pollAt(tx, providers.pollSeconds, request.checks),
        });
      case 'finished':
        await setRequest(tx, id, { state: 'finished', documents: answer.documents });
        return addPackages(tx, source.id, id, answer.packages);
      case 'empty':
        return setRequest(tx, id, { state: 'empty', documents: 0 });
      case 'too_many': {
        await setRequest(tx, id, { state: 'too_many' });
        const halves = halvesOf(request);
        if (halves) return pushSpans(tx, source.id, halves);
        return endSource(tx, source.id, errors.quota_exhausted);
      }
      case 'failed':
        await setRequest(tx, id, { state: 'failed', code: answer.code });
        return pushSpans(tx, source.id, [request], { isFailure: true });
      case 'credential':
        return endSource(tx, source.id, rejected(answer));
    }
  });
}

const partBytes = 1 << 20;

/**
 * Downloads a package and stores it in parts before it is opened. Storing a part of the package
 * renews the lease of the source.
 */
async function download(
  run: Run,
  providers: DownloadProviders,
  source: SourceRow,
  packed: PackageRow,
  lease: string,
): Promise<void> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let position = 0;
  const flush = async () => {
    if (heldBytes === 0) return;
    const bytes = Buffer.concat(held);
    [held, heldBytes] = [[], 0];
    await run.step(async (tx) => {
      if (!(await holdSource(tx, source.id, lease))) throw new Error('the source was taken over');
      await addPart(tx, packed.id, position, bytes);
    });
    position += 1;
  };
  const service = serviceFor(providers, source);
  const answer = await service.download(run.context, packed.packageId, async (bytes) => {
    held.push(bytes);
    if ((heldBytes += bytes.length) >= partBytes) await flush();
  });
  await flush();
  failpoint('sat_sync.downloaded');
  await run.step(async (tx) => {
    // Another worker may have taken over the source and stored the package during the download.
    if (!(await holdSource(tx, source.id, lease))) return;
    const nextAt = pollAt(tx, providers.pollSeconds, 0);
    switch (answer.outcome) {
      case 'downloaded':
        return setPackage(tx, packed.id, { state: 'stored' });
      case 'broken':
      case 'unknown':
        return setPackage(tx, packed.id, { state: 'listed', nextAt });
      case 'again':
        await uncountDownload(tx, packed.id);
        return setPackage(tx, packed.id, { state: 'listed', code: answer.code, nextAt });
      case 'lost':
        await setPackage(tx, packed.id, { state: 'lost', code: answer.code });
        return pushSpans(tx, source.id, [packed.span], { isFailure: true });
      case 'credential':
        return endSource(tx, source.id, rejected(answer));
    }
  });
}
