import {
  answered, cancelKey, followed, isCanceled, isOfAnother, isOpen, type RowCancellation,
} from './row-cancellation'; // prettier-ignore

const now = '2026-11-21T15:00:00.000Z';
const asked: RowCancellation = {
  state: 'requested',
  motive: '02',
  requestedAt: now,
  requestedBy: 'k',
};

test.each([
  ['requested', true, false],
  ['in_process', true, false],
  ['accepted', false, true],
  ['expired', false, true],
  ['rejected', false, false],
] as const)(
  'a cancellation request that is %s is open: %s, and its row is canceled: %s',
  (state, open, canceled) => {
    expect([isOpen({ ...asked, state }), isCanceled({ ...asked, state })]).toEqual([
      open,
      canceled,
    ]);
  },
);

test('a receipt without a cancellation is not canceled and has no open cancellation', () =>
  expect([isOpen(null), isCanceled(undefined)]).toEqual([false, false]));

test('a cancellation response is applied, except if an event arrived before the response', () => {
  expect(answered(asked, { state: 'requested', code: '201' })).toMatchObject({ code: '201' });
  const known = { ...asked, state: 'in_process', documentVersion: 4 } as const;
  expect(answered(known, { state: 'requested', code: '201' })).toBe(known);
});

test('a cancellation event does not change who requested the cancellation', () =>
  expect(followed(asked, { state: 'accepted', motive: '02' }, 5, now)).toEqual({
    ...asked,
    state: 'accepted',
    documentVersion: 5,
  }));

test('a request by another client replaces a finished request', () => {
  const over = { ...asked, state: 'rejected', code: 'x', documentVersion: 3 } as const;
  const later = '2026-11-22T15:00:00.000Z';
  expect(followed(over, { state: 'requested', motive: '03' }, 6, later)).toEqual({
    state: 'requested',
    motive: '03',
    requestedAt: later,
    documentVersion: 6,
  });
});

describe('recognizing an event that belongs to another cancellation request', () => {
  const own = { rowId: 'r', cancelNumber: 2 };
  const mine = `payroll ${cancelKey(own)}`;
  const elsewhere = { ...asked, requestedBy: undefined };

  test.each([
    ['of the number before', asked, `payroll ${cancelKey({ ...own, cancelNumber: 1 })}`, true],
    ['of elsewhere', asked, 'POST /v1/cfdi/{documentRef}/cancel k', true],
    ['of elsewhere under the same key', asked, `x ${cancelKey(own)}`, true],
    ['is none when it is its own', asked, mine, false],
    ['is none when nobody is named', asked, undefined, false],
    ['is none when the request is over', { ...asked, state: 'rejected' as const }, 'x', false],
    ['is none when the row asked for nothing', elsewhere, 'x', false],
    ['is none when there is none', null, 'x', false],
  ])('whether an event belongs to another request: %s', (_, known, requester, isAnother) =>
    expect(isOfAnother(known, own, requester)).toBe(isAnother),
  );
});
