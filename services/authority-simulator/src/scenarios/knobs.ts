import { z } from 'zod';
import type { Settings } from '../store/settings';

export const PACS = ['sw', 'finkok'] as const;
export type PacName = (typeof PACS)[number];

/**
 * Outages that prevent a request from being processed. With `unavailable` the response is 503, with `reset`
 * the connection is closed, and with `hang` no response is sent. With `refused`, the service's own port
 * refuses connections, and the common port behaves as with `reset`.
 */
const outage = z.enum(['no', 'unavailable', 'reset', 'hang', 'refused']);
export type Outage = z.infer<typeof outage>;

const rate = z.number().min(0).max(1);
const seconds = z.number().min(0).max(86_400);

/** The faults of a PAC that apply to every request; an operator or a fault test sets them. */
export const pacKnobs = z.strictObject({
  /** The delay before the PAC processes a request, in milliseconds. */
  latencyMs: z.number().int().min(0).max(120_000),
  down: outage,
  /** The rates of requests that get HTTP 500 with JSON or HTTP 502 with HTML before they are processed. */
  serverErrorRate: rate,
  badGatewayRate: rate,
  /**
   * The rates of requests whose connection is closed after the commit, either without a response or in the
   * middle of the response.
   */
  dropAnswerRate: rate,
  truncateAnswerRate: rate,
  /**
   * The rate of new stamps for which the response is 307 without XML until `hiddenXmlSeconds` have passed.
   */
  previouslyWithoutXmlRate: rate,
  hiddenXmlSeconds: seconds,
  /**
   * Finkok's response of the operation `stamped` for a hidden stamp: the code 603, or a response without
   * XML (still queued).
   */
  hiddenLookup: z.enum(['not_found', 'queued']),
  credentials: z.enum(['accepted', 'refused']),
  account: z.enum(['active', 'suspended', 'exhausted']),
  /**
   * The PAC refuses every request with this code from its list, without any check; empty for normal
   * behavior.
   */
  stampCode: z.string().max(60),
  cancelCode: z.string().max(60),
  /**
   * The SAT's EstatusUUID for each document in an accepted cancellation request; empty for normal behavior.
   */
  folioCode: z.string().max(60),
  /**
   * These faults occur only at Finkok: the same incidence twice, the work id in the UUID field, empty
   * Folios.
   */
  duplicateIncidences: z.boolean(),
  workIdAsUuid: z.boolean(),
  emptyFolios: z.boolean(),
});
export type PacKnobs = z.infer<typeof pacKnobs>;

const QUIET: PacKnobs = {
  latencyMs: 0,
  down: 'no',
  serverErrorRate: 0,
  badGatewayRate: 0,
  dropAnswerRate: 0,
  truncateAnswerRate: 0,
  previouslyWithoutXmlRate: 0,
  hiddenXmlSeconds: 3,
  hiddenLookup: 'not_found',
  credentials: 'accepted',
  account: 'active',
  stampCode: '',
  cancelCode: '',
  folioCode: '',
  duplicateIncidences: false,
  workIdAsUuid: false,
  emptyFolios: false,
};

/** The knobs of the SAT's status and cancellation services. */
export const satKnobs = z.strictObject({
  down: outage,
  latencyMs: z.number().int().min(0).max(120_000),
  /** The time between a stamp and its arrival at the SAT, in seconds. */
  lagSeconds: seconds,
});
type SatKnobs = z.infer<typeof satKnobs>;

/** The knobs of the SAT's mass download. */
export const massDownloadKnobs = z.strictObject({
  /**
   * The numbers of seconds for which a request has the state accepted (1) and then the state in progress
   * (2).
   */
  acceptSeconds: seconds,
  processSeconds: seconds,
  packageSize: z.number().int().min(1).max(100_000),
  /**
   * The maximum number of documents that a request may find. If a request finds more documents, its
   * verification returns 5003.
   */
  limitDocuments: z.number().int().min(1).max(1_000_000),
  /** If true, new requests stay in the state accepted forever. */
  stuckRequests: z.boolean(),
  emptyRequests: z.boolean(),
  /** The rates of requests for which the response is code 404 or 5006, before the request is stored. */
  error404Rate: rate,
  error5006Rate: rate,
  /** The rate of requests whose connection is closed without a response after the request was stored. */
  dropAnswerRate: rate,
  /** If true, every token is refused. */
  expiredTokens: z.boolean(),
  /** If true, a finished request has a state that the SAT does not document. */
  unknownState: z.boolean(),
  /**
   * `truncatedBase64` truncates the base64 of a package; `hostilePackages` adds foreign entries to its ZIP.
   */
  truncatedBase64: z.boolean(),
  hostilePackages: z.boolean(),
});
export type MassDownloadKnobs = z.infer<typeof massDownloadKnobs>;

const MASS_DOWNLOAD_QUIET: MassDownloadKnobs = {
  acceptSeconds: 0,
  processSeconds: 0,
  packageSize: 1_000,
  limitDocuments: 200_000,
  stuckRequests: false,
  emptyRequests: false,
  error404Rate: 0,
  error5006Rate: 0,
  dropAnswerRate: 0,
  expiredTokens: false,
  unknownState: false,
  truncatedBase64: false,
  hostilePackages: false,
};

/**
 * The durations that scenarios use, in seconds of the simulator's clock; only `lateAnswerSeconds` is real
 * time.
 */
export const timings = z.strictObject({
  lateAnswerSeconds: seconds,
  hiddenXmlSeconds: seconds,
  unknownToSatSeconds: seconds,
  receiverAnswerSeconds: seconds,
});
type Timings = z.infer<typeof timings>;

const SAT_QUIET: SatKnobs = { down: 'no', latencyMs: 0, lagSeconds: 0 };
const TIMINGS: Timings = {
  lateAnswerSeconds: 35,
  hiddenXmlSeconds: 10,
  unknownToSatSeconds: 120,
  receiverAnswerSeconds: 3,
};

/** Reads and changes the knobs, which are kept after a restart. */
export interface Knobs {
  pac(name: PacName): PacKnobs;
  sat(): SatKnobs;
  massDownload(): MassDownloadKnobs;
  timings(): Timings;
  turnPac(name: PacName, change: Partial<PacKnobs>): PacKnobs;
  turnSat(change: Partial<SatKnobs>): SatKnobs;
  turnMassDownload(change: Partial<MassDownloadKnobs>): MassDownloadKnobs;
  turnTimings(change: Partial<Timings>): Timings;
}

export function knobsOf(settings: Settings): Knobs {
  const read = <T extends object>(key: string, quiet: T): T => ({
    ...quiet,
    ...settings.read<Partial<T>>(key, {}),
  });
  const turn = <T extends object>(key: string, quiet: T, change: Partial<T>): T => {
    const turned = { ...read(key, quiet), ...change };
    settings.write(key, turned);
    return turned;
  };
  return {
    pac: (name) => read(`knobs.${name}`, QUIET),
    sat: () => read('knobs.sat', SAT_QUIET),
    massDownload: () => read('knobs.massDownload', MASS_DOWNLOAD_QUIET),
    timings: () => read('timings', TIMINGS),
    turnPac: (name, change) => turn(`knobs.${name}`, QUIET, change),
    turnSat: (change) => turn('knobs.sat', SAT_QUIET, change),
    turnMassDownload: (change) => turn('knobs.massDownload', MASS_DOWNLOAD_QUIET, change),
    turnTimings: (change) => turn('timings', TIMINGS, change),
  };
}
