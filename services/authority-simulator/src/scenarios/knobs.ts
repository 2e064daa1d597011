import { z } from 'zod';
import type { Settings } from '../store/settings';

export const PACS = ['sw', 'finkok'] as const;
export type PacName = (typeof PACS)[number];

/**
 * Outages before any work. With `unavailable` the response is 503, with `reset` the connection is closed, and
 * with `hang` no response is sent. With `refused`, the service's own port refuses connections, and on the
 * common port the knob works like `reset`.
 */
const outage = z.enum(['no', 'unavailable', 'reset', 'hang', 'refused']);
export type Outage = z.infer<typeof outage>;

const rate = z.number().min(0).max(1);
const seconds = z.number().min(0).max(86_400);

/** Faults of a PAC for every request, set by an operator or a fault test. */
export const pacKnobs = z.strictObject({
  /** The delay before any work, in milliseconds. */
  latencyMs: z.number().int().min(0).max(120_000),
  down: outage,
  /** HTTP 500 with JSON and HTTP 502 with HTML, before any work. */
  serverErrorRate: rate,
  badGatewayRate: rate,
  /**
   * The rates of requests whose connection is closed after the commit, either without a response or in the
   * middle of the response.
   */
  dropAnswerRate: rate,
  truncateAnswerRate: rate,
  /**
   * The rate of new stamps that are answered with 307 and without XML until `hiddenXmlSeconds` have passed.
   */
  previouslyWithoutXmlRate: rate,
  hiddenXmlSeconds: seconds,
  /** Finkok's response to `stamped` for a hidden stamp: 603, or received without XML (still queued). */
  hiddenLookup: z.enum(['not_found', 'queued']),
  credentials: z.enum(['accepted', 'refused']),
  account: z.enum(['active', 'suspended', 'exhausted']),
  /**
   * A code of the PAC's lists with which every request is refused without any check; empty for normal
   * behavior.
   */
  stampCode: z.string().max(60),
  cancelCode: z.string().max(60),
  /** The SAT's EstatusUUID for each document of an accepted cancellation request. */
  folioCode: z.string().max(60),
  /** Only Finkok: the same incidence twice, the work id in the UUID field, empty Folios. */
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
  /** The lag until the SAT has a stamp, in seconds. */
  lagSeconds: seconds,
});
type SatKnobs = z.infer<typeof satKnobs>;

/** The knobs of the SAT's mass download. */
export const massDownloadKnobs = z.strictObject({
  /** Seconds during which a request is accepted (1) and then in progress (2). */
  acceptSeconds: seconds,
  processSeconds: seconds,
  packageSize: z.number().int().min(1).max(100_000),
  /**
   * The maximum number of documents of a request. A request for more is refused at its verification (5003).
   */
  limitDocuments: z.number().int().min(1).max(1_000_000),
  /** Whether new requests stay accepted forever. */
  stuckRequests: z.boolean(),
  emptyRequests: z.boolean(),
  /** The rates of requests that are answered with the codes 404 and 5006 before they are stored. */
  error404Rate: rate,
  error5006Rate: rate,
  /** The rate of requests whose connection is closed without a response after the request was stored. */
  dropAnswerRate: rate,
  /** Whether every token is refused. */
  expiredTokens: z.boolean(),
  /** Whether a finished request has a state that the SAT does not document. */
  unknownState: z.boolean(),
  /** Whether the base64 of a package is truncated, or its ZIP contains foreign entries. */
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

/** Durations of the scenarios, in seconds of the simulator's clock; only `lateAnswerSeconds` is real time. */
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

/** Reads and changes the knobs, which survive a restart. */
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
