import { Decimal } from '@timbre/fiscal';
import { issueOf } from '../issues/issue';
import { deleteEmployeeOfRow, editRow, evaluateRow, includeRow, omitRow } from './evaluate-row';
import type { RowState } from './states';
import { afterStamping } from './stamp-outcome';
import { restamp, stampRow } from './stamp-row';
import type { Recalculated, ShownRow } from './stamp-row';

const net = Decimal.from('6592.28');
const receiver = { rfc: 'GOLA850312AB1', taxSystem: '605' };

function row(state: RowState, changes: Partial<ShownRow> = {}): ShownRow {
  return { state, omitted: false, net, ...receiver, ...changes };
}
function recalculated(changes: Partial<Recalculated> = {}): Recalculated {
  return { state: 'ready', issues: [], net, ...receiver, ...changes };
}
const changedNet = recalculated({ net: Decimal.from('6592.29') });
const withIssue = recalculated({ state: 'needs_attention', issues: [issueOf('curp_invalid')] });

describe('restamp', () => {
  test('a rejected row whose data are still valid and whose net is unchanged is queued with its existing draft', () => {
    expect(restamp(row('rejected'), recalculated())).toEqual({ state: 'queued', keepDraft: true });
  });

  test.each([{ rfc: 'GOLA850312AB2' }, { taxSystem: '616' }])(
    'a row with a new receiver needs a new draft',
    (changes) => {
      expect(restamp(row('rejected'), recalculated(changes))).toEqual({
        state: 'queued',
        keepDraft: false,
      });
    },
  );

  test('a rejected row whose net has changed needs attention', () => {
    expect(restamp(row('rejected'), changedNet)).toEqual({
      state: 'needs_attention',
      issues: [{ code: 'amounts_changed', field: 'totals.net' }],
      errorCode: 'amounts_changed',
    });
  });

  test('stamping a row that is no longer ready is refused with the issues of the row', () => {
    const outcome = restamp(row('rejected'), withIssue);
    expect(outcome).toEqual({ state: 'needs_attention', issues: withIssue.issues });
  });

  test('a rejected row that has become excluded also needs attention', () => {
    const out = recalculated({
      state: 'excluded',
      issues: [issueOf('not_in_roster')],
      net: undefined,
    });
    expect(restamp(row('rejected'), out).state).toBe('needs_attention');
  });

  test('net amounts that differ only in the number of decimals are equal', () => {
    const fresh = recalculated({ net: Decimal.from('6592.280') });
    expect(restamp(row('rejected'), fresh).state).toBe('queued');
  });

  test.each<RowState>(['ready', 'needs_attention', 'excluded', 'stamped', 'canceled'])(
    'stamping a row in state %s again is refused as a conflict',
    (state) => {
      expect(() => restamp(row(state), recalculated())).toThrow(
        expect.objectContaining({ code: 'conflict' }),
      );
    },
  );

  test('stamping a row that is being stamped is refused as in progress, and a row whose stamp outcome is unknown needs recovery', () => {
    const inProgress = expect.objectContaining({ code: 'operation_in_progress' });
    expect(() => restamp(row('queued'), recalculated())).toThrow(inProgress);
    const unconfirmed = row('stamping', { errorCode: 'stamp_unconfirmed' });
    const recovery = expect.objectContaining({ code: 'recovery_required' });
    expect(() => restamp(unconfirmed, recalculated())).toThrow(recovery);
  });
});

describe('stamp', () => {
  test('a row with the net that the user saw is queued', () => {
    expect(stampRow(row('ready'), recalculated())).toEqual({ state: 'queued', keepDraft: true });
  });

  test('a row whose net differs from the net that the user saw is not stamped', () => {
    expect(stampRow(row('ready'), changedNet)).toMatchObject({
      state: 'needs_attention',
      errorCode: 'amounts_changed',
    });
  });

  test('a row with new issues is not stamped, and a new excluding issue excludes the row', () => {
    expect(stampRow(row('ready'), withIssue).state).toBe('needs_attention');
    const out = recalculated({ state: 'excluded', issues: [issueOf('not_in_roster')] });
    expect(stampRow(row('ready'), out).state).toBe('excluded');
  });

  test('a row that needs attention is not stamped', () => {
    expect(() => stampRow(row('needs_attention'), recalculated())).toThrow('needs_attention');
  });
});

