import type { ScenarioText } from './effects';

const RECOVERS = 'The document becomes valid with a single UUID; the same key returns it.';
const IN_PROGRESS = '409 operation_in_progress with Retry-After until then, when it takes long.';
const NOTHING_DOUBLE = 'GET /__sim/stamps counts one stamp.';

/**
 * The scenarios with lost, late or wrong responses of the PAC, with or without a stamp. The published
 * numbers of these scenarios are 1-30.
 */
export const FAULT_SCENARIOS: readonly ScenarioText[] = [
  {
    id: 'answer_lost',
    title: 'Answer lost after stamping',
    happens: 'The first send is stamped and the connection closes without an answer.',
    expect: `${RECOVERS} ${IN_PROGRESS} ${NOTHING_DOUBLE}`,
    effect: { fault: { when: 'after', how: 'answer_lost' }, faultySends: 1 },
  },
  {
    id: 'answer_never',
    title: 'No answer ever arrives',
    happens: 'Stamped on the first send; this and every later send close without an answer.',
    expect: '409 operation_in_progress, and 409 recovery_required after ten minutes.',
    effect: { fault: { when: 'after', how: 'answer_lost' } },
  },
  {
    id: 'answer_late',
    title: 'Answer after the deadline',
    happens: 'The first send is stamped at once and answered after 35 s (`lateAnswerSeconds`).',
    expect: `${IN_PROGRESS} ${RECOVERS}`,
    effect: { fault: { when: 'after', how: 'late' }, faultySends: 1 },
  },
  {
    id: 'answer_truncated',
    title: 'Answer cut in half',
    happens: 'The first send is stamped; half of the answer is sent and the connection closes.',
    expect: RECOVERS,
    effect: { fault: { when: 'after', how: 'truncated' }, faultySends: 1 },
  },
  {
    id: 'bad_gateway_after_stamping',
    title: 'HTML 502 after stamping',
    happens: "The first send is stamped and answered by a proxy's HTML page with status 502.",
    expect: RECOVERS,
    effect: { fault: { when: 'after', how: 'bad_gateway' }, faultySends: 1 },
  },
  {
    id: 'previously_stamped',
    title: '307 with the earlier stamp',
    happens: 'The first send is answered 307 (already stamped) together with the original.',
    expect: RECOVERS,
    effect: { previously: 'with_xml' },
  },
  {
    id: 'previously_stamped_without_xml',
    title: '307 without the XML',
    happens:
      'For 10 s (`hiddenXmlSeconds`) every send is answered 307 without XML and a lookup by the ' +
      'same XML with 603; after that, both return the original.',
    expect: `${RECOVERS} ${IN_PROGRESS}`,
    effect: { previously: 'without_xml' },
  },
  {
    id: 'wrong_stamp',
    title: 'Stamp of another document',
    happens: "The first answer has a stamp whose SelloCFD differs from the document's seal.",
    expect: `The stamp is not accepted. ${RECOVERS}`,
    effect: { fault: { when: 'after', how: 'wrong_stamp' }, faultySends: 1 },
  },
  {
    id: 'service_unavailable',
    title: 'Service down',
    happens: 'Every send is answered with HTTP 503; nothing is stamped.',
    expect: '409 operation_in_progress: a 503 does not prove that nothing was stamped.',
    effect: { fault: { when: 'before', how: 'unavailable' } },
  },
  {
    id: 'server_error',
    title: 'HTTP 500 once',
    happens: 'The first send is answered with HTTP 500 and not stamped; a later one is stamped.',
    expect: RECOVERS,
    effect: { fault: { when: 'before', how: 'server_error' }, faultySends: 1 },
  },
  {
    id: 'bad_gateway',
    title: 'HTML 502 once',
    happens: 'The first send is answered with an HTML 502 and not stamped; a later one is stamped.',
    expect: RECOVERS,
    effect: { fault: { when: 'before', how: 'bad_gateway' }, faultySends: 1 },
  },
  {
    id: 'no_answer',
    title: 'Request swallowed',
    happens: 'The first send is neither stamped nor answered; a later one is stamped.',
    expect: `${IN_PROGRESS} ${RECOVERS}`,
    effect: { fault: { when: 'before', how: 'hang' }, faultySends: 1 },
  },
];
