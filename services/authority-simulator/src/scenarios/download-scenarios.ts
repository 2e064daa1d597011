import type { ScenarioText } from './effects';
import type { MassDownloadKnobs } from './knobs';

export interface DownloadScenarioText extends Omit<ScenarioText, 'effect'> {
  /** The knobs for this taxpayer, which take precedence over the common knobs. */
  readonly turned: Partial<MassDownloadKnobs>;
}

const ASKED_AGAIN = 'The source waits and asks again';
const GIVES_UP = 'after ten failures it fails with `sat_unavailable`.';

/**
 * The scenarios with faults of the SAT's mass download for one taxpayer. The published numbers of these
 * scenarios are 81-99.
 */
export const DOWNLOAD_SCENARIOS: readonly DownloadScenarioText[] = [
  {
    id: 'download_stuck',
    title: 'Requests never end',
    happens: 'Every request is accepted and stays so (EstadoSolicitud 1).',
    expect: 'The source is `waiting_for_sat`; after three days it asks anew.',
    turned: { stuckRequests: true },
  },
  {
    id: 'download_empty',
    title: 'Nothing is found',
    happens: 'Every request ends with 5004, even if the taxpayer has documents.',
    expect: 'The source completes without documents.',
    turned: { emptyRequests: true },
  },
  {
    id: 'download_error_404',
    title: 'Error 404',
    happens: 'Every request is answered 404 before it is booked.',
    expect: `${ASKED_AGAIN}, five times for each request; ${GIVES_UP} The SAT counts none.`,
    turned: { error404Rate: 1 },
  },
  {
    id: 'download_error_5006',
    title: 'Error 5006',
    happens: 'Every request is answered 5006 before it is booked.',
    expect: `${ASKED_AGAIN}, five times for each request; ${GIVES_UP} The SAT counts none.`,
    turned: { error5006Rate: 1 },
  },
  {
    id: 'download_too_many',
    title: 'Too many documents',
    happens: 'A request for more than one document ends with 5003.',
    expect: 'The period is halved until each request has one document.',
    turned: { limitDocuments: 1 },
  },
  {
    id: 'download_truncated',
    title: 'Packages cut in half',
    happens: 'The base64 of every package ends early.',
    expect: `Each package is downloaded twice and then asked for anew; ${GIVES_UP}`,
    turned: { truncatedBase64: true },
  },
  {
    id: 'download_hostile',
    title: 'Packages with what does not belong there',
    happens:
      'Packages hold entries outside their folder, huge texts, pages of errors, entities and noise.',
    expect: 'The documents are imported; the rest is skipped and counted on the source.',
    turned: { hostilePackages: true },
  },
  {
    id: 'download_token_refused',
    title: 'Tokens are refused',
    happens: 'Every token is answered 300.',
    expect: 'The source fails with `credential_rejected`.',
    turned: { expiredTokens: true },
  },
  {
    id: 'download_answer_lost',
    title: 'Answer lost after the request was booked',
    happens: 'Every request is booked and the connection closes without an answer.',
    expect: `The request counts as used, and another period is asked for; ${GIVES_UP}`,
    turned: { dropAnswerRate: 1 },
  },
  {
    id: 'download_state_unknown',
    title: 'A state that the SAT does not document',
    happens: 'A finished request answers EstadoSolicitud 7.',
    expect: 'The source is `waiting_for_sat`.',
    turned: { unknownState: true },
  },
];
