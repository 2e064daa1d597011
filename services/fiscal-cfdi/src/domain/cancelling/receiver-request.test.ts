import { answerBefore, requestBySat, stateAfter } from './receiver-request';
import type { SatStatusOutcome } from './sat-status';

const found = (cancellation: string, isCanceled = false): SatStatusOutcome => ({
  outcome: 'found',
  isCanceled,
  cancellation,
});
const lost: SatStatusOutcome = { outcome: 'unknown', cause: new Error('reset') };

it('answerBefore is three business days after a cancellation request was first seen', () => {
  // The request was first seen on a Wednesday. The weekend does not count, because the deadline is three
  // business days.
  const seen = new Date('2026-11-18T18:00:00Z');
  const before = answerBefore(seen, { wasRejected: false });
  expect(before?.toISOString()).toBe('2026-11-23T18:00:00.000Z');
  expect(answerBefore(seen, { wasRejected: true })).toBeNull();
});

it.each([
  [found('Cancelado con aceptación', true), 'accepted'],
  [found('Plazo vencido', true), 'expired'],
  [found('Solicitud rechazada'), 'rejected'],
  [found('En proceso'), 'pending'],
  [found(''), 'closed'],
  [{ outcome: 'not_found' }, undefined],
  [lost, undefined],
] as [SatStatusOutcome, string | undefined][])('the SAT status %o means %s', (status, state) => {
  expect(requestBySat(status)).toBe(state);
});

it.each([
  ['1000', false, undefined, 'rejected'],
  // In this case the SAT received the organization's earlier answer, but the SAT's reply was lost.
  ['1002', true, undefined, 'rejected'],
  ['1001', true, { outcome: 'not_found' }, 'rejected'],
  // In this case the request was answered on the SAT's portal.
  ['1002', false, found('Cancelado con aceptación', true), 'accepted'],
  ['1002', true, found('Cancelado con aceptación', true), 'accepted'],
  ['1001', false, undefined, 'closed'],
  ['1001', false, lost, undefined],
  ['1002', true, found('En proceso'), undefined],
] as const)(
  "after the SAT's answer %s (sent before: %s) and the status %o, the request is %s",
  (code, wasSent, status, state) => {
    expect(stateAfter('reject', code, { wasSent, status })).toBe(state);
  },
);
