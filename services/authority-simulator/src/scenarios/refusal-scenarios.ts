import { PAC_MESSAGES, type PacCode } from '../validation/messages';
import type { ScenarioText } from './effects';

const UNSTAMPED = 'Nothing is stamped; the document keeps its folio and can be corrected.';

/** @param retention is the code for a withholding document, if the SAT's two matrices differ */
function refused(id: string, title: string, code: PacCode, retention = code): ScenarioText {
  const codes = retention === code ? code : `${code} (${retention} of a withholding document)`;
  return {
    id,
    title,
    happens: `Every send is refused with ${codes}: ${PAC_MESSAGES[code]}`,
    expect: `A refusal whose issue has the satCode ${codes}. ${UNSTAMPED}`,
    effect: { refusal: { cfdi: code, retenciones: retention } },
  };
}

/**
 * The scenarios in which the PAC refuses a document. The published numbers of these scenarios are 31-60.
 */
export const REFUSAL_SCENARIOS: readonly ScenarioText[] = [
  refused('seal_refused', 'Seal refused', '302'),
  {
    ...refused('certificate_revoked', 'Certificate revoked', '304'),
    expect: `409 conflict certificate_revoked whose issue has the satCode 304, also for every later document until another CSD is active. ${UNSTAMPED}`,
  },
  refused('too_old', 'Document older than 72 hours', '401'),
  refused('issuer_not_listed', 'Issuer not in the LCO', '402'),
  refused('receiver_unknown', 'Receiver RFC unknown to the SAT', 'CFDI40143', 'Reten20113'),
  refused('receiver_name_refused', 'Receiver name refused', 'CFDI40145', 'Reten20116'),
  refused(
    'receiver_postal_code_refused',
    'Receiver postal code refused',
    'CFDI40148',
    'Reten20120',
  ),
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