describe('after stamping', () => {
  const stamping = row('stamping');
  const unconfirmed = row('stamping', { errorCode: 'stamp_unconfirmed' });

  test('a confirmed row stores the fiscal folio and clears earlier errors', () => {
    const answer = { kind: 'confirmed', uuid: 'u', documentRef: 'cfdi:1' } as const;
    const stamped = { state: 'stamped', issues: [], uuid: 'u', documentRef: 'cfdi:1' };
    expect(afterStamping(stamping, answer)).toEqual(stamped);
    expect(afterStamping(unconfirmed, answer)).toEqual(stamped);
  });

  test('a refusal rejects the row with the code of the PAC', () => {
    expect(afterStamping(stamping, { kind: 'refused', rejectionCode: 'CFDI40145' })).toEqual({
      state: 'rejected',
      issues: [{ code: 'stamp_failed' }],
      errorCode: 'stamp_failed',
      rejectionCode: 'CFDI40145',
    });
  });

  test('a receipt that certainly did not arrive is sent again until the maximum number of attempts', () => {
    expect(afterStamping(stamping, { kind: 'not_received', triesLeft: 1 }).state).toBe('queued');
    expect(afterStamping(unconfirmed, { kind: 'not_received', triesLeft: 1 }).state).toBe('queued');
    const last = afterStamping(stamping, { kind: 'not_received', triesLeft: 0 });
    expect(last).toEqual({
      state: 'rejected',
      issues: [{ code: 'stamp_failed' }],
      errorCode: 'stamp_failed',
    });
  });

  test('a stamp without a response has an unknown outcome until a query finds the stamp', () => {
    const unknown = {
      state: 'stamping',
      issues: [{ code: 'stamp_unconfirmed' }],
      errorCode: 'stamp_unconfirmed',
    };
    expect(afterStamping(stamping, { kind: 'unknown' })).toEqual(unknown);
    expect(afterStamping(unconfirmed, { kind: 'unknown' })).toEqual(unknown);
  });

  test('a stamp outcome for a row that is not being stamped is refused', () => {
    expect(() => afterStamping(row('ready'), { kind: 'unknown' })).toThrow('ready');
  });
});

describe('row changes by users and by evaluations', () => {
  const out = { state: 'excluded', issues: [issueOf('not_in_roster')] } as const;
  const ready = { state: 'ready', issues: [] } as const;
  const omitted = { state: 'excluded', omitted: true } as const;

  test('an evaluation sets the state of a new row', () => {
    expect(evaluateRow(undefined, ready)).toEqual({ state: 'ready', omitted: false });
    expect(evaluateRow(undefined, out)).toEqual({ state: 'excluded', omitted: false });
  });

  test('an omitted row stays omitted until a user includes it', () => {
    expect(evaluateRow(omitted, ready)).toEqual(omitted);
    expect(includeRow(omitted, ready)).toEqual({ state: 'ready', omitted: false });
    expect(includeRow(omitted, withIssue)).toEqual({ state: 'needs_attention', omitted: false });
    expect(() => includeRow(omitted, out)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  test('omitting a rejected row deletes its draft', () => {
    expect(omitRow(row('rejected'))).toEqual({ ...omitted, dropsDraft: true });
    expect(omitRow(row('ready'))).toEqual({ ...omitted, dropsDraft: false });
  });

  test('a row with manual lines is ready without issues and needs attention with issues', () => {
    const manual = { source: 'manual' } as const;
    expect(editRow(row('needs_attention'), { ...ready, ...manual }).state).toBe('ready');
    expect(editRow(row('ready'), { ...withIssue, ...manual }).state).toBe('needs_attention');
    expect(() => editRow(row('excluded'), { ...ready, ...manual })).toThrow('excluded');
  });

  test('incidents can exclude a row from the run and include it again, but do not include an omitted row', () => {
    const calculated = { source: 'calculated' } as const;
    expect(editRow(row('ready'), { ...out, ...calculated }).state).toBe('excluded');
    expect(editRow(row('excluded'), { ...ready, ...calculated }).state).toBe('ready');
    expect(() => editRow(omitted, { ...ready, ...calculated })).toThrow('excluded');
  });

  test('the row of a deleted employee needs attention, except if it is stamped', () => {
    expect(deleteEmployeeOfRow(row('rejected')).state).toBe('needs_attention');
    expect(() => deleteEmployeeOfRow(row('stamped'))).toThrow('stamped');
  });
});
