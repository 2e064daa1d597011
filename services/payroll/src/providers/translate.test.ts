import { Refusal, type RefusalCode, type RefusalDetails } from '@timbre/kit';
import {
  cancelFailure, sealingFailure, shownCancellation, shownSealing, shownStamp, stampFailure,
} from './translate'; // prettier-ignore

const refusal = (code: RefusalCode, details: RefusalDetails = {}) =>
  new Refusal(code, 'no', details);

describe('shownSealing', () => {
  it('shownSealing returns the document, or the path or code of each violated rule', () => {
    expect(shownSealing({ documentRef: 'cfdi:1', issues: [] })).toEqual({
      kind: 'sealed',
      documentRef: 'cfdi:1',
    });
    const issues = [
      { path: 'payroll.earnings', code: 'earnings_missing', message: 'x' },
      { path: '', code: 'draft_invalid', message: 'x' },
    ];
    expect(shownSealing({ issues })).toEqual({
      kind: 'refused',
      issues: [
        { code: 'invalid_request', field: 'payroll.earnings' },
        { code: 'invalid_request', field: 'draft_invalid' },
      ],
    });
  });

  it('shownSealing reports no fault of the document if the balance does not cover the stamp', () => {
    const issues = [{ path: '', code: 'api_wallet_insufficient', message: 'x' }];
    expect(shownSealing({ issues })).toEqual({ kind: 'not_covered' });
  });
});

describe('sealingFailure', () => {
  it('sealingFailure returns every violated rule of the document', () => {
    const issues = [
      { path: ['payroll', 'earnings', 0, 'type'], message: 'x', code: 'not_in_catalog' },
      { path: [], message: 'x', code: 'kind_not_available' },
    ];
    expect(sealingFailure(refusal('validation_error', { issues }))).toEqual({
      kind: 'refused',
      issues: [
        { code: 'invalid_request', field: 'payroll.earnings.0.type' },
        { code: 'invalid_request', field: 'kind_not_available' },
      ],
    });
  });

  it('sealingFailure returns the reason of a conflict', () => {
    expect(sealingFailure(refusal('conflict', { reason: 'fiscal_profile_missing' }))).toEqual({
      kind: 'refused',
      issues: [{ code: 'invalid_request', field: 'fiscal_profile_missing' }],
    });
  });

  it.each<RefusalCode>(['provider_unavailable', 'operation_in_progress', 'internal'])(
    'sealingFailure returns unavailable for the failure %s, so that the request is repeated',
    (code) => {
      expect(sealingFailure(refusal(code))).toEqual({ kind: 'unavailable' });
    },
  );

  it('sealingFailure does not hide an internal error', () => {
    expect(() => sealingFailure(new TypeError('x'))).toThrow(TypeError);
  });
});

describe('cancelFailure', () => {
  const issues = [{ path: [], message: 'No', code: 'no_cancelable' }];

  it('cancelFailure returns a refusal by the SAT as a rejection with its code', () => {
    const refused = cancelFailure(refusal('conflict', { reason: 'cancellation_refused', issues }));
    expect(refused).toMatchObject({
      kind: 'refused',
      reported: { state: 'rejected', code: 'no_cancelable', message: 'No' },
      refusal: { code: 'conflict', details: { reason: 'cancellation_refused' } },
    });
    expect(refused.kind === 'refused' && refused.refusal.cause).toBeUndefined();
  });

  it.each<RefusalCode>(['validation_error', 'not_found'])(
    'cancelFailure does not report the refusal %s of a faulty request as a rejection',
    (code) => expect(cancelFailure(refusal(code))).toEqual({ kind: 'refused', refusal: expect.any(Refusal) }), // prettier-ignore
  );

  it('cancelFailure returns not_requested only for a reason that proves that nothing was sent, and otherwise an unknown outcome', () => {
    const unreachable = refusal('provider_unavailable', { reason: 'sat_unreachable' });
    expect(cancelFailure(unreachable).kind).toBe('not_requested');
    expect(cancelFailure(refusal('provider_unavailable')).kind).toBe('unknown');
  });

  it.each<RefusalCode>(['operation_in_progress', 'internal', 'idempotency_conflict', 'forbidden'])(
    'cancelFailure returns an unknown outcome after %s',
    (code) => expect(cancelFailure(refusal(code))).toEqual({ kind: 'unknown' }),
  );

  it('cancelFailure returns an unknown outcome after every other error', () =>
    expect(cancelFailure(new TypeError('x'))).toEqual({ kind: 'unknown' }));
});

