import { endsInCapitalRegime } from '@timbre/fiscal';
import { renewalDays } from './renewal';
import { firstSeriesCode, type SeriesKind } from './series';

/** The parts of an organization's set-up that stamping needs. */
export interface SetUp {
  legalName?: string | undefined;
  /** Validity of the active CSD. */
  sealing?: { validFrom: Date; validTo: Date; isRevoked: boolean } | undefined;
  /** The series of new documents of the kind; undefined before the first one, which makes it. */
  series?: string | undefined;
  hasPac: boolean;
}

export interface ReadinessCheck {
  code: string;
  ready: boolean;
  message: string;
}

/**
 * Whether documents of a kind can be stamped. `ready` depends on the checks fiscal_profile, certificate and
 * pac; <kind>_series is only information, legal_name and certificate_renewal are only advice.
 */
export function readinessOf(
  setUp: SetUp,
  now: Date,
  kind: SeriesKind,
): { ready: boolean; checks: ReadinessCheck[] } {
  const required = [
    profileCheck(setUp),
    certificateCheck(setUp, now),
    seriesCheck(setUp, kind),
    pacCheck(setUp),
  ];
  const checks = [...required, ...nameAdvice(setUp), ...renewalAdvice(setUp, now)];
  return { ready: required.every((check) => check.ready), checks };
}

const check = (code: string, ready: boolean, yes: string, no: string): ReadinessCheck => ({
  code,
  ready,
  message: ready ? yes : no,
});

function profileCheck({ legalName }: SetUp): ReadinessCheck {
  const missing = 'The fiscal profile is missing; set RFC, name, tax regime and postal code.';
  return check('fiscal_profile', legalName !== undefined, 'The fiscal profile is set.', missing);
}

function certificateCheck({ sealing }: SetUp, now: Date): ReadinessCheck {
  const isDated = sealing !== undefined && sealing.validFrom <= now && now <= sealing.validTo;
  const isInForce = isDated && !sealing.isRevoked;
  const missing = sealing
    ? 'The active CSD is not in force, or the SAT has revoked it; upload and activate a new one.'
    : 'There is no active CSD; upload the certificate, its key and passphrase.';
  return check('certificate', isInForce, 'An active CSD is in force.', missing);
}

/** Never missing: it shows the series of the next document. */
function seriesCheck({ series }: SetUp, kind: SeriesKind): ReadinessCheck {
  const code = series ?? firstSeriesCode[kind];
  const message = `New documents of the kind ${kind} get the series ${code}.`;
  return { code: `${kind}_series`, ready: true, message };
}

function pacCheck({ hasPac }: SetUp): ReadinessCheck {
  const missing = 'This deployment has no PAC; its operator must configure one.';
  return check('pac', hasPac, 'A PAC is configured.', missing);
}

function nameAdvice({ legalName }: SetUp): ReadinessCheck[] {
  if (legalName === undefined) return [];
  const suffixed =
    'The legal name ends with a kind of company; CFDI 4.0 names have none (see the Constancia).';
  return [
    check(
      'legal_name',
      !endsInCapitalRegime(legalName),
      'The legal name has no kind of company.',
      suffixed,
    ),
  ];
}

function renewalAdvice({ sealing }: SetUp, now: Date): ReadinessCheck[] {
  if (!sealing) return [];
  const daysLeft = Math.floor((sealing.validTo.getTime() - now.getTime()) / 86_400_000);
  const due = `The active CSD ends in ${Math.max(0, daysLeft)} days; renew it at the SAT.`;
  const fresh = `The active CSD is in force for ${daysLeft} more days.`;
  return [check('certificate_renewal', daysLeft >= renewalDays, fresh, due)];
}
