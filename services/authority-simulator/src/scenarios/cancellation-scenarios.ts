import type { ScenarioText } from './effects';

const ASKED = 'The document stays valid with its cancellation in process';

/**
 * The scenarios for the cancellation of a document. The document itself is stamped normally. The published
 * numbers of these scenarios are 61-90.
 */
export const CANCELLATION_SCENARIOS: readonly ScenarioText[] = [
  {
    id: 'cancellation_accepted',
    title: 'Receiver accepts the cancellation',
    happens: 'Acceptance is needed; the receiver accepts after 3 s (`receiverAnswerSeconds`).',
    expect: `${ASKED}, then it is canceled (Cancelado con aceptación).`,
    effect: { cancellation: 'accepted' },
  },
  {
    id: 'cancellation_rejected',
    title: 'Receiver rejects the cancellation',
    happens: 'Acceptance is needed; the receiver rejects after 3 s (`receiverAnswerSeconds`).',
    expect: `${ASKED}, then the cancellation is rejected and the document stays valid.`,
    effect: { cancellation: 'rejected' },
  },
  {
    id: 'cancellation_expired',
    title: 'Receiver lets the term pass',
    happens: 'Acceptance is needed; the term runs out after 3 s (`receiverAnswerSeconds`).',
    expect: `${ASKED}, then it is canceled (Plazo vencido).`,
    effect: { cancellation: 'expired' },
  },
  {
    id: 'cancellation_silent',
    title: 'Receiver does not answer',
    happens: 'Acceptance is needed; nothing happens for three business days. Advance the clock.',
    expect: `${ASKED} until the clock has passed the term; then Plazo vencido.`,
    effect: { cancellation: 'silent' },
  },
  {
    id: 'not_cancelable',
    title: 'Not cancelable',
    happens: 'The SAT answers No cancelable, as for a document with live related documents.',
    expect: 'The cancellation is refused (no_cancelable); the document stays valid.',
    effect: { cancellation: 'not_cancelable' },
  },
  {
    id: 'sat_unreachable',
    title: 'SAT cancellation service unreachable',
    happens: 'The PAC answers every cancellation with 708: it could not reach the SAT.',
    expect: '503 provider_unavailable; nothing is requested.',
    effect: { cancellation: 'unreachable' },
  },
  {
    id: 'not_yet_known',
    title: 'Fresh stamp not yet known to the SAT',
    happens:
      'For 120 s (`unknownToSatSeconds`) the status service answers N - 602 and a cancellation 205.',
    expect: 'The cancellation is asked again until the SAT knows the document.',
    effect: { unknownToSat: true },
  },
];
