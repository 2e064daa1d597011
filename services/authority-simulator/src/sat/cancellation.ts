import { plusBusinessDays } from '@timbre/fiscal';
import type { Clock } from '../clock';
import { scenarioOf } from '../scenarios/catalogue';
import type { Knobs } from '../scenarios/knobs';
import type { Cancellation, CancellationStore, OnDue } from '../store/cancellations';
import type { Stamp, StampStore } from '../store/stamps';
import {
  cancellationTerms,
  isPastDeadline,
  needsAcceptance,
  needsExpressAcceptance,
} from './cancelability';

/** The data of the SAT's cancellation service, which both PACs share. */
export interface CancellationDesk {
  readonly clock: Clock;
  readonly stamps: StampStore;
  readonly cancellations: CancellationStore;
  readonly knobs: Knobs;
}

export interface CancellationFolio {
  readonly uuid: string;
  readonly motive: string;
  readonly replacement: string | undefined;
}

/**
 * The values that the SAT returns in EstatusUUID:
 * - 201: request received; 202: already requested or canceled
 * - 203: document of another issuer; 205: unknown document; 207: invalid motive or replacement
 * - 208: after the deadline; 209: unnecessary replacement
 * - 212: the replacement does not relate to the document under relationship 04
 * - no_cancelable: valid documents relate to the document
 */
export type FolioStatus =
  '201' | '202' | '203' | '205' | '207' | '208' | '209' | '212' | 'no_cancelable';

/** Processes an issuer's request to cancel a document, and returns its status. */
export function requestCancellation(
  desk: CancellationDesk,
  issuerRfc: string,
  folio: CancellationFolio,
  acuseOf: (status: FolioStatus) => string,
): FolioStatus {
  const now = desk.clock.now();
  const stamp = visibleStamp(desk, folio.uuid);
  if (!stamp) return '205';
  if (stamp.document.issuerRfc !== issuerRfc) return '203';
  const previous = currentCancellation(desk, stamp.uuid);
  if (previous && previous.state !== 'rejected') return '202';
  const objection = motiveObjection(desk, stamp, folio);
  if (objection) return objection;
  if (isPastDeadline(stamp.document, now)) return '208';
  if (!isCancelable(desk, stamp, folio.replacement)) return 'no_cancelable';
  desk.cancellations.save({
    uuid: stamp.uuid,
    motive: folio.motive,
    replacement: folio.replacement,
    requestedAt: now,
    ...courseOf(desk, stamp, previous),
    requests: (previous?.requests ?? 0) + 1,
    acuse: acuseOf('201'),
  });
  return '201';
}

/** Returns the stamp of a document, if the SAT already has it. */
export function visibleStamp(desk: CancellationDesk, uuid: string): Stamp | undefined {
  const stamp = desk.stamps.byUuid(uuid);
  return stamp && desk.clock.now() >= stamp.satVisibleAt ? stamp : undefined;
}

/**
 * Returns the current cancellation of a document. If the receiver's term has expired, the outcome is
 * applied and stored first.
 */
export function currentCancellation(
  desk: CancellationDesk,
  uuid: string,
): Cancellation | undefined {
  const kept = desk.cancellations.find(uuid);
  if (kept?.state !== 'in_process' || !kept.due || desk.clock.now() < kept.due.at) return kept;
  const settled = { ...kept, state: STATE_ON_DUE[kept.due.then], decidedAt: kept.due.at };
  desk.cancellations.save(settled);
  return settled;
}

/**
 * Processes the receiver's answer to a cancellation request. Returns the SAT's code, for example `1001` if
 * no cancellation is pending, and `1002` for a second answer.
 */
export function answerCancellation(
  desk: CancellationDesk,
  receiverRfc: string,
  uuid: string,
  accepts: boolean,
): '1000' | '1001' | '1002' | '1003' {
  const stamp = visibleStamp(desk, uuid);
  const cancellation = stamp && currentCancellation(desk, stamp.uuid);
  if (!stamp || !cancellation) return '1001';
  if (stamp.document.receiverRfc !== receiverRfc) return '1003';
  if (cancellation.state !== 'in_process') return '1002';
  desk.cancellations.save({
    ...cancellation,
    state: accepts ? 'canceled_with_acceptance' : 'rejected',
    decidedAt: desk.clock.now(),
  });
  return '1000';
}

export function isCanceled(desk: CancellationDesk, uuid: string): boolean {
  return currentCancellation(desk, uuid)?.state.startsWith('canceled') ?? false;
}

/**
 * Returns whether the document can be canceled. A document cannot be canceled while valid documents other
 * than its replacement relate to it.
 */
export function isCancelable(
  desk: CancellationDesk,
  stamp: Stamp,
  replacement: string | undefined,
): boolean {
  if (scenarioOf(stamp.document)?.effect.cancellation === 'not_cancelable') return false;
  return desk.stamps
    .relating(stamp.uuid)
    .every(({ uuid }) => uuid === replacement?.toLowerCase() || isCanceled(desk, uuid));
}

const STATE_ON_DUE = {
  accept: 'canceled_with_acceptance',
  reject: 'rejected',
  expire: 'canceled_term_passed',
} as const;

function motiveObjection(
  desk: CancellationDesk,
  stamp: Stamp,
  { motive, replacement }: CancellationFolio,
): FolioStatus | undefined {
  if (!['01', '02', '03', '04'].includes(motive)) return '207';
  if (motive !== '01') return replacement ? '209' : undefined;
  const substitute = replacement ? visibleStamp(desk, replacement) : undefined;
  if (!substitute || isCanceled(desk, substitute.uuid)) return '207';
  const relates = substitute.document.relations.some(
    ({ uuid, kind }) => uuid === stamp.uuid && kind === '04',
  );
  return relates ? undefined : '212';
}

function courseOf(
  desk: CancellationDesk,
  stamp: Stamp,
  previous: Cancellation | undefined,
): Pick<Cancellation, 'state' | 'due' | 'decidedAt'> {
  const now = desk.clock.now();
  if (!needsAcceptance(stamp, now))
    return { state: 'canceled_without_acceptance', due: undefined, decidedAt: now };
  const course = scenarioOf(stamp.document)?.effect.cancellation;
  const soon = new Date(now.getTime() + desk.knobs.timings().receiverAnswerSeconds * 1000);
  const then: OnDue | undefined =
    course === 'accepted' ? 'accept' : course === 'rejected' ? 'reject' : undefined;
  const inProcess = { state: 'in_process', decidedAt: undefined } as const;
  if (then) return { ...inProcess, due: { at: soon, then } };
  if (needsExpressAcceptance(stamp.document, now)) return { ...inProcess, due: undefined };
  if (course === 'expired') return { ...inProcess, due: { at: soon, then: 'expire' } };
  // The receiver has this number of business days to accept or reject the cancellation. If the receiver
  // does not answer, the request counts as accepted.
  const days = cancellationTerms(now)?.answerBusinessDays;
  if (previous || days === undefined) return { ...inProcess, due: undefined };
  const term = plusBusinessDays(now, days);
  return { ...inProcess, due: { at: term, then: 'expire' } };
}
