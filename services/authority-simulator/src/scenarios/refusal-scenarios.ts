import { PAC_MESSAGES, type PacCode } from '../validation/messages';
import type { ScenarioText } from './effects';

const UNSTAMPED = 'Nothing is stamped; the document keeps its folio and can be corrected.';

function refused(id: string, title: string, code: PacCode): ScenarioText {
  return {
    id,
    title,
    happens: `Every send is refused with ${code}: ${PAC_MESSAGES[code]}`,
    expect: `A refusal whose issue has the satCode ${code}. ${UNSTAMPED}`,
    effect: { refusal: { code, message: PAC_MESSAGES[code] } },
  };
}

/** Refusals of the PAC. Published numbers 31-60. */
export const REFUSAL_SCENARIOS: readonly ScenarioText[] = [
  refused('seal_refused', 'Seal refused', '302'),
  {
    ...refused('certificate_revoked', 'Certificate revoked', '304'),
    expect: `409 conflict certificate_revoked whose issue has the satCode 304, also for every later document until another CSD is active. ${UNSTAMPED}`,
  },
  refused('too_old', 'Document older than 72 hours', '401'),
  refused('issuer_not_listed', 'Issuer not in the LCO', '402'),
  refused('receiver_unknown', 'Receiver RFC unknown to the SAT', 'CFDI40143'),
  refused('receiver_name_refused', 'Receiver name refused', 'CFDI40145'),
  refused('receiver_postal_code_refused', 'Receiver postal code refused', 'CFDI40148'),
  {
    id: 'credentials_refused',
    title: 'PAC credentials refused',
    happens: "The PAC refuses the platform's user and password on every send.",
    expect: `503 provider_unavailable, not retryable by the client. ${UNSTAMPED}`,
    effect: { account: 'credentials' },
  },
  {
    id: 'account_suspended',
    title: 'PAC account suspended',
    happens: 'Every send is refused with 703: the account is suspended.',
    expect: `503 provider_unavailable, or the next PAC stamps. ${UNSTAMPED}`,
    effect: { account: 'suspended' },
  },
  {
    id: 'stamps_exhausted',
    title: 'PAC stamps exhausted',
    happens: 'Every send is refused with 718: no stamps left.',
    expect: `503 provider_unavailable, or the next PAC stamps. ${UNSTAMPED}`,
    effect: { account: 'exhausted' },
  },
];
