import { say, type MailWay, type Said, type TextKey } from '@timbre/api';
import { endsInCapitalRegime, type LawEnd } from '@timbre/fiscal';
import { renewalDays } from './renewal';
import { firstSeriesCode, seriesKinds, type SeriesKind } from './series';

/** The parts of an organization's set-up that are required for stamping. */
export interface SetUp {
  legalName?: string | undefined;
  /** The period of validity of the active CSD. */
  sealing?: { validFrom: Date; validTo: Date; isRevoked: boolean } | undefined;
  /**
   * The codes of the default series, keyed by kind of document. If a kind has no series, its first document
   * creates the first series.
   */
  series: Partial<Record<SeriesKind, string>>;
  hasPac: boolean;
  mail: MailWay;
}

/** The parts of an organization's set-up that only payroll requires. */
export interface PayrollSetUp {
  /** True if the employer has a registration; undefined if payroll does not respond. */
  hasEmployer: boolean | undefined;
  /** The legal amounts and rates that payroll uses and that expire on a known date, sorted by this date. */
  ends: readonly LawEnd[];
}

interface ReadinessCheck extends Said {
  code: string;
  ready: boolean;
}

export interface Readiness {
  ready: boolean;
  checks: ReadinessCheck[];
}

/** Whether documents of a kind can be stamped, with the checks for this kind. */
export interface KindReadiness extends Readiness {
  kind: SeriesKind;
}

/**
 * Returns whether documents of a kind can be stamped. `ready` depends on the checks fiscal_profile,
 * certificate and pac. The check <kind>_series is only information, and mail, legal_name and
 * certificate_renewal are only advice.
 */
export function readinessOf(setUp: SetUp, now: Date, kind: SeriesKind): Readiness {
  const required = [
    profileCheck(setUp),
    certificateCheck(setUp, now),
    seriesCheck(setUp, kind),
    pacCheck(setUp),
  ];
  const advice = [mailCheck(setUp), ...nameAdvice(setUp), ...renewalAdvice(setUp, now)];
  return { ready: required.every((check) => check.ready), checks: [...required, ...advice] };
}

/**
 * Returns the readiness for every kind of document: the checks for all kinds and the additional checks for
 * each kind. Payroll also requires an employer, and the legal amounts and rates for the day.
 */
export function readinessOfKinds(setUp: SetUp, payroll: PayrollSetUp, now: Date): KindReadiness[] {
  return seriesKinds.map((kind) => {
    const { ready } = readinessOf(setUp, now, kind);
    const own = kind === 'payroll' ? [employerCheck(payroll), lawCheck(payroll)] : [];
    const isReady = ready && own.every((check) => check.ready);
    return { kind, ready: isReady, checks: [seriesCheck(setUp, kind), ...own] };
  });
}

type Values = Record<string, string | number>;

const check = (code: string, ready: boolean, yes: TextKey, no: TextKey, values: Values = {}) => ({
  code,
  ready,
  ...say(ready ? yes : no, values),
});

const profileCheck = ({ legalName }: SetUp): ReadinessCheck =>
  check('fiscal_profile', legalName !== undefined, 'profile_set', 'profile_missing');

function certificateCheck({ sealing }: SetUp, now: Date): ReadinessCheck {
  const isDated = sealing !== undefined && sealing.validFrom <= now && now <= sealing.validTo;
  const isInForce = isDated && !sealing.isRevoked;
  const missing = sealing ? 'certificate_ended' : 'certificate_missing';
  return check('certificate', isInForce, 'certificate_set', missing);
}

/** Returns the series of the next document as a check. This check never fails. */
const seriesCheck = ({ series }: SetUp, kind: SeriesKind): ReadinessCheck => ({
  code: `${kind}_series`,
  ready: true,
  ...say('series_next', { kind, code: series[kind] ?? firstSeriesCode[kind] }),
});

const pacCheck = ({ hasPac }: SetUp): ReadinessCheck =>
  check('pac', hasPac, 'pac_set', 'pac_missing');

const mailCheck = ({ mail }: SetUp): ReadinessCheck =>
  check(
    'mail',
    mail !== 'none',
    mail === 'mailbox' ? 'mail_mailbox' : 'mail_server',
    'mail_missing',
  );

function nameAdvice({ legalName }: SetUp): ReadinessCheck[] {
  if (legalName === undefined) return [];
  const isPlain = !endsInCapitalRegime(legalName);
  return [check('legal_name', isPlain, 'name_plain', 'name_suffixed')];
}

function renewalAdvice({ sealing }: SetUp, now: Date): ReadinessCheck[] {
  if (!sealing) return [];
  const left = Math.floor((sealing.validTo.getTime() - now.getTime()) / 86_400_000);
  const days = Math.max(0, left);
  const isFresh = left >= renewalDays;
  return [check('certificate_renewal', isFresh, 'certificate_days', 'certificate_due', { days })];
}

function employerCheck({ hasEmployer }: PayrollSetUp): ReadinessCheck {
  const missing = hasEmployer === undefined ? 'employer_unknown' : 'employer_missing';
  return check('employer', hasEmployer === true, 'employer_set', missing);
}

function lawCheck({ ends: [first] }: PayrollSetUp): ReadinessCheck {
  const { endsOn: date = '', label = '', daysLeft = 0 } = first ?? {};
  return check('law', daysLeft >= 0, first ? 'law_until' : 'law_open', 'law_ended', {
    date,
    label,
  });
}
