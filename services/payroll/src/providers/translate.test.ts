import { Refusal, type RefusalCode, type RefusalDetails } from '@timbre/kit';
import {
  cancelFailure, sealingFailure, shownCancellation, shownSealing, shownStamp, stampFailure,
} from './translate'; // prettier-ignore

const refusal = (code: RefusalCode, details: RefusalDetails = {}) =>
  new Refusal(code, 'no', details);

describe('shownSealing', () => {
  it('shownSealing returns the document, or the violated rules by path or code', () => {
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
    'the failure %s of sealing is unavailable, so that the request is repeated',
    (code) => {
      expect(sealingFailure(refusal(code))).toEqual({ kind: 'unavailable' });
    },
  );

  it('sealingFailure does not hide an internal bug', () => {
    expect(() => sealingFailure(new TypeError('x'))).toThrow(TypeError);
  });
});

describe('cancelFailure', () => {
  const issues = [{ path: [], message: 'No', code: 'no_cancelable' }];

  it('a refusal by the SAT is a rejection with its code', () => {
    const refused = cancelFailure(refusal('conflict', { reason: 'cancellation_refused', issues }));
    expect(refused).toMatchObject({
      kind: 'refused',
      reported: { state: 'rejected', code: 'no_cancelable', message: 'No' },
      refusal: { code: 'conflict', details: { reason: 'cancellation_refused' } },
    });
    expect(refused.kind === 'refused' && refused.refusal.cause).toBeUndefined();
  });

  it.each<RefusalCode>(['validation_error', 'not_found'])(
    'the refusal %s of a faulty cancellation request is not stored',
    (code) => expect(cancelFailure(refusal(code))).toEqual({ kind: 'refused', refusal: expect.any(Refusal) }), // prettier-ignore
  );

  it('cancelFailure returns not_requested only for a reason that proves it, and otherwise an unknown outcome', () => {
    const unreachable = refusal('provider_unavailable', { reason: 'sat_unreachable' });
    expect(cancelFailure(unreachable).kind).toBe('not_requested');
    expect(cancelFailure(refusal('provider_unavailable')).kind).toBe('unknown');
  });

  it.each<RefusalCode>(['operation_in_progress', 'internal', 'idempotency_conflict', 'forbidden'])(
    'the outcome of a cancellation is unknown after %s',
    (code) => expect(cancelFailure(refusal(code))).toEqual({ kind: 'unknown' }),
  );

  it('the outcome of a cancellation is unknown after any other error', () =>
    expect(cancelFailure(new TypeError('x'))).toEqual({ kind: 'unknown' }));
});

test('a document has the state of its cancellation, or an unknown state without it', () => {
  const shown = { documentRef: 'cfdi:1', status: 'valid' };
  const cancellation = { state: 'requested', motive: '02', code: '201' } as const;
  expect(shownCancellation({ ...shown, cancellation })).toEqual({
    kind: 'requested',
    reported: { state: 'requested', code: '201', message: undefined },
  });
  expect(shownCancellation(shown)).toEqual({ kind: 'unknown' });
});

describe('stampFailure', () => {
  it('stampFailure returns the code of the PAC for its refusal', () => {
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
    'a stamp request is not received if fiscal-cfdi gives the reason %s',
    (reason) =>
      expect(stampFailure(refusal('provider_unavailable', { reason }))).toEqual({
        kind: 'not_received',
      }),
  );

  it('the outcome is unknown if a part or its database could not be reached', () =>
    expect(stampFailure(refusal('provider_unavailable'))).toEqual({ kind: 'unknown' }));

  it.each<RefusalCode>(['operation_in_progress', 'recovery_required', 'internal', 'rate_limited'])(
    'the stamp failure %s leaves the outcome unknown',
    (code) => {
      expect(stampFailure(refusal(code))).toEqual({ kind: 'unknown' });
    },
  );

  it('the outcome of any other error is unknown', () => {
    expect(stampFailure(new Error('x'))).toEqual({ kind: 'unknown' });
  });
});

describe('shownStamp', () => {
  it('shownStamp accepts a valid document with its UUID as stamped', () => {
    const shown = { documentRef: 'cfdi:1', status: 'valid', uuid: 'u' };
    expect(shownStamp(shown)).toEqual({ kind: 'confirmed', uuid: 'u', documentRef: 'cfdi:1' });
  });

  it('shownStamp accepts a document that was canceled since, with its cancellation', () => {
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