test("shownCancellation returns the state of the document's cancellation, or unknown if the document has none", () => {
  const shown = { documentRef: 'cfdi:1', status: 'valid' };
  const cancellation = { state: 'requested', motive: '02', code: '201' } as const;
  expect(shownCancellation({ ...shown, cancellation })).toEqual({
    kind: 'requested',
    reported: { state: 'requested', code: '201', message: undefined },
  });
  expect(shownCancellation(shown)).toEqual({ kind: 'unknown' });
});

describe('stampFailure', () => {
  it('stampFailure returns the code of the PAC for a refusal by the PAC', () => {
    const issues = [{ path: [], message: 'x', code: 'CFDI40147' }];
    expect(stampFailure(refusal('conflict', { reason: 'stamp_rejected', issues }))).toEqual({
      kind: 'refused',
      rejectionCode: 'CFDI40147',
      rejection: { message: expect.any(String), issues },
    });
  });

  it.each([
    ['payment_required', { reason: 'api_wallet_insufficient' }, 'api_wallet_insufficient'],
    ['not_found', {}, 'not_found'],
  ] as const)('the stamp failure %s is a certain refusal', (code, details, rejectionCode) => {
    expect(stampFailure(refusal(code, details))).toMatchObject({ kind: 'refused', rejectionCode });
  });

  it.each(['pac_unreachable', 'pac_account', 'no_pac', 'clock_skewed', 'not_sealed'])(
    'stampFailure returns not_received for the reason %s of fiscal-cfdi',
    (reason) =>
      expect(stampFailure(refusal('provider_unavailable', { reason }))).toEqual({
        kind: 'not_received',
      }),
  );

  it('stampFailure returns an unknown outcome if a service or its database could not be reached', () =>
    expect(stampFailure(refusal('provider_unavailable'))).toEqual({ kind: 'unknown' }));

  it.each<RefusalCode>(['operation_in_progress', 'recovery_required', 'internal', 'rate_limited'])(
    'stampFailure returns unknown for the failure %s',
    (code) => {
      expect(stampFailure(refusal(code))).toEqual({ kind: 'unknown' });
    },
  );

  it('stampFailure returns an unknown outcome for every other error', () => {
    expect(stampFailure(new Error('x'))).toEqual({ kind: 'unknown' });
  });
});

describe('shownStamp', () => {
  it('shownStamp returns stamped with the UUID for a valid document', () => {
    const shown = { documentRef: 'cfdi:1', status: 'valid', uuid: 'u' };
    expect(shownStamp(shown)).toEqual({ kind: 'confirmed', uuid: 'u', documentRef: 'cfdi:1' });
  });

  it('shownStamp returns stamped with the cancellation for a document that was canceled since', () => {
    const shown = { documentRef: 'cfdi:1', status: 'canceled', uuid: 'u' };
    const stamped = { kind: 'confirmed', uuid: 'u', documentRef: 'cfdi:1' };
    expect(shownStamp(shown)).toEqual({ ...stamped, canceled: { state: 'accepted' } });
    const cancellation = { state: 'expired', code: '202', motive: '02' } as const;
    expect(shownStamp({ ...shown, cancellation })).toEqual({
      ...stamped,
      canceled: { state: 'expired', code: '202' },
    });
  });

  it.each([
    { documentRef: 'cfdi:1', status: 'draft' },
    { documentRef: 'cfdi:1', status: 'valid' },
    { documentRef: 'cfdi:1', status: 'draft', uuid: 'u' },
  ])('shownStamp returns an unknown outcome for %j', (shown) => {
    expect(shownStamp(shown)).toEqual({ kind: 'unknown' });
  });
});
